#pragma once

#include "image.h"

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

// Throws unless byteCount decoded bytes may be made from a file of fileBytes.
void checkClaim(std::uint64_t byteCount, std::uint64_t fileBytes, const Limits& limits);

// An image of a size that a file claims, after both checks.
Image makeImage(PnFormat format, std::uint64_t width, std::uint64_t height, std::uint64_t fileBytes,
                const Limits& limits);

} // namespace pn::image
