#include "context.h"

namespace pn {
namespace {

using namespace testing;

// The promise: what the device gives is what the CPU backend gives, bit for bit, counts included.
class SameBits : public testing::DeviceTest
{
protected:
    static void compare(const TestContext& device, const TestContext& cpu, const TestProbe& probe, std::uint32_t bands)
    {
        SCOPED_TRACE(probe.name() + ", " + std::to_string(bands) + " bands");
        const auto expected = cpu.project(probe, bands);
        const auto actual = device.project(probe, bands);
        expectSameBits(expected, actual);
        EXPECT_EQ(actual.second.backend, PN_BACKEND_VULKAN);
        EXPECT_EQ(actual.second.isReproducible, 1u);
    }
};

constexpr std::uint32_t kFaceSizes[] = {1, 2, 3, 7, 16, 33, 64, 100, 128, 256};
constexpr std::pair<std::uint32_t, std::uint32_t> kMapSizes[] = {{1, 1}, {2, 1}, {7, 5}, {64, 32}, {1024, 512}};

// Every format, number of bands and size, but not their product: drivers spend most of it compiling 70 kernels. A map's
// kernels decode as a cubemap's do, so one format of each kind does for them.
TEST_F(SameBits, ForEachSizeFormatAndBandCount)
{
    const TestContext device(PN_BACKEND_VULKAN), cpu(PN_BACKEND_CPU);
    std::uint32_t turn = 0;
    for (const PnFormat format : kFormats)
    {
        const std::uint32_t bands = PN_MAX_BANDS - turn++ % PN_MAX_BANDS;
        for (const std::uint32_t size : kFaceSizes)
            compare(device, cpu, makeWildProbe(true, size, size, format, size), bands);
    }
    for (const auto& [format, bands] :
         {std::pair{PN_FORMAT_RGBA16F, 5u}, {PN_FORMAT_RGBA8_SRGB, 2u}}) // DriverBits and WhenFacesAreSplit have floats
        for (const auto& [width, height] : kMapSizes)
            compare(device, cpu, makeWildProbe(false, width, height, format, width), bands);
}

// Their product (long_tests.cmake).
TEST_F(SameBits, ForEverySizeFormatAndBandCount)
{
    const TestContext device(PN_BACKEND_VULKAN), cpu(PN_BACKEND_CPU);
    for (const PnFormat format : kFormats)
        for (std::uint32_t bands = 1; bands <= PN_MAX_BANDS; ++bands)
        {
            for (const std::uint32_t size : kFaceSizes)
                compare(device, cpu, makeWildProbe(true, size, size, format, size), bands);
            for (const auto& [width, height] : kMapSizes)
                compare(device, cpu, makeWildProbe(false, width, height, format, width), bands);
        }
}

TEST_F(SameBits, WithoutSubgroups)
{
    const TestContext device(PN_BACKEND_VULKAN, PN_CONTEXT_NO_SUBGROUPS), cpu(PN_BACKEND_CPU);
    for (const std::uint32_t bands : {1u, 5u}) // DriverBits has 3
        for (const std::uint32_t size : kFaceSizes)
            compare(device, cpu, makeWildProbe(true, size, size, PN_FORMAT_RGBA16F, size), bands);
}

TEST_F(SameBits, WhenFacesAreSplit)
{
    const TestContext device(PN_BACKEND_VULKAN, 0, 1u << 20), cpu(PN_BACKEND_CPU);
    for (const std::uint32_t size : {1000u, 1025u})
        compare(device, cpu, makeWildProbe(true, size, size, PN_FORMAT_RGBA16F, size), 3);
    compare(device, cpu, makeWildProbe(false, 2048, 1024, PN_FORMAT_RGBA32F, 1), 5);
}

// More segments and steps of the same (long_tests.cmake).
TEST_F(SameBits, WhenLargeFacesAreSplit)
{
    const TestContext device(PN_BACKEND_VULKAN, 0, 1u << 20), cpu(PN_BACKEND_CPU);
    compare(device, cpu, makeWildProbe(true, 2049, 2049, PN_FORMAT_RGBA16F, 1), 3);
    compare(device, cpu, makeWildProbe(true, 4096, 4096, PN_FORMAT_R11G11B10F, 1), 3);
    compare(device, cpu, makeWildProbe(false, 4096, 2048, PN_FORMAT_RGBA32F, 1), 5);
}

} // namespace
} // namespace pn
