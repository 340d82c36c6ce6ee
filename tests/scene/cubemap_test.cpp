// Cubemaps, and the reflection probes that are made of them.
#include "cubemap.h"
#include "engine_mips.h"
#include "last_mip.h"
#include "light_probes.h"
#include "reflection.h"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace scene {
namespace {

// Directions of the first texel's outer corner, at the left of the top row, as Direct3D, OpenGL and Vulkan sample
// faces.
TEST(Cubemap, CornersAreWhereGraphicsInterfacesHaveThem)
{
    const Cubemap cubemap(4);
    const vec3 expected[6] = {{1, 1, 1}, {-1, 1, -1}, {-1, 1, -1}, {-1, -1, 1}, {-1, 1, 1}, {1, 1, -1}};
    for (int face = 0; face < 6; ++face)
        EXPECT_LT(glm::distance(cubemap.direction(face, vec2(0.0f)), glm::normalize(expected[face])), 1e-6f) << face;
}

TEST(Cubemap, FindsTheTexelOfADirection)
{
    Cubemap cubemap(5);
    for (std::size_t i = 0; i < cubemap.texels.size(); ++i)
        cubemap.texels[i] = vec3(static_cast<float>(i));
    for (int face = 0; face < 6; ++face)
        for (int y = 0; y < 5; ++y)
            for (int x = 0; x < 5; ++x)
            {
                const vec3 along = cubemap.direction(face, vec2(x, y) + 0.5f);
                const auto expected = static_cast<float>(cubemap.index(face, x, y));
                EXPECT_EQ(cubemap.nearest(along).x, expected);
                EXPECT_NEAR(cubemap.bilinear(along).x, expected, 0.01f);
            }
}

TEST(Cubemap, IsContinuousOverEdges)
{
    Cubemap cubemap(16);
    for (int face = 0; face < 6; ++face)
        for (int y = 0; y < 16; ++y)
            for (int x = 0; x < 16; ++x)
                cubemap.texels[cubemap.index(face, x, y)] = cubemap.direction(face, vec2(x, y) + 0.5f);
    const vec3 edge(1.0f, 0.3f, 1.0f), step(1e-4f, 0.0f, 0.0f);
    EXPECT_LT(glm::distance(cubemap.bilinear(edge - step), cubemap.bilinear(edge + step)), 1e-3f);
    EXPECT_LT(glm::distance(cubemap.bilinear(edge), glm::normalize(edge)), 0.01f);
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
    const ReflectionProbe probe(
        Projector().prefilter(capture)); // mips of 64 32 16 8 4: a roughness of 0, 1/4, 1/2, 3/4, 1
    for (const float roughness : {0.0f, 0.25f, 0.5f, 0.75f, 1.0f})
    {
        const vec3 along = glm::normalize(vec3(0.3f, 0.8f, -0.2f));
        // 0.01: the mip's texels are interpolated linearly, of 4 x 4 for the roughest
        EXPECT_NEAR(probe.sample(along, roughness).x, 1.0 + linearWeight(roughness) * static_cast<double>(along.y),
                    0.02)
            << roughness;
    }
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

TEST(Octahedron, IsReadWithoutSeams)
{
    Cubemap directions(64);
    for (int face = 0; face < 6; ++face)
        for (int y = 0; y < 64; ++y)
            for (int x = 0; x < 64; ++x)
                directions.texels[directions.index(face, x, y)] =
                    directions.direction(face, vec2(static_cast<float>(x), static_cast<float>(y)) + 0.5f);
    const Octahedron map(32, directions);
    std::mt19937 random(1);
    std::normal_distribution<float> normal;
    for (int i = 0; i < 2000; ++i)
    {
        vec3 along = glm::normalize(vec3(normal(random), normal(random), normal(random)));
        if (i % 2 == 0)
            along =
                glm::normalize(vec3(along.x, i % 4 == 0 ? 1e-3f * along.y : along.y, along.y < 0.0f ? -1.0f : along.z));
        // Texels are 1 / 16 apart. Between two of them across one of the map's folds, where its slope turns by up to 2,
        // linear light is off by 1 / 16 * 2 / 4.
        EXPECT_LT(glm::distance(map.bilinear(along), along), 0.04f) << i;
    }
}

vec3 leaning(vec3 along)
{
    return 1.0f + vec3(0.9f, -0.6f, 0.3f) * along;
}

Cubemap cubeOf(int size, vec3 (*light)(vec3))
{
    Cubemap cube(size);
    for (int face = 0; face < 6; ++face)
        for (int y = 0; y < size; ++y)
            for (int x = 0; x < size; ++x)
                cube.texels[cube.index(face, x, y)] =
                    light(cube.direction(face, vec2(static_cast<float>(x), static_cast<float>(y)) + 0.5f));
    return cube;
}

// The largest difference from light whose lean is that many times the source's.
float farthestFrom(float share, const Cubemap& mip)
{
    const Cubemap expected = cubeOf(mip.size, leaning);
    float most = 0.0f;
    for (std::size_t i = 0; i < mip.texels.size(); ++i)
        for (int c = 0; c < 3; ++c)
            most = std::max(most, std::fabs(mip.texels[i][c] - (1.0f + share * (expected.texels[i][c] - 1.0f))));
    return most;
}

// The cosine keeps 2/3 of light that leans: the integral of x^2 over that of x. Unity's pipelines weight by x / (1 + x)
// samples that are even over the hemisphere: (ln 2 - 1/2) / (1 - ln 2). Sums over 16 texels, and over samples of texels
// that have been averaged, are off by 1 %; 89 samples of a mip of 2 x 2 by 10 %.
TEST(EngineMips, AreOfRoughnessOne)
{
    const Cubemap exact2 = cubeOf(2, [](vec3 along) { return 1.0f + (leaning(along) - 1.0f) * (2.0f / 3.0f); });
    const EngineMips found = engineMips(probenorm::Context(PN_BACKEND_CPU), cubeOf(128, leaning), exact2, 2);
    EXPECT_LT(farthestFrom(2.0f / 3.0f, found.three8), 0.01f);
    EXPECT_LT(farthestFrom(2.0f / 3.0f, found.cmgen16), 0.01f);
    EXPECT_LT(farthestFrom((std::log(2.0f) - 0.5f) / (1.0f - std::log(2.0f)), found.unityCore2), 0.1f);
    EXPECT_LT(farthestFrom(2.0f / 3.0f, found.unityBc6h2), 0.05f); // four colours are not on the block's line
    EXPECT_GT(farthestFrom(2.0f / 3.0f, found.unityBc6h2), 0.0f);
}

// Half a step of eight bits near white is 0.5 % of the brightest channel; Unity's range ends at 5^2.2.
TEST(EngineMips, RgbmKeepsWhatItsRangeHolds)
{
    Cubemap source(2);
    for (vec3& texel : source.texels)
        texel = vec3(2.0f, 0.5f, 0.1f);
    const vec3 found = RgbmCube(source).bilinear({0.3f, 0.2f, 1.0f});
    for (int c = 0; c < 3; ++c)
        EXPECT_NEAR(found[c], source.texels[0][c], 0.01f);
    for (vec3& texel : source.texels)
        texel = vec3(100.0f);
    EXPECT_NEAR(RgbmCube(source).bilinear({0.3f, 0.2f, 1.0f}).x, std::pow(5.0f, 2.2f), 1e-4f);
    for (const int y : {0, 1}) // between white and black the multiplier, 1 and 1 / 255, and the colour are interpolated
        source.texels[source.index(4, 1, y)] = vec3(0.0f);
    EXPECT_NEAR(RgbmCube(source).bilinear({0.0f, 0.0f, 1.0f}).x, 34.493242f * std::pow(128.0f / 255.0f, 2.2f) * 0.5f,
                1e-4f);
}

} // namespace
} // namespace scene
