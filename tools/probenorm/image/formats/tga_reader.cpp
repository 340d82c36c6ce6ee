#include "image/formats/tga.h"

#include "image/files/byte_reader.h"
#include "image/texels/mirror.h"

#include <stb/stb_image.h>

#include <algorithm>
#include <climits>
#include <cstring>
#include <memory>
#include <string>

namespace pn::image {

namespace {

constexpr unsigned kRightToLeft = 0x10; // of the image descriptor; stb_image heeds only rows from below

struct Free
{
    void operator()(stbi_uc* texels) const { stbi_image_free(texels); }
};

unsigned byteOf(std::span<const std::byte> bytes, std::size_t index)
{
    return std::to_integer<unsigned>(bytes[index]);
}

unsigned u16(std::span<const std::byte> bytes, std::size_t index)
{
    return byteOf(bytes, index) | byteOf(bytes, index + 1) << 8;
}

void skipPackets(ByteReader& reader, std::uint64_t texelCount, unsigned texelSize)
{
    while (texelCount > 0)
    {
        const unsigned code = byteOf(reader.take(1), 0);
        const std::uint64_t count = (code & 127u) + 1;
        reader.take(code >= 128 ? texelSize : count * texelSize);
        texelCount -= std::min(count, texelCount); // a last packet may be too long; stb_image ignores the rest
    }
}

// Walks the whole file first, since stb_image takes a truncated one as whole and makes up the missing texels.
void requireComplete(std::span<const std::byte> file)
{
    ByteReader reader(file, "TGA texels");
    const auto header = reader.take(18);
    const std::uint64_t paletteSize = std::uint64_t{u16(header, 5)} * ((byteOf(header, 7) + 7) / 8);
    const std::uint64_t texelCount = std::uint64_t{u16(header, 12)} * u16(header, 14);
    const unsigned texelSize = (byteOf(header, 16) + 7) / 8;
    const bool isPacked = (byteOf(header, 2) & 8u) != 0;
    reader.take(byteOf(header, 0));
    if (byteOf(header, 1) != 0)
        reader.take(paletteSize);
    if (isPacked)
        skipPackets(reader, texelCount, texelSize);
    else
        reader.take(texelCount * texelSize);
}

const stbi_uc* bytesOf(std::span<const std::byte> file)
{
    return reinterpret_cast<const stbi_uc*>(file.data());
}

// An image of the size that the file's header says, without its texels.
Image makeClaimed(std::span<const std::byte> file, const Limits& limits)
{
    if (file.size() > INT_MAX)
        throw Error(ErrorKind::Unsupported, "TGA files above 2 GiB are not read");
    int width = 0;
    int height = 0;
    int channels = 0;
    if (stbi_info_from_memory(bytesOf(file), static_cast<int>(file.size()), &width, &height, &channels) == 0)
        throw Error(ErrorKind::InvalidInput, "not a TGA file that can be read");
    return makeImage(PN_FORMAT_RGBA8_SRGB, static_cast<unsigned>(width), static_cast<unsigned>(height), limits);
}

} // namespace

Image readTga(std::span<const std::byte> file, const Limits& limits)
{
    requireComplete(file);
    Image image = makeClaimed(file, limits);
    int width = 0;
    int height = 0;
    int channels = 0;
    const std::unique_ptr<stbi_uc, Free> texels(stbi_load_from_memory(bytesOf(file), static_cast<int>(file.size()),
                                                                      &width, &height, &channels, STBI_rgb_alpha));
    if (texels == nullptr || static_cast<unsigned>(width) != image.width ||
        static_cast<unsigned>(height) != image.height)
        throw Error(ErrorKind::InvalidInput, "TGA data is broken");
    std::memcpy(image.texels.data(), texels.get(), image.texels.size());
    if ((byteOf(file, 17) & kRightToLeft) != 0)
        mirrorRows(image);
    return image;
}

} // namespace pn::image
