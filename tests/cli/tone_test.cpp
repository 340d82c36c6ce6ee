#include "picture/tone.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace pn::cli {
namespace {

// The curve and sRGB by their formulas, in 0..255.
double toned(double x)
{
    const double shown = std::min(1.0, x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14));
    return 255.0 * (shown <= 0.0031308 ? 12.92 * shown : 1.055 * std::pow(shown, 1.0 / 2.4) - 0.055);
}

// More colours than are done at a time, and not a multiple of them.
TEST(Tone, MapsEachChannelByTheCurve)
{
    std::vector<glm::vec3> light;
    for (int i = 0; i < 1001; ++i)
        light.emplace_back(std::exp2(i / 50.0 - 14.0), i / 1001.0, i / 100.0);
    const std::vector<Pixel> pixels = toneMap(light);
    ASSERT_EQ(pixels.size(), light.size());
    for (std::size_t i = 0; i < light.size(); ++i)
        for (int c = 0; c < 3; ++c) // the nearest: what is rounded to float in between moves it by less than 0.001
            EXPECT_NEAR(pixels[i][c], toned(light[i][c]), 0.501) << i << " " << c;
}

TEST(Tone, MapsWhatIsNoLight)
{
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    const std::vector<glm::vec3> light = {{-1.0f, 0.0f, -kInfinity}, {kNan, kInfinity, 3e38f}};
    const std::vector<Pixel> pixels = toneMap(light);
    EXPECT_EQ(pixels[0], Pixel(0, 0, 0));
    EXPECT_EQ(pixels[1], Pixel(255, 255, 255));
    EXPECT_TRUE(toneMap({}).empty());
}

// Light grey, halved to the end's colour at the knee; the means by hand.
TEST(Tone, ErrorsAreBetweenThreeColours)
{
    EXPECT_EQ(errorColor(0.0f), Pixel(237, 237, 237));
    EXPECT_EQ(errorColor(kErrorKnee), Pixel(208, 125, 126));
    EXPECT_EQ(errorColor(-kErrorKnee), Pixel(122, 143, 198));
    EXPECT_EQ(errorColor(std::numeric_limits<float>::quiet_NaN()), Pixel(0, 0, 0));
}

} // namespace
} // namespace pn::cli
