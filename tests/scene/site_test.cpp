#include "site.h"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

namespace scene {
namespace {

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
