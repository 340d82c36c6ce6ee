// The error of every coefficient against the direct double-precision sum, in parts of the largest channel's L00 of
// |radiance|. The limits are the product's promise.
#include "core_probe.h"
#include "oracle/oracle.h"

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

void expectRight(const Shape& shape, const Texels& texels)
{
    SCOPED_TRACE(std::to_string(shape.width) + " x " + std::to_string(shape.height) +
                 (shape.isCubemap() ? " cubemap" : " equirect"));
    const oracle::Projection expected = project(shape, texels);
    const PnSh actual = projectOnCpu(makeFloatProbe(shape, texels), 5).sh;
    const double measure = *std::max_element(expected.absolute.begin(), expected.absolute.end());
    ASSERT_GT(measure, 0.0);
    for (std::size_t i = 0; i < 25; ++i)
        for (std::size_t c = 0; c < 3; ++c)
            EXPECT_LE(std::abs(actual.rgb[i][c] - expected.rgb[i][c]) / measure,
                      i < 9 ? kLimitOf3Bands : kLimitOf5Bands)
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

// Wherever the sun stands: its four texels straddle the middle, lie in a corner, or anywhere.
TEST(Accuracy, HoldsOnASunInTheSky)
{
    for (const Shape& shape : shapes())
        for (const std::uint32_t place : {0u, 1u, 2u})
        {
            const std::uint32_t width = shape.width, height = shape.height;
            const std::uint32_t x = std::min(width - 1, place == 0   ? 0
                                                        : place == 1 ? width / 2 - width / 4
                                                                     : width / 2);
            const std::uint32_t y = std::min(height - 1, place == 0 ? 0 : place == 1 ? height / 3 : height / 2);
            Texels texels(shape.texelCount(), {1, 1, 1});
            for (const std::uint32_t dy : {0u, 1u})
                for (const std::uint32_t dx : {0u, 1u})
                    texels[(place % shape.faceCount * height + std::min(y + dy, height - 1)) * width +
                           std::min(x + dx, width - 1)] = {1e5f, 0.9e5f, 0.7e5f};
            expectRight(shape, texels);
        }
}

} // namespace
} // namespace pn
