#include "image/formats/container.h"

#include "image/files/error.h"

#include <algorithm>
#include <bit>
#include <string>

namespace pn::image {

void checkContainer(const ContainerSize& size, std::uint32_t mip)
{
    checkSize(size.width, size.height);
    if (size.faceCount != 1 && size.faceCount != 6)
        throw Error(ErrorKind::InvalidInput, "face count must be 1 or 6, found " + std::to_string(size.faceCount));
    if (size.faceCount == 6 && size.width != size.height)
        throw Error(ErrorKind::InvalidInput, "cubemap faces must be square, found " + std::to_string(size.width) +
                                                 " x " + std::to_string(size.height));
    if (size.faceCount == 6 && size.width > PN_MAX_FACE_SIZE)
        throw Error(ErrorKind::InvalidInput, "face size must be in 1.." + std::to_string(PN_MAX_FACE_SIZE) +
                                                 ", found " + std::to_string(size.width));
    const auto most = static_cast<std::uint32_t>(std::bit_width(std::max(size.width, size.height)));
    if (size.mipCount < 1 || size.mipCount > most)
        throw Error(ErrorKind::InvalidInput,
                    "mip count must be in 1.." + std::to_string(most) + ", found " + std::to_string(size.mipCount));
    if (mip >= size.mipCount)
        throw Error(ErrorKind::InvalidInput,
                    "mip must be in 0.." + std::to_string(size.mipCount - 1) + ", asked for " + std::to_string(mip));
}

Container describeContainer(const ContainerSize& size, std::uint32_t mip, const Limits& limits)
{
    Container container;
    container.isCubemap = size.faceCount == 6;
    container.mipCount = size.mipCount;
    container.image = describeImage(size.coding.format, size.mipWidth(mip),
                                    std::uint64_t{size.mipHeight(mip)} * size.faceCount, limits);
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

void requireCubeMips(std::span<const Image* const> mips)
{
    if (mips.empty())
        throw Error(ErrorKind::InvalidInput, "mips must not be empty");
    ContainerSize size{mips[0]->width, mips[0]->width, 6, static_cast<std::uint32_t>(mips.size()), {}, 1};
    checkContainer(size, 0);
    for (std::uint32_t mip = 0; mip < size.mipCount; ++mip)
    {
        const Image& image = *mips[mip];
        if (image.format != mips[0]->format || image.width != size.mipWidth(mip) || image.height != 6 * image.width)
            throw Error(ErrorKind::InvalidInput, "mip " + std::to_string(mip) + " must be six faces of " +
                                                     std::to_string(size.mipWidth(mip)) + " texels");
    }
}

} // namespace pn::image
