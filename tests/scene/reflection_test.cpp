#include "bsdf.h"
#include "reflection.h"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace scene {
namespace {

TEST(ReflectionProbe, KeepsAnEvenLight)
{
    Cubemap capture(32);
    capture.texels.assign(capture.texels.size(), vec3(0.5f, 1.0f, 2.0f));
    const ReflectionProbe probe(capture, 2);
    for (const float roughness : {0.0f, 0.3f, 1.0f})
        EXPECT_LT(glm::distance(probe.sample(glm::normalize(vec3(1, 2, 3)), roughness), vec3(0.5f, 1.0f, 2.0f)), 1e-4f);
}

// The light 1 + y, which prefiltering keeps in form: y is scaled by the lobe's second moment, an integral over x = n .
// l with D of the micronormal halfway, as docs/normalization.md, section 3, has it for v = n.
double linearWeight(double roughness)
{
    const double a2 = std::pow(roughness, 4);
    double above = 0.0, below = 0.0;
    constexpr int kSteps = 100000;
    for (int i = 0; i < kSteps; ++i)
    {
        const double x = (i + 0.5) / kSteps;
        const double root = a2 + (1.0 - a2) * (1.0 - x) / 2.0;
        above += x * x / (root * root);
        below += x / (root * root);
    }
    return above / below;
}

TEST(ReflectionProbe, FiltersWithTheGgxLobe)
{
    Cubemap capture(64);
    for (int face = 0; face < 6; ++face)
        for (int y = 0; y < 64; ++y)
            for (int x = 0; x < 64; ++x)
                capture.texels[capture.index(face, x, y)] = vec3(1.0f + capture.direction(face, vec2(x, y) + 0.5f).y);
    const ReflectionProbe probe(capture, 2); // mips of 64 32 16 8 4: a roughness of 0, 1/4, 1/2, 3/4, 1
    for (const float roughness : {0.25f, 0.5f, 0.75f, 1.0f})
    {
        const vec3 along = glm::normalize(vec3(0.3f, 0.8f, -0.2f));
        // 0.01: the mip's texels are interpolated linearly, of 4 x 4 for the roughest
        EXPECT_NEAR(probe.sample(along, roughness).x, 1.0 + linearWeight(roughness) * static_cast<double>(along.y),
                    0.02)
            << roughness;
    }
}

// The specular lobe under a white sky, by midpoints over the hemisphere.
double reflectance(float f0, float roughness, double cosine)
{
    const Material material = {.f0 = vec3(f0), .roughness = roughness};
    const auto toViewer = vec3(std::sqrt(1.0 - cosine * cosine), 0.0, cosine);
    const Bsdf bsdf(material, {0.0f, 0.0f, 1.0f}, toViewer);
    constexpr int kRows = 1000, kColumns = 500;
    double sum = 0.0;
    for (int i = 0; i < kRows * kColumns; ++i)
    {
        const double z = (i / kColumns + 0.5) / kRows, angle = 2.0 * std::numbers::pi * (i % kColumns + 0.5) / kColumns;
        const double radius = std::sqrt(1.0 - z * z);
        const vec3 light(radius * std::cos(angle), radius * std::sin(angle), z);
        sum += static_cast<double>(bsdf.evaluate(light, Lobes::Specular).x);
    }
    return sum * 2.0 * std::numbers::pi / (kRows * kColumns);
}

TEST(ReflectanceTable, IsTheLobeUnderAWhiteSky)
{
    const ReflectanceTable table;
    for (const float roughness : {0.3f, 0.6f, 0.9f})
        for (const double cosine : {0.3, 0.6, 0.95})
            for (const float f0 : {0.04f, 0.85f})
                EXPECT_NEAR(table.lookUp(vec3(f0), roughness, static_cast<float>(cosine)).x,
                            reflectance(f0, roughness, cosine), 0.005) // interpolated between 32 x 32 entries
                    << roughness << ' ' << cosine << ' ' << f0;
}

TEST(ReflectanceTable, AMirrorReflectsAll)
{
    EXPECT_NEAR(ReflectanceTable().lookUp(vec3(1.0f), 0.0f, 0.7f).x, 1.0f, 1e-3f);
}

ProbeSite site(float low, float high, float blend, bool isParallax)
{
    return {{0.5f * (low + high), 1.0f, 0.0f}, {low, 0.0f, -2.0f}, {high, 2.0f, 2.0f}, blend, isParallax};
}

TEST(Site, WeightsCrossWhereBoxesOverlap)
{
    const std::vector<ProbeSite> sites = {site(0.0f, 6.0f, 0.5f, false), site(4.0f, 10.0f, 0.5f, false)};
    EXPECT_EQ(siteWeights(sites, {2.0f, 1.0f, 0.0f}), (std::vector<float>{1.0f, 0.0f}));
    EXPECT_EQ(siteWeights(sites, {5.0f, 1.0f, 0.0f}), (std::vector<float>{0.5f, 0.5f}));
    const std::vector<float> edge = siteWeights(sites, {5.749f, 1.0f, 0.0f}); // 0.25 m, and a slack, inside of one box
    EXPECT_NEAR(edge[0], 0.504f / 1.504f, 1e-3f);
    EXPECT_NEAR(edge[0] + edge[1], 1.0f, 1e-6f);
}

TEST(Site, TheNearestHasAllOutsideOfEveryBox)
{
    const std::vector<ProbeSite> sites = {site(0.0f, 3.0f, 0.5f, false), site(7.0f, 10.0f, 0.5f, false)};
    EXPECT_EQ(siteWeights(sites, {4.0f, 1.0f, 0.0f}), (std::vector<float>{1.0f, 0.0f}));
    EXPECT_EQ(siteWeights(sites, {6.0f, 9.0f, 0.0f}), (std::vector<float>{0.0f, 1.0f}));
}

// Straight up from (1, 0, 1) to the ceiling at (1, 2, 1), seen from (3, 1, 0).
TEST(Site, LooksAtWhatTheReflectionMeets)
{
    const ProbeSite room = site(0.0f, 6.0f, 0.0f, true);
    const vec3 up(0.0f, 1.0f, 0.0f);
    EXPECT_LT(glm::distance(siteLookup(room, {1.0f, 0.0f, 1.0f}, up), glm::normalize(vec3(-2.0f, 1.0f, 1.0f))), 1e-6f);
    EXPECT_EQ(siteLookup(room, {7.0f, 0.0f, 1.0f}, up), up);
    EXPECT_EQ(siteLookup(site(0.0f, 6.0f, 0.0f, false), {1.0f, 0.0f, 1.0f}, up), up);
}

} // namespace
} // namespace scene
