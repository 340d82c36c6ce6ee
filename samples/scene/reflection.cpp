#include "reflection.h"

#include "bsdf.h"
#include "parallel.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vector_relational.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace scene {
namespace {

constexpr int kLeastMip = 4; // texels along an edge
constexpr std::uint32_t kFilterSamples = 1024;
constexpr std::uint32_t kTableSamples = 1024;

// Hammersley's points: i / count, and i mirrored at the binary point.
vec2 hammersley(std::uint32_t i, std::uint32_t count)
{
    std::uint32_t mirrored = 0;
    for (std::uint32_t bit = 0; bit < 32; ++bit)
        mirrored |= ((i >> bit) & 1u) << (31 - bit);
    return {(static_cast<float>(i) + 0.5f) / static_cast<float>(count), static_cast<float>(mirrored >> 8) * 0x1p-24f};
}

struct Tap
{
    vec3 direction; // z along the texel's
    float level;    // of the capture's means
    float weight;
};

// Directions of GGX around the normal. Each reads the mean over about its share of the sphere: Krivanek and Colbert,
// "Real-time Shading with Filtered Importance Sampling" (2008).
std::vector<Tap> makeTaps(float roughness, int captureSize)
{
    const float alpha = roughness * roughness, pi = std::numbers::pi_v<float>;
    const float texel = 4.0f * pi / (6.0f * static_cast<float>(captureSize * captureSize));
    std::vector<Tap> taps;
    for (std::uint32_t i = 0; i < kFilterSamples; ++i)
    {
        const vec2 point = hammersley(i, kFilterSamples);
        const float cosine2 = (1.0f - point.x) / (1.0f + (alpha * alpha - 1.0f) * point.x);
        const float z = 2.0f * cosine2 - 1.0f; // reflected at the micronormal
        if (z <= 0.0f)
            continue;
        const float radius = std::sqrt(1.0f - z * z), angle = 2.0f * pi * point.y;
        const float slope = cosine2 * (alpha * alpha - 1.0f) + 1.0f;
        const float pdf = alpha * alpha / (4.0f * pi * slope * slope); // D (n . h) / (4 (v . h)), and v = n
        const float share = 1.0f / (static_cast<float>(kFilterSamples) * pdf);
        const float level = std::max(0.0f, 0.5f * std::log2(share / texel) + 1.0f);
        taps.push_back({{radius * std::cos(angle), radius * std::sin(angle), z}, level, z});
    }
    return taps;
}

vec3 filtered(const std::vector<Cubemap>& means, const std::vector<Tap>& taps, vec3 along)
{
    const glm::mat3 frame = frameAlong(along);
    vec3 sum(0.0f);
    float weights = 0.0f;
    for (const Tap& tap : taps)
    {
        const auto level = std::min(static_cast<std::size_t>(std::lround(tap.level)), means.size() - 1);
        sum += tap.weight * means[level].bilinear(frame * tap.direction);
        weights += tap.weight;
    }
    return sum / weights;
}

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

ReflectionProbe::ReflectionProbe(const Cubemap& capture, unsigned threadCount)
{
    std::vector<Cubemap> means = {capture};
    while (means.back().size > kLeastMip)
        means.push_back(halved(means.back()));

    m_mips = means;
    for (std::size_t mip = 1; mip < m_mips.size(); ++mip)
    {
        const float roughness = static_cast<float>(mip) / static_cast<float>(m_mips.size() - 1);
        const std::vector<Tap> taps = makeTaps(roughness, capture.size);
        Cubemap& target = m_mips[mip];
        parallelFor(static_cast<std::size_t>(6 * target.size), threadCount, [&](std::size_t row) {
            const int face = static_cast<int>(row) / target.size, y = static_cast<int>(row) % target.size;
            for (int x = 0; x < target.size; ++x)
                target.texels[target.index(face, x, y)] = filtered(
                    means, taps, target.direction(face, vec2(static_cast<float>(x), static_cast<float>(y)) + 0.5f));
        });
    }
}

vec3 ReflectionProbe::sample(vec3 reflection, float roughness) const
{
    const float level = roughness * static_cast<float>(m_mips.size() - 1);
    const auto low = std::min(static_cast<std::size_t>(level), m_mips.size() - 1);
    const std::size_t high = std::min(low + 1, m_mips.size() - 1);
    return glm::mix(m_mips[low].bilinear(reflection), m_mips[high].bilinear(reflection),
                    level - static_cast<float>(low));
}

ReflectanceTable::ReflectanceTable() : m_entries()
{
    for (int r = 0; r < kSize; ++r)
        for (int c = 0; c < kSize; ++c)
            m_entries[static_cast<std::size_t>(r * kSize + c)] = entry(r, c);
}

vec2 ReflectanceTable::entry(int roughness, int cosine) const
{
    const float r = static_cast<float>(roughness) / (kSize - 1), alpha = std::max(r * r, 1e-4f);
    const float z = (static_cast<float>(cosine) + 0.5f) / kSize;
    const vec3 toViewer(std::sqrt(1.0f - z * z), 0.0f, z);
    vec2 sum(0.0f);
    for (std::uint32_t i = 0; i < kTableSamples; ++i)
    {
        const vec2 point = hammersley(i, kTableSamples);
        const Facet facet = sampleFacet(toViewer, alpha, point.x, point.y);
        const float rest = std::pow(1.0f - std::clamp(glm::dot(toViewer, facet.normal), 0.0f, 1.0f), 5.0f);
        sum += facet.shadowing * vec2(1.0f - rest, rest);
    }
    return sum / static_cast<float>(kTableSamples);
}

vec3 ReflectanceTable::lookUp(vec3 f0, float roughness, float cosine) const
{
    const float r = std::clamp(roughness, 0.0f, 1.0f) * (kSize - 1);
    const float c = std::clamp(cosine * kSize - 0.5f, 0.0f, static_cast<float>(kSize - 1));
    const auto at = [&](int i, int j) {
        return m_entries[static_cast<std::size_t>(std::min(i, kSize - 1) * kSize + std::min(j, kSize - 1))];
    };
    const int i = static_cast<int>(r), j = static_cast<int>(c);
    const float x = c - static_cast<float>(j);
    const vec2 both = glm::mix(glm::mix(at(i, j), at(i, j + 1), x), glm::mix(at(i + 1, j), at(i + 1, j + 1), x),
                               r - static_cast<float>(i));
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
