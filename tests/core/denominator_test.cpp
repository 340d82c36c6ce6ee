// What texels are divided by, against the oracle's irradiance and the exact search for a window.
#include "core/kernel/denominator.h"
#include "core/kernel/denominator_params.h"

#include "core/sh/evaluate.h"
#include "core/sh/minimum.h"
#include "core/sh/preset.h"
#include "core/sh/window.h"
#include "support/sh_oracle.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

namespace pn {
namespace {

// From a face's frame to the cube's, as Vulkan samples: (a, b, c) to x y z.
Vec3 toCube(std::uint32_t face, double a, double b, double c)
{
    switch (face)
    {
    case 0: return {c, -b, -a};
    case 1: return {-c, -b, a};
    case 2: return {a, c, b};
    case 3: return {a, -c, -b};
    case 4: return {a, -b, c};
    default: return {-a, -b, -c};
    }
}

double valueOf(std::span<const float> q, double a, double b, double c)
{
    const auto k = [&](std::size_t i) { return double(q[i]); };
    return k(0) + k(1) * c + k(2) * a + k(3) * b + k(4) * c * c + k(5) * a * c + k(6) * a * a + k(7) * b * c +
           k(8) * a * b;
}

Denominator make(const PnSh& sh, PnNormalization normalization, double roughness = 1.0)
{
    const auto params = denominatorParams(resolveNormalization(normalization), roughness);
    return makeDenominator(params, std::span(&sh.rgb[0][0], 27));
}

PnNormalization withoutDering(PnChannels channels, std::uint32_t bands)
{
    PnNormalization n{};
    n.bands = bands;
    n.channels = channels;
    n.dering = PN_DERING_NONE;
    return n;
}

TEST(Denominator, IsTheIrradianceInEveryFacesFrame)
{
    std::mt19937 random(1);
    for (int i = 0; i < 100; ++i)
    {
        PnSh sh = oracle::randomSh(random, 3);
        const std::uint32_t bands = 1 + std::uint32_t(i % 3);
        const Denominator rgb = make(sh, withoutDering(PN_CHANNELS_RGB, bands));
        const Denominator luminance = make(sh, withoutDering(PN_CHANNELS_LUMINANCE, bands));
        sh.bands = bands;                               // as many as the oracle adds
        const Vec3 d = oracle::randomDirection(random); // in the face's frame
        for (std::uint32_t face = 0; face < 6; ++face)
        {
            double sum = 0.0;
            for (std::uint32_t c = 0; c < 3; ++c)
            {
                const double expected = oracle::irradianceOverPi(sh, c, toCube(face, d.x, d.y, d.z));
                EXPECT_NEAR(valueOf(rgb.polynomial(c, face), d.x, d.y, d.z), expected, 1e-5) << "face " << face;
                sum += std::array{0.2126, 0.7152, 0.0722}[c] * expected;
            }
            EXPECT_NEAR(valueOf(luminance.polynomial(0, face), d.x, d.y, d.z), sum, 1e-5) << "face " << face;
        }
    }
}

TEST(Denominator, WithGgxHasTheLobeOfItsRoughness)
{
    std::mt19937 random(3);
    const PnSh sh = oracle::randomSh(random, 3);
    PnNormalization n = withoutDering(PN_CHANNELS_RGB, 3);
    n.lobe = PN_LOBE_GGX;
    const LobeWeights lobe = ggxLobe(0.5);
    ShSet convolved = widenSh(sh);
    for (std::size_t i = 0; i < 9; ++i)
        for (double& channel : convolved.rgb[i])
            channel *= lobe[kBandOf[i]];
    const Denominator ggx = make(sh, n, 0.5);
    for (std::uint32_t face = 0; face < 6; ++face)
    {
        const Vec3 d = oracle::randomDirection(random);
        EXPECT_NEAR(valueOf(ggx.polynomial(1, face), d.x, d.y, d.z),
                    evaluate(convolved, toCube(face, d.x, d.y, d.z))[1], 1e-5);
    }
}

// Without a mapping, mip i of m has i / (m - 1), to the bit. By Filament's, i / (m - 1) = r (2 - r).
TEST(Denominator, OfAMipHasTheRoughnessOfItsMapping)
{
    PnNormalization n{};
    n.lobe = PN_LOBE_GGX;
    const auto mips = [&n](PnRoughnessMapping mapping) {
        n.mapping = mapping;
        return denominatorParams(resolveNormalization(n), 64, std::size_t{5});
    };
    const auto byDefault = mips(0), linear = mips(PN_ROUGHNESS_MAPPING_LINEAR),
               filament = mips(PN_ROUGHNESS_MAPPING_FILAMENT);
    ASSERT_EQ(filament.size(), 5u);
    for (std::size_t mip = 0; mip < 5; ++mip)
    {
        const double share = double(mip) / 4.0;
        auto expected = denominatorParams(resolveNormalization(n), share);
        expected.outputOffset = linear[mip].outputOffset;
        EXPECT_EQ(std::memcmp(&linear[mip], &expected, sizeof(expected)), 0) << "mip " << mip;
        EXPECT_EQ(std::memcmp(&byDefault[mip], &expected, sizeof(expected)), 0) << "mip " << mip;
        const auto rough = denominatorParams(resolveNormalization(n), 1.0 - std::sqrt(1.0 - share));
        EXPECT_NEAR(filament[mip].scaleLinear, rough.scaleLinear, 1e-6) << "mip " << mip;
        EXPECT_NEAR(filament[mip].scaleZonal, rough.scaleZonal, 1e-6) << "mip " << mip;
    }
}

// A sun of random strength and direction, perhaps two, on a random sky.
PnSh ringing(std::mt19937& random)
{
    PnSh sh = oracle::randomSh(random, 3);
    std::uniform_real_distribution<float> strength(0.0f, 30.0f);
    for (int sun = 0; sun < 2; ++sun)
    {
        const ShBasis basis = evaluateBasis(oracle::randomDirection(random));
        const float power = strength(random) * float(1 - sun * int(random() % 2));
        for (std::size_t i = 0; i < 9; ++i)
            for (std::size_t c = 0; c < 3; ++c)
                sh.rgb[i][c] = 0.3f * sh.rgb[i][c] + power * float(basis[i]);
    }
    for (float& channel : sh.rgb[0])
        channel = std::abs(channel) + 0.1f;
    return sh;
}

// The search in float sees the minimum to some 1e-6 of the largest coefficient: one step of the window at most.
void expectExactStepToAStep(const PnSh& sh, std::uint32_t step, bool isRgb)
{
    const ShSet irradiance = convolveWithCosine(widenSh(sh));
    const ScalarSh luminance = weightedSum(irradiance, kRec709);
    const std::array channels = {channelOf(irradiance, 0), channelOf(irradiance, 1), channelOf(irradiance, 2)};
    const std::uint32_t expected =
        (isRgb ? findDering(channels, double(0.01f)) : findDering(std::array{luminance}, double(0.01f))).step;
    EXPECT_LE(step, expected + 1);
    EXPECT_GE(step + 1, expected);
}

TEST(Denominator, TheWindowIsTheExactOneToAStep)
{
    std::mt19937 random(4);
    int windowed = 0;
    for (int i = 0; i < 2000; ++i)
    {
        SCOPED_TRACE("light " + std::to_string(i));
        const PnSh sh = ringing(random);
        PnNormalization n{};
        n.channels = i % 2 == 0 ? PN_CHANNELS_LUMINANCE : PN_CHANNELS_RGB;
        const std::uint32_t step = make(sh, n).step;
        expectExactStepToAStep(sh, step, i % 2 == 1);
        windowed += step < shared::kDeringSteps ? 1 : 0;
    }
    EXPECT_GT(windowed, 500); // else nothing was searched for
}

// c + v . d is least at c - |v|, and c + z (3 cos^2 - 1) at c - z or c + 2 z.
TEST(Denominator, AWindowIsTakenWhereTheLeastValueIsBelowTheFloor)
{
    const double floor = double(0.01f), l0 = 0.282094791774, l1 = 0.488602511903 * 2.0 / 3.0, l2 = 0.315391565253 / 4.0;
    // of the average, by which the least value is below it
    for (const double share : {0.5, 0.97, 0.98, 0.989, 0.991, 1.0, 1.5})
    {
        SCOPED_TRACE("share " + std::to_string(share));
        const float along = float(share * l0 / l1 / std::sqrt(3.0)), zonal = float(share * l0 / l2);
        PnSh linear{3, {}}, raised{3, {}}, lowered{3, {}};
        for (std::size_t c = 0; c < 3; ++c)
        {
            linear.rgb[0][c] = raised.rgb[0][c] = lowered.rgb[0][c] = 1.0f;
            for (std::size_t i = 1; i < 4; ++i)
                linear.rgb[i][c] = i == 2 ? -along : along;
            raised.rgb[6][c] = zonal;
            lowered.rgb[6][c] = -0.5f * zonal;
        }
        for (const PnSh& sh : {linear, raised, lowered})
            EXPECT_EQ(make(sh, {}).step < shared::kDeringSteps, 1.0 - share < floor);
    }
}

// Directions of symmetry are where a search can rest on a saddle.
TEST(Denominator, TheWindowIsFoundForSymmetricLights)
{
    for (std::size_t i = 1; i < 9; ++i)
        for (const float sign : {-1.0f, 1.0f})
            for (std::size_t j = 1; j < 9; ++j)
            {
                SCOPED_TRACE("coefficients " + std::to_string(i) + " and " + std::to_string(j));
                PnSh sh{};
                sh.bands = 3;
                for (std::size_t c = 0; c < 3; ++c)
                {
                    sh.rgb[0][c] = 1.0f;
                    sh.rgb[i][c] = 3.0f * sign;
                    sh.rgb[j][c] += 1.5f;
                }
                expectExactStepToAStep(sh, make(sh, {}).step, false);
            }
}

TEST(Denominator, TheFloorIsAShareOfTheAverage)
{
    const PnSh sh{3, {{3.5449077f, 2.0f * 3.5449077f, 3.0f * 3.5449077f}}}; // radiances 1, 2, 3
    PnNormalization n = withoutDering(PN_CHANNELS_RGB, 3);
    n.floor = 0.125f;
    for (std::uint32_t c = 0; c < 3; ++c)
        EXPECT_NEAR(make(sh, n).floor(c), 0.125 * (c + 1), 1e-6);
    EXPECT_EQ(make(PnSh{3, {}}, n).floor(0), 0x1p-24f);
}

TEST(Denominator, OfUnrealIsTheAverageWithItsOwnLuminance)
{
    std::mt19937 random(6);
    PnSh sh = oracle::randomSh(random, 3);
    PnNormalization n{};
    n.preset = PN_PRESET_UNREAL;
    const double average =
        0.282094791774 * (0.3 * double(sh.rgb[0][0]) + 0.59 * double(sh.rgb[0][1]) + 0.11 * double(sh.rgb[0][2]));
    EXPECT_NEAR(double(make(sh, n).polynomial(0, 0)[0]), average, 1e-6);
    EXPECT_EQ(make(PnSh{3, {}}, n).floor(0), 1e-4f);
}

} // namespace
} // namespace pn
