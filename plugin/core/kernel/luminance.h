#pragma once

#include "core/kernel/sh_project.h"

#include <algorithm>
#include <bit>

namespace pn {

// A logarithmic scale of luminances: 64 octaves from 2^-32 on, 64 bins each. A bin is a range of the float's bits.
struct LuminanceBins
{
    static constexpr std::uint32_t kCount = 4096;
    static constexpr std::uint32_t kFirstBits = 0x2f800000u; // 2^-32
    static constexpr std::uint32_t kShift = 17;              // the float's 6 highest mantissa bits

    // The first bin holds all that is dark, the last one all that is brighter.
    static std::uint32_t of(float luminance)
    {
        const std::uint32_t bits = std::max(std::bit_cast<std::uint32_t>(luminance), kFirstBits);
        return std::min((bits - kFirstBits) >> kShift, kCount - 1);
    }
};

// A row of one face: the luminances of its texels and their radiance, with the policy applied.
struct LuminanceJob
{
    FaceTexels face;
    std::uint32_t width = 0;
    std::uint32_t y = 0;
    TexelPolicy policy;
    float* luminances = nullptr;   // null: not wanted
    std::uint32_t* bins = nullptr; // of the luminances; null: not wanted
    float* radiance = nullptr;     // r g b 1 per texel; null: not wanted
    float* streamed = nullptr;     // where the row of radiance is written past the caches, too; null: nowhere
};

// The luminance of Rec. 709. Negative channels count as 0.
inline float luminanceOf(const std::array<float, 3>& rgb)
{
    const float red = std::max(rgb[0], 0.0f) * 0.2126f, green = std::max(rgb[1], 0.0f) * 0.7152f;
    return (red + green) + std::max(rgb[2], 0.0f) * 0.0722f;
}

// Some texels of the row, one by one, whatever their values; returns the largest luminance.
// Vectors of ordinary texels: simdTargets() in simd_target.h.
float luminanceExact(const LuminanceJob& job, std::uint32_t xBegin, std::uint32_t xEnd);

} // namespace pn
