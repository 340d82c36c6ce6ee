// The kernels that finish probes have shared memory for as many terms as a plan can have.
#include "core/kernel/sh_finalize.h"
#include "shared/sh_finalize.h"

#include <gtest/gtest.h>

namespace pn {
namespace {

TEST(FinalizePlan, OfTheMostBandsFillsTheKernelsMemory)
{
    const FinalizePlan plan(Shape::cubemap(8), 5);
    EXPECT_EQ(plan.terms.size(), shared::kMaxFinishTerms);
    EXPECT_EQ(plan.firstTerm.size(), shared::kMaxFinishFirstTerms);
}

TEST(FinalizePlan, OfAnythingElseIsSmaller)
{
    for (std::uint32_t bands = 1; bands < 5; ++bands)
        EXPECT_LT(FinalizePlan(Shape::cubemap(8), bands).terms.size(), shared::kMaxFinishTerms) << bands;
    EXPECT_LT(FinalizePlan(Shape::equirect(8, 4), 5).terms.size(), shared::kMaxFinishTerms);
}

} // namespace
} // namespace pn
