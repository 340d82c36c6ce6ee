#pragma once

#include "core/light/regions.h"

#include <cstdint>
#include <vector>

// Small bright lights (suns, lamps) taken out of an environment, so that each can be an analytic light and the rest a
// few coefficients. docs/lights.md explains the steps. light_wave.h runs them for many environments on many threads.
namespace pn {

struct LightSettings
{
    std::uint32_t maxLights = PN_MAX_LIGHTS;
    double minShare = 0.01;        // of the sky's own irradiance, for a light to be one
    double maxAngularRadius = 0.0; // radians; what is larger stays in the environment. 0: 7.5 degrees
    TexelPolicy policy;
};

// What depends on the shape of an environment alone.
struct LightTables
{
    SphereGrid grid;
    AreaTable areas;

    explicit LightTables(const Shape& shape) : grid(shape), areas(grid) {}
};

// What the first look at an environment leaves.
struct LuminanceCounts
{
    LuminanceHistogram histogram;
    std::vector<float> rowMaxima; // the largest luminance of each row, counted through the faces
};

// A texel of the residual that differs from the environment's.
struct FilledTexel
{
    std::uint32_t index;
    std::array<float, 3> radiance;
};

struct Extraction
{
    std::vector<PnLight> lights;     // by irradiance, the strongest first
    float threshold = 0.0f;          // the luminance from which on texels were looked at; 0 where none is bright
    std::vector<FilledTexel> filled; // where the lights were
};

// All steps behind the histogram.
Extraction extractLights(const SimdTarget& target, const ProbeView& view, const LightSettings& settings,
                         const SphereGrid& grid, const LuminanceCounts& counts, RegionMarks& marks);

// The limits for the regions of one environment.
RegionLimits regionLimits(const LightSettings& settings, const BrightThreshold& threshold);

} // namespace pn
