// Mips that a device makes and divides have the CPU's bits: of every format and size, under a policy, in batches, and
// of cubemaps that take several steps.
#include "context.h"

#include "support/normalize_probe.h"

namespace pn {
namespace {

using testing::kFormats;
using testing::makeMips;
using testing::makeWildProbe;
using testing::TestContext;
using testing::TestMips;

// A cubemap of which some mips are given, and all others are made.
struct Cubemap
{
    TestMips mips;
    std::uint32_t givenMips = 1;
    const PnSh* light = nullptr;
    bool isInPlace = false; // its first mip
};

Cubemap wildCubemap(std::uint32_t size, PnFormat format, std::uint32_t givenMips = 1)
{
    return {.mips = makeMips(size, std::uint32_t(std::bit_width(size)), format,
                             [&](std::uint32_t side, std::uint32_t mip) {
                                 return makeWildProbe(true, side, side, format, 7 * size + mip, size % 2 == 0 ? 4 : 64);
                             }),
            .givenMips = givenMips};
}

struct Outcome
{
    std::vector<PnSh> shs;
    std::vector<PnNormalizeInfo> infos;
    std::uint32_t completed = 0;
    PnResult result = PN_SUCCESS;
};

Outcome normalizeAll(const TestContext& context, std::vector<Cubemap>& cubemaps, PnNormalization normalization = {},
                     PnProjectOptions options = {})
{
    std::vector<std::vector<PnCubemapView>> views;
    std::vector<std::vector<PnCubemapTarget>> targets;
    std::vector<PnNormalizeItem> items;
    for (Cubemap& cubemap : cubemaps)
    {
        views.push_back(cubemap.mips.views());
        targets.push_back(cubemap.mips.targets());
        for (std::size_t face = 0; cubemap.isInPlace && face < 6; ++face)
            views.back().front().faces[face] = targets.back().front().faces[face];
        if (cubemap.isInPlace)
            cubemap.mips.results.front().texels = cubemap.mips.sources.front().texels;
        items.push_back({sizeof(PnNormalizeItem), std::uint32_t(views.back().size()), views.back().data(),
                         targets.back().data(), cubemap.light, cubemap.givenMips, 0});
    }
    Outcome out;
    out.shs.resize(items.size());
    out.infos.resize(items.size());
    out.infos.front().structSize = sizeof(PnNormalizeInfo);
    normalization.structSize = sizeof(normalization);
    options.structSize = sizeof(options);
    out.result = pnNormalizeCubemaps(context.get(), std::uint32_t(items.size()), items.data(), &normalization, &options,
                                     out.shs.data(), nullptr, out.infos.data(), &out.completed);
    return out;
}

class MakeMipBits : public ::testing::Test
{
protected:
    void SetUp() override
    {
        if (!testing::hasDevice())
            GTEST_SKIP() << "no Vulkan device";
    }

    static void compare(const TestContext& device, std::vector<Cubemap> cubemaps,
                        const PnNormalization& normalization = {}, const PnProjectOptions& options = {})
    {
        const TestContext cpu(PN_BACKEND_CPU);
        std::vector<Cubemap> onCpu = cubemaps;
        const Outcome actual = normalizeAll(device, cubemaps, normalization, options);
        ASSERT_EQ(actual.result, PN_SUCCESS) << pnGetLastErrorMessage();
        const Outcome expected = normalizeAll(cpu, onCpu, normalization, options);
        ASSERT_EQ(expected.result, PN_SUCCESS) << pnGetLastErrorMessage();
        EXPECT_EQ(actual.completed, cubemaps.size());
        for (std::size_t i = 0; i < cubemaps.size(); ++i)
        {
            SCOPED_TRACE("cubemap " + std::to_string(i) + ", " + cubemaps[i].mips.sources.front().name());
            EXPECT_EQ(actual.infos[i].backend, PN_BACKEND_VULKAN);
            EXPECT_EQ(actual.infos[i].isReproducible, 1u);
            EXPECT_EQ(std::memcmp(&actual.shs[i], &expected.shs[i], sizeof(PnSh)), 0);
            for (std::size_t mip = 0; mip < onCpu[i].mips.results.size(); ++mip)
                EXPECT_EQ(cubemaps[i].mips.results[mip].texels, onCpu[i].mips.results[mip].texels) << "mip " << mip;
        }
    }

    static PnSh constantLight()
    {
        PnSh light{};
        light.bands = 3;
        for (float& channel : light.rgb[0])
            channel = 2.0f;
        return light;
    }

