// Whatever floating-point environment the caller has, the bits are the same on any number of threads, and the caller
// gets it back. Abi.float_environment_test has every entry point, on one thread.
#include "support/core_probe.h"

#include <gtest/gtest.h>

#if defined(__SSE2__) && defined(__linux__)
#include <xmmintrin.h>

namespace pn {
namespace {

using testing::makeWildProbe;

constexpr unsigned kDefault = 0x1f80, kFlush = 0x8040, kTowardsZero = 0x6000, kUpwards = 0x4000;
constexpr unsigned kFlags = 0x3f; // sticky exception flags, which any float operation may set

class Mxcsr
{
public:
    explicit Mxcsr(unsigned value) : m_saved(_mm_getcsr()) { _mm_setcsr(value); }
    ~Mxcsr() { _mm_setcsr(m_saved); }
    Mxcsr(const Mxcsr&) = delete;
    Mxcsr& operator=(const Mxcsr&) = delete;

private:
    unsigned m_saved;
};

PnSh projectThroughApi(const testing::TestProbe& probe, std::uint32_t threads)
{
    PnContextDesc desc{};
    desc.structSize = sizeof(desc);
    desc.backend = PN_BACKEND_CPU;
    desc.threadCount = threads;
    PnContext context = nullptr;
    EXPECT_EQ(pnCreateContext(&desc, &context), PN_SUCCESS);
    PnProjectOptions options{};
    options.structSize = sizeof(options);
    options.bands = 5;
    PnSh sh{};
    const PnCubemapView view = probe.cubemapView();
    EXPECT_EQ(pnProjectCubemap(context, &view, &options, &sh, nullptr), PN_SUCCESS);
    pnDestroyContext(context);
    return sh;
}

TEST(FloatEnvironment, OfTheCallerChangesNoBitAndIsGivenBack)
{
    for (const PnFormat format : {PN_FORMAT_RGBA32F, PN_FORMAT_RGBA16F, PN_FORMAT_R11G11B10F})
        for (const std::uint32_t size : {33u, 200u})
            for (const std::uint32_t threads : {1u, 2u})
            {
                const auto probe = makeWildProbe(true, size, size, format, 1, 4);
                const PnSh expected = projectThroughApi(probe, threads);
                for (const unsigned mode : {kFlush, kTowardsZero, kUpwards, kFlush | kTowardsZero})
                {
                    const Mxcsr environment(kDefault | mode);
                    const PnSh actual = projectThroughApi(probe, threads);
                    EXPECT_EQ(_mm_getcsr() & ~kFlags, kDefault | mode);
                    EXPECT_EQ(std::memcmp(&actual, &expected, sizeof(PnSh)), 0) << mode << ", " << size;
                }
            }
}

} // namespace
} // namespace pn

#endif
