#pragma once

#include <cstdint>

namespace pn::cli {

inline constexpr std::uint32_t kGlyphWidth = 5;
inline constexpr std::uint32_t kGlyphHeight = 9; // two of them below the base line
inline constexpr std::uint32_t kGlyphAdvance = 6;

// Whether the pixel of an ASCII character is ink. Other characters are drawn as a question mark.
bool glyphPixel(char character, std::uint32_t x, std::uint32_t y);

} // namespace pn::cli
