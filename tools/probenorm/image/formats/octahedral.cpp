#include "image/texels/octahedral.h"
#include "image/files/cancel.h"
#include "image/files/error.h"
#include "image/formats/layout.h"
#include "image/texels/cube_face.h"
#include "image/texels/texel.h"

#include <glm/common.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

namespace pn::image {

namespace {

constexpr std::uint32_t kHdrpBorder = 8;   // texels of the first mip at each end
constexpr std::uint32_t kHdrpHalvings = 3; // mips until one texel of it is left

// The map's texels, found by direction.
class OctahedralTexels
{
public:
    OctahedralTexels(const Image& picture, double border)
        : m_edge(picture.width), m_border(border), m_texels(std::size_t{m_edge} * m_edge)
    {
        for (std::uint32_t y = 0; y < m_edge; ++y)
            decodeRow(picture.format, picture.row(y), m_edge, &m_texels[std::size_t{y} * m_edge]);
    }

    Rgb at(const glm::dvec3& d) const
    {
        const glm::dvec2 place = (octahedralPlace(d) * (0.5 - m_border) + 0.5) * double(m_edge) - 0.5;
        const glm::dvec2 before = glm::floor(place);
        DRgb sum(0.0);
        for (int corner = 0; corner < 4; ++corner)
        {
            const int right = corner % 2, down = corner / 2;
            const double across = right == 1 ? place.x - before.x : 1.0 - (place.x - before.x);
            const double along = down == 1 ? place.y - before.y : 1.0 - (place.y - before.y);
            if (across * along != 0.0) // an infinite neighbour adds nothing
                sum += texel(static_cast<int>(before.x) + right, static_cast<int>(before.y) + down) * (across * along);
        }
        return {static_cast<float>(sum.r), static_cast<float>(sum.g), static_cast<float>(sum.b)};
    }

private:
    // Beyond an edge it goes on at the place across the edge's middle.
    const Rgb& texel(int x, int y) const
    {
        const int last = static_cast<int>(m_edge) - 1;
        if (x < 0 || x > last)
            y = last - y;
        if (y < 0 || y > last)
            x = last - x;
        return m_texels[static_cast<std::size_t>(std::clamp(y, 0, last)) * m_edge +
                        static_cast<std::size_t>(std::clamp(x, 0, last))];
    }

    std::uint32_t m_edge;
    double m_border;
    std::vector<Rgb> m_texels;
};

} // namespace

bool isOctahedral(Layout layout) noexcept
{
    return layout == Layout::Octahedral || layout == Layout::OctahedralGodot || layout == Layout::OctahedralHdrp;
}

// Godot: sky.cpp, 128 becomes 320. HDRP: ReflectionProbeTextureCache.cs.
std::uint32_t octahedralEdge(Layout layout, std::uint32_t faceSize)
{
    const std::uint32_t least = layout == Layout::OctahedralHdrp ? 32 : 4;
    if (layout == Layout::Octahedral)
        return 2 * faceSize;
    if (!std::has_single_bit(faceSize) || faceSize < least)
        reject("{} needs faces of a power of two, {} at least, found {}", layoutName(layout), least, faceSize);
    if (layout == Layout::OctahedralGodot)
        return 2 * faceSize + faceSize / 2;
    return faceSize < 512 ? 4 * faceSize : 2 * faceSize;
}

std::uint32_t octahedralMips(Layout layout, std::uint32_t faceSize)
{
    const auto all = static_cast<std::uint32_t>(std::bit_width(faceSize));
    return layout == Layout::OctahedralGodot ? all - 2 : all;
}

double octahedralBorder(Layout layout, std::uint32_t edge, std::uint32_t mip)
{
    if (layout == Layout::OctahedralGodot)
        return (edge - std::bit_floor(edge)) / 2.0 / edge;
    if (layout == Layout::Octahedral)
        return 0.0;
    // HDRP keeps the square's size where it widens the border of small mips.
    const double border = kHdrpBorder << (mip > kHdrpHalvings ? mip - kHdrpHalvings : 0);
    return border / (std::ldexp(edge, static_cast<int>(mip)) - 2 * kHdrpBorder + 2 * border);
}

Image unfoldOctahedral(const Image& picture, Layout layout, std::uint32_t mip)
{
    const std::uint32_t edge = picture.width;
    const double border = octahedralBorder(layout, edge, mip);
    if (edge != picture.height || edge < 2 || edge > 2 * PN_MAX_FACE_SIZE || !(border < 0.5))
        reject("layout {} needs a square of 2..{} texels, found {} x {}", layoutName(layout), 2 * PN_MAX_FACE_SIZE,
               edge, picture.height);
    const std::uint32_t faceSize = (layout == Layout::OctahedralGodot ? std::bit_floor(edge) : edge) / 2;
    Image faces = makeImage(PN_FORMAT_RGB32F, faceSize, 6 * faceSize);
    const OctahedralTexels texels(picture, border);
    for (std::uint32_t y = 0; y < faces.height; ++y)
    {
        throwIfCancelled();
        for (std::uint32_t x = 0; x < faceSize; ++x)
        {
            const Rgb color =
                texels.at(cubeDirection(y / faceSize, middleOf(x, faceSize), middleOf(y % faceSize, faceSize)));
            std::memcpy(faces.row(y) + x * sizeof(color), &color, sizeof(color));
        }
    }
    faces.warnings = picture.warnings;
    faces.stored = picture.format;
    return faces;
}

} // namespace pn::image
