// FLIP against what follows from its definition, and against the means that its authors' FLIP.h gives (version 1.6,
// NVlabs/flip at 1eb247c, built outside of this repository).
#include "flip.h"

#include "bsdf.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace scene {
namespace {

constexpr int kColumns = 48, kRows = 32;
// FLIP.h sums in float, in another order.
constexpr double kOrder = 3e-6;

double meanOf(const std::vector<float>& errors)
{
    return std::accumulate(errors.begin(), errors.end(), 0.0) / static_cast<double>(errors.size());
}

Image even(vec3 rgb)
{
    return Image(static_cast<std::size_t>(kColumns * kRows), rgb);
}

double errorBetween(vec3 a, vec3 b)
{
    const std::vector<float> errors = flipErrors(sightOf(even(a), kColumns), sightOf(even(b), kColumns));
    const double first = static_cast<double>(errors.front());
    EXPECT_NEAR(meanOf(errors), first, 1e-6);
    return first;
}

double wave(int x, int y, int channel)
{
    return std::exp2(3 * std::sin(0.37 * x + 0.21 * y + channel) + 2 * std::sin(0.11 * x - 0.53 * y));
}

double disturbance(int x, int y, int channel)
{
    return std::exp2(0.8 * std::sin(0.9 * x + 0.2 * y + 2 * channel));
}

Image pattern(bool isDisturbed)
{
    Image image;
    for (int y = 0; y < kRows; ++y)
        for (int x = 0; x < kColumns; ++x)
            for (int c = 0; c < 3; ++c)
            {
                if (c == 0)
                    image.emplace_back();
                image.back()[c] = static_cast<float>(wave(x, y, c) * (isDisturbed ? disturbance(x, y, c) : 1.0));
            }
    return image;
}

Image displayed(Image image)
{
    for (vec3& rgb : image)
        rgb = rgb / (vec3(1.0f) + rgb);
    return image;
}

TEST(Flip, EqualPicturesDoNotDiffer)
{
    const Sight sight = sightOf(displayed(pattern(false)), kColumns);
    EXPECT_EQ(meanOf(flipErrors(sight, sight)), 0.0);
}

// The largest difference of colours in the Hunt-adjusted space is that of green and blue.
TEST(Flip, GreenAndBlueDifferMost)
{
    EXPECT_NEAR(errorBetween({0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}), 1.0, 1e-6);
}

// Black and white are 100 of L* apart: 100^0.7 on the upper part of the map, whose end is the distance of green and
// blue, 41.276 (the paper's c_max).
TEST(Flip, BlackAndWhiteAreOneHundredApart)
{
    const double most = 41.276, knee = 0.4 * most;
    const double expected = 0.95 + 0.05 * (std::pow(100.0, 0.7) - knee) / (most - knee);
    EXPECT_NEAR(errorBetween({0.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 1.0f}), expected, 1e-4); // c_max has five digits
}

TEST(Flip, IsTheAuthorsOwn)
{
    const std::vector<float> errors =
        flipErrors(sightOf(displayed(pattern(false)), kColumns), sightOf(displayed(pattern(true)), kColumns));
    EXPECT_NEAR(meanOf(errors), 0.2120955, kOrder);
    EXPECT_NEAR(errors[0], 0.2638882f, kOrder);
    EXPECT_NEAR(errors[700], 0.1199157f, kOrder);
}

TEST(HdrFlip, IsTheAuthorsOwn)
{
    const HdrFlip flip(pattern(false), kColumns);
    ASSERT_EQ(flip.exposures().size(), 5u);
    EXPECT_NEAR(flip.exposures().front(), -3.636084, kOrder);
    EXPECT_NEAR(flip.exposures().back(), 0.604932, kOrder);
    EXPECT_NEAR(flip.mean(pattern(true)), 0.3171592, kOrder);
}

// From the exposure at which the brightest pixel is shown as 0.85 to that at which the median is.
TEST(HdrFlip, ExposuresBringTheBrightestAndTheMedianToTheSame)
{
    Image image = even(vec3(0.25f));
    image[5] = vec3(4.0f);
    const std::vector<double> exposures = HdrFlip(image, kColumns).exposures();
    ASSERT_EQ(exposures.size(), 4u);                           // of four stops
    const double x = 4.0 * std::exp2(exposures.front()) * 0.6; // Narkowicz's curve, at 0.6 of its exposure
    EXPECT_NEAR(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0.85, 1e-6);
    EXPECT_NEAR(exposures.back() - exposures.front(), 4.0, 1e-6);
}

} // namespace
} // namespace scene
