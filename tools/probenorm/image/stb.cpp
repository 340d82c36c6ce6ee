#include "stb.h"

#include "error.h"
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

Image decode(std::span<const std::byte> file, const char* name, const Limits& limits)
{
    const auto* bytes = reinterpret_cast<const stbi_uc*>(file.data());
    if (file.size() > INT_MAX)
        throw Error(ErrorKind::Unsupported, std::string(name) + " files above 2 GiB are not read");
    const int size = static_cast<int>(file.size());
    int width = 0;
    int height = 0;
    int channels = 0;
    if (stbi_info_from_memory(bytes, size, &width, &height, &channels) == 0)
        throw Error(ErrorKind::InvalidInput, std::string("not a ") + name + " file that can be read");
    Image image = makeImage(PN_FORMAT_RGBA8_SRGB, static_cast<unsigned>(width), static_cast<unsigned>(height),
                            file.size(), limits);
    const std::unique_ptr<stbi_uc, Free> texels(
        stbi_load_from_memory(bytes, size, &width, &height, &channels, STBI_rgb_alpha));
    if (texels == nullptr || static_cast<unsigned>(width) != image.width ||
        static_cast<unsigned>(height) != image.height)
        throw Error(ErrorKind::InvalidInput, std::string(name) + " data is broken");
    std::memcpy(image.texels.data(), texels.get(), image.texels.size());
    return image;
}

} // namespace

Image readPng(std::span<const std::byte> file, const Limits& limits)
{
    requireCompletePng(file);
    return decode(file, "PNG", limits);
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
