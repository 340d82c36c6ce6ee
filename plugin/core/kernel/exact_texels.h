// Texels one by one, whatever their values: where the vector code of a kernel meets a block with a special value, it
// calls these functions. luminanceExact() in luminance.h is one of them.
#pragma once

#include "core/kernel/make_mip.h"
#include "core/kernel/normalize.h"
#include "core/kernel/sh_project.h"

#include <array>
#include <cstdint>

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

// Decodes a block texel by texel, applies the policy and counts special values.
void decodeSpecialQuad(const SegmentJob& job, const BlockPosition& at, TexelBlock& block);

// Texels of one row, one after the other.
struct TexelRun
{
    std::uint32_t y, xBegin, xEnd;
};

// Texels of a row of the source, whatever their values, as float32 R G B A with the policy applied. out: the row's.
void readExact(const FaceTexels& face, const TexelPolicy& policy, const TexelRun& run, float* out);

// What the texels of a row are multiplied by, for each channel; the three may be the same row.
using ChannelFactors = std::array<const float*, 3>;

// Multiplies texels of a row, whatever their values. to: the first one's place.
void normalizeExact(const NormalizeRowsJob& job, const TexelRun& run, const ChannelFactors& rowFactors, std::byte* to);

// The luminance (Rec. 709) of every texel of a face, row by row, rounded to half float (fp16). NaN becomes 0, and a
// luminance above the largest half becomes that.
void packLuminance(const FaceTexels& face, std::uint32_t faceSize, std::uint16_t* halves);

} // namespace pn
