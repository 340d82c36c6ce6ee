#include "context.h"

#include "support/normalize_probe.h"

#include <span>

namespace pn {
namespace {

using namespace testing;

// The promise holds for what is divided, too: the device's texels are the CPU backend's, bit for bit.
class NormalizeBits : public testing::DeviceTest
{
protected:
    static TestMips wildMips(std::uint32_t faceSize, std::uint32_t count, PnFormat format)
    {
        return makeMips(faceSize, count, format, [&](std::uint32_t size, std::uint32_t mip) {
            return makeWildProbe(true, size, size, format, 100 * faceSize + mip);
        });
    }

    static void compare(const TestContext& device, const TestContext& cpu, TestMips mips,
                        const PnNormalization& normalization, const PnSh* light,
                        const PnProjectOptions* options = nullptr)
    {
        TestMips onCpu = mips;
        const Normalized expected = testing::normalize(cpu.get(), onCpu, normalization, light, options);
        const Normalized actual = testing::normalize(device.get(), mips, normalization, light, options);
        EXPECT_EQ(actual.info.backend, PN_BACKEND_VULKAN);
        EXPECT_EQ(actual.info.isReproducible, 1u);
        EXPECT_EQ(actual.info.width, expected.info.width);
        EXPECT_EQ(actual.info.minimumAfter, expected.info.minimumAfter);
        EXPECT_EQ(std::memcmp(&actual.sh, &expected.sh, sizeof(PnSh)), 0);
        EXPECT_EQ(actual.projectInfo.nonFinite, expected.projectInfo.nonFinite);
        for (std::size_t mip = 0; mip < mips.results.size(); ++mip)
            EXPECT_EQ(mips.results[mip].texels, onCpu.results[mip].texels) << "mip " << mip;
    }

    static void compareByChannels(std::span<const PnFormat> formats)
    {
        const TestContext device(PN_BACKEND_VULKAN), cpu(PN_BACKEND_CPU);
        const PnSh light = strongLight();
        PnNormalization n{};
        n.channels = PN_CHANNELS_RGB;
        for (const PnFormat format : formats)
            for (const std::uint32_t size : {1u, 2u, 3u, 33u, 64u, 100u})
                for (const PnSh* of : {&light, static_cast<const PnSh*>(nullptr)})
                    compare(device, cpu, wildMips(size, 1, format), n, of);
    }

    // Bounds on texels are in a kernel of their own, too.
    static void compareUnderPolicy(std::span<const PnFormat> formats)
    {
        const TestContext device(PN_BACKEND_VULKAN), cpu(PN_BACKEND_CPU);
        PnProjectOptions options{};
        options.structSize = sizeof(options);
        options.negative = PN_NEGATIVE_ZERO;
        options.maxRadiance = 0.75f;
        for (const PnFormat format : formats)
            compare(device, cpu, wildMips(33, 2, format), {}, nullptr, &options);
    }

