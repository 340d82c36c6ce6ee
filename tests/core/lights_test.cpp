// Lights in analytic skies, whose texels are averages over their area: every sun that matters is found, where it is and
// as strong as it is, and nothing else is called a light.
#include "support/analytic_sky.h"

#include "core/kernel/encode.h"
#include "core/kernel/texel_bits.h"
#include "core/light/extract_lights.h"
#include "core/light/sphere_grid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numbers>
#include <random>

namespace pn {
namespace {

using namespace testing;
using oracle::Direction;

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

// Of a disc that gives this share of the sky's irradiance, within 1e2 and 1e6.
double radianceFor(double radius, double share)
{
    const double solidAngle = 2.0 * std::numbers::pi * (1.0 - std::cos(radius));
    return std::clamp(share * Sky::kIrradiance / solidAngle, 1e2, 1e6);
}

// A disc of the light's radius and irradiance, as coefficients: zonal harmonics of a cap, turned to its direction.
std::array<double, 9> discCoefficients(const PnLight& light)
{
    const double c = std::cos(double(light.angularRadius)), sine = std::sin(double(light.angularRadius));
    const double radiance = double(light.irradiance[1]) / (std::numbers::pi * sine * sine);
    const double zonal[3] = {2.0 * std::numbers::pi * (1.0 - c), std::numbers::pi * (1.0 - c * c),
                             std::numbers::pi * c * (1.0 - c * c)}; // of P0, P1, P2
    const auto basis = oracle::basis(directionOf(light));
    std::array<double, 9> coefficients{};
    for (std::size_t i = 0; i < 9; ++i)
        coefficients[i] = radiance * zonal[i == 0 ? 0 : i < 4 ? 1 : 2] * basis[i];
    return coefficients;
}

SingleExtraction extract(const Shape& shape, const Texels& texels)
{
    const auto probe = makeFloatProbe(shape, texels);
    return extractLights(viewOf(probe), {});
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
                const SingleExtraction found = extract(Shape::cubemap(kSize), renderCubemap(sky, kSize));
                ASSERT_EQ(found.extraction.lights.size(), 1u);
                expectSun(sky.discs[0], found.extraction.lights[0], 2.0 / kSize);
            }
}

TEST(Lights, ASunInALargeCubemapIsFound)
{
    for (const std::uint32_t size : {512u, 1024u})
    {
        const Sky sky{{{unit(0.9, 0.35, 0.8), 0.27 * kDegree, radianceFor(0.27 * kDegree, 0.5)}}};
        const SingleExtraction found = extract(Shape::cubemap(size), renderCubemap(sky, size));
        ASSERT_EQ(found.extraction.lights.size(), 1u) << size;
        expectSun(sky.discs[0], found.extraction.lights[0], 2.0 / size);
    }
}

// The lights of a packed environment have the bits of those of its values as float32.
TEST(Lights, EveryFormatThatHoldsASunGivesIt)
{
    constexpr std::uint32_t kSize = 64;
    const Shape shape = Shape::cubemap(kSize);
    const Sky sky{{{unit(1, 1, 0.2), 1.0 * kDegree, 3e4}}};
    const Texels texels = renderCubemap(sky, kSize);
    for (const PnFormat format : {PN_FORMAT_RGBA16F, PN_FORMAT_RGB9E5, PN_FORMAT_R11G11B10F})
    {
        TestProbe packed = makeProbe(true, kSize, kSize, format);
        Texels values(texels.size());
        for (std::size_t i = 0; i < texels.size(); ++i)
        {
            auto* const texel = reinterpret_cast<std::byte*>(packed.texels.data()) + i * formatBytes(format);
            encodeTexel(format, std::bit_cast<RgbBits>(texels[i]), 0, texel);
            values[i] = std::bit_cast<std::array<float, 3>>(decodeTexel(format, texel));
        }
        const SingleExtraction found = extractLights(viewOf(packed), {});
        const SingleExtraction expected = extract(shape, values);
        ASSERT_EQ(found.extraction.lights.size(), 1u) << format;
        ASSERT_EQ(expected.extraction.lights.size(), 1u) << format;
        EXPECT_EQ(std::memcmp(&found.extraction.lights[0], &expected.extraction.lights[0], sizeof(PnLight)), 0)
            << format;
        EXPECT_EQ(found.residual, expected.residual) << format;
        const double held = sky.discs[0].held; // of which 6 bits of mantissa hold 2^-7
        EXPECT_NEAR(double(found.extraction.lights[0].irradiance[1]), held, held / 128.0) << format;
    }
}

TEST(Lights, WhatWasRemovedAndTheResidualAreTheEnvironment)
{
    constexpr std::uint32_t kSize = 64;
    const Sky sky{{{unit(0.2, 0.9, -0.4), 1.5 * kDegree, 2000.0}}};
    const Texels texels = renderCubemap(sky, kSize);
    const SingleExtraction found = extract(Shape::cubemap(kSize), texels);
    ASSERT_EQ(found.extraction.lights.size(), 1u);
    const Direction towards = directionOf(found.extraction.lights[0]);
    const SphereGrid grid(Shape::cubemap(kSize));
    double removed = 0.0, l00 = 0.0;
    for (std::uint32_t i = 0; i < grid.texelCount(); ++i)
    {
        const Vec3 d = grid.direction(i);
        const double cosine = dotOf({d.x, d.y, d.z}, towards), solidAngle = grid.solidAngle(i);
        removed += solidAngle * cosine * (double(texels[i][1]) - double(found.residual[4 * i + 1]));
        l00 += solidAngle * double(texels[i][1]) / std::sqrt(4.0 * std::numbers::pi);
    }
    EXPECT_NEAR(removed, double(found.extraction.lights[0].irradiance[1]), 1e-6 * l00);
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
            const SingleExtraction found =
                extract(Shape::equirect(kWidth, kHeight), renderEquirect(sky, kWidth, kHeight));
            ASSERT_EQ(found.extraction.lights.size(), 1u);
            expectSun(sky.discs[0], found.extraction.lights[0], 180.0 * kDegree / kHeight);
        }
}

