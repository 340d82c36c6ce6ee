// How DDS and KTX files code texels that the library does not take as they are.
#pragma once

#include "image/texels/image.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace pn::image {

// Texels of a file, in blocks of edge x edge; edge is 1 where each texel stands alone.
struct TexelCoding
{
    PnFormat format = PN_FORMAT_UNDEFINED; // what they become
    std::uint32_t blockBytes = 0;
    std::uint32_t blockEdge = 1;
    PnFormat stored = PN_FORMAT_UNDEFINED; // Image::stored

    // Decodes one block into blockEdge * blockEdge texels, row by row; null where the bytes are the texels.
    void (*decode)(const std::byte* block, std::byte* texels) = nullptr;
};

TexelCoding plainTexels(PnFormat format, bool isBgr = false);
TexelCoding halfRgbTexels();                  // three halves; become RGBA16F
TexelCoding oneHalfTexels();                  // one half, which becomes three equal channels of RGBA16F
TexelCoding bc6hTexels(bool hasSignedFloats); // become RGBA16F

// The bytes of one face or picture, whose rows of blocks start at multiples of rowAlignment.
std::uint64_t codedBytes(const TexelCoding& coding, std::uint32_t width, std::uint32_t height,
                         std::uint32_t rowAlignment);

// Decodes them into rows of width texels.
void decodeTexels(const TexelCoding& coding, std::span<const std::byte> coded, std::uint32_t width,
                  std::uint32_t height, std::uint32_t rowAlignment, std::byte* texels);

} // namespace pn::image
