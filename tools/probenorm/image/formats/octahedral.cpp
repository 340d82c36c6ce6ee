#include "image/texels/octahedral.h"
#include "image/files/error.h"
#include "image/formats/layout.h"
#include "image/texels/cube_face.h"
#include "image/texels/interpolated.h"

#include <bit>
#include <cmath>

namespace pn::image {

namespace {

constexpr std::uint32_t kHdrpBorder = 8;   // texels of the first mip at each end
constexpr std::uint32_t kHdrpHalvings = 3; // mips until one texel of it is left

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

Image unfoldOctahedral(const Image& picture, Layout layout, std::uint32_t mip, const Limits& limits)
{
    const std::uint32_t edge = picture.width;
    const double border = octahedralBorder(layout, edge, mip);
    if (layout == Layout::OctahedralGodot && 4 * edge != 5 * std::bit_floor(edge))
        reject("layout {} needs five quarters of a power of two, found {}", layoutName(layout), edge);
    if (layout == Layout::OctahedralHdrp && !std::has_single_bit(edge))
        reject("layout {} needs a power of two, found {}", layoutName(layout), edge);
    if (edge != picture.height || edge < 2 || edge > 2 * PN_MAX_FACE_SIZE || !(border < 0.5))
        reject("layout {} needs a square of 2..{} texels, found {} x {}", layoutName(layout), 2 * PN_MAX_FACE_SIZE,
               edge, picture.height);
    const std::uint32_t faceSize = (layout == Layout::OctahedralGodot ? std::bit_floor(edge) : edge) / 2;
    const Interpolated texels(picture);
    Image faces = drawRgb(faceSize, 6 * faceSize, picture, limits, [&](std::uint32_t x, std::uint32_t y) {
        const glm::dvec3 d = cubeDirection(y / faceSize, middleOf(x, faceSize), middleOf(y % faceSize, faceSize));
        const glm::dvec2 place = (octahedralPlace(d) * (0.5 - border) + 0.5) * double(edge) - 0.5;
        return texels.at(place.x, place.y);
    });
    faces.stored = picture.format;
    return faces;
}

} // namespace pn::image
