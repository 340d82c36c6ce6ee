// Lights in analytic skies, whose texels are averages over their area: every sun that matters is found, where it is and
// as strong as it is, and nothing else is called a light.
#include "support/analytic_sky.h"

#include "core/light/light_wave.h"
#include "core/light/sphere_grid.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>

namespace pn {
namespace {

using namespace testing;
using oracle::Direction;

struct Found
{
    std::vector<PnLight> lights;
    std::vector<float> residual;
};

Found extract(const Shape& shape, const Texels& texels)
{
    const auto probe = testing::makeFloatProbe(shape, texels);
    SingleExtraction found = extractLights(testing::viewOf(probe), {});
    return {std::move(found.extraction.lights), std::move(found.residual)};
}

Direction directionOf(const PnLight& light)
{
    return {double(light.direction[0]), double(light.direction[1]), double(light.direction[2])};
}

// Within the larger of 0.05 degrees and a tenth of a texel; three quarters of one where the sun is narrower than two.
// 0.5 % of the irradiance: the sky in front of which a sun stands is continued from its rim. The radius is too large
// where no texel lies within the sun: at most that of four texels that share it, 2 / sqrt(pi) of a texel.
void expectSun(const Disc& disc, const PnLight& light, double texel)
{
    const double tolerance = std::max(0.05 * kDegree, disc.radius < texel ? 0.75 * texel : 0.1 * texel);
    EXPECT_LE(angleBetween(disc.direction, directionOf(light)), tolerance);
    EXPECT_NEAR(double(light.irradiance[1]), disc.held, 0.005 * disc.held);
    EXPECT_GE(double(light.angularRadius), 0.97 * disc.radius);
    EXPECT_LE(double(light.angularRadius), 1.03 * disc.radius + 1.13 * texel);
}

Direction randomDirection(std::mt19937& random)
{
    const auto next = [&] { return double(random()) * 0x1p-31 - 1.0; };
    for (;;)
        if (const Direction d{next(), next(), next()}; dotOf(d, d) <= 1.0 && dotOf(d, d) > 0.01)
            return unit(d.x, d.y, d.z);
}

// Random directions, and those where faces, the seam and the poles are.
std::vector<Direction> directions()
{
    std::mt19937 random(9);
    std::vector<Direction> all = {unit(1, 1, 0),  unit(0, -1, 1), unit(-1, 0.3, -1), unit(1, 1, 1),
                                  unit(0, 0, -1), unit(0, 1, 0),  unit(0, -1, 0),    unit(0.02, 0.99, 0.03)};
    for (int i = 0; i < 8; ++i)
        all.push_back(randomDirection(random));
    return all;
}

double radianceFor(double radius, double share)
{
    const double solidAngle = 2.0 * kPi * (1.0 - std::cos(radius));
    return std::clamp(share * Sky::kIrradiance / solidAngle, 1e2, 1e6);
}

TEST(Lights, EverySunInACubemapIsFound)
{
    constexpr std::uint32_t kSize = 64;
    for (const double degrees : {0.27, 1.0, 2.2, 5.0})
        for (const Direction& direction : directions())
            for (const double share : {0.021, 0.5, 50.0})
            {
                const Disc disc{direction, degrees * kDegree, radianceFor(degrees * kDegree, share)};
                SCOPED_TRACE(::testing::Message() << degrees << " degrees at " << direction.x << ' ' << direction.y
                                                  << ' ' << direction.z << ", radiance " << disc.radiance);
                const Sky sky{{disc}};
                const Found found = extract(Shape::cubemap(kSize), renderCubemap(sky, kSize));
                ASSERT_EQ(found.lights.size(), 1u);
                expectSun(sky.discs[0], found.lights[0], 2.0 / kSize);
            }
}

TEST(Lights, EverySunInAMapIsFound)
{
    constexpr std::uint32_t kWidth = 256, kHeight = 128;
    for (const double degrees : {0.27, 2.2})
        for (const Direction& direction : directions())
        {
            const Disc disc{direction, degrees * kDegree, radianceFor(degrees * kDegree, 0.5)};
            SCOPED_TRACE(::testing::Message()
                         << degrees << " degrees at " << direction.x << ' ' << direction.y << ' ' << direction.z);
            const Sky sky{{disc}};
            const Found found = extract(Shape::equirect(kWidth, kHeight), renderEquirect(sky, kWidth, kHeight));
            ASSERT_EQ(found.lights.size(), 1u);
            expectSun(sky.discs[0], found.lights[0], 180.0 * kDegree / kHeight);
        }
}

TEST(Lights, OppositeSunsAreTwo)
{
    const Direction one = unit(0.3, 0.5, -0.2), other = unit(-0.3, -0.5, 0.2);
    const Sky sky{{{one, 1.0 * kDegree, 2000.0}, {other, 1.0 * kDegree, 4000.0}}};
    const Found found = extract(Shape::cubemap(64), renderCubemap(sky, 64));
    ASSERT_EQ(found.lights.size(), 2u); // the strongest first
    expectSun(sky.discs[1], found.lights[0], 2.0 / 64);
    expectSun(sky.discs[0], found.lights[1], 2.0 / 64);
}

TEST(Lights, ASkyWithoutASunHasNone)
{
    for (const std::uint32_t size : {1u, 2u, 7u, 64u})
        EXPECT_TRUE(extract(Shape::cubemap(size), renderCubemap({}, size)).lights.empty());
    EXPECT_TRUE(extract(Shape::equirect(64, 33), renderEquirect({}, 64, 33)).lights.empty());
    EXPECT_TRUE(extract(Shape::cubemap(8), Texels(6 * 64)).lights.empty()); // black
    std::mt19937 random(4);
    Texels noise = renderCubemap({}, 64);
    for (auto& texel : noise)
        for (float& channel : texel)
            channel *= 0.5f + float(random() >> 8) * 0x1p-24f;
    EXPECT_TRUE(extract(Shape::cubemap(64), noise).lights.empty());
}

// 20 degrees across, with a radiance far above the room's: it lights the room, but not from one direction.
TEST(Lights, AWindowStays)
{
    const Sky room{{{unit(1, 0.2, 0.1), 10.0 * kDegree, 500.0}}};
    const Texels texels = renderCubemap(room, 64);
    const Found found = extract(Shape::cubemap(64), texels);
    EXPECT_TRUE(found.lights.empty());
    for (std::size_t i = 0; i < texels.size(); ++i)
        ASSERT_EQ(found.residual[4 * i], texels[i][0]);
}

// A disc of the light's radius and irradiance, as coefficients: zonal harmonics of a cap, turned to its direction.
std::array<double, 9> discCoefficients(const PnLight& light)
{
    const double c = std::cos(double(light.angularRadius)), sine = std::sin(double(light.angularRadius));
    const double radiance = double(light.irradiance[1]) / (kPi * sine * sine);
    const double zonal[3] = {2.0 * kPi * (1.0 - c), kPi * (1.0 - c * c), kPi * c * (1.0 - c * c)}; // of P0, P1, P2
    const auto basis = oracle::basis(directionOf(light));
    std::array<double, 9> coefficients{};
    for (std::size_t i = 0; i < 9; ++i)
        coefficients[i] = radiance * zonal[i == 0 ? 0 : i < 4 ? 1 : 2] * basis[i];
    return coefficients;
}

TEST(Lights, LightAndResidualAreTheEnvironment)
{
    for (const auto& [size, tolerance] : {std::pair(64u, 2e-3), std::pair(256u, 2e-4)})
        for (const double degrees : {0.6, 3.0})
        {
            SCOPED_TRACE(::testing::Message() << size << ", " << degrees << " degrees");
            const Disc disc{unit(0.9, 0.35, 0.8), degrees * kDegree, radianceFor(degrees * kDegree, 1.0)};
            const Texels texels = renderCubemap({{disc}}, size);
            const Found found = extract(Shape::cubemap(size), texels);
            ASSERT_EQ(found.lights.size(), 1u);
            Texels residual;
            for (std::size_t i = 0; i < texels.size(); ++i)
                residual.push_back({found.residual[4 * i], found.residual[4 * i + 1], found.residual[4 * i + 2]});
            const auto whole = oracle::projectCubemap(size, texels), rest = oracle::projectCubemap(size, residual);
            const auto sun = discCoefficients(found.lights[0]);
            for (std::size_t i = 0; i < 9; ++i)
                EXPECT_NEAR(rest.rgb[i][1] + sun[i], whole.rgb[i][1], tolerance * whole.rgb[0][1]) << i;
        }
}

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
                    std::vector<float> luminances(2 * kWidth), radiance(8 * kWidth);
                    LuminanceJob job{face, kWidth, 0, policy, luminances.data(), radiance.data()};
                    const float most = target.luminanceRow(job);
                    job.luminances += kWidth;
                    job.radiance += 4 * kWidth;
                    EXPECT_EQ(most, luminanceExact(job, 0, kWidth));
                    EXPECT_EQ(std::memcmp(luminances.data(), job.luminances, 4 * kWidth), 0);
                    EXPECT_EQ(std::memcmp(radiance.data(), job.radiance, 16 * kWidth), 0);
                }
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
