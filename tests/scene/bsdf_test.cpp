// The GGX lobe, and the table of what it reflects, against sums over the hemisphere; and what lobes are sampled with.
#include "bsdf.h"
#include "random.h"
#include "reflection.h"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace scene {
namespace {

constexpr int kRows = 1500;
constexpr int kColumns = 600;
const vec3 kUp(0.0f, 0.0f, 1.0f);

vec3 towards(double cosine, double angle)
{
    const double radius = std::sqrt(1.0 - cosine * cosine);
    return vec3(radius * std::cos(angle), radius * std::sin(angle), cosine);
}

// The integral over solid angle, by midpoints in the cosine and the angle.
template <typename Function>
double integral(const Function& function)
{
    double sum = 0.0;
    for (int row = 0; row < kRows; ++row)
        for (int column = 0; column < kColumns; ++column)
            sum += static_cast<double>(
                function(towards((row + 0.5) / kRows, 2.0 * std::numbers::pi * (column + 0.5) / kColumns)));
    return sum * 2.0 * std::numbers::pi / (static_cast<double>(kRows) * kColumns);
}

struct Case
{
    float roughness;
    double cosine; // of the viewer
};

const std::vector<Case> kCases = {{0.3f, 1.0}, {0.3f, 0.5}, {0.6f, 0.9}, {0.6f, 0.2}, {1.0f, 0.7}};

Material metal(float roughness)
{
    return {.f0 = vec3(1.0f), .roughness = roughness};
}

// Visible normals that reflect below the surface are lost, so the density over the hemisphere is at most 1; nothing is
// lost where the lobe is narrow.
TEST(Bsdf, DensityIsOfUnitMassOrLess)
{
    for (const Case& c : kCases)
    {
        const Bsdf bsdf(metal(c.roughness), kUp, towards(c.cosine, 0.3));
        const double mass = integral([&](vec3 light) { return bsdf.pdf(light, Lobes::Specular); });
        EXPECT_LE(mass, 1.001) << c.roughness;
        EXPECT_GT(mass, c.roughness < 0.5f ? 0.97 : 0.0) << c.roughness;
        EXPECT_NEAR(integral([&](vec3 light) { return bsdf.pdf(light, Lobes::Diffuse); }), 1.0, 1e-5);
    }
}

TEST(Bsdf, SamplesFollowTheDensity)
{
    const auto moment = [](vec3 light) { return light.x * light.x + 0.5f * light.y + light.z; };
    for (const Case& c : kCases)
    {
        const Material varnish = {.albedo = vec3(0.5f), .f0 = vec3(0.3f), .roughness = c.roughness};
        const Bsdf bsdf(varnish, kUp, towards(c.cosine, 0.3));
        const double expected = integral([&](vec3 l) { return moment(l) * bsdf.pdf(l, Lobes::Both); });
        Random random(7, 1);
        double sum = 0.0;
        constexpr int kCount = 400000;
        for (int i = 0; i < kCount; ++i)
        {
            const float choice = random.next(), u = random.next(), v = random.next();
            const vec3 light = bsdf.sample(choice, u, v, Lobes::Both);
            sum += light.z > 0.0f ? static_cast<double>(moment(light)) : 0.0;
        }
        EXPECT_NEAR(sum / kCount, expected, 0.004) << c.roughness; // five deviations of a mean of values up to 1.5
    }
}

TEST(Bsdf, ReflectsNoMoreThanItReceives)
{
    for (const Case& c : kCases)
    {
        const Material varnish = {.albedo = vec3(1.0f), .f0 = vec3(0.04f), .roughness = c.roughness};
        const Bsdf white(metal(c.roughness), kUp, towards(c.cosine, 0.3));
        const Bsdf both(varnish, kUp, towards(c.cosine, 0.3));
        EXPECT_LE(integral([&](vec3 light) { return white.evaluate(light, Lobes::Both).x; }), 1.001);
        EXPECT_LE(integral([&](vec3 light) { return both.evaluate(light, Lobes::Both).x; }), 1.001);
    }
}

TEST(Bsdf, IsReciprocal)
{
    const Material varnish = {.albedo = vec3(0.5f), .f0 = vec3(0.04f), .roughness = 0.4f};
    const vec3 a = towards(0.8, 0.1), b = towards(0.3, 2.0);
    const float forth = Bsdf(varnish, kUp, a).evaluate(b, Lobes::Both).x / b.z;
    const float back = Bsdf(varnish, kUp, b).evaluate(a, Lobes::Both).x / a.z;
    EXPECT_NEAR(forth, back, 1e-5f);
}

// Under a white sky. A mirror reflects all of it.
TEST(ReflectanceTable, IsTheLobeUnderAWhiteSky)
{
    const ReflectanceTable table;
    for (const float roughness : {0.3f, 0.6f, 0.9f})
        for (const double cosine : {0.3, 0.6, 0.95})
            for (const float f0 : {0.04f, 0.85f})
            {
                const Bsdf bsdf({.f0 = vec3(f0), .roughness = roughness}, kUp, towards(cosine, 0.0));
                const double expected = integral([&](vec3 light) { return bsdf.evaluate(light, Lobes::Specular).x; });
                EXPECT_NEAR(table.lookUp(vec3(f0), roughness, static_cast<float>(cosine)).x, expected,
                            0.005) // interpolated between 64 x 64 entries
                    << roughness << ' ' << cosine << ' ' << f0;
            }
    EXPECT_NEAR(table.lookUp(vec3(1.0f), 0.0f, 0.7f).x, 1.0f, 1e-3f);
}

// The first outputs that the generator's authors print for the state 42 and the stream 54.
TEST(Random, IsThePublishedGenerator)
{
    Random random(42, 54);
    for (const std::uint32_t expected : {0xa15c02b7u, 0x7b47f409u, 0xba1d3330u, 0x83d2f293u, 0xbfa4784bu, 0xcbed606eu})
        EXPECT_EQ(random.nextWord(), expected);
}

} // namespace
} // namespace scene
