// What a projection must do by its definition, without an oracle for the coefficients.
#include "accuracy_faces.h"
#include "core/sh/rotate.h"
#include "support/core_probe.h"
#include "support/decode.h"
#include "support/sh_oracle.h"

#include <glm/glm.hpp>
#include <gtest/gtest.h>

#include <map>

namespace pn {
namespace {

using testing::directionByHand;
using testing::makeFloatProbe;
using testing::projectOnCpu;
using testing::Texels;

constexpr double kRounding = 4e-6; // of L00 of |radiance|: the promise of accuracy for 5 bands

PnSh project(const Shape& shape, const Texels& texels, std::uint32_t bands = 5)
{
    return projectOnCpu(makeFloatProbe(shape, texels), bands).sh;
}

Texels randomTexels(const Shape& shape, std::uint32_t seed)
{
    std::mt19937 random(seed);
    Texels texels(shape.texelCount());
    for (auto& texel : texels)
        for (float& channel : texel)
            channel = float(random() % 4096) / 1024.0f; // 0 to 4 in steps that sums keep exactly
    return texels;
}

// Up to degree 3 the texel centres of a cubemap of any size sum as the sphere does; band 4 has the cube's own symmetry.
TEST(Projection, WhiteFurnaceHasOnlyTheConstantTerm)
{
    for (const std::uint32_t size : {1u, 2u, 3u, 7u, 16u, 33u, 100u, 256u})
    {
        const Shape shape = Shape::cubemap(size);
        const PnSh sh = project(shape, Texels(shape.texelCount(), {1, 1, 1}));
        EXPECT_NEAR(sh.rgb[0][0], 2.0 * std::sqrt(std::numbers::pi), 1e-6) << size;
        for (std::size_t i = 1; i < 16; ++i)
            EXPECT_NEAR(sh.rgb[i][0], 0.0, 1e-6) << size << ", coefficient " << i;
    }
}

TEST(Projection, WhiteEquirectHasTheConstantTermOfTheSphere)
{
    for (const auto& [width, height] : {std::pair{1u, 1u}, {2u, 1u}, {7u, 5u}, {64u, 32u}, {1024u, 512u}})
    {
        const Shape shape = Shape::equirect(width, height);
        const PnSh sh = project(shape, Texels(shape.texelCount(), {1, 1, 1}));
        EXPECT_NEAR(sh.rgb[0][0], 2.0 * std::sqrt(std::numbers::pi), 1e-6) << width;
    }
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
    const PnSh sh = project(shape, texels);
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
                    const PnSh sh = project(Shape::cubemap(size), texels, 2);
                    const double length = std::hypot(sh.rgb[3][1], sh.rgb[1][1], sh.rgb[2][1]);
                    const auto expected = directionByHand(face, x, y, size);
                    EXPECT_NEAR(sh.rgb[3][1] / length, expected.x, 1e-6);
                    EXPECT_NEAR(sh.rgb[1][1] / length, expected.y, 1e-6);
                    EXPECT_NEAR(sh.rgb[2][1] / length, expected.z, 1e-6);
                    EXPECT_EQ(sh.rgb[0][0], 0.0f);
                    EXPECT_EQ(sh.rgb[0][2], 0.0f);
                }
}

TEST(Projection, IsLinear)
{
    const Shape shape = Shape::cubemap(33);
    const Texels a = randomTexels(shape, 1), b = randomTexels(shape, 2);
    Texels both = a, twice = a;
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t c = 0; c < 3; ++c)
        {
            both[i][c] += b[i][c];
            twice[i][c] *= 2.0f;
        }
    const PnSh shA = project(shape, a), shB = project(shape, b), sum = project(shape, both);
    const PnSh shTwice = project(shape, twice);
    for (std::size_t i = 0; i < 25; ++i)
        for (std::size_t c = 0; c < 3; ++c)
        {
            EXPECT_NEAR(sum.rgb[i][c], double(shA.rgb[i][c]) + shB.rgb[i][c], kRounding * sum.rgb[0][c]) << i;
            EXPECT_EQ(shTwice.rgb[i][c], 2.0f * shA.rgb[i][c]) << i; // scaling by two rounds nothing
        }
}

// The integer point of a texel on the surface of a cube of half edge size, from the same hand-written corners.
glm::ivec3 surfacePoint(std::uint32_t face, std::uint32_t x, std::uint32_t y, int size)
{
    const auto& corners = testing::kFaceCorners[face];
    const auto integer = [](const std::array<double, 3>& v) { return glm::ivec3(v[0], v[1], v[2]); };
    const glm::ivec3 topLeft = integer(corners.topLeft);
    const glm::ivec3 right = (integer(corners.topRight) - topLeft) / 2,
                     down = (integer(corners.bottomLeft) - topLeft) / 2;
    return topLeft * size + right * int(2 * x + 1) + down * int(2 * y + 1);
}

std::vector<glm::mat3> cubeRotations()
{
    std::vector<glm::mat3> result;
    for (int code = 0; code < 19683; ++code) // 3^9 matrices of -1, 0 and 1
    {
        glm::mat3 m;
        int digits = code;
        for (int i = 0; i < 9; ++i, digits /= 3)
            m[i / 3][i % 3] = float(digits % 3 - 1);
        if (glm::determinant(m) == 1.0f && m * glm::transpose(m) == glm::mat3(1.0f))
            result.push_back(m);
    }
    return result;
}

TEST(Projection, TurnsWithTheCubemapInAll24Rotations)
{
    const auto rotations = cubeRotations();
    ASSERT_EQ(rotations.size(), 24u);
    for (const std::uint32_t size : {7u, 16u})
    {
        const Shape shape = Shape::cubemap(size);
        const Texels texels = randomTexels(shape, size);
        const ShSet before = widenSh(project(shape, texels));
        std::map<std::array<int, 3>, std::size_t> indexOf;
        std::vector<glm::ivec3> points;
        for (std::uint32_t face = 0; face < 6; ++face)
            for (std::uint32_t y = 0; y < size; ++y)
                for (std::uint32_t x = 0; x < size; ++x)
                {
                    const glm::ivec3 p = surfacePoint(face, x, y, int(size));
                    indexOf[{p.x, p.y, p.z}] = points.size();
                    points.push_back(p);
                }
        for (const glm::mat3& m : rotations)
        {
            Texels turned(texels.size());
            Mat3 rows;
            for (int r = 0; r < 3; ++r)
                rows.rows[std::size_t(r)] = {m[0][r], m[1][r], m[2][r]};
            for (std::size_t i = 0; i < texels.size(); ++i)
            {
                const glm::ivec3 p = m * glm::vec3(points[i]);
                turned[indexOf.at({p.x, p.y, p.z})] = texels[i];
            }
            const PnSh expected = roundSh(rotateSh(before, rows)), actual = project(shape, turned);
            for (std::size_t i = 0; i < 25; ++i)
                for (std::size_t c = 0; c < 3; ++c)
                    ASSERT_NEAR(actual.rgb[i][c], expected.rgb[i][c], kRounding * actual.rgb[0][c])
                        << size << ", coefficient " << i;
        }
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
