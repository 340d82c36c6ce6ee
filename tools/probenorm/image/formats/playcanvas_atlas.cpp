#include "image/formats/playcanvas_atlas.h"

#include "image/files/error.h"
#include "image/texels/interpolated.h"
#include "image/texels/ranged_texels.h"

#include <cstdint>
#include <cstring>

namespace pn::image {

Image cutAtlas(const Image& picture, const Limits& limits)
{
    const std::uint32_t seam = picture.width / kAtlasEdge;
    const bool isRgba8 = picture.format == PN_FORMAT_RGBA8 || picture.format == PN_FORMAT_RGBA8_SRGB;
    if (!isRgba8 || picture.width != picture.height || seam == 0 || picture.width % kAtlasEdge != 0)
        reject("an atlas of PlayCanvas must be a square of a multiple of {} texels of 8 bits, found {} x {}",
               kAtlasEdge, picture.width, picture.height);
    return drawRgb(picture.width - 2 * seam, picture.width / 2 - 2 * seam, picture, limits,
                   [&](std::uint32_t x, std::uint32_t y) {
                       Rgba8 rgba;
                       std::memcpy(rgba.data(), picture.row(y + seam) + (x + seam) * sizeof(rgba), sizeof(rgba));
                       return unpackRgbp(rgba);
                   });
}

} // namespace pn::image
