#include "core/conventions.h"

#include "sh_oracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace pn {
namespace {

constexpr double kPi = std::numbers::pi;

std::vector<float> exported(const PnSh& sh, PnConvention convention)
{
    const Convention& c = *findConvention(convention);
    std::vector<float> values(floatCount(c, sh.bands));
    toConvention(widenSh(sh), c, values);
    return values;
}

// ---- What each engine does with its floats to light a white Lambert surface, for one channel: E(n) / pi ----
// Written from the engines' published shaders, with their constants; docs/conventions.md names the files.

using Channel = std::vector<double>;

Channel interleaved(const std::vector<float>& v, std::size_t c)
{
    Channel slots;
    for (std::size_t i = c; i < v.size(); i += 3)
        slots.push_back(v[i]);
    return slots;
}

Channel channelMajor(const std::vector<float>& v, std::size_t c)
{
    const auto third = static_cast<std::ptrdiff_t>(v.size() / 3), first = static_cast<std::ptrdiff_t>(c) * third;
    return Channel(v.begin() + first, v.begin() + first + third);
}

// Ramamoorthi and Hanrahan's five constants, as three.js getIrradianceAt and Godot's light-probe shader have them: E.
double fiveConstants(const Channel& s, const Vec3& n)
{
    const double c1 = 0.429043, c2 = 0.511664, c3 = 0.743125, c4 = 0.886227, c5 = 0.247708;
    return c1 * s[8] * (n.x * n.x - n.y * n.y) + c3 * s[6] * n.z * n.z + c4 * s[0] - c5 * s[6] +
           2.0 * c1 * (s[4] * n.x * n.y + s[7] * n.x * n.z + s[5] * n.y * n.z) +
           2.0 * c2 * (s[3] * n.x + s[1] * n.y + s[2] * n.z);
}

// Filament's Irradiance_SphericalHarmonics.
double plainPolynomial(const Channel& s, const Vec3& n)
{
    return s[0] + s[1] * n.y + s[2] * n.z + s[3] * n.x + s[4] * n.y * n.x + s[5] * n.y * n.z +
           s[6] * (3.0 * n.z * n.z - 1.0) + s[7] * n.z * n.x + s[8] * (n.x * n.x - n.y * n.y);
}

double dot4(const double* a, double x, double y, double z, double w)
{
    return a[0] * x + a[1] * y + a[2] * z + a[3] * w;
}

// SHEvalLinearL0L1 and SHEvalLinearL2 of Unity; Unreal's GetSkySHDiffuse is the same arithmetic.
double shaderVectors(const double* sha, const double* shb, double shc, const Vec3& n)
{
    return dot4(sha, n.x, n.y, n.z, 1.0) + dot4(shb, n.x * n.y, n.y * n.z, n.z * n.z, n.z * n.x) +
           shc * (n.x * n.x - n.y * n.y);
}

double evaluatePackedVectors(const std::vector<float>& v, std::size_t c, const Vec3& n)
{
    double sha[4], shb[4];
    for (std::size_t i = 0; i < 4; ++i)
    {
        sha[i] = v[c * 4 + i];
        shb[i] = v[12 + c * 4 + i];
    }
    return shaderVectors(sha, shb, v[24 + c], n);
}

// How Unity fills the vectors of its shaders from a SphericalHarmonicsL2.
double evaluateUnity(const std::vector<float>& v, std::size_t c, const Vec3& n)
{
    const Channel s = channelMajor(v, c);
    const double sha[4] = {s[3], s[1], s[2], s[0] - s[6]};
    const double shb[4] = {s[4], s[5], 3.0 * s[6], s[7]};
    return shaderVectors(sha, shb, s[8], n);
}

// Unreal's SHBasisFunction3; DirectXMath, Babylon, EEVEE and Filament's cmgen have the same signs.
std::array<double, 9> signedBasis(const Vec3& n)
{
    return {0.282095,
            -0.488603 * n.y,
            0.488603 * n.z,
            -0.488603 * n.x,
            1.092548 * n.x * n.y,
            -1.092548 * n.y * n.z,
            0.315392 * (3.0 * n.z * n.z - 1.0),
            -1.092548 * n.x * n.z,
            0.546274 * (n.x * n.x - n.y * n.y)};
}

// Unreal's CalcDiffuseTransferSH3 with exponent 1, and the division by pi of its Lambert.
double evaluateUnreal(const std::vector<float>& v, std::size_t c, const Vec3& n)
{
    const Channel s = channelMajor(v, c);
    const double exponent = 1.0;
    const double transfer[3] = {2 * kPi / (1 + exponent), 2 * kPi / (2 + exponent),
                                exponent * 2 * kPi / (3 + 4 * exponent + exponent * exponent)};
    double e = 0.0;
    for (std::size_t i = 0; i < 9; ++i)
        e += s[i] * transfer[i == 0 ? 0 : i < 4 ? 1 : 2] * signedBasis(n)[i];
    return e / kPi;
}

// Babylon's harmonics are lit already: its rendering multiplies by the basis only.
double evaluateBabylon(const std::vector<float>& v, std::size_t c, const Vec3& n)
{
    const Channel s = interleaved(v, c);
    double e = 0.0;
    for (std::size_t i = 0; i < 9; ++i)
        e += s[i] * signedBasis(n)[i];
    return e;
}

// EEVEE convolves with 1, 2/3 and 1/4 when it lights a surface.
double evaluateEevee(const std::vector<float>& v, std::size_t c, const Vec3& n)
{
    const Channel s = interleaved(v, c);
    double e = 0.0;
    for (std::size_t i = 0; i < 9; ++i)
        e += s[i] * (i == 0 ? 1.0 : i < 4 ? 2.0 / 3.0 : 0.25) * signedBasis(n)[i];
    return e;
}

// PlayCanvas' ambientSH shader; 51 / (16 pi) undoes the scale of its projector.
double evaluatePlayCanvas(const std::vector<float>& v, std::size_t c, const Vec3& n)
{
    const Channel s = interleaved(v, c);
    const double sum = s[0] + s[1] * n.x + s[2] * n.y + s[3] * n.z + s[4] * n.x * n.z + s[5] * n.z * n.y +
                       s[6] * n.y * n.x + s[7] * (3.0 * n.z * n.z - 1.0) + s[8] * (n.x * n.x - n.y * n.y);
    return sum * 51.0 / (16.0 * kPi);
}

// google/spherical-harmonics turns a zonal cosine lobe (.886227, 1.02333, .495416) to n and takes the dot product: E.
double evaluateGoogle(const std::vector<float>& v, std::size_t c, const Vec3& n)
{
    const Channel s = interleaved(v, c);
    const double lobe[3] = {0.886227, 1.02333, 0.495416};
    double e = 0.0;
    for (std::size_t i = 0; i < 9; ++i)
    {
        const std::size_t l = i == 0 ? 0 : i < 4 ? 1 : 2;
        e += s[i] * std::sqrt(4.0 * kPi / (2.0 * double(l) + 1.0)) * lobe[l] * signedBasis(n)[i];
    }
    return e / kPi;
}

// Radiance coefficients of any count, with cmft's factors of the bands; oddSign is -1 where Condon and Shortley's is
// in.
double evaluateBands(const Channel& s, const Vec3& n, double oddSign)
{
    const double factor[5] = {1.0, 2.0 / 3.0, 1.0 / 4.0, 0.0, -1.0 / 24.0};
    double e = 0.0;
    for (int l = 0, i = 0; l * l < static_cast<int>(s.size()); ++l)
        for (int m = -l; m <= l; ++m, ++i)
            e += s[std::size_t(i)] * factor[l] * (m % 2 == 0 ? 1.0 : oddSign) * oracle::harmonic(l, m, n);
    return e;
}

double evaluateAs(PnConvention convention, const std::vector<float>& v, std::size_t c, const Vec3& n)
{
    switch (convention)
    {
    case PN_CONVENTION_CANONICAL: return evaluateBands(interleaved(v, c), n, 1.0);
    case PN_CONVENTION_UNITY: return evaluateUnity(v, c, n);
    case PN_CONVENTION_UNITY_SHA:
    case PN_CONVENTION_UNREAL_PACKED: return evaluatePackedVectors(v, c, n);
    case PN_CONVENTION_UNREAL: return evaluateUnreal(v, c, n);
    case PN_CONVENTION_FILAMENT: return plainPolynomial(interleaved(v, c), n);
    case PN_CONVENTION_GODOT: return fiveConstants(interleaved(v, c), n); // stored over pi
    case PN_CONVENTION_THREE: return fiveConstants(interleaved(v, c), n) / kPi;
    case PN_CONVENTION_BABYLON: return evaluateBabylon(v, c, n);
    case PN_CONVENTION_PLAYCANVAS: return evaluatePlayCanvas(v, c, n);
    case PN_CONVENTION_GOOGLE: return evaluateGoogle(v, c, n);
    case PN_CONVENTION_EEVEE: return evaluateEevee(v, c, n);
    case PN_CONVENTION_DIRECTXMATH: return evaluateBands(channelMajor(v, c), n, -1.0);
    case PN_CONVENTION_FILAMENT_RADIANCE:
    case PN_CONVENTION_CMFT: return evaluateBands(interleaved(v, c), n, -1.0);
    default: ADD_FAILURE() << "no evaluation written for convention " << convention; return NAN;
    }
}

class EveryConvention : public ::testing::TestWithParam<PnConvention>
{
};

std::string testName(const ::testing::TestParamInfo<PnConvention>& info)
{
    std::string name = findConvention(info.param)->name;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Conventions, EveryConvention, ::testing::Range(0, static_cast<int>(PN_CONVENTION_COUNT)),
                         testName);

// The engines' constants have six digits, so 1e-4 of the mean radiance (about 1) is far above their error and far
// below that of any wrong sign, order or scale.
TEST_P(EveryConvention, LightsASurfaceAsTheHemisphereIntegralDoes)
{
    std::mt19937 random(21);
    const PnSh sh = oracle::randomSh(random, 3);
    const std::vector<float> values = exported(sh, GetParam());
    for (int trial = 0; trial < 40; ++trial)
    {
        const Vec3 n = oracle::randomDirection(random);
        for (std::size_t c = 0; c < 3; ++c)
            EXPECT_NEAR(evaluateAs(GetParam(), values, c, n), oracle::irradianceOverPi(sh, c, n), 1e-4);
    }
}

TEST_P(EveryConvention, LightsASurfaceWithFiveBandsWhereItHoldsThem)
{
    const std::vector<PnConvention> holders = {PN_CONVENTION_CANONICAL, PN_CONVENTION_DIRECTXMATH, PN_CONVENTION_CMFT,
                                               PN_CONVENTION_GOOGLE, PN_CONVENTION_FILAMENT_RADIANCE};
    const PnConvention convention = GetParam();
    const bool isHolder = std::find(holders.begin(), holders.end(), convention) != holders.end();
    ASSERT_EQ(floatCount(*findConvention(convention), 5), isHolder ? 75u : 0u);
    if (!isHolder)
        return;
    std::mt19937 random(22);
    const PnSh sh = oracle::randomSh(random, 5);
    const std::vector<float> values = exported(sh, convention);
    for (int trial = 0; trial < 40; ++trial)
    {
        const Vec3 n = oracle::randomDirection(random);
        for (std::size_t c = 0; c < 3; ++c)
        {
            const Channel s =
                convention == PN_CONVENTION_DIRECTXMATH ? channelMajor(values, c) : interleaved(values, c);
            const double e = evaluateBands(s, n, convention == PN_CONVENTION_CANONICAL ? 1.0 : -1.0);
            EXPECT_NEAR(e, oracle::irradianceOverPi(sh, c, n), 1e-6); // no engine constants here: float rounding only
        }
    }
}

// A value v becomes v s (1 + e) with |e| <= 2^-24, and comes back as the float nearest to v (1 + e): at most one unit
// in the last place away. Shader vectors hold P0 - P6 in one float, so L0 may be off by that float's rounding, too.
TEST_P(EveryConvention, RoundTripsWithinRounding)
{
    const PnConvention convention = GetParam();
    const Convention& c = *findConvention(convention);
    const bool isPacked = c.packing == Packing::ShaderVectors;
    std::mt19937 random(23);
    for (std::uint32_t bands = 1; bands <= kMaxBands; ++bands)
    {
        if (floatCount(c, bands) == 0)
            continue;
        const PnSh sh = oracle::randomSh(random, bands);
        const PnSh back = roundSh(fromConvention(c, bands, exported(sh, convention)));
        EXPECT_EQ(back.bands, bands);
        for (std::size_t i = 0; i < kShCount; ++i)
            for (std::size_t k = 0; k < 3; ++k)
            {
                const double ulp = std::abs(sh.rgb[i][k]) * 0x1p-23;
                EXPECT_NEAR(back.rgb[i][k], sh.rgb[i][k], isPacked && i == 0 ? 2.0 * ulp : ulp) << "row " << i;
            }
    }
}

TEST_P(EveryConvention, FewerBandsAreFilledWithZero)
{
    const Convention& c = *findConvention(GetParam());
    std::mt19937 random(24);
    PnSh two = oracle::randomSh(random, 2), three = two;
    three.bands = 3;

    const std::vector<float> twoBands = exported(two, GetParam()), threeBands = exported(three, GetParam());

    EXPECT_EQ(twoBands.size(), c.holdsAnyBands ? 12u : c.packing == Packing::ShaderVectors ? 28u : 27u);
    if (!c.holdsAnyBands)
    {
        EXPECT_EQ(twoBands, threeBands);
    }
}

// ---- Values written down by hand ----

PnSh single(std::size_t index, float value)
{
    PnSh sh{};
    sh.bands = 3;
    sh.rgb[index][0] = value;
    sh.rgb[index][1] = 2.0f * value;
    sh.rgb[index][2] = 3.0f * value;
    return sh;
}

TEST(Conventions, UnityHasThePublishedScales)
{
    const double scales[9] = {0.282094791774, 0.325735007935, 0.325735007935, 0.325735007935, 0.273137107648,
                              0.273137107648, 0.078847891313, 0.273137107648, 0.136568553824};
    for (std::size_t i = 0; i < 9; ++i)
    {
        const std::vector<float> v = exported(single(i, 1.0f), PN_CONVENTION_UNITY);
        ASSERT_EQ(v.size(), 27u);
        for (std::size_t k = 0; k < 27; ++k)
            EXPECT_NEAR(v[k], k % 9 == i ? scales[i] * double(k / 9 + 1) : 0.0, 2e-7) << i << " in float " << k;
    }
}

TEST(Conventions, PlayCanvasHasThePublishedOrderAndScales)
{
    const std::size_t slotOf[9] = {0, 2, 3, 1, 6, 5, 7, 4, 8}; // 1 y z x xy yz zz xz xx-yy
    const double scales[9] = {.278031977, .321043673, .321043673, .321043673, .269203304,
                              .269203304, .077712300, .269203304, .134601652};
    for (std::size_t i = 0; i < 9; ++i)
    {
        const std::vector<float> v = exported(single(i, 1.0f), PN_CONVENTION_PLAYCANVAS);
        for (std::size_t slot = 0; slot < 9; ++slot)
            EXPECT_NEAR(v[slot * 3], slot == slotOf[i] ? scales[i] : 0.0, 3e-8) << i << " in slot " << slot;
    }
}

TEST(Conventions, DirectXMathStoresWholeChannels)
{
    const std::vector<float> v = exported(single(3, 1.0f), PN_CONVENTION_DIRECTXMATH);
    ASSERT_EQ(v.size(), 27u);
    EXPECT_EQ(v[3], -1.0f); // odd m: minus
    EXPECT_EQ(v[9 + 3], -2.0f);
    EXPECT_EQ(v[18 + 3], -3.0f);
}

TEST(Conventions, ShaderVectorsSplitTheZonalTerm)
{
    const std::vector<float> v = exported(single(6, 1.0f), PN_CONVENTION_UNITY_SHA);
    const double p6 = 0.078847891313;
    EXPECT_NEAR(v[3], -p6, 1e-8);           // SHAr.w
    EXPECT_NEAR(v[12 + 2], 3.0 * p6, 2e-8); // SHBr.z
    EXPECT_EQ(v[27], 1.0f);                 // SHC.w
}

TEST(Conventions, NamesAreThoseOfTheCommandLine)
{
    const char* names[] = {
        "canonical", "unity", "unity-sha", "unreal",     "unreal-packed", "filament", "filament-radiance",
        "godot",     "three", "babylon",   "playcanvas", "directxmath",   "google",   "cmft",
        "eevee"};
    ASSERT_EQ(std::size(names), std::size_t{PN_CONVENTION_COUNT});
    for (int i = 0; i < PN_CONVENTION_COUNT; ++i)
        EXPECT_STREQ(findConvention(i)->name, names[i]);
    EXPECT_EQ(findConvention(-1), nullptr);
    EXPECT_EQ(findConvention(PN_CONVENTION_COUNT), nullptr);

    const char* axes[] = {"keep", "unreal", "zup", "mirror-x", "mirror-z"};
    for (int i = 0; i < PN_AXES_COUNT; ++i)
        EXPECT_STREQ(axesName(i), axes[i]);
    EXPECT_EQ(axesName(-1), nullptr);
    EXPECT_EQ(axesName(PN_AXES_COUNT), nullptr);
}

// One direction of the cubemap and where each set of axes has it, from the table in probenorm.h.
TEST(Conventions, AxesTakeADirectionWhereTheHeaderSays)
{
    const Vec3 d = {0.1, 0.2, 0.3};
    const Vec3 expected[PN_AXES_COUNT] = {
        {0.1, 0.2, 0.3}, {0.3, 0.1, 0.2}, {0.1, -0.3, 0.2}, {-0.1, 0.2, 0.3}, {0.1, 0.2, -0.3}};
    for (int i = 0; i < PN_AXES_COUNT; ++i)
    {
        const Vec3 turned = axesMatrix(i) * d;
        EXPECT_EQ(turned.x, expected[i].x) << axesName(i);
        EXPECT_EQ(turned.y, expected[i].y) << axesName(i);
        EXPECT_EQ(turned.z, expected[i].z) << axesName(i);
    }
}

} // namespace
} // namespace pn
