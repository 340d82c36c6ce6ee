#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace pn::image {

// The orientation that a JPEG file asks for: 1 to 8 by Exif 2.32, tag 0x0112 of IFD0; 1 where there is none, or where
// what should say it is broken.
std::uint32_t exifOrientation(std::span<const std::byte> jpeg);

// Where the texels of a stored picture lie in one that is shown upright, row after row: texel x, y at
// first + x * right + y * down.
struct Placement
{
    std::uint32_t width = 0, height = 0; // as it is shown
    std::ptrdiff_t first = 0, right = 0, down = 0;
};
Placement placementOf(std::uint32_t orientation, std::uint32_t width, std::uint32_t height);

} // namespace pn::image
