// What a PNG file says of its texels, read before stb_image inflates them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pn::image {

struct PngChunks
{
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    unsigned depth = 0;     // bits of a channel
    unsigned colorType = 0; // as IHDR has it
    bool isInterlaced = false;
    bool hasZlibHeader = true;                      // Apple's CgBI files have none
    std::vector<std::span<const std::byte>> texels; // of the IDAT chunks: one stream
};

// Throws unless the file is complete up to its last chunk: stb_image makes up texels that are missing.
PngChunks readPngChunks(std::span<const std::byte> file);

// Throws when the texels inflate to more than width and height take: stb_image inflates whatever there is.
void requireTexelsFit(const PngChunks& png);

} // namespace pn::image
