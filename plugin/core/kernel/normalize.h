#pragma once

#include "core/kernel/denominator.h"
#include "core/kernel/encode.h"
#include "core/kernel/sh_project.h"

namespace pn {

// One face of a result, in the caller's memory.
struct FaceTarget
{
    PnFormat format = PN_FORMAT_UNDEFINED;
    std::size_t rowPitch = 0; // bytes
    std::byte* origin = nullptr;

    std::byte* texel(std::uint32_t x, std::uint32_t y) const
    {
        return origin + y * rowPitch + std::size_t{x} * formatBytes(format);
    }
};

// The format that texels have once they are divided: their own, or halves where 8 bits would not do.
constexpr PnFormat normalizedFormat(PnFormat format)
{
    return canEncode(format) ? format : PN_FORMAT_RGBA16F;
}

// Some rows of the quarter of one face. What divides them: simdTargets() in simd_target.h. A target may be its source.
struct NormalizeRowsJob
{
    const Geometry& geometry;
    const Denominator& denominator;
    std::uint32_t face = 0;
    FaceTexels source;
    FaceTarget target; // of normalizedFormat(source.format); any format where the source is RGBA32F
    TexelPolicy policy;
    bool isRgb = false;
    std::uint32_t rowBegin = 0;
    std::uint32_t rowEnd = 0;
    std::vector<float>& scratch; // any size; kept by a thread from job to job
    bool streams = false;        // writes past the cache; not where a target is its own source
};

} // namespace pn
