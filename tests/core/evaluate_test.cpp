#include "core/sh/evaluate.h"

#include "support/sh_oracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace pn {
namespace {

TEST(Sh, RowsBeyondTheBandsAreZeroed)
{
    PnSh sh{};
    sh.bands = 2;
    for (auto& rgb : sh.rgb)
        rgb[0] = rgb[1] = rgb[2] = 7.0f;

    const PnSh result = roundSh(widenSh(sh));

    EXPECT_EQ(result.bands, 2u);
    for (std::size_t i = 0; i < kShCount; ++i)
        for (const float channel : result.rgb[i])
            EXPECT_EQ(channel, i < 4 ? 7.0f : 0.0f) << "row " << i;
}

TEST(Evaluate, RadianceIsTheSumOfHarmonics)
{
    std::mt19937 random(4);
    for (std::uint32_t bands = 1; bands <= kMaxBands; ++bands)
        for (int trial = 0; trial < 20; ++trial)
        {
            const PnSh sh = oracle::randomSh(random, bands);
            const Vec3 d = oracle::randomDirection(random);
            const Rgb rgb = evaluate(widenSh(sh), d);
            for (std::size_t c = 0; c < 3; ++c)
                EXPECT_NEAR(rgb[c], oracle::radiance(sh, c, d), 1e-12) << bands << " bands";
        }
}

// The hemisphere integral is a polynomial's here, and the quadrature is exact for it.
TEST(Evaluate, IrradianceIsTheHemisphereIntegral)
{
    std::mt19937 random(5);
    for (std::uint32_t bands = 1; bands <= kMaxBands; ++bands)
        for (int trial = 0; trial < 20; ++trial)
        {
            const PnSh sh = oracle::randomSh(random, bands);
            const Vec3 n = oracle::randomDirection(random);
            const Rgb rgb = evaluate(convolveWithCosine(widenSh(sh)), n);
            for (std::size_t c = 0; c < 3; ++c)
                EXPECT_NEAR(rgb[c], oracle::irradianceOverPi(sh, c, n), 1e-12) << bands << " bands";
        }
}

// Several are evaluated at a time, and the last few alone.
TEST(Evaluate, ManyDirectionsHaveTheBitsOfEach)
{
    std::mt19937 random(6);
    for (std::uint32_t bands = 1; bands <= kMaxBands; ++bands)
        for (std::size_t count = 0; count < 12; ++count)
        {
            const ShSet set = widenSh(oracle::randomSh(random, bands));
            std::vector<Vec3> directions(count);
            std::generate(directions.begin(), directions.end(), [&] { return oracle::randomDirection(random); });
            std::vector<Rgb> colors(count + 1, Rgb{7.0, 7.0, 7.0}), expected = colors;
            std::transform(directions.begin(), directions.end(), expected.begin(),
                           [&](const Vec3& d) { return evaluate(set, d); });
            evaluateAll(set, directions, colors.data());
            EXPECT_EQ(colors, expected) << bands << " bands, " << count;
        }
}

// So many that the call takes several turns, and the colours replace the directions.
TEST(Evaluate, ALongListMayBeReplaced)
{
    std::mt19937 random(7);
    const PnSh sh = oracle::randomSh(random, 3);
    std::vector<float> list, expected;
    for (int i = 0; i < 131; ++i)
    {
        const Vec3 d = oracle::randomDirection(random);
        for (const double value : {d.x, d.y, d.z})
            list.push_back(float(value));
        expected.resize(list.size());
        ASSERT_EQ(pnEvaluateRadiance(&sh, 1, &list[3 * i], &expected[3 * i]), PN_SUCCESS);
    }
    ASSERT_EQ(pnEvaluateRadiance(&sh, 131, list.data(), list.data()), PN_SUCCESS);
    EXPECT_EQ(list, expected);
}

} // namespace
} // namespace pn
