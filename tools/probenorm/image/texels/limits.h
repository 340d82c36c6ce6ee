#pragma once

#include "image/texels/image.h"

#include <cstdint>

namespace pn::image {

// What a file may claim before memory is given to it (docs/formats.md, Limits).
struct Limits
{
    std::uint64_t maxBytes = std::uint64_t{1} << 30; // of decoded texels
};

// Longest edge of a picture: a strip of six of the largest faces.
inline constexpr std::uint32_t kMaxAxis = 6 * PN_MAX_FACE_SIZE;

// Throws unless both edges are in 1..kMaxAxis.
void checkSize(std::uint64_t width, std::uint64_t height);

// Throws unless so many decoded bytes are allowed.
void checkClaim(std::uint64_t byteCount, const Limits& limits);

// An image of a size that a file claims, after both checks; without memory for its texels, and with it.
Image describeImage(PnFormat format, std::uint64_t width, std::uint64_t height, const Limits& limits);
Image makeImage(PnFormat format, std::uint64_t width, std::uint64_t height, const Limits& limits);

} // namespace pn::image
