#pragma once

#include "core/kernel/sh_project.h"

namespace pn {

// The four mirror images of consecutive columns of the quarter in one row. These are the texels that are folded
// together.
enum Side : std::uint32_t
{
    kTopLeft,
    kTopRight,
    kBottomLeft,
    kBottomRight,
    kSideCount
};

inline constexpr std::uint32_t kMaxBlock = 16; // columns; the widest vector

// The texels of a block as floats, planar.
struct TexelBlock
{
    alignas(64) float values[kSideCount][3][kMaxBlock] = {};
};

struct BlockPosition
{
    std::uint32_t row = 0;    // of the quarter
    std::uint32_t column = 0; // the first
    std::uint32_t count = 0;  // columns
};

// Decodes a block texel by texel and applies the policy: the exact path, for blocks that hold a special value.
void decodeSpecialQuad(const SegmentJob& job, const BlockPosition& at, TexelBlock& block);

} // namespace pn
