#pragma once

#include "core/format.h"

#include <cstddef>

namespace pn {

// Which formats a result may have: all but those of 8 bits.
bool canEncode(PnFormat format);

// Three float32 channels as a texel, rounded to nearest even by integer arithmetic and one addition. What is too large
// becomes the format's largest value; negative channels become 0 where the format has no sign. alpha, as the bits of a
// channel of that format, goes where there is one. NaN is not allowed.
void encodeTexel(PnFormat format, const RgbBits& rgb, std::uint32_t alpha, std::byte* texel);

std::uint32_t halfBits(std::uint32_t floatBits);

} // namespace pn
