// A picture that is read between its texels, for those that lie otherwise than ours.
#pragma once

#include "image/files/cancel.h"
#include "image/texels/limits.h"
#include "image/texels/texel.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace pn::image {

class Interpolated
{
public:
    explicit Interpolated(const Image& picture)
        : m_width(picture.width), m_height(picture.height), m_texels(std::size_t{m_width} * m_height)
    {
        for (std::uint32_t y = 0; y < m_height; ++y)
            decodeRow(picture.format, picture.row(y), m_width, &m_texels[std::size_t{y} * m_width]);
    }

    // Whole numbers are the middles of texels; what lies beyond them is as the last one.
    Rgb at(double x, double y) const
    {
        x = std::clamp(x, 0.0, m_width - 1.0);
        y = std::clamp(y, 0.0, m_height - 1.0);
        const auto left = static_cast<std::uint32_t>(x), top = static_cast<std::uint32_t>(y);
        Rgb sum;
        for (std::uint32_t corner = 0; corner < 4; ++corner)
        {
            const std::uint32_t right = corner % 2, down = corner / 2;
            const double across = right == 1 ? x - left : 1.0 - (x - left),
                         along = down == 1 ? y - top : 1.0 - (y - top);
            const auto weight = static_cast<float>(across * along);
            if (weight == 0.0f) // an infinite neighbour adds nothing
                continue;
            const Rgb& texel = m_texels[std::size_t{top + down} * m_width + left + right];
            sum = {sum.r + weight * texel.r, sum.g + weight * texel.g, sum.b + weight * texel.b};
        }
        return sum;
    }

private:
    std::uint32_t m_width;
    std::uint32_t m_height;
    std::vector<Rgb> m_texels;
};

// RGB32F texels, colorOf(x, y) each, with the warnings of the picture that they are made of.
template <typename ColorOf>
Image drawRgb(std::uint32_t width, std::uint32_t height, const Image& picture, const Limits& limits,
              const ColorOf& colorOf)
{
    Image drawn = makeImage(PN_FORMAT_RGB32F, width, height, limits);
    for (std::uint32_t y = 0; y < height; ++y)
    {
        throwIfCancelled();
        for (std::uint32_t x = 0; x < width; ++x)
        {
            const Rgb color = colorOf(x, y);
            std::memcpy(drawn.row(y) + x * sizeof(color), &color, sizeof(color));
        }
    }
    drawn.warnings = picture.warnings;
    return drawn;
}

} // namespace pn::image
