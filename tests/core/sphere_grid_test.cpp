// What light extraction stands on: the texels as a grid on the sphere, and their luminances.
#include "core/light/sphere_grid.h"

#include "support/analytic_sky.h"

#include "core/kernel/simd_target.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

namespace pn {
namespace {

using namespace testing;
using oracle::Direction;

// Random bits, so that many blocks hold special values, and small ones, of which none is special but those of the end.
TEST(Luminance, EveryInstructionSetHasTheBitsOfTheExactPath)
{
    constexpr std::uint32_t kWidth = 67;
    std::mt19937 random(5);
    for (const SimdTarget& target : simdTargets())
        for (int format = PN_FORMAT_RGBA32F; format <= PN_FORMAT_RGBA8_SRGB; ++format)
            for (const std::uint32_t mask : {~0u, 0x3fff3fffu})
                for (const TexelPolicy& policy : {TexelPolicy{}, TexelPolicy{true, 0x40000000u}})
                {
                    SCOPED_TRACE(::testing::Message() << target.name << ", format " << format << ", mask " << mask);
                    std::vector<std::uint32_t> words(4 * kWidth);
                    for (std::uint32_t& word : words)
                        word = std::uint32_t(random()) & mask;
                    const FaceTexels face{PnFormat(format), 0, reinterpret_cast<const std::byte*>(words.data())};
                    std::vector<float> luminances(2 * kWidth), radiance(8 * kWidth), streamed(4 * kWidth);
                    std::vector<std::uint32_t> bins(2 * kWidth);
                    LuminanceJob job{face,           kWidth, 0, policy, luminances.data(), bins.data(), radiance.data(),
                                     streamed.data()};
                    const float most = target.luminanceRow(job);
                    job.luminances += kWidth;
                    job.bins += kWidth;
                    job.radiance += 4 * kWidth;
                    EXPECT_EQ(most, luminanceExact(job, 0, kWidth));
                    EXPECT_EQ(std::memcmp(luminances.data(), job.luminances, 4 * kWidth), 0);
                    EXPECT_EQ(std::memcmp(bins.data(), job.bins, 4 * kWidth), 0);
                    EXPECT_EQ(std::memcmp(radiance.data(), job.radiance, 16 * kWidth), 0);
                    EXPECT_EQ(std::memcmp(radiance.data(), streamed.data(), 16 * kWidth), 0);
                }
}

TEST(Luminance, AnOctaveHas64Bins)
{
    EXPECT_EQ(LuminanceBins::of(0.0f), 0u);
    EXPECT_EQ(LuminanceBins::of(0x1p-33f), 0u);
    EXPECT_EQ(LuminanceBins::of(0x1p-32f), 0u);
    EXPECT_EQ(LuminanceBins::of(0x1p-32f * (1.0f + 1.0f / 64.0f)), 1u);
    EXPECT_EQ(LuminanceBins::of(1.0f), 32u * 64u);
    EXPECT_EQ(LuminanceBins::of(0x1.fffffep0f), 33u * 64u - 1u);
    EXPECT_EQ(LuminanceBins::of(0x1.fffffep31f), LuminanceBins::kCount - 1);
    EXPECT_EQ(LuminanceBins::of(0x1p32f), LuminanceBins::kCount - 1);
    EXPECT_EQ(LuminanceBins::of(0x1.fffffep127f), LuminanceBins::kCount - 1);
}

TEST(SphereGrid, NeighboursAreMutualAndNear)
{
    for (const Shape& shape : {Shape::cubemap(1), Shape::cubemap(2), Shape::cubemap(7), Shape::equirect(16, 8)})
    {
        const SphereGrid grid(shape);
        for (std::uint32_t i = 0; i < grid.texelCount(); ++i)
            for (const std::uint32_t other : grid.neighbours(i))
            {
                const auto back = grid.neighbours(other);
                EXPECT_NE(std::find(back.begin(), back.end(), i), back.end()) << i << " and " << other;
                if (shape.width == 7) // texels of a face lie 12 to 16 degrees apart, across corners 22
                {
                    EXPECT_GT(dot(grid.direction(i), grid.direction(other)), std::cos(25.0 * kDegree));
                }
            }
    }
}

TEST(SphereGrid, HasTheOraclesDirectionsAndSolidAngles)
{
    for (const std::uint32_t size : {1u, 2u, 7u, 16u})
    {
        const SphereGrid grid(Shape::cubemap(size));
        for (std::uint32_t i = 0; i < grid.texelCount(); ++i)
        {
            const std::uint32_t face = i / size / size, x = i % size, y = i / size % size;
            const Direction d = oracle::cubeDirection(face, x, y, size);
            const Vec3 found = grid.direction(i);
            EXPECT_LT(std::abs(found.x - d.x) + std::abs(found.y - d.y) + std::abs(found.z - d.z), 1e-14);
            EXPECT_NEAR(grid.solidAngle(i) / oracle::cubeSolidAngle(x, y, size), 1.0, 1e-6); // weights are floats
        }
    }
    const SphereGrid grid(Shape::equirect(10, 5));
    for (std::uint32_t i = 0; i < 50; ++i)
    {
        const Direction d = oracle::equirectDirection(i % 10, i / 10, 10, 5);
        const Vec3 found = grid.direction(i);
        EXPECT_LT(std::abs(found.x - d.x) + std::abs(found.y - d.y) + std::abs(found.z - d.z), 1e-14);
        EXPECT_NEAR(grid.solidAngle(i) / oracle::equirectSolidAngle(i / 10, 10, 5), 1.0, 1e-6);
    }
}

} // namespace
} // namespace pn
