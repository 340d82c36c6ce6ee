#include "core/sh/evaluate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace pn {
namespace {

// The definition, integrated as it stands: l at an angle from n = v, h half way between.
LobeWeights integrate(double roughness)
{
    constexpr int kSteps = 400000;
    const double pi = std::numbers::pi, alpha = roughness * roughness;
    double sums[3] = {};
    for (int i = 0; i < kSteps; ++i)
    {
        const double angle = (i + 0.5) * 0.5 * pi / kSteps, x = std::cos(angle), h = std::cos(0.5 * angle);
        const double d = alpha * alpha / (pi * std::pow(h * h * (alpha * alpha - 1.0) + 1.0, 2));
        const double weight = d * x * std::sin(angle);
        sums[0] += weight;
        sums[1] += weight * x;
        sums[2] += weight * 0.5 * (3.0 * x * x - 1.0);
    }
    return {1.0, sums[1] / sums[0], sums[2] / sums[0]};
}

TEST(Lobe, GgxIsTheIntegralOfItsDefinition)
{
    for (const double roughness : {0.1, 0.2, 0.35, 0.5, 0.8, 1.0})
    {
        SCOPED_TRACE("roughness " + std::to_string(roughness));
        const LobeWeights expected = integrate(roughness), actual = ggxLobe(roughness);
        for (std::size_t l = 0; l < 3; ++l)
            EXPECT_NEAR(actual[l], expected[l], 1e-6) << "band " << l; // both are sums over steps
    }
}

// At roughness 1 the distribution is constant, and what is left is the cosine.
TEST(Lobe, GgxAtRoughnessOneIsTheCosine)
{
    const LobeWeights ggx = ggxLobe(1.0), cosine = cosineLobe();
    for (std::size_t l = 0; l < 3; ++l)
        EXPECT_NEAR(ggx[l], cosine[l], 1e-6);
}

TEST(Lobe, GgxAtRoughnessZeroIsAMirror)
{
    EXPECT_EQ(ggxLobe(0.0), (LobeWeights{1.0, 1.0, 1.0}));
    const LobeWeights narrow = ggxLobe(0.05);
    EXPECT_NEAR(narrow[1], 1.0, 1e-3);
    EXPECT_NEAR(narrow[2], 1.0, 1e-3);
}

} // namespace
} // namespace pn
