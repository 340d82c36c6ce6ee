#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pn::image {

// A PNG file of 8-bit sRGB pixels, three bytes each, rows from the top.
std::vector<std::byte> encodePng(std::uint32_t width, std::uint32_t height, std::span<const std::uint8_t> rgb);

} // namespace pn::image
