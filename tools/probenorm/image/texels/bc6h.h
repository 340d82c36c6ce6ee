// BC6H: blocks of 16 bytes for 4 x 4 texels of three halves (fp16). The library encodes and decodes them.
#pragma once

#include "image/texels/image.h"

#include <vector>

namespace pn::image {

// Formats of files alone: readers decode them to RGBA16F. An image of one holds the blocks of its faces, one face after
// the other.
inline constexpr PnFormat kBc6h = 101;
inline constexpr PnFormat kBc6hSigned = 102;

inline bool isBc6h(PnFormat format)
{
    return format == kBc6h || format == kBc6hSigned;
}

// format: kBc6h, where negative channels become 0, or kBc6hSigned. images: each a square, or six of them, one below the
// other. One call of the library takes all of them.
std::vector<Image> toBc6h(const std::vector<const Image*>& images, PnFormat format, PnBc6hEffort effort,
                          PnContext context);

// How far the blocks of toBc6h() are from the images, RGBA16F, that they were made of: the root of the mean square of
// the differences of channels, in stops. Between two powers of two a logarithm is taken to be a line, as halves have
// it.
float bc6hError(const std::vector<Image>& images, const std::vector<Image>& compressed);

// Writes 16 texels of RGBA16F, row by row, with alpha 1. Any 16 bytes are a block: reserved modes are black.
void decodeBc6hUnsigned(const std::byte* block, std::byte* texels);
void decodeBc6hSigned(const std::byte* block, std::byte* texels);

} // namespace pn::image
