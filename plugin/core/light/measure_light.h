#pragma once

#include "core/light/rim_fill.h"

#include "probenorm/probenorm.h"

#include <numbers>

namespace pn {

// A light, and what takes its place in the environment.
struct MeasuredLight
{
    PnLight light{};
    double luminance = 0.0; // of the irradiance
    RimFill fill;
};

// Sums over the region, texel by texel in order: what stands above the fill is the light.
MeasuredLight measureLight(const ProbeView& view, const TexelPolicy& policy, const SphereGrid& grid,
                           const LightRegion& region);

// 2 pi (1 - cos r).
double solidAngleOfDisc(double radius);

inline constexpr double kLargestLightRadius = 12.0 * std::numbers::pi / 180.0; // what the arc tangent reaches

} // namespace pn
