#include "image/resample/resample.h"
#include "image/texels/texel.h"
#include "image_builder.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <random>

using namespace pn::image;

namespace {

constexpr double kPi = std::numbers::pi;

struct Direction
{
    double x, y, z;
};

// The sampling table of Vulkan, D3D and GL, written out: u to the right, v down, both -1..1.
Direction faceDirection(std::uint32_t face, double u, double v)
{
    switch (face)
    {
    case 0: return {1, -v, -u};
    case 1: return {-1, -v, u};
    case 2: return {u, 1, v};
    case 3: return {u, -1, -v};
    case 4: return {u, -v, 1};
    default: return {-u, -v, -1};
    }
}

Environment makeMap(std::uint32_t width, std::uint32_t height, const std::vector<float>& rgb)
{
    Environment map;
    map.kind = Kind::Equirect;
    map.layout = Layout::Equirect;
    map.image = makeFloatImage(width, height, rgb);
    return map;
}

Environment makeNoise(std::uint32_t width, std::uint32_t height, unsigned seed)
{
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> radiance(0.0f, 1.0f);
    std::vector<float> rgb(std::size_t{width} * height * 3);
    for (float& value : rgb)
        value = radiance(random) < 0.02f ? 1000.0f * radiance(random) : radiance(random);
    return makeMap(width, height, rgb);
}

// What one direction sees, by the definition in the public header.
std::array<double, 3> lookUp(const Environment& map, const std::vector<Rgb>& texels, const Direction& d)
{
    const double length = std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
    const double u = 0.5 + std::atan2(d.x, d.z) / (2 * kPi);
    const double v = std::acos(d.y / length) / kPi;
    const std::uint32_t w = map.image.width;
    const std::uint32_t h = map.image.height;
    const auto x = std::min(static_cast<std::uint32_t>(u * w), w - 1);
    const auto y = std::min(static_cast<std::uint32_t>(v * h), h - 1);
    const Rgb& texel = texels[std::size_t{y} * w + x];
    return {texel.r, texel.g, texel.b};
}

// Mean over a cube texel by many point samples, each with its own solid angle cos / distance^2.
std::array<double, 3> sampledMean(const Environment& map, const std::vector<Rgb>& texels, std::uint32_t face,
                                  std::uint32_t x, std::uint32_t y, std::uint32_t faceSize, int samples)
{
    std::array<double, 3> sum{};
    double weights = 0.0;
    for (int j = 0; j < samples; ++j)
        for (int i = 0; i < samples; ++i)
        {
            const double u = 2.0 * (x + (i + 0.5) / samples) / faceSize - 1.0;
            const double v = 2.0 * (y + (j + 0.5) / samples) / faceSize - 1.0;
            const double weight = std::pow(1.0 + u * u + v * v, -1.5);
            const auto seen = lookUp(map, texels, faceDirection(face, u, v));
            for (std::size_t c = 0; c < 3; ++c)
                sum[c] += weight * seen[c];
            weights += weight;
        }
    return {sum[0] / weights, sum[1] / weights, sum[2] / weights};
}

// Integrals over the sphere, by the exact solid angle of each texel.
template <typename SolidAngle>
std::array<double, 3> integrate(const Image& image, const SolidAngle& solidAngle)
{
    const auto texels = texelsOf(image);
    std::array<double, 3> sum{};
    for (std::size_t i = 0; i < texels.size(); ++i)
    {
        const double angle = solidAngle(i % image.width, i / image.width);
        sum[0] += angle * texels[i].r;
        sum[1] += angle * texels[i].g;
        sum[2] += angle * texels[i].b;
    }
    return sum;
}

std::array<double, 3> integrateMap(const Image& map)
{
    const double theta = kPi / map.height;
    return integrate(map, [&](std::size_t, std::size_t y) {
        const auto row = static_cast<double>(y);
        return 2 * kPi / map.width * (std::cos(theta * row) - std::cos(theta * (row + 1)));
    });
}

std::array<double, 3> integrateCube(const Image& cube)
{
    const auto corner = [](double u, double v) { return std::atan2(u * v, std::sqrt(u * u + v * v + 1)); };
    const double step = 2.0 / cube.width;
    return integrate(cube, [&](std::size_t x, std::size_t y) {
        const double u = step * static_cast<double>(x) - 1, v = step * static_cast<double>(y % cube.width) - 1;
        return corner(u + step, v + step) - corner(u, v + step) - corner(u + step, v) + corner(u, v);
    });
}

Environment cubeOf(Image image)
{
    Environment cube;
    cube.kind = Kind::Cubemap;
    cube.image = std::move(image);
    return cube;
}

struct Sizes
{
    std::uint32_t width, height, faceSize;
};

class Resample : public testing::TestWithParam<Sizes>
{
};

} // namespace

TEST_P(Resample, EachTexelIsTheMeanOfItsFootprint)
{
    const auto [width, height, faceSize] = GetParam();
    const Environment map = makeNoise(width, height, 7);
    const auto texels = texelsOf(map.image);
    const Environment cube = resampleToCube(map, faceSize);
    const auto result = texelsOf(cube.image);
    constexpr int kSamples = 200;
    // The samples of a grid miss at most its cells on edges between map texels; noise of up to 1000 averages that out
    // to below this share of the largest value in reach.
    double worst = 0.0;
    for (std::uint32_t face = 0; face < 6; ++face)
        for (std::uint32_t k = 0; k < 12; ++k)
        {
            const std::uint32_t x = k * 7 % faceSize;
            const std::uint32_t y = k * 5 % faceSize;
            const auto expected = sampledMean(map, texels, face, x, y, faceSize, kSamples);
            const Rgb& found = result[(std::size_t{face} * faceSize + y) * faceSize + x];
            worst = std::max({worst, std::abs(found.r - expected[0]), std::abs(found.g - expected[1]),
                              std::abs(found.b - expected[2])});
        }
    EXPECT_LT(worst, 1000.0 * 2.0 / kSamples);
}

