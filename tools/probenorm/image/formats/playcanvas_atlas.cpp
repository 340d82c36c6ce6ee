#include "image/formats/playcanvas_atlas.h"

#include "image/files/cancel.h"
#include "image/files/error.h"
#include "image/formats/png_jpeg.h"
#include "image/texels/interpolated.h"
#include "image/texels/ranged_texels.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace pn::image {

std::vector<std::byte> encodeAtlas(const Image& atlas)
{
    std::vector<Rgb> row(atlas.width);
    std::vector<std::uint8_t> rgba;
    rgba.reserve(sizeof(Rgba8) * atlas.width * atlas.height);
    for (std::uint32_t y = 0; y < atlas.height; ++y)
    {
        throwIfCancelled();
        decodeCleanTexels(atlas, 0, y, atlas.width, row.data());
        for (const Rgb& texel : row)
        {
            const Rgba8 packed = packRgbp(texel);
            rgba.insert(rgba.end(), packed.begin(), packed.end());
        }
    }
    return encodePng(atlas.width, atlas.height, rgba, 4);
}

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
