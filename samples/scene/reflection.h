// A reflection probe as engines use it: a cubemap prefiltered for roughness, and the table of the split sum.
#pragma once

#include "cubemap.h"
#include "scene.h"

#include <probenorm/probenorm.hpp>

#include <utility>
#include <vector>

namespace scene {

// Mip i of m is filtered for the roughness i / (m - 1), as seen along the normal.
class ReflectionProbe
{
public:
    explicit ReflectionProbe(std::vector<Cubemap> mips) : m_mips(std::move(mips)) {}

    vec3 sample(vec3 reflection, float roughness) const;

private:
    std::vector<Cubemap> m_mips;
};

// What a surface reflects of a white environment: f0 * scale + bias, by roughness and cosine.
class ReflectanceTable
{
public:
    vec3 lookUp(vec3 f0, float roughness, float cosine) const;

private:
    static constexpr int kSize = 64;

    std::vector<float> m_rgb = probenorm::makeDfgTable(PN_DFG_SCALE_BIAS, kSize);
};

// How much each probe has to give at the position; the sum is 1. A probe's weight grows over its blend distance from
// the faces of its box. Outside of all boxes the nearest one has it all.
std::vector<float> siteWeights(const std::vector<ProbeSite>& sites, vec3 position);

// The direction to look up: the reflection itself without parallax correction and outside of the box.
vec3 siteLookup(const ProbeSite& site, vec3 position, vec3 reflection);

} // namespace scene
