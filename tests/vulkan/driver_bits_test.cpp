// Each kernel once on every driver: formats of each kind, faces and maps of each class of size. tests/long_tests.cmake
// says what the other drivers run beside this; on lavapipe-8 the other tests show the same.
#include "context.h"

#include "support/normalize_probe.h"
#include "support/prefilter_probe.h"

namespace pn {
namespace {

using namespace testing;

class DriverBits : public testing::DeviceTest
{
protected:
    static void project(const TestContext& device, const TestContext& cpu, const TestProbe& probe, std::uint32_t bands)
    {
        SCOPED_TRACE(probe.name() + ", " + std::to_string(bands) + " bands");
        const auto actual = device.project(probe, bands);
        expectSameBits(cpu.project(probe, bands), actual);
        EXPECT_EQ(actual.second.backend, PN_BACKEND_VULKAN);
    }
};

// Floats, codes of a byte and a shared exponent; one texel, less than a workgroup, and several segments. Each format is
// a kernel that drivers take a second to compile: halves are in OfFacesThatAreSplit.
TEST_F(DriverBits, OfProjection)
{
    const TestContext device(PN_BACKEND_VULKAN), cpu(PN_BACKEND_CPU);
    for (const PnFormat format : {PN_FORMAT_RGBA8_SRGB, PN_FORMAT_RGB9E5})
        for (const std::uint32_t size : {1u, 7u, 256u})
            project(device, cpu, makeWildProbe(true, size, size, format, size), 3);
    project(device, cpu, makeWildProbe(false, 7, 5, PN_FORMAT_RGBA32F, 1), 3);
    project(device, cpu, makeWildProbe(false, 1024, 512, PN_FORMAT_RGBA32F, 2), 3);
}

TEST_F(DriverBits, OfProjectionWithoutSubgroups)
{
    const TestContext device(PN_BACKEND_VULKAN, PN_CONTEXT_NO_SUBGROUPS), cpu(PN_BACKEND_CPU);
    for (const std::uint32_t size : {7u, 256u})
        project(device, cpu, makeWildProbe(true, size, size, PN_FORMAT_RGBA16F, size), 3);
}

TEST_F(DriverBits, OfFacesThatAreSplit)
{
    const TestContext device(PN_BACKEND_VULKAN, 0, 1u << 20), cpu(PN_BACKEND_CPU);
    for (const std::uint32_t size : {1u, 7u, 256u, 1000u})
        project(device, cpu, makeWildProbe(true, size, size, PN_FORMAT_RGBA16F, size), 3);
}

TEST_F(DriverBits, OfNormalizationWithMips)
{
    const TestContext device(PN_BACKEND_VULKAN), cpu(PN_BACKEND_CPU);
    PnNormalization normalization{};
    normalization.lobe = PN_LOBE_GGX;
    TestMips mips = makeMips(64, 3, PN_FORMAT_RGBA16F, [](std::uint32_t size, std::uint32_t mip) {
        return makeWildProbe(true, size, size, PN_FORMAT_RGBA16F, 100 + mip);
    });
    TestMips onCpu = mips;
    const Normalized expected = testing::normalize(cpu.get(), onCpu, normalization, nullptr);
    const Normalized actual = testing::normalize(device.get(), mips, normalization, nullptr);
    EXPECT_EQ(actual.info.backend, PN_BACKEND_VULKAN);
    EXPECT_EQ(std::memcmp(&actual.sh, &expected.sh, sizeof(PnSh)), 0);
    for (std::size_t mip = 0; mip < mips.results.size(); ++mip)
        EXPECT_EQ(mips.results[mip].texels, onCpu.results[mip].texels) << "mip " << mip;
}

TEST_F(DriverBits, OfPrefiltering)
{
    const TestContext device(PN_BACKEND_VULKAN), cpu(PN_BACKEND_CPU);
    const PrefilterRequest request{PN_LOBE_GGX, PN_EFFORT_REALTIME, 0, {0.0f, 0.4f, 0.9f}};
    const TestProbe source = makeWildProbe(true, 16, 16, PN_FORMAT_RGBA16F, 7);
    const TestMips expected = prefilter(cpu.get(), source, request, PN_FORMAT_RGBA16F);
    const TestMips actual = prefilter(device.get(), source, request, PN_FORMAT_RGBA16F, nullptr, PN_BACKEND_VULKAN);
    for (std::size_t mip = 0; mip < expected.results.size(); ++mip)
        EXPECT_EQ(actual.results[mip].texels, expected.results[mip].texels) << "mip " << mip;
}

} // namespace
} // namespace pn
