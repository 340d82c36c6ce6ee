// The preset probenorm in each of its forms, against the formulas of docs/normalization.md written out.
#include "core/error.h"
#include "surface_scene.h"

#include <gtest/gtest.h>

#include <limits>

namespace pn {
namespace {

using namespace pn::testing;

constexpr double kTolerance = 1e-9; // relative: the polynomials' constants have twelve digits

PnNormalization defaults(PnDering dering = PN_DERING_NONE)
{
    PnNormalization n{};
    n.dering = dering;
    return resolveNormalization(n);
}

// (P x min(y, 1.5 x) + E (x - y)^2 (1 - m (0.7 - 0.4 Y_P / y))) / (x^2 - x y + y^2), with x the luminance of the
// local light E, y that of the probe's, Y_P that of the radiance P, and m = 1 - roughness^2.
Rgb expected(const Rgb& p, const Rgb& place, const Rgb& probe, double roughness)
{
    const double x = rec709(place), y = rec709(probe), m = 1.0 - roughness * roughness;
    const double whole = x * x - x * y + y * y, detail = 1.0 - m * (0.7 - 0.4 * rec709(p) / y);
    Rgb result{};
    for (std::size_t c = 0; c < 3; ++c)
        result[c] = (p[c] * x * std::min(y, 1.5 * x) + place[c] * (x - y) * (x - y) * detail) / whole;
    return result;
}

void expectRgb(const Rgb& actual, const Rgb& wanted, double tolerance = kTolerance)
{
    for (std::size_t c = 0; c < 3; ++c)
        EXPECT_NEAR(actual[c], wanted[c], tolerance * std::abs(wanted[c])) << "channel " << c;
}

Rgb reflectionOf(const Scene& s)
{
    return FactorFormula(defaults(), s.probe, s.local).reflection(s.surface, s.radiance);
}

TEST(Reflection, IsTheBlendOfTheProbeAndThePlacesLight)
{
    for (unsigned seed = 0; seed < 100; ++seed)
    {
        SCOPED_TRACE(seed);
        const Scene s = randomScene(seed);
        expectRgb(reflectionOf(s), expected(s.radiance, irradiance(s.local, s.surface.reflection),
                                            irradiance(s.probe, s.surface.reflection), s.surface.roughness));
    }
}

// Box projection: the probe's own light is that where the radiance was looked up.
TEST(Reflection, KnowsWhereTheRadianceWasLookedUp)
{
    for (unsigned seed = 0; seed < 50; ++seed)
    {
        Scene s = randomScene(seed);
        s.surface.lookup = randomScene(seed + 50).surface.normal;
        expectRgb(reflectionOf(s), expected(s.radiance, irradiance(s.local, s.surface.reflection),
                                            irradiance(s.probe, *s.surface.lookup), s.surface.roughness));
    }
}

// As if the probe showed its own light.
TEST(Reflection, FactorIsThatOfAProbeThatShowsItsLight)
{
    for (unsigned seed = 0; seed < 100; ++seed)
    {
        SCOPED_TRACE(seed);
        const Scene s = randomScene(seed);
        const Rgb probe = irradiance(s.probe, s.surface.reflection);
        Rgb wanted = expected(probe, irradiance(s.local, s.surface.reflection), probe, s.surface.roughness);
        for (std::size_t c = 0; c < 3; ++c)
            wanted[c] /= probe[c];
        expectRgb(FactorFormula(defaults(), s.probe, s.local).factor(s.surface), wanted);
    }
}

// Light of one band, and the same light with bands that are zero, to the bit.
TEST(Reflection, OfEvenLightIsThatOfItsBands)
{
    for (const PnChannels channels : {PN_CHANNELS_RGB, PN_CHANNELS_LUMINANCE})
        for (unsigned seed = 0; seed < 50; ++seed)
        {
            const Scene s = randomScene(seed);
            PnNormalization n = defaults();
            n.channels = channels;
            const ShSet even{1, {s.local.rgb[0]}}, padded{3, {s.local.rgb[0]}};
            const FactorFormula formula(n, s.probe, even), same(n, s.probe, padded);
            EXPECT_EQ(formula.factor(s.surface), same.factor(s.surface)) << seed;
            EXPECT_EQ(formula.reflection(s.surface, s.radiance), same.reflection(s.surface, s.radiance)) << seed;
        }
}

// One formula for surfaces of several roughnesses in turns, with the lobe that depends on it, and one for each surface.
TEST(Reflection, OfManyRoughnessesIsThatOfEachAlone)
{
    PnNormalization n = defaults();
    n.lobe = PN_LOBE_GGX;
    const Scene s = randomScene(1);
    const FactorFormula formula(n, s.probe, s.local);
    std::vector<Rgb> factors;
    for (const double roughness : {0.2, 0.2, 0.9, 0.0, 0.2, 1.0})
    {
        Surface surface = s.surface;
        surface.roughness = roughness;
        const FactorFormula own(n, s.probe, s.local);
        EXPECT_EQ(formula.factor(surface), own.factor(surface)) << roughness;
        EXPECT_EQ(formula.reflection(surface, s.radiance), own.reflection(surface, s.radiance)) << roughness;
        EXPECT_EQ(formula.divisor(surface.reflection, roughness), own.divisor(surface.reflection, roughness))
            << roughness;
        factors.push_back(own.factor(surface));
    }
    EXPECT_NE(factors[0], factors[2]) << "the roughness matters";
}

// Its luminance along the lookup, in place of the probe's coefficients: no floor of an average counts.
TEST(Reflection, KnowsTheLuminanceOfTheProbesLastMip)
{
    for (unsigned seed = 0; seed < 50; ++seed)
    {
        Scene s = randomScene(seed);
        const double luminance = 0.01 + 0.1 * seed;
        s.surface.probeLuminance = luminance;
        const Rgb along = irradiance(s.local, s.surface.reflection), grey = {luminance, luminance, luminance};
        expectRgb(FactorFormula(defaults(), ShSet{1, {}}, s.local).reflection(s.surface, s.radiance),
                  expected(s.radiance, along, grey, s.surface.roughness));
        Rgb factor = expected(grey, along, grey, s.surface.roughness);
        for (double& channel : factor)
            channel /= luminance;
        expectRgb(FactorFormula(defaults(), ShSet{1, {}}, s.local).factor(s.surface), factor);
        expectRgb(
            FactorFormula(defaults(), ShSet{1, {}}).factor(s.surface, lightAlong(along, along), Known::AlongNormalOnly),
            factor);
    }
}

TEST(Reflection, KnowsLightAlongTwoDirections)
{
    for (unsigned seed = 0; seed < 50; ++seed)
    {
        const Scene s = randomScene(seed);
        const Rgb normal = irradiance(s.local, s.surface.normal),
                  reflection = irradiance(s.local, s.surface.reflection);
        expectRgb(FactorFormula(defaults(), s.probe)
                      .reflection(s.surface, s.radiance, lightAlong(normal, reflection), Known::TwoDirections),
                  FactorFormula(defaults(), s.probe, s.local).reflection(s.surface, s.radiance));
    }
}

TEST(Reflection, KnowsLightAlongTheNormalAlone)
{
    for (unsigned seed = 0; seed < 50; ++seed)
    {
        Scene s = randomScene(seed);
        s.surface.lookup = s.surface.reflection; // counts for nothing: the local light along it is not known
        const Rgb local = irradiance(s.local, s.surface.normal);
        expectRgb(FactorFormula(defaults(), s.probe)
                      .reflection(s.surface, s.radiance, lightAlong(local, local), Known::AlongNormalOnly),
                  expected(s.radiance, local, irradiance(s.probe, s.surface.normal), s.surface.roughness));
    }
}

// All channels follow the luminance's, so that a grey factor is left.
TEST(Reflection, OfLuminanceKeepsTheProbesColours)
{
    const Scene s = randomScene(4);
    PnNormalization n{};
    n.channels = PN_CHANNELS_LUMINANCE;
    n.dering = PN_DERING_NONE;
    const auto grey = [](const Rgb& light) { return Rgb{rec709(light), rec709(light), rec709(light)}; };
    const Rgb wanted = expected(grey(s.radiance), grey(irradiance(s.local, s.surface.reflection)),
                                grey(irradiance(s.probe, s.surface.reflection)), s.surface.roughness);
    const double multiple = wanted[0] / rec709(s.radiance);
    expectRgb(FactorFormula(resolveNormalization(n), s.probe, s.local).reflection(s.surface, s.radiance),
              {multiple * s.radiance[0], multiple * s.radiance[1], multiple * s.radiance[2]});
}

// In float, as the C API returns it. Strong lights ring, and their windows are equal, too.
TEST(Reflection, IsKeptExactlyAtTheProbesOwnPlace)
{
    for (unsigned seed = 0; seed < 200; ++seed)
        for (const PnDering dering : {PN_DERING_AUTO, PN_DERING_NONE})
        {
            Scene s = randomScene(seed, seed % 2 == 0 ? 0.2 : 3.0);
            s.radiance[0] = seed % 5 == 0 ? 0.0 : s.radiance[0];
            const Rgb kept = FactorFormula(defaults(dering), s.probe, s.probe).reflection(s.surface, s.radiance);
            for (std::size_t c = 0; c < 3; ++c)
                EXPECT_EQ(float(kept[c]), float(s.radiance[c])) << "seed " << seed << ", channel " << c;
        }
}

TEST(Reflection, DivisorIsTheLightAlongTheReflection)
{
    for (unsigned seed = 0; seed < 50; ++seed)
    {
        const Scene s = randomScene(seed);
        expectRgb(FactorFormula(defaults(PN_DERING_AUTO), s.probe, s.local).divisor(s.surface.reflection, 1.0),
                  irradiance(s.probe, s.surface.reflection));
    }
}

TEST(Reflection, StaysBetweenTheCallersBounds)
{
    Scene s = randomScene(3);
    PnNormalization n{};
    n.low = 0.5f;
    n.high = 2.0f;
    const PnNormalization bounded = resolveNormalization(n);
    for (const double brightness : {1e-6, 1e6})
    {
        s.local = times(s.probe, brightness);
        const Rgb out = FactorFormula(bounded, s.probe, s.local).reflection(s.surface, s.radiance);
        expectRgb(out, brightness < 1.0 ? Rgb{0.5 * s.radiance[0], 0.5 * s.radiance[1], 0.5 * s.radiance[2]}
                                        : Rgb{2.0 * s.radiance[0], 2.0 * s.radiance[1], 2.0 * s.radiance[2]});
    }
}

TEST(Reflection, WeightIsThatOfTheResultAgainstTheProbe)
{
    const Scene s = randomScene(5);
    PnNormalization n{};
    n.dering = PN_DERING_NONE;
    n.weight = 0.25f;
    const Rgb whole = FactorFormula(defaults(), s.probe, s.local).reflection(s.surface, s.radiance);
    const Rgb part = FactorFormula(resolveNormalization(n), s.probe, s.local).reflection(s.surface, s.radiance);
    Rgb wanted{};
    for (std::size_t c = 0; c < 3; ++c)
        wanted[c] = 0.75 * s.radiance[c] + 0.25 * whole[c];
    expectRgb(part, wanted);
}

TEST(Reflection, TakesNegativeRadianceForBlack)
{
    const Scene s = randomScene(6);
    const Rgb out = FactorFormula(defaults(), s.probe, s.local).reflection(s.surface, {-1.0, 0.0, 1.0});
    const Rgb black = FactorFormula(defaults(), s.probe, s.local).reflection(s.surface, {0.0, 0.0, 1.0});
    EXPECT_EQ(out, black);
}

} // namespace
} // namespace pn
