#include "reflection.h"

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

vec3 ReflectionProbe::sample(vec3 reflection, float roughness) const
{
    const float level = roughness * static_cast<float>(m_mips.size() - 1);
    const auto low = std::min(static_cast<std::size_t>(level), m_mips.size() - 1);
    const std::size_t high = std::min(low + 1, m_mips.size() - 1);
    return glm::mix(m_mips[low].bilinear(reflection), m_mips[high].bilinear(reflection),
                    level - static_cast<float>(low));
}

vec3 ReflectanceTable::lookUp(vec3 f0, float roughness, float cosine) const
{
    const vec2 at = glm::clamp(vec2(cosine, roughness) * static_cast<float>(kSize) - 0.5f, 0.0f, kSize - 1.0f);
    const vec2 corner = glm::min(glm::floor(at), kSize - 2.0f), part = at - corner;
    const auto fetch = [&](int dx, int dy) {
        const int x = static_cast<int>(corner.x) + dx, y = static_cast<int>(corner.y) + dy;
        const float* entry = &m_rgb[static_cast<std::size_t>(3 * (y * kSize + x))];
        return vec2(entry[0], entry[1]);
    };
    const vec2 both =
        glm::mix(glm::mix(fetch(0, 0), fetch(1, 0), part.x), glm::mix(fetch(0, 1), fetch(1, 1), part.x), part.y);
    return f0 * both.x + both.y;
}

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
