// The error of every coefficient against the direct double-precision sum, in parts of the largest channel's L00 of
// |radiance|. The limits are the product's promise. And what a projection must do by its definition, without an oracle
// for the coefficients.
#include "support/core_probe.h"
#include "support/decode.h"
#include "support/oracle.h"
#include "support/sh_oracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace pn {
namespace {

using namespace testing;

// Where four neighbouring texels are nearly all the light, nothing averages out: terms of degree 4 cancel to a
// thirteenth (35 c^4 - 30 c^2 + 3), and each row added after the sun rounds a large sum once more. One position in
// twenty is above the limit of 4e-6; the worst of some 500 positions tried was 9.4e-6.
constexpr double kLimitOf3Bands = 2e-6, kLimitOf5Bands = 4e-6;

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
        for (const bool isSigned : {false, true})
            expectRight(shape, noise(shape, isSigned ? 2 : 1, isSigned));
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

TEST(Accuracy, HoldsOnASunAnywhere)
{
    std::mt19937 random(3);
    for (const Shape& shape : shapes())
        for (std::uint32_t face = 0; face < shape.faceCount; ++face)
        {
            const auto x = std::uint32_t(random() % shape.width), y = std::uint32_t(random() % shape.height);
            expectRight(shape, sunnySky(shape, face, x, y));
            expectRight(shape, sunnySky(shape, face, (shape.width - 1) / 2, (shape.height - 1) / 2));
            expectRight(shape, sunnySky(shape, face, 0, 0));
        }
}

struct FaceCorners
{
    std::array<double, 3> topLeft, topRight, bottomLeft;
};

// Corners of the cube where each face's texture coordinates say they are, read by hand from the table of cube map
// faces in the Vulkan specification (section "Cube Map Face Selection").
constexpr FaceCorners kFaceCorners[6] = {
    {{1, 1, 1}, {1, 1, -1}, {1, -1, 1}},     // +X
    {{-1, 1, -1}, {-1, 1, 1}, {-1, -1, -1}}, // -X
    {{-1, 1, -1}, {1, 1, -1}, {-1, 1, 1}},   // +Y
    {{-1, -1, 1}, {1, -1, 1}, {-1, -1, -1}}, // -Y
    {{-1, 1, 1}, {1, 1, 1}, {-1, -1, 1}},    // +Z
    {{1, 1, -1}, {-1, 1, -1}, {1, -1, -1}},  // -Z
};

// Direction through the centre of a texel, by walking from the top left corner along the face's edges.
oracle::Direction directionByHand(std::uint32_t face, std::uint32_t x, std::uint32_t y, std::uint32_t faceSize)
{
    const auto& [topLeft, topRight, bottomLeft] = kFaceCorners[face];
    const double right = (x + 0.5) / faceSize, down = (y + 0.5) / faceSize;
    std::array<double, 3> d{};
    for (std::size_t i = 0; i < 3; ++i)
        d[i] = topLeft[i] + right * (topRight[i] - topLeft[i]) + down * (bottomLeft[i] - topLeft[i]);
    const double length = std::hypot(d[0], d[1], d[2]);
    return {d[0] / length, d[1] / length, d[2] / length};
}

// Largest difference between the projection of basis function index and the unit vector.
double recoveryError(std::size_t index, std::uint32_t size)
{
    const Shape shape = Shape::cubemap(size);
    Texels texels;
    for (std::uint32_t face = 0; face < 6; ++face)
        for (std::uint32_t y = 0; y < size; ++y)
            for (std::uint32_t x = 0; x < size; ++x)
            {
                const auto d = directionByHand(face, x, y, size);
                texels.push_back({float(oracle::harmonic(index, {d.x, d.y, d.z})), 0, 0});
            }
    const PnSh sh = projectOnCpu(makeFloatProbe(shape, texels), 5).sh;
    double error = 0;
    for (std::size_t i = 0; i < 25; ++i)
        error = std::max(error, std::abs(sh.rgb[i][0] - (i == index ? 1.0 : 0.0)));
    return error;
}

// The midpoint rule's error falls with the square of the texel's size: twice the texels, a quarter of the error.
TEST(Projection, EachBasisFunctionIsRecovered)
{
    for (std::size_t index = 0; index < 25; ++index)
    {
        const double coarse = recoveryError(index, 32), fine = recoveryError(index, 64);
        EXPECT_LT(coarse, 0.02) << index;
        EXPECT_LT(fine, 0.27 * coarse + 2e-6) << index;
    }
}

// One lit texel: the linear band points to it. Directions are written by hand.
TEST(Projection, ALampNearEachCornerHasItsDirection)
{
    for (const std::uint32_t size : {7u, 64u})
        for (std::uint32_t face = 0; face < 6; ++face)
            for (const std::uint32_t x : {1u, size - 2})
                for (const std::uint32_t y : {0u, size - 1})
                {
                    SCOPED_TRACE("face " + std::to_string(face) + " of " + std::to_string(size) + " at " +
                                 std::to_string(x) + ", " + std::to_string(y));
                    Texels texels(std::size_t{6} * size * size);
                    texels[(face * size + y) * size + x] = {0, 1000, 0};
                    const PnSh sh = projectOnCpu(makeFloatProbe(Shape::cubemap(size), texels), 2).sh;
                    const double length = std::hypot(sh.rgb[3][1], sh.rgb[1][1], sh.rgb[2][1]);
                    const auto expected = directionByHand(face, x, y, size);
                    EXPECT_NEAR(sh.rgb[3][1] / length, expected.x, 1e-6);
                    EXPECT_NEAR(sh.rgb[1][1] / length, expected.y, 1e-6);
                    EXPECT_NEAR(sh.rgb[2][1] / length, expected.z, 1e-6);
                    EXPECT_EQ(sh.rgb[0][0], 0.0f);
                    EXPECT_EQ(sh.rgb[0][2], 0.0f);
                }
}

TEST(Projection, FewerBandsAreAPrefixOfMore)
{
    for (const bool isCubemap : {true, false})
        for (const std::uint32_t size : {1u, 7u, 64u, 200u})
        {
            const auto probe = testing::makeWildProbe(isCubemap, size, size, PN_FORMAT_RGBA16F, size);
            const PnSh all = projectOnCpu(probe, 5).sh;
            for (std::uint32_t bands = 1; bands < 5; ++bands)
            {
                const PnSh some = projectOnCpu(probe, bands).sh;
                EXPECT_EQ(std::memcmp(some.rgb, all.rgb, sizeof(float) * 3 * bands * bands), 0)
                    << bands << " bands of " << probe.name();
                for (std::size_t i = std::size_t{bands} * bands; i < 25; ++i)
                    EXPECT_EQ(some.rgb[i][0], 0.0f);
            }
        }
}

// The promise speaks of texel values, whatever stores them.
TEST(Projection, TheSameValuesInAnotherFormatHaveTheSameBits)
{
    for (const PnFormat format : {PN_FORMAT_RGBA16F, PN_FORMAT_RGB9E5, PN_FORMAT_R11G11B10F, PN_FORMAT_RGBA8,
                                  PN_FORMAT_RGBA8_SRGB, PN_FORMAT_RGB32F})
        for (const auto& [isCubemap, width, height] :
             {std::tuple{true, 7u, 7u}, {true, 64u, 64u}, {false, 33u, 17u}, {false, 64u, 32u}})
        {
            const auto probe = testing::makeWildProbe(isCubemap, width, height, format, width);
            SCOPED_TRACE(probe.name());
            Texels texels;
            for (std::size_t at = 0; at < probe.texels.size(); at += pnGetFormatBytes(format))
                texels.push_back(testing::decode(format, &probe.texels[at]));
            const ProbeResult expected = projectOnCpu(probe, 5);
            for (const PnFormat other : {PN_FORMAT_RGBA32F, PN_FORMAT_RGB32F})
            {
                const auto floats = makeFloatProbe(testing::shapeOf(probe), texels, other);
                EXPECT_TRUE(sameBits(projectOnCpu(floats, 5), expected)) << "as format " << other;
            }
        }
}

} // namespace
} // namespace pn
