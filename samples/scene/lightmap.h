// What a lightmap holds at a point of a surface: the light of the hemisphere above it, traced.
#pragma once

#include "path_tracer.h"

#include <array>

namespace scene {

struct LightmapTexel
{
    vec3 alongNormal;          // irradiance over pi
    std::array<vec3, 4> bands; // coefficients of radiance, bands 0 and 1; nothing comes from below the surface
};

// Lights and what they lit, but not the sun's own light, which engines add by themselves. No reflection probe holds it.
LightmapTexel traceLightmap(const PathTracer& tracer, const Hit& hit, unsigned paths, Random& random);

} // namespace scene
