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

// Some rows of the quarter of one face.
struct NormalizeRowsJob
{
    const Geometry& geometry;
    const Denominator& denominator;
    std::uint32_t face = 0;
    FaceTexels source;
    FaceTarget target; // of normalizedFormat(source.format)
    TexelPolicy policy;
    bool isRgb = false;
    std::uint32_t rowBegin = 0;
    std::uint32_t rowEnd = 0;
};

// The CPU twin of normalize.comp: divides texels by their denominator. A target may be its source.
void normalizeRows(const NormalizeRowsJob& job);

} // namespace pn
