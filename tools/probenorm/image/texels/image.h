#pragma once

#include "image/files/buffer.h"

#include "probenorm/probenorm.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace pn::image {

// Bytes of one texel; 0 for PN_FORMAT_UNDEFINED.
inline std::uint32_t texelBytes(PnFormat format) noexcept
{
    return pnGetFormatBytes(format);
}

// Rows of texels, tightly packed, row 0 at the top.
struct Image
{
    PnFormat format = PN_FORMAT_UNDEFINED;
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    Buffer texels;
    std::vector<std::string> warnings = {}; // what its reader took in one of several ways, or left out
    PnFormat stored = PN_FORMAT_UNDEFINED;  // of its file, where that holds blocks

    std::size_t rowBytes() const noexcept { return std::size_t{width} * texelBytes(format); }
    std::byte* row(std::uint32_t y) noexcept { return texels.data() + y * rowBytes(); }
    const std::byte* row(std::uint32_t y) const noexcept { return texels.data() + y * rowBytes(); }
};

// An image whose texels have memory, and no values yet.
inline Image makeImage(PnFormat format, std::uint32_t width, std::uint32_t height)
{
    return {format, width, height, Buffer(std::size_t{width} * height * texelBytes(format))};
}

// With memory of its own.
inline Image copyOf(const Image& image)
{
    Image copy{image.format, image.width, image.height, Buffer(image.texels.size()), image.warnings, image.stored};
    std::copy_n(image.texels.data(), image.texels.size(), copy.texels.data());
    return copy;
}

inline std::vector<const Image*> pointersTo(const std::vector<Image>& images)
{
    std::vector<const Image*> pointers;
    for (const Image& image : images)
        pointers.push_back(&image);
    return pointers;
}

} // namespace pn::image
