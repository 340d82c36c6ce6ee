#include "site.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vector_relational.hpp>

#include <algorithm>

namespace scene {
namespace {

constexpr float kSlack = 1e-3f; // metres; a room's walls and floor are of its box

float least(vec3 v)
{
    return std::min({v.x, v.y, v.z});
}

// Below zero outside.
float depth(const ProbeSite& site, vec3 position)
{
    return least(glm::min(position - site.low, site.high - position)) + kSlack;
}

float distanceTo(const ProbeSite& site, vec3 position)
{
    return glm::distance(glm::clamp(position, site.low, site.high), position);
}

float ownWeight(const ProbeSite& site, vec3 position)
{
    const float inside = depth(site, position);
    if (inside < 0.0f)
        return 0.0f;
    return site.blend > 0.0f ? std::min(inside / site.blend, 1.0f) : 1.0f;
}

} // namespace

std::vector<float> siteWeights(const std::vector<ProbeSite>& sites, vec3 position)
{
    std::vector<float> weights;
    float sum = 0.0f;
    for (const ProbeSite& site : sites)
        sum += weights.emplace_back(ownWeight(site, position));
    if (sum > 0.0f)
    {
        for (float& weight : weights)
            weight /= sum;
        return weights;
    }
    const auto nearest = std::min_element(sites.begin(), sites.end(), [&](const ProbeSite& a, const ProbeSite& b) {
        return distanceTo(a, position) < distanceTo(b, position);
    });
    weights[static_cast<std::size_t>(nearest - sites.begin())] = 1.0f;
    return weights;
}

// Lagarde and Zanuttini, "Local Image-based Lighting With Parallax-corrected Cubemaps" (2012).
vec3 siteLookup(const ProbeSite& site, vec3 position, vec3 reflection)
{
    if (!site.isParallax || depth(site, position) < 0.0f)
        return reflection;
    const vec3 exits = glm::max((site.low - position) / reflection, (site.high - position) / reflection);
    return glm::normalize(position + least(exits) * reflection - site.position);
}

} // namespace scene
