// Each preset's factor against its engine's formula, written out here with the engine's own constants and packing.
#include "core/error.h"
#include "surface_scene.h"

#include <gtest/gtest.h>

#include <limits>

namespace pn {
namespace {

using namespace pn::testing;

constexpr double kTolerance = 2e-6; // the engines' constants have seven digits

double unityLuma(const Rgb& rgb)
{
    return luma(rgb, 0.2126729, 0.7151522, 0.0721750);
}

double saturate(double x)
{
    return std::min(std::max(x, 0.0), 1.0);
}

double smooth(double t)
{
    return t * t * (3.0 - 2.0 * t);
}

Rgb factorOf(PnPreset preset, const Scene& scene, PnNormalization normalization = {})
{
    normalization.preset = preset;
    return FactorFormula(resolveNormalization(normalization), scene.probe, scene.local).factor(scene.surface);
}

template <typename Formula>
void expectFormula(PnPreset preset, Formula&& formula)
{
    for (unsigned seed = 0; seed < 50; ++seed)
    {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const Scene scene = randomScene(seed);
        const Rgb factor = factorOf(preset, scene);
        const double expected = formula(scene);
        for (const double channel : factor)
            EXPECT_NEAR(channel, expected, kTolerance * std::max(1.0, std::abs(expected)));
    }
}

TEST(Preset, ClassicIsTheQuotientAlongTheReflectionWithItsFade)
{
    expectFormula(PN_PRESET_CLASSIC, [](const Scene& s) {
        const double local = rec709(irradiance(s.local, s.surface.reflection));
        const double probe = rec709(irradiance(s.probe, s.surface.reflection));
        const double floor = 0.01 * rec709(meanRadiance(s.probe));
        const double f = std::min(std::max(local / std::max(probe, floor), 0.0), 7.0);
        return 1.0 + smooth(saturate((s.surface.roughness - 0.1) / (0.3 - 0.1))) * (f - 1.0);
    });
}

TEST(Preset, BlackopsIsTheQuotientOfTheAverages)
{
    expectFormula(PN_PRESET_BLACKOPS,
                  [](const Scene& s) { return rec709(meanRadiance(s.local)) / rec709(meanRadiance(s.probe)); });
}

TEST(Preset, UnrealMixesByRoughness)
{
    expectFormula(PN_PRESET_UNREAL, [](const Scene& s) {
        const double indirect = luma(irradiance(s.local, s.surface.normal), 0.3, 0.59, 0.11);
        const double average = luma(meanRadiance(s.probe), 0.3, 0.59, 0.11);
        const double weight = std::min(indirect / std::max(average, 1e-4), 10000.0);
        return 1.0 + smooth(saturate((s.surface.roughness - 0.1) / 0.2)) * (weight - 1.0);
    });
}

// float4 L0L1 = luma(P0 - P6, P1, P2, P3), L2_1 = luma(P4, P5, 3 P6, P7), L2_2 = luma(P8), evaluated by
// dot(L0L1.yzw, n.xyz): the order is y z x, the direction x y z.
double hdrpDenominator(const ShSet& probe, const Vec3& n, bool isShipped)
{
    std::array<double, 9> p{};
    for (std::size_t i = 0; i < 9; ++i)
        p[i] = unityLuma(unityPolynomial(probe)[i]);
    const double first = isShipped ? p[1] * n.x + p[2] * n.y + p[3] * n.z : p[3] * n.x + p[1] * n.y + p[2] * n.z;
    return p[0] - p[6] + first + p[4] * n.x * n.y + p[5] * n.y * n.z + 3.0 * p[6] * n.z * n.z + p[7] * n.z * n.x +
           p[8] * (n.x * n.x - n.y * n.y);
}

TEST(Preset, HdrpLooksAlongTheNormalWithItsAxesMixedUp)
{
    expectFormula(PN_PRESET_HDRP, [](const Scene& s) {
        const double apv = unityLuma(irradiance(s.local, s.surface.reflection));
        return std::min(std::max(apv / hdrpDenominator(s.probe, s.surface.normal, true), 0.005), 1.0);
    });
}

TEST(Preset, HdrpCorrectedLooksAlongTheReflection)
{
    expectFormula(PN_PRESET_HDRP_CORRECTED, [](const Scene& s) {
        const double apv = unityLuma(irradiance(s.local, s.surface.reflection));
        return std::min(std::max(apv / hdrpDenominator(s.probe, s.surface.reflection, false), 0.005), 1.0);
    });
}

TEST(Preset, HdrpIsInactiveWhereTheLocalLightIsNegative)
{
    Scene scene = randomScene(1);
    scene.local = ShSet{1, {Rgb{1.0, -0.01, 1.0}}};
    EXPECT_EQ(factorOf(PN_PRESET_HDRP, scene), (Rgb{1.0, 1.0, 1.0}));
}

// Valid but all black: the baked sentinel makes the quotient 0, and the clamp 0.005 of it.
TEST(Preset, HdrpTakesABlackProbeForInfinitelyBright)
{
    Scene scene = randomScene(1);
    scene.probe = ShSet{3, {}};
    for (const double channel : factorOf(PN_PRESET_HDRP, scene))
        EXPECT_NEAR(channel, 0.005, 1e-9);
}

TEST(Preset, Source2LooksAlongTheNormalAndItsLimitRisesWithRoughness)
{
    expectFormula(PN_PRESET_SOURCE2, [](const Scene& s) {
        const auto p = unityPolynomial(s.probe), q = unityPolynomial(s.local);
        const Vec3& n = s.surface.normal;
        const auto firstOrder = [&](const std::array<Rgb, 9>& l) {
            return rec709(l[3]) * n.x + rec709(l[1]) * n.y + rec709(l[2]) * n.z + rec709(l[0]);
        };
        return std::min(firstOrder(q) / firstOrder(p), std::max(1.0, 34.44445 * s.surface.roughness - 2.44445));
    });
}

// At a roughness of 0.1 and below the limit is 1, and the bound that the caller set may lie above it.
TEST(Preset, Source2LeavesNoFactorBelowTheCallersLow)
{
    PnNormalization n{};
    n.low = 5.0f;
    for (const double brightness : {0.1, 3.0, 50.0})
        for (const double roughness : {0.0, 0.1, 0.2, 0.5, 1.0})
        {
            Scene scene = randomScene(2);
            scene.local = scene.probe;
            for (Rgb& rgb : scene.local.rgb)
                for (double& channel : rgb)
                    channel *= brightness;
            scene.surface.roughness = roughness;
            const double most = std::max(5.0, 34.44445 * roughness - 2.44445);
            EXPECT_NEAR(factorOf(PN_PRESET_SOURCE2, scene, n)[0], std::clamp(brightness, 5.0, most), 1e-9)
                << brightness << " " << roughness;
        }
}

TEST(Preset, EeveeIsTheSaturatedQuotientOfTheSums)
{
    expectFormula(PN_PRESET_EEVEE, [](const Scene& s) {
        const auto ambient = [](const ShSet& set) { return set.rgb[0][0] + set.rgb[0][1] + set.rgb[0][2] + 1e-6; };
        return saturate(ambient(s.local) / ambient(s.probe));
    });
}

// Rough metals are darkened as everything else; smooth ones ten times later.
TEST(Preset, GodotDarkensWhereThereIsLittleAmbientLight)
{
    const auto darkened = [](double ambient, double roughness, double metallic) {
        Scene scene = randomScene(1);
        scene.local = ShSet{1, {Rgb{ambient / 0.282094791774, ambient / 0.282094791774, ambient / 0.282094791774}}};
        scene.surface.roughness = roughness;
        scene.surface.metallic = metallic;
        return factorOf(PN_PRESET_GODOT, scene)[0];
    };
    EXPECT_NEAR(darkened(1.0, 0.5, 0.0), 1.0, kTolerance);
    EXPECT_NEAR(darkened(0.05, 0.5, 0.0), 0.4, kTolerance);
    EXPECT_NEAR(darkened(0.05, 1.0, 1.0), 0.4, kTolerance);
    EXPECT_NEAR(darkened(0.05, 0.8, 1.0), 0.8, kTolerance); // 10 * 0.2 * 0.4
    EXPECT_NEAR(darkened(0.05, 0.2, 1.0), 1.0, kTolerance);
    EXPECT_NEAR(darkened(0.05, 0.9, 0.5), 0.4, kTolerance); // 10 * 0.05 * 0.4 is less
}

TEST(Preset, GodotLooksAlongTheNormal)
{
    expectFormula(PN_PRESET_GODOT, [](const Scene& s) {
        double occlusion = luma(irradiance(s.local, s.surface.normal), 0.3, 0.59, 0.11) * 2.0;
        occlusion = std::min(occlusion * 4.0, 1.0);
        const double reflective = (1.0 - s.surface.roughness) * s.surface.metallic;
        return std::max(std::min(reflective * occlusion * 10.0, 1.0), occlusion);
    });
}

TEST(Preset, Rend2HasTheColourOfThePlace)
{
    for (unsigned seed = 0; seed < 50; ++seed)
    {
        const Scene s = randomScene(seed);
        const Rgb factor = factorOf(PN_PRESET_REND2, s);
        const Rgb local = irradiance(s.local, s.surface.normal), probe = irradiance(s.probe, s.surface.normal);
        const double own =
            luma({std::max(probe[0], 0.5 / 255.0), std::max(probe[1], 0.5 / 255.0), std::max(probe[2], 0.5 / 255.0)},
                 0.2125, 0.7154, 0.0721);
        for (std::size_t c = 0; c < 3; ++c)
            EXPECT_NEAR(factor[c], local[c] / own, kTolerance) << seed;
    }
}

TEST(Preset, CommunityShadersLooksAlongTheReflection)
{
    expectFormula(PN_PRESET_COMMUNITY_SHADERS, [](const Scene& s) {
        ShSet local = s.local, probe = s.probe;
        local.bands = probe.bands = 2;
        for (std::size_t i = 4; i < 9; ++i)
            local.rgb[i] = probe.rgb[i] = Rgb{};
        return std::max(rec709(irradiance(local, s.surface.reflection)), 0.0) /
               std::max(rec709(irradiance(probe, s.surface.reflection)), 0.001);
    });
}

TEST(Normalization, RgbHasAFactorForEachChannel)
{
    const Scene scene = randomScene(5);
    PnNormalization rgb{};
    rgb.channels = PN_CHANNELS_RGB;
    rgb.fadeBegin = rgb.fadeEnd = -1.0f;
    const Rgb factor = factorOf(PN_PRESET_CLASSIC, scene, rgb);
    const Rgb local = irradiance(scene.local, scene.surface.reflection);
    const Rgb probe = irradiance(scene.probe, scene.surface.reflection);
    for (std::size_t c = 0; c < 3; ++c)
        EXPECT_NEAR(factor[c], local[c] / probe[c], kTolerance);
}

TEST(Normalization, TheFloorBoundsTheFactorOfARingingProbe)
{
    Scene scene = randomScene(9, 3.0);
    PnNormalization raw{};
    raw.dering = PN_DERING_NONE;
    raw.fadeBegin = raw.fadeEnd = -1.0f;
    raw.high = 1e30f;
    raw.floor = 0.25f;
    scene.local = ShSet{1, {Rgb{1.0, 1.0, 1.0}}};
    const double most = rec709(meanRadiance(scene.local)) / (0.25 * rec709(meanRadiance(scene.probe)));
    std::mt19937 random(11);
    bool isReached = false;
    for (int i = 0; i < 200; ++i)
    {
        scene.surface.reflection = randomDirection(random);
        const double factor = factorOf(PN_PRESET_CLASSIC, scene, raw)[0];
        EXPECT_LE(factor, most * (1.0 + 1e-6));
        isReached = isReached || factor > most * (1.0 - 1e-6);
    }
    EXPECT_TRUE(isReached);
}

TEST(Normalization, BadFieldsAreNamed)
{
    using Change = void (*)(PnNormalization&);
    const std::pair<Change, const char*> cases[] = {
        {[](PnNormalization& n) { n.bands = 4; }, "normalization.bands"},
        {[](PnNormalization& n) { n.preset = PN_PRESET_COUNT; }, "normalization.preset"},
        {[](PnNormalization& n) { n.floor = std::nanf(""); }, "normalization.floor"},
        {[](PnNormalization& n) { n.high = -1.0f; }, "normalization.low"},
        {[](PnNormalization& n) { n.weight = 2.0f; }, "normalization.weight"},
        {[](PnNormalization& n) { n.version = 5; }, "normalization.version is 5"}, // of a newer library
        {[](PnNormalization& n) { n.version = 3; }, "this library has version 4 of the preset probenorm alone"}};
    for (const auto& [change, words] : cases)
        try
        {
            PnNormalization n{};
            change(n);
            resolveNormalization(n);
            ADD_FAILURE() << words;
        }
        catch (const Error& e)
        {
            EXPECT_NE(std::string(e.what()).find(words), std::string::npos) << e.what();
        }
}

} // namespace
} // namespace pn
