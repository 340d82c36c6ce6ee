#include "core/sh/window.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace pn {
namespace {

constexpr double kTolerance = 1e-15; // a few units in the last place of weights up to 1

TEST(Window, NoneLeavesEveryBand)
{
    for (std::uint32_t l = 0; l < kMaxBands; ++l)
        EXPECT_EQ(windowWeight(PN_WINDOW_NONE, 0.0, l), 1.0);
}

// cos(pi / 4), cos(pi / 2), ... and the sines of the same angles are known in closed form.
TEST(Window, WeightsAtWidthFourAreTheClosedForms)
{
    const double half = std::sqrt(0.5), pi = std::numbers::pi;
    const double hann[5] = {1.0, (1 + half) / 2, 0.5, (1 - half) / 2, 0.0};
    const double sinc[5] = {1.0, half / (pi / 4), 1 / (pi / 2), half / (3 * pi / 4), 0.0};
    for (std::uint32_t l = 0; l < 5; ++l)
    {
        EXPECT_NEAR(windowWeight(PN_WINDOW_HANN, 4.0, l), hann[l], kTolerance) << "band " << l;
        EXPECT_NEAR(windowWeight(PN_WINDOW_LANCZOS, 4.0, l), sinc[l], kTolerance) << "band " << l;
        EXPECT_NEAR(windowWeight(PN_WINDOW_SINC4, 4.0, l), std::pow(sinc[l], 4), kTolerance) << "band " << l;
    }
}

// The weights cmgen's windows have at bands 1 and 2, to three places.
TEST(Window, Sinc4HasThePublishedWeights)
{
    const double published[4][3] = {{4, .657, .164}, {6, .832, .468}, {8, .902, .657}, {13, .962, .855}};
    for (const auto& [width, first, second] : published)
    {
        EXPECT_NEAR(windowWeight(PN_WINDOW_SINC4, width, 1), first, 6e-4);
        EXPECT_NEAR(windowWeight(PN_WINDOW_SINC4, width, 2), second, 6e-4);
    }
}

TEST(Window, BandsFromTheWidthOnAreZero)
{
    for (const PnWindow window : {PN_WINDOW_HANN, PN_WINDOW_LANCZOS, PN_WINDOW_SINC4})
    {
        EXPECT_EQ(windowWeight(window, 3.0, 3), 0.0);
        EXPECT_EQ(windowWeight(window, 3.0, 4), 0.0);
        EXPECT_EQ(windowWeight(window, 1e-30, 1), 0.0);
        EXPECT_GT(windowWeight(window, 3.0, 2), 0.0);
        EXPECT_EQ(windowWeight(window, 1e-30, 0), 1.0);
    }
}

TEST(Window, AgreesWithTheLibrarysSine)
{
    for (double width = 0.37; width < 20.0; width += 0.37)
        for (std::uint32_t l = 1; l < kMaxBands && l < width; ++l)
        {
            const double x = std::numbers::pi * l / width, sinc = std::sin(x) / x;
            EXPECT_NEAR(windowWeight(PN_WINDOW_HANN, width, l), (1.0 + std::cos(x)) / 2.0, kTolerance);
            EXPECT_NEAR(windowWeight(PN_WINDOW_LANCZOS, width, l), sinc, kTolerance);
        }
}

TEST(Window, ScalesAllOfABand)
{
    ShSet set{3, {}};
    for (Rgb& rgb : set.rgb)
        rgb = {1.0, 2.0, -3.0};

    const ShSet result = windowSh(set, PN_WINDOW_HANN, 4.0);

    const double weights[3] = {1.0, (1.0 + std::sqrt(0.5)) / 2.0, 0.5};
    for (std::size_t i = 0; i < 9; ++i)
    {
        const double weight = weights[i == 0 ? 0 : i < 4 ? 1 : 2];
        EXPECT_NEAR(result.rgb[i][0], weight, kTolerance) << "row " << i;
        EXPECT_NEAR(result.rgb[i][2], -3.0 * weight, 3 * kTolerance) << "row " << i;
    }
}

} // namespace
} // namespace pn
