#include "image/texels/bc6h.h"

#include "image/files/cancel.h"
#include "image/texels/convert.h"

#include "probenorm/probenorm.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace pn::image {

namespace {

void decode(bool isSigned, const std::byte* block, std::byte* texels)
{
    std::array<std::uint16_t, 64> halves;
    probenorm::check(pnDecodeBc6h(isSigned ? 1 : 0, 1, reinterpret_cast<const std::uint8_t*>(block), halves.data()));
    std::memcpy(texels, halves.data(), sizeof(halves));
}

// Faces that whole blocks fill: of others the last column and row are repeated.
Image wholeBlocks(Image image)
{
    const std::uint32_t size = image.width, edge = (size + 3) / 4 * 4, faceCount = image.height / size;
    if (edge == size)
        return image;
    const std::size_t texel = texelBytes(image.format);
    Image result = makeImage(image.format, edge, edge * faceCount);
    for (std::uint32_t y = 0; y < result.height; ++y)
        for (std::uint32_t x = 0; x < edge; ++x)
            std::memcpy(result.row(y) + x * texel,
                        image.row(y / edge * size + std::min(y % edge, size - 1)) + std::min(x, size - 1) * texel,
                        texel);
    return result;
}

} // namespace

Image toBc6h(Image image, PnFormat format, PnBc6hEffort effort, PnContext context)
{
    const std::uint32_t width = image.width, height = image.height;
    const Image faces = wholeBlocks(image.format == PN_FORMAT_RGBA16F ? std::move(image) : toHalf(image));
    const std::uint32_t edge = faces.width, faceCount = faces.height / edge;
    const std::size_t faceBytes = std::size_t{edge} * edge; // a byte per texel
    const std::uint32_t perCall = std::min(faceCount, PN_MAX_EQUIRECT_HEIGHT / edge);
    Image result{format, width, height, Buffer(faceBytes * faceCount)};
    for (std::uint32_t first = 0; first < faceCount; first += perCall)
    {
        throwIfCancelled();
        auto strip = probenorm::sized<PnEquirectView>(); // faces one below the other, and so are their blocks
        strip.width = edge;
        strip.height = edge * std::min(perCall, faceCount - first);
        strip.format = faces.format;
        strip.texels = faces.row(first * edge);
        strip.texelBytes = faces.rowBytes() * strip.height;
        probenorm::check(pnEncodeBc6h(context, &strip, effort, format == kBc6hSigned ? 1 : 0,
                                      faceBytes * strip.height / edge,
                                      reinterpret_cast<std::uint8_t*>(result.texels.data() + first * faceBytes)));
    }
    return result;
}

void decodeBc6hUnsigned(const std::byte* block, std::byte* texels)
{
    decode(false, block, texels);
}

void decodeBc6hSigned(const std::byte* block, std::byte* texels)
{
    decode(true, block, texels);
}

} // namespace pn::image
