// pnNormalizeCubemaps: each cubemap has the texels, light and facts that it has alone. Mips that a device makes and
// divides have the CPU's bits: of every format and size, under a policy, and of cubemaps that take several steps.
#include "context.h"

#include "support/normalize_probe.h"

#include <initializer_list>

namespace pn {
namespace {

using namespace testing;

struct Cubemap
{
    TestMips mips;
    std::uint32_t givenMips = 1; // all others are made; 0: all are given
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

const PnSh& constantLight()
{
    static const PnSh light{.bands = 3, .rgb = {{2.0f, 2.0f, 2.0f}}};
    return light;
}

// Sizes, mips and formats in turns, with and without a light.
std::vector<Cubemap> mixedCubemaps(std::uint32_t givenMips)
{
    constexpr std::uint32_t kSizes[] = {16, 33, 64, 1};
    std::vector<Cubemap> cubemaps;
    for (std::uint32_t i = 0; i < 12; ++i)
    {
        const std::uint32_t size = kSizes[i % 4], mips = i % 3 == 0 && size > 4 ? 3 : 1;
        const PnFormat format = kFormats[i / 4 % std::size(kFormats)];
        const auto makeMip = [&](std::uint32_t side, std::uint32_t mip) {
            return makeWildProbe(true, side, side, format, 100 * i + mip);
        };
        cubemaps.push_back({makeMips(size, mips, format, makeMip), givenMips, i % 5 == 4 ? &constantLight() : nullptr});
    }
    return cubemaps;
}

struct Outcome
{
    std::vector<PnSh> shs;
    std::vector<PnProjectInfo> projectInfos;
    std::vector<PnNormalizeInfo> infos;
    std::uint32_t completed = 99;
    PnResult result = PN_SUCCESS;
};

Outcome normalizeAll(const TestContext& context, std::vector<Cubemap>& cubemaps, PnNormalization normalization = {},
                     PnProjectOptions options = {})
{
    std::vector<std::vector<PnEnvironmentView>> views;
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
    out.projectInfos.resize(items.size());
    out.infos.resize(items.size());
    out.projectInfos.front().structSize = sizeof(PnProjectInfo);
    out.infos.front().structSize = sizeof(PnNormalizeInfo);
    normalization.structSize = sizeof(normalization);
    options.structSize = sizeof(options);
    out.result = pnNormalizeCubemaps(context.get(), std::uint32_t(items.size()), items.data(), &normalization, &options,
                                     out.shs.data(), out.projectInfos.data(), out.infos.data(), &out.completed);
    return out;
}

void expectSameTexels(const TestMips& expected, const TestMips& actual)
{
    for (std::size_t mip = 0; mip < expected.results.size(); ++mip)
        EXPECT_EQ(expected.results[mip].texels, actual.results[mip].texels) << "mip " << mip;
}

class NormalizeMany : public testing::DeviceTest
{
protected:
    // With the CPU, which has to do the cubemap of number onCpu itself.
    static void compare(const TestContext& device, std::vector<Cubemap> cubemaps,
                        const PnNormalization& normalization = {}, const PnProjectOptions& options = {},
                        std::size_t onCpu = ~std::size_t{0})
    {
        const TestContext cpu(PN_BACKEND_CPU);
        std::vector<Cubemap> wanted = cubemaps;
        const Outcome actual = normalizeAll(device, cubemaps, normalization, options);
        ASSERT_EQ(actual.result, PN_SUCCESS) << pnGetLastErrorMessage();
        const Outcome expected = normalizeAll(cpu, wanted, normalization, options);
        ASSERT_EQ(expected.result, PN_SUCCESS) << pnGetLastErrorMessage();
        EXPECT_EQ(actual.completed, cubemaps.size());
        for (std::size_t i = 0; i < cubemaps.size(); ++i)
        {
            SCOPED_TRACE("cubemap " + std::to_string(i) + ", " + cubemaps[i].mips.sources.front().name());
            EXPECT_EQ(actual.infos[i].backend, i == onCpu ? PN_BACKEND_CPU : PN_BACKEND_VULKAN);
            EXPECT_EQ(actual.infos[i].isReproducible, 1u);
            EXPECT_EQ(std::memcmp(&actual.shs[i], &expected.shs[i], sizeof(PnSh)), 0);
            expectSameTexels(wanted[i].mips, cubemaps[i].mips);
        }
    }

    static void compareUnderPolicy(std::initializer_list<PnFormat> formats)
    {
        PnProjectOptions options{};
        options.negative = PN_NEGATIVE_ZERO;
        options.maxRadiance = 0.75f;
        std::vector<Cubemap> cubemaps;
        for (const std::uint32_t size : {13u, 32u})
            for (const PnFormat format : formats)
                cubemaps.push_back(wildCubemap(size, format));
        compare(TestContext(PN_BACKEND_VULKAN), std::move(cubemaps), {}, options);
    }

