#include "image/formats/container.h"

#include "image/files/error.h"
#include "image/texels/bc6h.h"
#include "image/texels/convert.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string>

namespace pn::image {

std::span<const TextureFormat> textureFormats()
{
    static const std::array<TextureFormat, 16> all{{
        {PN_FORMAT_RGBA32F, plainTexels(PN_FORMAT_RGBA32F), 2, 109},            // R32G32B32A32_FLOAT
        {PN_FORMAT_RGB32F, plainTexels(PN_FORMAT_RGB32F), 6, 106},              // R32G32B32_FLOAT
        {PN_FORMAT_RGBA16F, plainTexels(PN_FORMAT_RGBA16F), 10, 97},            // R16G16B16A16_FLOAT
        {kOneHalf, oneHalfTexels(), 54, 76},                                    // R16_FLOAT
        {PN_FORMAT_UNDEFINED, halfRgbTexels(), 0, 90},                          // R16G16B16_SFLOAT
        {PN_FORMAT_R11G11B10F, plainTexels(PN_FORMAT_R11G11B10F), 26, 122},     // R11G11B10_FLOAT
        {PN_FORMAT_RGB9E5, plainTexels(PN_FORMAT_RGB9E5), 67, 123},             // R9G9B9E5_SHAREDEXP
        {PN_FORMAT_RGBA8, plainTexels(PN_FORMAT_RGBA8), 28, 37},                // R8G8B8A8_UNORM
        {PN_FORMAT_RGBA8_SRGB, plainTexels(PN_FORMAT_RGBA8_SRGB), 29, 43},      // R8G8B8A8_UNORM_SRGB
        {PN_FORMAT_UNDEFINED, plainTexels(PN_FORMAT_RGBA8, true), 87, 44},      // B8G8R8A8_UNORM
        {PN_FORMAT_UNDEFINED, plainTexels(PN_FORMAT_RGBA8, true), 88, 0},       // B8G8R8X8_UNORM
        {PN_FORMAT_UNDEFINED, plainTexels(PN_FORMAT_RGBA8_SRGB, true), 91, 50}, // B8G8R8A8_UNORM_SRGB
        {PN_FORMAT_UNDEFINED, plainTexels(PN_FORMAT_RGBA8_SRGB, true), 93, 0},  // B8G8R8X8_UNORM_SRGB
        {PN_FORMAT_UNDEFINED, bc6hTexels(false), 94, 0}, // BC6H_TYPELESS: most writers mean the next
        {kBc6h, bc6hTexels(false), 95, 143},             // BC6H_UF16
        {kBc6hSigned, bc6hTexels(true), 96, 144},        // BC6H_SF16
    }};
    return all;
}

const TextureFormat& textureFormatOf(PnFormat written)
{
    for (const TextureFormat& format : textureFormats())
        if (format.written == written && written != PN_FORMAT_UNDEFINED)
            return format;
    reject("image has no format");
}

void checkContainer(const ContainerSize& size, std::uint32_t mip)
{
    checkSize(size.width, size.height);
    if (size.faceCount != 1 && size.faceCount != 6)
        reject("face count must be 1 or 6, found {}", size.faceCount);
    if (size.faceCount == 6 && size.width != size.height)
        reject("cubemap faces must be square, found {} x {}", size.width, size.height);
    if (size.faceCount == 6 && size.width > PN_MAX_FACE_SIZE)
        reject("face size must be in 1..{}, found {}", PN_MAX_FACE_SIZE, size.width);
    const auto most = static_cast<std::uint32_t>(std::bit_width(std::max(size.width, size.height)));
    if (size.mipCount < 1 || size.mipCount > most)
        reject("mip count must be in 1..{}, found {}", most, size.mipCount);
    if (mip >= size.mipCount)
        reject("mip must be in 0..{}, asked for {}", size.mipCount - 1, mip);
}

Container describeContainer(const ContainerSize& size, std::uint32_t mip, const Limits& limits)
{
    Container container;
    container.isCubemap = size.faceCount == 6;
    container.mipCount = size.mipCount;
    container.image = describeImage(size.coding.format, size.mipWidth(mip),
                                    std::uint64_t{size.mipHeight(mip)} * size.faceCount, limits);
    container.image.stored = size.coding.stored;
    return container;
}

Container makeContainer(const ContainerSize& size, std::uint32_t mip, const Limits& limits)
{
    Container container = describeContainer(size, mip, limits);
    container.image.texels = Buffer(container.image.rowBytes() * container.image.height);
    return container;
}

void decodeFace(const ContainerSize& size, std::uint32_t mip, std::uint32_t face, std::span<const std::byte> bytes,
                Container& container)
{
    decodeTexels(size.coding, bytes, size.mipWidth(mip), size.mipHeight(mip), size.rowAlignment,
                 container.image.row(face * size.mipHeight(mip)));
}

void decodeFaces(const ContainerSize& size, std::uint32_t mip, std::span<const std::byte> bytes, Container& container)
{
    const std::uint64_t faceBytes = size.faceBytes(mip);
    for (std::uint32_t face = 0; face < size.faceCount; ++face)
        decodeFace(size, mip, face, bytes.subspan(face * faceBytes, faceBytes), container);
}

std::uint32_t requireMips(std::span<const Image* const> mips)
{
    if (mips.empty())
        reject("mips must not be empty");
    const std::uint32_t width = mips[0]->width, height = mips[0]->height;
    const std::uint32_t faces = height == width || 2 * height == width ? 1 : 6;
    ContainerSize size{width, faces == 1 ? height : width, faces, static_cast<std::uint32_t>(mips.size()), {}, 1};
    checkContainer(size, 0);
    for (std::uint32_t mip = 0; mip < size.mipCount; ++mip)
    {
        const Image& image = *mips[mip];
        if (image.format != mips[0]->format || image.width != size.mipWidth(mip) ||
            image.height != faces * size.mipHeight(mip))
            reject("mip {} must be {} of {} texels", mip, faces == 6 ? "six faces" : "a square", size.mipWidth(mip));
    }
    return faces;
}

std::size_t texelBytes(std::span<const Image* const> mips)
{
    std::size_t bytes = 0;
    for (const Image* mip : mips)
        bytes += mip->texels.size();
    return bytes;
}

} // namespace pn::image
