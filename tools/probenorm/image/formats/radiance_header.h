#pragma once

#include "image/texels/warnings.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace pn::image {

// The text in front of a Radiance picture's scanlines.
struct RadianceHeader
{
    std::array<double, 3> divisor{1.0, 1.0, 1.0}; // EXPOSURE times COLORCORR, over all lines
    bool isColumnMajor = false;                   // scanlines run along Y
    bool isXDown = false;                         // -X: from right to left
    bool isYUp = false;                           // +Y: from bottom to top
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    Warnings warnings;
    std::size_t size = 0; // bytes, up to the first scanline

    std::uint32_t scanlineCount() const { return isColumnMajor ? width : height; }
    std::uint32_t scanlineLength() const { return isColumnMajor ? height : width; }
};

RadianceHeader readRadianceHeader(std::span<const std::byte> file);

} // namespace pn::image