    static void expectTheBitsOfEachAlone(const TestContext& context)
    {
        std::vector<Cubemap> together = mixedCubemaps(0), alone = mixedCubemaps(0);
        const TestContext cpu(PN_BACKEND_CPU);
        const Outcome out = normalizeAll(context, together);
        ASSERT_EQ(out.result, PN_SUCCESS) << pnGetLastErrorMessage();
        EXPECT_EQ(out.completed, together.size());
        for (std::size_t i = 0; i < alone.size(); ++i)
        {
            SCOPED_TRACE("cubemap " + std::to_string(i));
            const Normalized one = testing::normalize(cpu.get(), alone[i].mips, {}, alone[i].light);
            expectSameTexels(alone[i].mips, together[i].mips);
            EXPECT_EQ(std::memcmp(&out.shs[i], &one.sh, sizeof(PnSh)), 0);
            EXPECT_EQ(out.infos[i].width, one.info.width);
            EXPECT_EQ(out.infos[i].average, one.info.average);
            EXPECT_EQ(out.projectInfos[i].nonFinite, one.projectInfo.nonFinite);
            EXPECT_EQ(out.infos[i].isReproducible, 1u);
        }
    }
};

TEST_F(NormalizeMany, MadeMipsAreTheSameOnEveryBackend)
{
    compare(TestContext(PN_BACKEND_VULKAN), mixedCubemaps(1));
}

TEST_F(NormalizeMany, HaveTheBitsOfEachAlone)
{
    expectTheBitsOfEachAlone(TestContext(PN_BACKEND_VULKAN));
    expectTheBitsOfEachAlone(TestContext(PN_BACKEND_VULKAN, 0, 1u << 16)); // several steps, and cubemaps that take two
    expectTheBitsOfEachAlone(TestContext(PN_BACKEND_CPU));
}

TEST_F(NormalizeMany, ReportProgressAndStop)
{
    std::vector<std::vector<Cubemap>> stopped;
    for (const PnBackend backend : {PN_BACKEND_VULKAN, PN_BACKEND_CPU})
    {
        const TestContext context(backend, 0, backend == PN_BACKEND_VULKAN ? 1u << 16 : 0);
        stopped.push_back(mixedCubemaps(0));
        std::vector<std::uint32_t> seen;
        PnProjectOptions options{};
        options.userData = &seen;
        options.onProgress = [](void* user, std::uint32_t completed, std::uint32_t total) -> std::int32_t {
            EXPECT_EQ(total, 12u);
            auto& list = *static_cast<std::vector<std::uint32_t>*>(user);
            list.push_back(completed);
            return list.size() == 3 ? 1 : 0;
        };
        const Outcome out = normalizeAll(context, stopped.back(), {}, options);
        EXPECT_EQ(out.result, PN_ERROR_CANCELLED);
        EXPECT_EQ(seen, (std::vector<std::uint32_t>{1, 2, 3}));
        EXPECT_EQ(out.completed, 3u);
        EXPECT_EQ(out.infos[2].backend, backend);
        EXPECT_EQ(out.infos[3].structSize, 0u);
    }
    for (std::size_t i = 0; i < 3; ++i)
        expectSameTexels(stopped[1][i].mips, stopped[0][i].mips);
}

using MakeMipBits = NormalizeMany;

// Every format, in sizes whose mips are even, odd, and both in turns.
TEST_F(MakeMipBits, OfEverySizeAndFormatInOneBatch)
{
    std::vector<Cubemap> cubemaps;
    for (const std::uint32_t size : {1u, 2u, 3u, 5u, 7u, 16u, 22u, 45u, 64u})
        for (const PnFormat format : kFormats)
            cubemaps.push_back(wildCubemap(size, format));
    compare(TestContext(PN_BACKEND_VULKAN), std::move(cubemaps));
}

TEST_F(MakeMipBits, UnderAPolicy)
{
    compareUnderPolicy({PN_FORMAT_RGBA16F, PN_FORMAT_RGB9E5});
}

TEST_F(MakeMipBits, UnderAPolicyInOtherFormats)
{
    compareUnderPolicy({PN_FORMAT_RGBA32F, PN_FORMAT_RGBA8});
}

// The first mips are given, the light is given, and each mip has a lobe of its own.
TEST_F(MakeMipBits, BehindMipsThatAreGiven)
{
    std::vector<Cubemap> cubemaps;
    for (const std::uint32_t given : {1u, 2u, 3u, 6u})
        for (const std::uint32_t size : {32u, 45u})
            for (const PnSh* light : {static_cast<const PnSh*>(nullptr), &constantLight()})
            {
                cubemaps.push_back(wildCubemap(size, PN_FORMAT_RGBA16F, given));
                cubemaps.back().light = light;
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
    std::vector<Cubemap> cubemaps;
    for (const std::uint32_t size : {16u, 64u, 16u})
        cubemaps.push_back(wildCubemap(size, PN_FORMAT_RGBA16F));
    compare(TestContext(PN_BACKEND_VULKAN, 0, 1u << 14), std::move(cubemaps), {}, {}, 1);
}

} // namespace
} // namespace pn
