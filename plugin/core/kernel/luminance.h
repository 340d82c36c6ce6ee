#pragma once

#include "core/kernel/sh_project.h"

#include <algorithm>

namespace pn {

// A row of one face: the luminances of its texels, and their radiance, with the policy applied.
struct LuminanceJob
{
    FaceTexels face;
    std::uint32_t width = 0;
    std::uint32_t y = 0;
    TexelPolicy policy;
    float* luminances = nullptr; // null: not wanted
    float* radiance = nullptr;   // r g b 1 per texel; null: not wanted
};

// Rec. 709, of what is not negative.
inline float luminanceOf(const std::array<float, 3>& rgb)
{
    const float red = std::max(rgb[0], 0.0f) * 0.2126f, green = std::max(rgb[1], 0.0f) * 0.7152f;
    return (red + green) + std::max(rgb[2], 0.0f) * 0.0722f;
}

// Some texels of the row, one by one, whatever their values; returns the largest luminance, or 0 if none is wanted.
// Vectors of ordinary texels: simdTargets() in simd_target.h.
float luminanceExact(const LuminanceJob& job, std::uint32_t xBegin, std::uint32_t xEnd);

} // namespace pn