    // Of positive average, with a strong lobe that rings.
    static PnSh strongLight()
    {
        PnSh sh{};
        sh.bands = 3;
        const float rows[9] = {3.0f, 2.5f, -1.0f, 1.5f, 2.0f, -1.5f, 0.5f, 1.0f, -2.0f};
        for (std::size_t i = 0; i < 9; ++i)
            for (std::size_t c = 0; c < 3; ++c)
                sh.rgb[i][c] = rows[(i + 2 * c * (i > 0 ? 1 : 0)) % 9] * (1.0f + 0.2f * float(c));
        return sh;
    }
};

TEST_F(NormalizeBits, ForEverySizeAndFormat)
{
    const TestContext device(PN_BACKEND_VULKAN), cpu(PN_BACKEND_CPU);
    const PnSh light = strongLight();
    for (const PnFormat format : kFormats)
        for (const std::uint32_t size : {1u, 2u, 3u, 33u, 64u, 100u})
            for (const PnSh* of : {&light, static_cast<const PnSh*>(nullptr)})
                compare(device, cpu, wildMips(size, 1, format), {}, of);
}

// Each channel by its own light: a kernel of its own per format, of which one of each kind is here, and all are in
// ByChannelsInEveryFormat.
TEST_F(NormalizeBits, ByChannels)
{
    compareByChannels(kFormatOfEachKind);
}

TEST_F(NormalizeBits, ByChannelsInEveryFormat)
{
    compareByChannels(kFormats);
}

TEST_F(NormalizeBits, ForAllMipsWithTheLobeOfEach)
{
    const TestContext device(PN_BACKEND_VULKAN), cpu(PN_BACKEND_CPU);
    const PnSh light = strongLight();
    for (const PnLobe lobe : {PN_LOBE_COSINE, PN_LOBE_GGX})
        for (const std::uint32_t size : {64u, 97u})
        {
            SCOPED_TRACE("lobe " + std::to_string(lobe) + ", size " + std::to_string(size));
            PnNormalization n{};
            n.lobe = lobe;
            compare(device, cpu, wildMips(size, 7, PN_FORMAT_RGBA16F), n, nullptr);
            compare(device, cpu, wildMips(size, 7, PN_FORMAT_RGBA32F), n, &light);
        }
}

TEST_F(NormalizeBits, ForEveryPresetThatDivides)
{
    const TestContext device(PN_BACKEND_VULKAN), cpu(PN_BACKEND_CPU);
    const PnSh light = strongLight();
    for (const PnPreset preset :
         {PN_PRESET_PROBENORM, PN_PRESET_BLACKOPS, PN_PRESET_UNREAL, PN_PRESET_HDRP_CORRECTED, PN_PRESET_EEVEE})
        for (std::uint32_t bands = 1; bands <= 3; ++bands)
        {
            SCOPED_TRACE(pnGetPresetName(preset));
            PnNormalization n{};
            n.preset = preset;
            n.bands = bands;
            n.dering = PN_DERING_AUTO;
            compare(device, cpu, wildMips(17, 1, PN_FORMAT_RGBA32F), n, &light);
            compare(device, cpu, wildMips(16, 1, PN_FORMAT_RGBA32F), n, nullptr);
        }
}

TEST_F(NormalizeBits, UnderAPolicy)
{
    compareUnderPolicy(kFormatOfEachKind);
}

TEST_F(NormalizeBits, UnderAPolicyInEveryFormat)
{
    compareUnderPolicy(kFormats);
}

// The window is searched in float on the device, and lights of very different sizes must search alike.
TEST_F(NormalizeBits, ForLightsOfEverySize)
{
    const TestContext device(PN_BACKEND_VULKAN), cpu(PN_BACKEND_CPU);
    std::mt19937 random(3);
    std::normal_distribution<float> normal;
    for (int i = 0; i < 60; ++i)
    {
        SCOPED_TRACE("light " + std::to_string(i));
        PnSh light{};
        light.bands = 3;
        for (std::size_t k = 0; k < 9; ++k)
            for (float& channel : light.rgb[k])
                channel = std::ldexp(normal(random), i % 4 == 0 ? int(random() % 150) - 100 : i - 30);
        if (i % 3 == 0) // symmetric
            std::fill(&light.rgb[1][0], &light.rgb[4][0], 0.0f);
        PnNormalization n{};
        n.channels = i % 2 == 0 ? PN_CHANNELS_RGB : PN_CHANNELS_LUMINANCE;
        compare(device, cpu, wildMips(8, 1, PN_FORMAT_RGBA32F), n, &light);
    }
}

TEST_F(NormalizeBits, WhenFacesAreSplit)
{
    const TestContext device(PN_BACKEND_VULKAN, 0, 1u << 20), cpu(PN_BACKEND_CPU);
    for (const std::uint32_t size : {513u, 1000u})
        for (const PnFormat format : {PN_FORMAT_RGBA16F, PN_FORMAT_RGBA8})
            compare(device, cpu, wildMips(size, 2, format), {}, nullptr);
}

} // namespace
} // namespace pn
