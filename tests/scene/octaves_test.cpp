// Contrast by octave against patterns whose contrast is known.
#include "octaves.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

namespace scene {
namespace {

constexpr int kColumns = 160, kRows = 90;
constexpr float kMirror = 0.0f;

using Stops = std::function<double(int x, int y)>;

double stripes(double position, double period)
{
    return std::sin(2.0 * std::numbers::pi * position / period);
}

Image imageOf(const Stops& stops)
{
    Image image;
    for (int y = 0; y < kRows; ++y)
        for (int x = 0; x < kColumns; ++x)
            image.emplace_back(static_cast<float>(std::exp2(stops(x, y))));
    return image;
}

// One shape, and beside it another one from half of the columns on.
View viewOf(const Stops& a, const Stops& b)
{
    View view{};
    view.width = kColumns;
    view.height = kRows;
    const Image first = imageOf(a), second = imageOf(b);
    for (std::size_t i = 0; i < first.size(); ++i)
    {
        Sample& sample = view.samples.emplace_back();
        sample.material = i % kColumns < kColumns / 2 ? 1.0f : 2.0f;
        sample.roughness = kMirror;
        sample.truth = {first[i], second[i]};
    }
    return view;
}

Octaves octavesOf(const Stops& a, const Stops& b, const Stops& x)
{
    const View view = viewOf(a, b);
    const auto octaves = OctaveMeter(view, {{kMirror, 0.0}}).octavesOf(imageOf(x));
    for (std::size_t k = 0; k < kOctaves; ++k)
        EXPECT_EQ(octaves.at(kSmooth)[k].contrast, octaves.at(kMirror)[k].contrast);
    return octaves.at(kSmooth);
}

// Floats of the light are rounded at 1e-7.
TEST(Octaves, TheTruthHasTheTruthsContrast)
{
    const Stops truth = [](int x, int y) { return stripes(x, 9.0) + stripes(y, 23.0); };
    for (const Octave& octave : octavesOf(truth, truth, truth))
    {
        EXPECT_NEAR(octave.contrast, 1.0, 1e-6);
        EXPECT_NEAR(octave.correlation, 1.0, 1e-6);
        EXPECT_NEAR(octave.agreement, 1.0, 1e-6);
        EXPECT_TRUE(octave.isSettled());
    }
}

TEST(Octaves, HalfTheStopsAreHalfTheContrast)
{
    const Stops truth = [](int x, int y) { return stripes(x, 9.0) + stripes(y, 23.0); };
    const Stops flat = [&](int x, int y) { return 0.5 * truth(x, y) + 3.0; };
    for (const Octave& octave : octavesOf(truth, truth, flat))
    {
        EXPECT_NEAR(octave.contrast, 0.5, 1e-6);
        EXPECT_NEAR(octave.correlation, 1.0, 1e-6);
    }
}

// The two shapes' levels differ by four stops, which is no detail of either.
TEST(Octaves, ABorderIsNoDetail)
{
    const Stops truth = [](int x, int y) { return stripes(x, 9.0) + stripes(y, 23.0); };
    const Stops stepped = [&](int x, int y) { return truth(x, y) + (x < kColumns / 2 ? 0.0 : 4.0); };
    for (const Octave& octave : octavesOf(truth, truth, stepped))
    {
        EXPECT_NEAR(octave.contrast, 1.0, 1e-6);
        EXPECT_NEAR(octave.correlation, 1.0, 1e-6);
    }
}

// Gaussians of 0.5, 1, 2 and 4 pixels leave exp(-2 pi^2 s^2 / p^2) of stripes of p pixels, whose contrast is compared
// with that of stripes of 8 pixels. The pictures' ends, where the Gaussians are cut off, leak 0.06 into octaves that
// have next to nothing.
TEST(Octaves, PassTheirOwnPeriods)
{
    const auto left = [](double deviation, double period) {
        return std::exp(-2.0 * std::pow(std::numbers::pi * deviation / period, 2));
    };
    for (const double period : {4.0, 6.0, 10.0, 18.0})
    {
        const Stops stripe = [&](int, int y) { return stripes(y, period); };
        const Stops reference = [](int, int y) { return stripes(y, 8.0); };
        const Octaves octaves = octavesOf(reference, reference, stripe);
        for (std::size_t k = 0; k < kOctaves; ++k)
        {
            const double low = 0.5 * std::exp2(static_cast<double>(k)), high = 2.0 * low;
            const double expected = (left(low, period) - left(high, period)) / (left(low, 8.0) - left(high, 8.0));
            EXPECT_NEAR(octaves[k].contrast, expected, 0.08) << period << ", octave " << k;
        }
    }
}

// Noise of either half, at right angles to the truth and to the other's.
TEST(Octaves, TheTruthsNoiseIsNoContrast)
{
    const Stops truth = [](int, int y) { return stripes(y, 7.5); };
    const Stops a = [&](int x, int y) { return truth(x, y) + 0.6 * stripes(x, 8.0); };
    const Stops b = [&](int x, int y) { return truth(x, y) + 0.6 * stripes(x, 5.0); };
    const Octaves octaves = octavesOf(a, b, truth);
    for (const Octave& octave : octaves)
    {
        EXPECT_NEAR(octave.contrast, 1.0, 0.03); // the patterns' covariance in 80 columns
        EXPECT_NEAR(octave.correlation, 1.0, 0.03);
        EXPECT_LT(octave.agreement, 0.9);
    }
}

TEST(Octaves, AnotherPatternDoesNotCorrelate)
{
    const Stops truth = [](int, int y) { return stripes(y, 9.0); };
    for (const Octave& octave : octavesOf(truth, truth, [](int x, int) { return stripes(x, 10.0); }))
        EXPECT_NEAR(octave.correlation, 0.0, 1e-6);
}

TEST(Octaves, WithoutDetailThereIsNothingToScore)
{
    const Stops even = [](int, int) { return 1.0; };
    for (const Octave& octave : octavesOf(even, even, even))
        EXPECT_FALSE(octave.isSettled());
}

} // namespace
} // namespace scene
