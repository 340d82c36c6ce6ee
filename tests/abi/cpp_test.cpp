// The C++ layer returns the values that mathematics gives, and throws an exception that names the reason of a failure.
#include <probenorm/probenorm.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <type_traits>

namespace {

using probenorm::Context;
using probenorm::Exception;
using probenorm::sized;

static_assert(std::is_nothrow_move_constructible_v<Context> && !std::is_copy_constructible_v<Context>);

constexpr float kL0 = 3.5449077f; // 2 sqrt(pi): the L00 of radiance 1
constexpr float kClose = 2e-5f;   // 2e-6 of L00 is what projection promises, L00 being 3.5, and then some float steps

Context cpu()
{
    return Context(PN_BACKEND_CPU);
}

std::vector<float> constantCubemap(std::uint32_t size, float value)
{
    return std::vector<float>(std::size_t{6} * size * size * 4, value);
}

// Radiance 1 + y, whose coefficients are L00 = 2 sqrt(pi) and L1-1 = 2 sqrt(pi / 3).
PnSh onePlusY()
{
    PnSh sh{};
    sh.bands = 3;
    for (std::size_t c = 0; c < 3; ++c)
    {
        sh.rgb[0][c] = kL0;
        sh.rgb[1][c] = kL0 / std::sqrt(3.0f);
    }
    return sh;
}

template <typename Body>
Exception failureOf(Body&& body)
{
    try
    {
        body();
    }
    catch (const Exception& e)
    {
        return e;
    }
    return {PN_SUCCESS, "nothing was thrown"};
}

TEST(Cpp, ProjectsAWhiteCubemapAndAWhiteMap)
{
    Context context = cpu();
    const std::vector<float> cube = constantCubemap(4, 1.0f), map(8 * 4 * 4, 1.0f);
    const auto fromCube = context.project(probenorm::cubemapView(4, PN_FORMAT_RGBA32F, cube));
    const auto fromMap = context.project(probenorm::equirectView(8, 4, PN_FORMAT_RGBA32F, map));
    EXPECT_EQ(fromCube.sh.bands, 3u);
    EXPECT_NEAR(fromMap.sh.rgb[0][1], kL0, kClose);
    EXPECT_NEAR(fromCube.sh.rgb[0][1], kL0, kClose);
    for (std::size_t i = 1; i < 9; ++i)
        EXPECT_NEAR(fromCube.sh.rgb[i][1], 0.0f, kClose) << i;
    EXPECT_EQ(fromCube.info.backend, PN_BACKEND_CPU);
    EXPECT_EQ(fromCube.info.algorithm, probenorm::algorithmVersion());
    EXPECT_EQ(context.info().backend, PN_BACKEND_CPU);
}

TEST(Cpp, KeepsTheFinishedResultsOfABatchThatFails)
{
    Context context = cpu();
    const std::vector<float> white = constantCubemap(2, 1.0f);
    std::vector<float> bad = white;
    bad[5] = std::numeric_limits<float>::quiet_NaN();
    const std::vector<PnEnvironmentView> views = {probenorm::cubemapView(2, PN_FORMAT_RGBA32F, white),
                                                  probenorm::cubemapView(2, PN_FORMAT_RGBA32F, bad)};
    auto options = sized<PnProjectOptions>();
    options.badTexels = PN_BAD_TEXEL_ERROR;
    std::vector<PnSh> shs(2);
    std::vector<PnProjectInfo> infos(2);
    std::uint32_t completed = 7;
    const Exception e = failureOf([&] { context.project(views, options, shs, infos, &completed); });
    EXPECT_EQ(e.result(), PN_ERROR_BAD_TEXEL);
    EXPECT_STREQ(e.resultName(), "PN_ERROR_BAD_TEXEL");
    EXPECT_NE(std::string(e.what()).find("x 1, y 0"), std::string::npos) << e.what();
    EXPECT_EQ(completed, 1u);
    EXPECT_NEAR(shs[0].rgb[0][0], kL0, kClose);
    EXPECT_EQ(infos[1].nonFinite, 1u);

    EXPECT_EQ(failureOf([&] { context.project(views, options, std::span(shs).first(1)); }).result(),
              PN_ERROR_INVALID_ARGUMENT);
}

TEST(Cpp, ProjectsManyMaps)
{
    Context context = cpu();
    const std::vector<float> one(4 * 2 * 4, 1.0f), two(4 * 2 * 4, 2.0f);
    const std::vector<PnEnvironmentView> views = {probenorm::equirectView(4, 2, PN_FORMAT_RGBA32F, one),
                                                  probenorm::equirectView(4, 2, PN_FORMAT_RGBA32F, two)};
    std::vector<PnSh> shs(2);
    context.project(views, sized<PnProjectOptions>(), shs);
    EXPECT_NEAR(shs[0].rgb[0][0], kL0, kClose);
    EXPECT_NEAR(shs[1].rgb[0][0], 2.0f * kL0, 2.0f * kClose);
}

TEST(Cpp, NormalizesAWhiteCubemapToOne)
{
    Context context = cpu();
    const std::vector<float> white = constantCubemap(4, 3.0f);
    std::vector<float> result(white.size());
    const PnEnvironmentView mip = probenorm::cubemapView(4, PN_FORMAT_RGBA32F, white);
    const PnCubemapTarget target = probenorm::cubemapTarget(PN_FORMAT_RGBA32F, result);
    const auto normalized = context.normalize({&mip, 1}, {&target, 1});
    EXPECT_NEAR(normalized.info.average, 3.0f, 1e-5f);
    EXPECT_NEAR(result[0], 1.0f, 2e-6f); // the product promises 1e-6 of the texel, and the light 2e-6

    probenorm::NormalizeInputs inputs;
    inputs.light = normalized.light;
    inputs.light->rgb[0][0] = inputs.light->rgb[0][1] = inputs.light->rgb[0][2] = 2.0f * kL0;
    context.normalize({&mip, 1}, {&target, 1}, inputs);
    EXPECT_NEAR(result[0], 1.5f, 3e-6f);
    EXPECT_EQ(failureOf([&] { context.normalize({&mip, 1}, {}); }).result(), PN_ERROR_INVALID_ARGUMENT);
}

TEST(Cpp, EvaluatesAlongDirections)
{
    constexpr float kDirections[] = {0, 1, 0, 0, -1, 0, 1, 0, 0};
    const std::vector<float> radiance = probenorm::evaluateRadiance(onePlusY(), kDirections);
    const std::vector<float> irradiance = probenorm::evaluateIrradiance(onePlusY(), kDirections);
    ASSERT_EQ(radiance.size(), 9u);
    EXPECT_NEAR(radiance[0], 2.0f, 1e-6f);
    EXPECT_NEAR(radiance[3], 0.0f, 1e-6f);
    EXPECT_NEAR(irradiance[0], 1.0f + 2.0f / 3.0f, 1e-6f); // the cosine lobe leaves 2/3 of l = 1
    EXPECT_NEAR(irradiance[6], 1.0f, 1e-6f);
    EXPECT_EQ(failureOf([] { probenorm::evaluateRadiance(onePlusY(), std::vector<float>(4)); }).result(),
              PN_ERROR_INVALID_ARGUMENT);
}

TEST(Cpp, RotatesAndWindows)
{
    constexpr std::array<float, 9> kYToZ = {1, 0, 0, 0, 0, -1, 0, 1, 0}; // y becomes z
    const PnSh turned = probenorm::rotate(onePlusY(), kYToZ);
    EXPECT_NEAR(turned.rgb[2][0], onePlusY().rgb[1][0], 1e-6f);
    EXPECT_NEAR(turned.rgb[1][0], 0.0f, 1e-6f);
    const PnSh hann = probenorm::window(onePlusY(), PN_WINDOW_HANN, 2.0f);
    EXPECT_NEAR(hann.rgb[1][0], 0.5f * onePlusY().rgb[1][0], 1e-6f); // (1 + cos(pi / 2)) / 2
    EXPECT_EQ(failureOf([] { probenorm::window(onePlusY(), PN_WINDOW_HANN, -1.0f); }).result(),
              PN_ERROR_INVALID_ARGUMENT);
}

TEST(Cpp, FindsMinimaAndDerings)
{
    EXPECT_NEAR(probenorm::findIrradianceMinimum(onePlusY())[3], 1.0f / 3.0f, 1e-5f);
    const auto result = probenorm::dering(onePlusY(), 0.5f); // 1 - 2/3 w = 1/2 at w = 3/4
    EXPECT_NEAR(result.info.width, 0.75f, 1.0f / 1024.0f);
    EXPECT_NEAR(result.sh.rgb[1][0], 0.75f * onePlusY().rgb[1][0], 2.5e-3f);
}

TEST(Cpp, ConvertsToConventionsAndBack)
{
    const std::vector<float> floats = probenorm::toConvention(onePlusY(), PN_CONVENTION_UNITY);
    ASSERT_EQ(floats.size(), probenorm::conventionFloatCount(PN_CONVENTION_UNITY, 3));
    const PnSh back = probenorm::fromConvention(PN_CONVENTION_UNITY, 3, floats);
    EXPECT_NEAR(back.rgb[1][2], onePlusY().rgb[1][2], 1e-6f);
    EXPECT_STREQ(probenorm::conventionName(PN_CONVENTION_UNITY_SHA), "unity-sha");
    EXPECT_STREQ(probenorm::axesName(PN_AXES_MIRROR_X), "mirror-x");
    EXPECT_EQ(
        failureOf([&] { probenorm::fromConvention(PN_CONVENTION_UNITY, 3, std::span(floats).first(3)); }).result(),
        PN_ERROR_BUFFER_TOO_SMALL);
}

TEST(Cpp, FindsPresetsAndFactors)
{
    const PnNormalization hdrp = probenorm::getPreset("hdrp");
    EXPECT_EQ(hdrp.preset, PN_PRESET_HDRP);
    EXPECT_FLOAT_EQ(hdrp.low, 0.005f);
    EXPECT_STREQ(probenorm::presetName(PN_PRESET_HDRP_CORRECTED), "hdrp-corrected");
    EXPECT_EQ(failureOf([] { probenorm::getPreset("none"); }).result(), PN_ERROR_INVALID_ARGUMENT);

    constexpr float kUp[] = {0, 1, 0};
    PnSh twice = onePlusY();
    for (auto& rgb : twice.rgb)
        for (float& channel : rgb)
            channel *= 2.0f;
    const auto n = probenorm::getPreset("blackops"); // a quotient of averages, without bounds or fade
    const PnSh one = onePlusY();
    auto surfaces = sized<PnSurfaces>();
    surfaces.count = 1;
    surfaces.reflections = kUp;
    surfaces.probe = &one;
    surfaces.local = &twice;
    surfaces.isFactor = 1;
    const std::vector<float> factor = probenorm::evaluateReflection(n, surfaces);
    ASSERT_EQ(factor.size(), 3u);
    EXPECT_NEAR(factor[0], 2.0f, 1e-6f);
    EXPECT_EQ(failureOf([&] { probenorm::evaluateReflection(hdrp, surfaces); }).result(), PN_ERROR_INVALID_ARGUMENT);
}

TEST(Cpp, MakesTheDfgTable)
{
    const std::vector<float> rgb = probenorm::makeDfgTable(PN_DFG_SCALE_BIAS, 16);
    ASSERT_EQ(rgb.size(), 3u * 16 * 16);
    EXPECT_NEAR(rgb[3 * 15] + rgb[3 * 15 + 1], 1, 1e-3f); // a smooth surface, seen along its normal
    EXPECT_EQ(failureOf([] { probenorm::makeDfgTable(PN_DFG_SCALE_BIAS, 0); }).result(), PN_ERROR_INVALID_ARGUMENT);
}

TEST(Cpp, KeepsMessagesAndMoves)
{
    auto desc = sized<PnContextDesc>();
    desc.backend = PN_BACKEND_CPU;
    desc.flags = PN_CONTEXT_KEEP_LOG;
    Context first(desc);
    EXPECT_FALSE(first.takeLogMessage().has_value());
    const PnContext handle = first.get();
    const Context second = std::move(first);
    EXPECT_EQ(second.get(), handle);
    EXPECT_TRUE(probenorm::enumerateDevices().empty()); // the environment names no driver
    EXPECT_EQ(failureOf([] { Context context(PN_BACKEND_VULKAN, 0xffffffffu); }).result(), PN_ERROR_UNSUPPORTED_DEVICE);
}

} // namespace
