#include "stb.h"

#include "error.h"
#include "png_chunks.h"
#include "stb_complete.h"

#include <stb/stb_image.h>

#include <climits>
#include <cstring>
#include <memory>
#include <string>

namespace pn::image {

namespace {

struct Free
{
    void operator()(stbi_uc* texels) const { stbi_image_free(texels); }
};

const stbi_uc* bytesOf(std::span<const std::byte> file)
{
    return reinterpret_cast<const stbi_uc*>(file.data());
}

// An image of the size that the file's header says, without its texels.
Image makeClaimed(std::span<const std::byte> file, const char* name, const Limits& limits)
{
    if (file.size() > INT_MAX)
        throw Error(ErrorKind::Unsupported, std::string(name) + " files above 2 GiB are not read");
    int width = 0;
    int height = 0;
    int channels = 0;
    if (stbi_info_from_memory(bytesOf(file), static_cast<int>(file.size()), &width, &height, &channels) == 0)
        throw Error(ErrorKind::InvalidInput, std::string("not a ") + name + " file that can be read");
    return makeImage(PN_FORMAT_RGBA8_SRGB, static_cast<unsigned>(width), static_cast<unsigned>(height), file.size(),
                     limits);
}

void decodeInto(Image& image, std::span<const std::byte> file, const char* name)
{
    int width = 0;
    int height = 0;
    int channels = 0;
    const std::unique_ptr<stbi_uc, Free> texels(stbi_load_from_memory(bytesOf(file), static_cast<int>(file.size()),
                                                                      &width, &height, &channels, STBI_rgb_alpha));
    if (texels == nullptr || static_cast<unsigned>(width) != image.width ||
        static_cast<unsigned>(height) != image.height)
        throw Error(ErrorKind::InvalidInput, std::string(name) + " data is broken");
    std::memcpy(image.texels.data(), texels.get(), image.texels.size());
}

Image decode(std::span<const std::byte> file, const char* name, const Limits& limits)
{
    Image image = makeClaimed(file, name, limits);
    decodeInto(image, file, name);
    return image;
}

} // namespace

Image readPng(std::span<const std::byte> file, const Limits& limits)
{
    const PngChunks chunks = readPngChunks(file);
    Image image = makeClaimed(file, "PNG", limits);
    requireTexelsFit(chunks); // the header alone bounds what stb_image inflates
    decodeInto(image, file, "PNG");
    return image;
}

Image readJpeg(std::span<const std::byte> file, const Limits& limits)
{
    requireCompleteJpeg(file);
    return decode(file, "JPEG", limits);
}

Image readTga(std::span<const std::byte> file, const Limits& limits)
{
    requireCompleteTga(file);
    return decode(file, "TGA", limits);
}

} // namespace pn::image