TEST(Lights, OppositeSunsAreTwo)
{
    const Direction one = unit(0.3, 0.5, -0.2), other = unit(-0.3, -0.5, 0.2);
    const Sky sky{{{one, 1.0 * kDegree, 2000.0}, {other, 1.0 * kDegree, 4000.0}}};
    const SingleExtraction found = extract(Shape::cubemap(64), renderCubemap(sky, 64));
    ASSERT_EQ(found.extraction.lights.size(), 2u); // the strongest first
    expectSun(sky.discs[1], found.extraction.lights[0], 2.0 / 64);
    expectSun(sky.discs[0], found.extraction.lights[1], 2.0 / 64);
}

TEST(Lights, ASkyWithoutASunHasNone)
{
    for (const std::uint32_t size : {1u, 2u, 7u, 64u})
        EXPECT_TRUE(extract(Shape::cubemap(size), renderCubemap({}, size)).extraction.lights.empty());
    EXPECT_TRUE(extract(Shape::equirect(64, 33), renderEquirect({}, 64, 33)).extraction.lights.empty());
    EXPECT_TRUE(extract(Shape::cubemap(8), Texels(6 * 64)).extraction.lights.empty()); // black
    std::mt19937 random(4);
    Texels noise = renderCubemap({}, 64);
    for (auto& texel : noise)
        for (float& channel : texel)
            channel *= 0.5f + float(random() >> 8) * 0x1p-24f;
    EXPECT_TRUE(extract(Shape::cubemap(64), noise).extraction.lights.empty());
}

// 20 degrees across, with a radiance far above the room's: it lights the room, but not from one direction.
TEST(Lights, AWindowStays)
{
    const Sky room{{{unit(1, 0.2, 0.1), 10.0 * kDegree, 500.0}}};
    const Texels texels = renderCubemap(room, 64);
    const SingleExtraction found = extract(Shape::cubemap(64), texels);
    EXPECT_TRUE(found.extraction.lights.empty());
    for (std::size_t i = 0; i < texels.size(); ++i)
        ASSERT_EQ(found.residual[4 * i], texels[i][0]);
}

TEST(Lights, LightAndResidualAreTheEnvironment)
{
    for (const auto& [size, tolerance] : {std::pair(64u, 2e-3), std::pair(256u, 2e-4)})
        for (const double degrees : {0.6, 3.0})
        {
            SCOPED_TRACE(::testing::Message() << size << ", " << degrees << " degrees");
            const Disc disc{unit(0.9, 0.35, 0.8), degrees * kDegree, radianceFor(degrees * kDegree, 1.0)};
            const Texels texels = renderCubemap({{disc}}, size);
            const SingleExtraction found = extract(Shape::cubemap(size), texels);
            ASSERT_EQ(found.extraction.lights.size(), 1u);
            Texels residual;
            for (std::size_t i = 0; i < texels.size(); ++i)
                residual.push_back({found.residual[4 * i], found.residual[4 * i + 1], found.residual[4 * i + 2]});
            const auto whole = oracle::projectCubemap(size, texels), rest = oracle::projectCubemap(size, residual);
            const auto sun = discCoefficients(found.extraction.lights[0]);
            for (std::size_t i = 0; i < 9; ++i)
                EXPECT_NEAR(rest.rgb[i][1] + sun[i], whole.rgb[i][1], tolerance * whole.rgb[0][1]) << i;
        }
}

} // namespace
} // namespace pn
