#pragma once

#include "core/denominator.h"
#include "core/encode.h"
#include "core/sh_project.h"

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
PnFormat normalizedFormat(PnFormat format);

// 1 / y from a guess on the bits and Newton's method, to 1.5e-7: a device's own division is not exact.
float reciprocal(float y);

// Some rows of the quarter of one face.
struct DivideJob
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

// The CPU twin of normalize.comp: divides texels by their denominator. The four mirror images of a position share what
// is even and odd in it.
void divideRows(const DivideJob& job);

} // namespace pn
