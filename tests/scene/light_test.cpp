// Irradiance along both directions, the forms of one formula, and light between probes.
#include "formula.h"
#include "light_probes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

namespace scene {
namespace {

const vec3 kUp(0.0f, 1.0f, 0.0f), kAside(1.0f, 0.0f, 0.0f);

PnSh light(float level, float lean)
{
    PnSh sh{};
    sh.bands = 3;
    for (int c = 0; c < 3; ++c)
    {
        sh.rgb[0][c] = level * (1.0f + 0.1f * static_cast<float>(c));
        sh.rgb[1][c] = lean * level;
    }
    return sh;
}

// E / pi of a constant light is its radiance, which is L00 Y00; along its own direction a linear light adds 2/3 L1 Y1.
TEST(Light, IrradianceIsOfTheDirections)
{
    const Irradiance found = irradianceOf(light(1.0f, 0.5f), kUp, kAside);
    EXPECT_NEAR(found.alongReflection.x, 0.2820948f, 1e-6f);
    EXPECT_NEAR(found.alongNormal.x, 0.2820948f + 0.5f * 0.4886025f * 2.0f / 3.0f, 1e-6f);
}

// Linear light of this size is negative below, and what is left is a hundredth of the average.
TEST(Light, IsNotNegativeByRinging)
{
    const Irradiance found = irradianceOf(light(1.0f, 2.0f), -kUp, kAside);
    EXPECT_GE(found.alongNormal.x, 0.0028f);
    EXPECT_LE(found.alongNormal.x, 0.0036f); // the window's width has steps of 1/1024
}

float evaluate(const std::string& name, const FormulaInput& in)
{
    for (const Formula& formula : allFormulas())
        if (formula.name == name)
            return formula.evaluate(in).x;
    return NAN;
}

// Of a probe whose own light is the same along all directions.
LastMips even(float level)
{
    const auto filled = [&](int size) {
        Cubemap cube(size);
        for (vec3& texel : cube.texels)
            texel = vec3(level);
        return cube;
    };
    RgbmCube rgbm(filled(2)); // rounded: the very light is put in its place
    rgbm.multiplier = rgbm.colour = filled(2);
    for (std::size_t i = 0; i < rgbm.colour.texels.size(); ++i)
    {
        rgbm.colour.texels[i] /= 34.493242f;
        rgbm.multiplier.texels[i] = vec3(1.0f);
    }
    return {filled(4),
            filled(2),
            filled(1),
            Octahedron(6, filled(4)),
            Octahedron(2, filled(4)),
            {filled(8), filled(16), filled(2), filled(2), rgbm}};
}

// One probe and place of grey light, looked up along the reflection: dividing and multiplying by the same light changes
// nothing, and neither does one channel. 1e-5: floats, and twelve digits of constants.
TEST(Formula, DividedFormsAgreeWhereNoLookupIsCorrected)
{
    PnSh probe = light(2.0f, -0.2f), place = light(0.5f, 0.3f);
    for (PnSh* sh : {&probe, &place})
        for (auto& rgb : sh->rgb)
            rgb[1] = rgb[2] = rgb[0];
    const LastMips none = even(0.0f); // neither is read
    const LightmapTexel dark{};
    const FormulaInput in{vec3(0.7f), kUp, kAside, kAside, 0.3f, probe, place, none, dark};
    const float full = evaluate("probenorm", in);
    EXPECT_GT(std::fabs(full / 0.7f - 1.0f), 0.1f);
    for (const char* name : {"probenorm, divided", "probenorm, one channel"})
        EXPECT_NEAR(evaluate(name, in) / full, 1.0f, 1e-5f) << name;
    EXPECT_NEAR(
        evaluate("probenorm, divided, prefiltered", {in.plain, kUp, kAside, kAside, 1, probe, place, none, dark}),
        evaluate("probenorm", {in.plain, kUp, kAside, kAside, 1, probe, place, none, dark}),
        1e-5f); // GGX is the cosine there
    EXPECT_NEAR(evaluate("probenorm, divided, prefiltered", {in.plain, kUp, kUp, kUp, 0.3f, probe, probe, none, dark}),
                0.7f, 1e-5f);
    EXPECT_NEAR(evaluate("divided times E(R)", in), 0.7f * 0.25f, 1e-5f); // both lights are their averages along this R
}

// A probe of even light: its last mip shows what its coefficients say.
TEST(Formula, RowsOfTheLastMipAreThoseOfCoefficientsInEvenLight)
{
    const PnSh probe = light(2.0f, 0.0f), place = light(0.5f, 0.0f);
    const float level = 2.0f * 0.2820948f * (0.2126f + 1.1f * 0.7152f + 1.2f * 0.0722f);
    const LastMips mips = even(level);
    LightmapTexel lightmap{irradianceOf(place, kUp, kUp).alongNormal, {}};
    lightmap.bands[0] = vec3(place.rgb[0][0], place.rgb[0][1], place.rgb[0][2]);
    const FormulaInput in{vec3(0.7f), kUp, kAside, kAside, 0.3f, probe, place, mips, lightmap};
    const float full = evaluate("probenorm", in);
    int rows = 0;
    for (const Formula& formula : allFormulas())
        if (formula.name.rfind("last mip", 0) == 0 || formula.name == "average")
        {
            EXPECT_NEAR(formula.evaluate(in).x / full, 1.0f, 1e-5f) << formula.name;
            if (formula.ofBlended)
            {
                EXPECT_NEAR(formula.ofBlended(in, vec3(level)).x / full, 1.0f, 1e-5f) << formula.name;
            }
            ++rows;
        }
    EXPECT_EQ(rows, 19);
}

// A probe of light 1 and a place of light e along the reflection, both grey and even: the formula of normalization.md.
double shown(double p, double e, double roughness)
{
    const double t = (e - 1.0) * (e - 1.0) / (e * e - e + 1.0), m = 1.0 - roughness * roughness;
    return (1.0 - t) * std::min(1.5 * e, 1.0) * p + t * (1.0 - m * (0.7 - 0.4 * p)) * e;
}

// A hemisphere of even light L around the normal N has, along N, L pi of irradiance; two bands, Y00 2 pi L and
// Y1(N) pi L, that show L along N and L / 2 at right angles to it; and a mean direction of N / 2.
TEST(Formula, RowsOfLightmapsTurnTheirLight)
{
    const PnSh probe = light(1.0f, 0.0f), place = light(1.0f, 0.0f); // neither is read
    const LastMips mips = even(1.0f);
    constexpr float kLight = 0.6f, kPi = 3.14159265f;
    const vec3 band0(kLight * 0.28209479f * 2.0f * kPi), band1(kLight * 0.48860251f * kPi), none(0.0f);
    LightmapTexel lightmap{vec3(kLight), {band0, band1, none, none}};
    const FormulaInput in{vec3(0.7f), kUp, kAside, kAside, 0.3f, probe, place, mips, lightmap};
    const double e = static_cast<double>(kLight), p = static_cast<double>(in.plain.x);
    EXPECT_NEAR(evaluate("last mip, lightmap", in), shown(p, e, 0.3), 1e-6);
    EXPECT_NEAR(evaluate("last mip, L1 lightmap", in), shown(p, e / 2.0, 0.3), 1e-6);
    EXPECT_NEAR(evaluate("last mip, lightmap with direction", in), shown(p, e / 2.0, 0.3), 1e-6);
    EXPECT_NEAR(evaluate("last mip, lightmap with half Lambert", in), shown(p, e / 1.5, 0.3), 1e-6);
    lightmap.bands[3] = -2.0f * band1; // far from the reflection: two bands say a quarter at least
    EXPECT_NEAR(evaluate("last mip, lightmap with direction", in), shown(p, e / 4.0, 0.3), 1e-6);
}

// A place three stops darker than the probe, of grey even light; the formulas of docs/decisions and of the engines by
// hand.
TEST(Formula, OthersAreWhatTheirSourcesSay)
{
    PnSh probe{}, place{};
    probe.bands = place.bands = 1;
    for (int c = 0; c < 3; ++c)
    {
        probe.rgb[0][c] = 1.0f;
        place.rgb[0][c] = 0.125f;
    }
    const LastMips none = even(0.0f);
    const LightmapTexel dark{};
    const FormulaInput in{vec3(0.7f), kUp, kUp, kUp, 0.5f, probe, place, none, dark};
    const double m = 0.75, t = 9.0 / (9.0 + 0.3 + 1.3 * m), s = 3.0 / 6.0, e = 0.125 * 0.28209479;
    EXPECT_NEAR(evaluate("probenorm, version 3", in),
                std::pow(0.7 * std::pow(0.125, s), 1.0 - t) * std::pow(e / std::pow(2.0, 0.8 * m), t), 1e-6);
    EXPECT_NEAR(evaluate("filamented", in), 0.7 * e * std::sqrt(3.0) / 0.2, 1e-6);
    EXPECT_NEAR(evaluate("god-of-war (secondary source)", in), 0.7 * 0.125, 1e-6);
    // Without a dominant direction GGX looks along the normal, where it is 1 / (pi alpha^2), and all channels count.
    EXPECT_NEAR(evaluate("bakery", in), 0.7 * std::min(1.0, 3.0 * e * 16.0 / 3.14159265), 1e-5);
}

// Looked up along the reflection it is the preset, whose weights of luminance end earlier: 1e-5. Of a probe that leans
// towards the lookup, the reflection is that much darker.
TEST(Formula, HdrpMayLookElsewhere)
{
    const PnSh probe = light(1.0f, 0.5f), place = light(0.4f, 0.3f);
    const LastMips none = even(0.0f);
    const LightmapTexel dark{};
    const FormulaInput in{vec3(0.7f), kUp, kAside, kAside, 0.5f, probe, place, none, dark};
    const float along = evaluate("hdrp-corrected along the lookup", in);
    EXPECT_NEAR(along, evaluate("hdrp-corrected", in), 1e-5f);
    EXPECT_NEAR(along, 0.7f * 0.4f, 1e-5f);
    const FormulaInput up{in.plain, kUp, kAside, kUp, 0.5f, probe, place, none, dark};
    const float lean = 0.5f * 0.4886025f * 2.0f / 3.0f, average = 0.2820948f;
    const float grey = 1.0f + 0.1f * 0.7152f + 0.2f * 0.0722f; // of the average's channels
    EXPECT_NEAR(evaluate("hdrp-corrected along the lookup", up), 0.7f * 0.4f * grey * average / (grey * average + lean),
                1e-5f);
}

const std::vector<Volume> kVolumes = {{{-5.5f, 0.9f, -2.0f}, {-0.5f, 2.4f, 2.0f}, {6, 3, 5}},
                                      {{0.7f, 0.9f, -2.0f}, {4.5f, 2.4f, 2.0f}, {5, 3, 5}}};

// Coefficients that are linear in the position, so that interpolation must find them everywhere inside.
std::vector<std::optional<PnSh>> linearField()
{
    std::vector<std::optional<PnSh>> probes;
    for (const vec3& position : lightProbePositions(kVolumes))
    {
        PnSh sh{};
        sh.bands = 3;
        sh.rgb[0][0] = position.x + 2.0f * position.y - 3.0f * position.z;
        sh.rgb[8][2] = 1.0f;
        probes.emplace_back(sh);
    }
    return probes;
}

TEST(LightField, InterpolatesLinearly)
{
    const LightField field(kVolumes, linearField());
    for (const vec3 p : {vec3(-3.1f, 1.7f, 0.4f), vec3(2.0f, 1.0f, -1.3f), vec3(-5.5f, 0.9f, -2.0f)})
    {
        EXPECT_NEAR(field.at(p).rgb[0][0], p.x + 2.0f * p.y - 3.0f * p.z, 1e-4f);
        EXPECT_NEAR(field.at(p).rgb[8][2], 1.0f, 1e-5f);
    }
}

// On the floor by the dividing wall: each room's own lowest and outermost probes.
TEST(LightField, StaysInItsRoom)
{
    const LightField field(kVolumes, linearField());
    EXPECT_NEAR(field.at({0.0f, 0.0f, 0.0f}).rgb[0][0], -0.5f + 1.8f, 1e-5f);
    EXPECT_NEAR(field.at({0.2f, 0.0f, 0.0f}).rgb[0][0], 0.7f + 1.8f, 1e-5f);
}

// Two probes of one cell, of values 1 and 3, and six without light: a mean of the two, or the nearer one alone.
TEST(LightField, LeavesOutProbesWithoutLight)
{
    const std::vector<Volume> cube = {{{0.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 1.0f}, {2, 2, 2}}};
    std::vector<std::optional<PnSh>> probes(8);
    for (const std::size_t i : {0u, 1u})
    {
        probes[i] = PnSh{};
        probes[i]->bands = 3;
        probes[i]->rgb[0][0] = i == 0 ? 1.0f : 3.0f;
    }
    const LightField field(cube, probes);
    EXPECT_NEAR(field.at({0.5f, 0.5f, 0.5f}).rgb[0][0], 2.0f, 1e-6f);
    EXPECT_NEAR(field.at({0.9f, 1.0f, 1.0f}).rgb[0][0], 3.0f, 1e-6f);
}

} // namespace
} // namespace scene
