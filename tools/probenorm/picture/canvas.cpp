#include "picture/canvas.h"

#include "picture/font.h"

namespace pn::cli {

// Row by row, because compilers make no vectors of pixels of three bytes.
Canvas::Canvas(std::uint32_t width, std::uint32_t height, Pixel background) : m_width(width), m_height(height)
{
    const std::vector<Pixel> row(width, background);
    m_pixels.reserve(std::size_t{width} * height);
    for (std::uint32_t y = 0; y < height; ++y)
        m_pixels.insert(m_pixels.end(), row.begin(), row.end());
}

void Canvas::fill(std::uint32_t x, std::uint32_t y, std::uint32_t width, std::uint32_t height, Pixel pixel)
{
    for (std::uint32_t row = 0; row < height; ++row)
        for (std::uint32_t column = 0; column < width; ++column)
            set(x + column, y + row, pixel);
}

void Canvas::text(std::uint32_t x, std::uint32_t y, std::string_view text, Pixel ink, std::uint32_t scale)
{
    for (const char character : text)
    {
        for (std::uint32_t row = 0; row < kGlyphHeight; ++row)
            for (std::uint32_t column = 0; column < kGlyphWidth; ++column)
                if (glyphPixel(character, column, row))
                    fill(x + column * scale, y + row * scale, scale, scale, ink);
        x += kGlyphAdvance * scale;
    }
}

std::span<const std::uint8_t> Canvas::bytes() const
{
    static_assert(sizeof(Pixel) == 3);
    return {&m_pixels.front().x, m_pixels.size() * 3};
}

std::uint32_t textWidth(std::string_view text, std::uint32_t scale)
{
    return static_cast<std::uint32_t>(text.size()) * kGlyphAdvance * scale;
}

} // namespace pn::cli
