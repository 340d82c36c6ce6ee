#pragma once

#include <glm/vec3.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace pn::cli {

// 8-bit sRGB pixels, row 0 at the top. Drawing outside is ignored.
using Pixel = glm::u8vec3;

class Canvas
{
public:
    Canvas(std::uint32_t width, std::uint32_t height, Pixel background);

    std::uint32_t width() const { return m_width; }
    std::uint32_t height() const { return m_height; }

    void set(std::uint32_t x, std::uint32_t y, Pixel pixel)
    {
        if (x < m_width && y < m_height)
            m_pixels[std::size_t{y} * m_width + x] = pixel;
    }
    // A row of pixels from x on, all inside.
    void setRow(std::uint32_t x, std::uint32_t y, std::span<const Pixel> pixels)
    {
        std::copy(pixels.begin(), pixels.end(), m_pixels.begin() + (static_cast<std::ptrdiff_t>(y) * m_width + x));
    }
    void fill(std::uint32_t x, std::uint32_t y, std::uint32_t width, std::uint32_t height, Pixel pixel);

    // Each glyph pixel becomes scale x scale pixels.
    void text(std::uint32_t x, std::uint32_t y, std::string_view text, Pixel ink, std::uint32_t scale = 2);

    // Three bytes per pixel.
    std::span<const std::uint8_t> bytes() const;

private:
    std::uint32_t m_width;
    std::uint32_t m_height;
    std::vector<Pixel> m_pixels;
};

// Pixels that text takes in a row.
std::uint32_t textWidth(std::string_view text, std::uint32_t scale = 2);

} // namespace pn::cli
