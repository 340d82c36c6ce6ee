#include "image/files/bytes.h"
#include "image/files/cancel.h"
#include "image/files/error.h"
#include "image/formats/env.h"
#include "image/formats/png_jpeg.h"
#include "image/texels/ranged_texels.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>

namespace pn::image {

namespace {

// The number of the next `"name":` from a place on, which moves behind it. JSON.stringify, as Babylon.js calls it,
// writes no spaces.
std::uint32_t nextNumber(std::string_view json, std::string_view name, std::size_t& place)
{
    const std::string key = fmt::format("\"{}\":", name);
    const std::size_t found = json.find(key, place);
    std::uint32_t number = 0;
    if (found != std::string_view::npos)
        place = found + key.size();
    if (found == std::string_view::npos ||
        std::from_chars(json.data() + place, json.data() + json.size(), number).ec != std::errc())
        reject("the .env file has too few numbers \"{}\"", name);
    return number;
}

// The bytes of a face's picture; length and position may come in any order.
std::span<const std::byte> nextFace(std::string_view json, std::span<const std::byte> faces, std::size_t& place)
{
    std::size_t afterLength = place, afterPosition = place;
    const std::uint32_t length = nextNumber(json, "length", afterLength);
    const std::uint32_t position = nextNumber(json, "position", afterPosition);
    place = std::max(afterLength, afterPosition);
    return part(faces, position, length, ".env face");
}

void requireFace(const Image& picture, std::uint32_t width)
{
    if (picture.width != width || picture.height != width || texelBytes(picture.format) != sizeof(Rgba8))
        reject("faces of the mip must be {0} x {0} of 8 bits, found {1} x {2}", width, picture.width, picture.height);
}

void decodeFace(const Image& picture, std::uint32_t face, Image& faces)
{
    const std::uint32_t width = faces.width;
    for (std::uint32_t y = 0; y < width; ++y)
        for (std::uint32_t x = 0; x < width; ++x)
        {
            Rgba8 rgba;
            std::memcpy(rgba.data(), picture.row(width - 1 - y) + x * sizeof(rgba), sizeof(rgba)); // from the bottom up
            const Rgb color = unpackRgbd(rgba);
            std::memcpy(faces.row(face * width + y) + x * sizeof(color), &color, sizeof(color));
        }
}

} // namespace

Container readEnv(std::span<const std::byte> file, std::uint32_t mip, const Limits& limits)
{
    const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
    const std::size_t begin = kEnvIdentifier.size(), end = text.find('\0', begin);
    if (end == std::string_view::npos)
        reject("file ends inside its .env header");
    const std::string_view json = text.substr(begin, end - begin);
    std::size_t place = 0;
    ContainerSize size;
    size.width = size.height = nextNumber(json, "width", place);
    size.faceCount = 6;
    size.mipCount = static_cast<std::uint32_t>(std::bit_width(size.width));
    size.coding = plainTexels(PN_FORMAT_RGB32F);
    checkContainer(size, mip);
    place = std::min(json.find("\"mipmaps\":"), json.size());
    for (std::uint32_t face = 0; face < 6 * mip; ++face)
        nextFace(json, file.subspan(end + 1), place);
    Container container;
    for (std::uint32_t face = 0; face < 6; ++face)
    {
        throwIfCancelled();
        const Image picture = readPng(nextFace(json, file.subspan(end + 1), place), limits);
        requireFace(picture, size.mipWidth(mip));
        if (face == 0) // memory for all, now that there is one
            container = makeContainer(size, mip, limits);
        decodeFace(picture, face, container.image);
    }
    return container;
}

} // namespace pn::image