    // Every format, in sizes whose mips are even, odd, and both in turns.
    static std::vector<Cubemap> everyKind(std::initializer_list<std::uint32_t> sizes)
    {
        std::vector<Cubemap> cubemaps;
        for (const std::uint32_t size : sizes)
            for (const PnFormat format : kFormats)
                cubemaps.push_back(wildCubemap(size, format));
        return cubemaps;
    }
};

TEST_F(MakeMipBits, OfEverySizeAndFormatInOneBatch)
{
    compare(TestContext(PN_BACKEND_VULKAN), everyKind({1, 2, 3, 5, 7, 16, 22, 45, 64}));
}

TEST_F(MakeMipBits, UnderAPolicy)
{
    PnProjectOptions options{};
    options.negative = PN_NEGATIVE_ZERO;
    options.maxRadiance = 0.75f;
    std::vector<Cubemap> cubemaps;
    for (const std::uint32_t size : {13u, 32u})
        for (const PnFormat format : {PN_FORMAT_RGBA32F, PN_FORMAT_RGBA16F, PN_FORMAT_RGB9E5, PN_FORMAT_RGBA8})
            cubemaps.push_back(wildCubemap(size, format));
    compare(TestContext(PN_BACKEND_VULKAN), std::move(cubemaps), {}, options);
}

// The first mips are given, the light is given, and each mip has a lobe of its own.
TEST_F(MakeMipBits, BehindMipsThatAreGiven)
{
    const PnSh light = constantLight();
    std::vector<Cubemap> cubemaps;
    for (const std::uint32_t given : {1u, 2u, 3u, 6u})
        for (const std::uint32_t size : {32u, 45u})
            for (const PnSh* one : {static_cast<const PnSh*>(nullptr), &light})
            {
                cubemaps.push_back(wildCubemap(size, PN_FORMAT_RGBA16F, given));
                cubemaps.back().light = one;
            }
    PnNormalization ggx{};
    ggx.lobe = PN_LOBE_GGX;
    ggx.channels = PN_CHANNELS_RGB;
    compare(TestContext(PN_BACKEND_VULKAN), std::move(cubemaps), ggx);
}

// Faces of 64 x 64 halves have half of a step, and those of RGBA32F a step.
TEST_F(MakeMipBits, OfCubemapsThatTakeSeveralSteps)
{
    std::vector<Cubemap> cubemaps;
    for (const std::uint32_t size : {64u, 63u, 40u, 12u})
        for (const PnFormat format : {PN_FORMAT_RGBA16F, PN_FORMAT_RGB9E5, PN_FORMAT_RGBA32F})
        {
            cubemaps.push_back(wildCubemap(size, format, size == 40 ? 2 : 1));
            cubemaps.back().isInPlace = size == 63;
        }
    compare(TestContext(PN_BACKEND_VULKAN, 0, 1u << 16), std::move(cubemaps));
}

// A face that does not go into a step: the CPU makes its mips and divides them, and says so.
TEST_F(MakeMipBits, OfFacesLargerThanAStepAreTheCpus)
{
    const TestContext device(PN_BACKEND_VULKAN, 0, 1u << 14), cpu(PN_BACKEND_CPU);
    std::vector<Cubemap> cubemaps;
    for (const std::uint32_t size : {16u, 64u, 16u})
        cubemaps.push_back(wildCubemap(size, PN_FORMAT_RGBA16F));
    std::vector<Cubemap> onCpu = cubemaps;
    const Outcome out = normalizeAll(device, cubemaps);
    ASSERT_EQ(out.result, PN_SUCCESS) << pnGetLastErrorMessage();
    ASSERT_EQ(normalizeAll(cpu, onCpu).result, PN_SUCCESS) << pnGetLastErrorMessage();
    for (std::size_t i = 0; i < 3; ++i)
    {
        EXPECT_EQ(out.infos[i].backend, i == 1 ? PN_BACKEND_CPU : PN_BACKEND_VULKAN) << i;
        for (std::size_t mip = 0; mip < onCpu[i].mips.results.size(); ++mip)
            EXPECT_EQ(cubemaps[i].mips.results[mip].texels, onCpu[i].mips.results[mip].texels) << i << ", mip " << mip;
    }
}

TEST_F(MakeMipBits, AreThereForWhatIsDoneBeforeTheCallerStops)
{
    const TestContext device(PN_BACKEND_VULKAN, 0, 1u << 14), cpu(PN_BACKEND_CPU);
    std::vector<Cubemap> cubemaps(6, wildCubemap(24, PN_FORMAT_RGBA16F)), onCpu(1, cubemaps.front());
    PnProjectOptions options{};
    options.onProgress = [](void*, std::uint32_t completed, std::uint32_t) -> std::int32_t { return completed == 2; };
    const Outcome out = normalizeAll(device, cubemaps, {}, options);
    EXPECT_EQ(out.result, PN_ERROR_CANCELLED);
    EXPECT_EQ(out.completed, 2u);
    ASSERT_EQ(normalizeAll(cpu, onCpu).result, PN_SUCCESS) << pnGetLastErrorMessage();
    for (std::size_t i = 0; i < out.completed; ++i)
        for (std::size_t mip = 0; mip < onCpu[0].mips.results.size(); ++mip)
            EXPECT_EQ(cubemaps[i].mips.results[mip].texels, onCpu[0].mips.results[mip].texels) << i << ", mip " << mip;
}

} // namespace
} // namespace pn
