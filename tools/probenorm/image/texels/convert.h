#pragma once

#include "image/texels/image.h"

namespace pn::image {

// The same texels as RGBA16F, rounded to nearest even, the largest where they are too large; or as RGBA32F. Alpha
// becomes 1 where there was none.
Image toHalf(const Image& image);
Image toFloat(const Image& image);

// One half float (fp16) a texel, in files alone: the library takes no such texels. Readers widen it to RGBA16F.
inline constexpr PnFormat kOneHalf = 100;

// What a file holds of a texel of any format, kOneHalf among them, or of a block.
std::uint32_t fileTexelBytes(PnFormat format) noexcept;

// The luminance (Rec. 709) of every texel as kOneHalf. NaN becomes 0, larger values the largest half float.
Image toOneChannel(const Image& image);

} // namespace pn::image