TEST_P(Resample, KeepsEnergy)
{
    const auto [width, height, faceSize] = GetParam();
    const Environment map = makeNoise(width, height, 11);
    const auto expected = integrateMap(map.image);
    const auto found = integrateCube(resampleToCube(map, faceSize).image);
    for (std::size_t c = 0; c < 3; ++c)
        EXPECT_NEAR(found[c] / expected[c], 1.0, 1e-7); // results are rounded to float
}

TEST_P(Resample, WhiteStaysWhite)
{
    const auto [width, height, faceSize] = GetParam();
    const Environment cube =
        resampleToCube(makeMap(width, height, std::vector<float>(std::size_t{width} * height * 3, 0.7f)), faceSize);
    for (const Rgb& texel : texelsOf(cube.image))
        ASSERT_TRUE(texel.r == 0.7f && texel.g == 0.7f && texel.b == 0.7f) << texel.r;
}

INSTANTIATE_TEST_SUITE_P(Sizes, Resample,
                         testing::Values(Sizes{64, 32, 16}, Sizes{64, 32, 33}, Sizes{64, 32, 4}, Sizes{512, 256, 3},
                                         Sizes{256, 128, 1}, Sizes{8, 4, 32}, Sizes{2, 1, 8}, Sizes{1, 1, 5},
                                         Sizes{7, 5, 6}, Sizes{33, 17, 2}, Sizes{16, 64, 9}),
                         [](const auto& i) {
                             return std::to_string(i.param.width) + "x" + std::to_string(i.param.height) + "To" +
                                    std::to_string(i.param.faceSize);
                         });

TEST(ResampleToCube, DoesNotDependOnThreads)
{
    const Environment map = makeNoise(64, 32, 3);
    const Environment one = resampleToCube(map, 19, 1);
    const Environment five = resampleToCube(map, 19, 5);
    EXPECT_EQ(0, std::memcmp(one.image.texels.data(), five.image.texels.data(), one.image.texels.size()));
}

// The sources are a map of floats and a cube of halves. Each face has one texel whose red is bad; all others are 1.
TEST(ResampleToCube, BadTexelsAreReplacedAsInTheLibrary)
{
    const float inf = std::numeric_limits<float>::infinity();
    for (const Rgb& texel : texelsOf(resampleToCube(makeMap(1, 1, {std::nanf(""), inf, -inf}), 2).image))
        EXPECT_TRUE(texel.r == 0.0f && texel.g == 65504.0f && texel.b == -65504.0f);
    constexpr std::uint16_t kOne = 0x3C00;
    const std::map<std::uint16_t, float> kReplaced = {{0x7E00, 0.0f}, {0x7C00, 65504.0f}, {0xFC00, -65504.0f}};
    for (const auto& [bad, replaced] : kReplaced)
    {
        Environment cube = cubeOf({PN_FORMAT_RGBA16F, 2, 12, Buffer(std::size_t{12} * 2 * 8)});
        for (std::size_t i = 0; i < 96; ++i)
        {
            const std::uint16_t channel = i % 16 == 0 ? bad : kOne;
            std::memcpy(cube.image.texels.data() + 2 * i, &channel, 2);
        }
        for (const Rgb& texel : texelsOf(resampleToCube(cube, 1).image)) // four texels that weigh the same, by symmetry
        {
            EXPECT_FLOAT_EQ(texel.r, (replaced + 3.0f) / 4.0f);
            EXPECT_FLOAT_EQ(texel.g, 1.0f);
        }
    }
}

TEST(ResampleToCube, HalvingACubeWeighsByItsSolidAngles)
{
    const Environment source = cubeOf(makeNoise(6, 36, 5).image);
    const auto expected = integrateCube(source.image);
    for (const std::uint32_t size : {1u, 2u, 3u, 4u, 6u, 17u})
    {
        const auto found = integrateCube(resampleToCube(source, size).image);
        for (std::size_t c = 0; c < 3; ++c)
            EXPECT_NEAR(found[c] / expected[c], 1.0, 1e-6) << size;
    }
    const Environment same = resampleToCube(source, 6);
    const auto before = texelsOf(source.image);
    const auto after = texelsOf(same.image);
    for (std::size_t i = 0; i < before.size(); ++i)
        EXPECT_FLOAT_EQ(before[i].g, after[i].g);
}

// The four texels of a face weigh the same, by symmetry.
TEST(ResampleToCube, AlphaIsAveraged)
{
    Environment cube = cubeOf({PN_FORMAT_RGBA8, 2, 12, Buffer(std::size_t{2} * 12 * 4)});
    const std::array<int, 4> alphas = {0, 51, 102, 255};
    for (std::size_t i = 0; i < 24; ++i)
        cube.image.texels.data()[4 * i + 3] = static_cast<std::byte>(alphas[i % 4]);
    const Image mip = resampleToCube(cube, 1).image;
    for (std::uint32_t face = 0; face < 6; ++face)
    {
        float rgba[4];
        std::memcpy(rgba, mip.row(face), sizeof(rgba));
        EXPECT_NEAR(rgba[3], 0.4, 1e-6) << face;
    }
}
