#pragma once

#include "image/texels/image.h"
#include "image/texels/limits.h"
#include "image/texels/texel_coding.h"

#include <cstdint>
#include <span>
#include <string>

namespace pn::image {

// Which of the pictures in a file is asked for.
struct Choice
{
    std::uint32_t mip = 0;  // DDS and KTX; other files have mip 0 only
    std::string layer = {}; // OpenEXR; empty for the only one, or the one that is usually meant
};

// One mip of a texture container.
struct Container
{
    bool isCubemap = false;
    std::uint32_t mipCount = 1;
    Image image;                // a cubemap's faces +X -X +Y -Y +Z -Z stand one below the other
    std::string harmonics = {}; // rows of numbers that Filament's cmgen stores beside a cubemap's texels (KTX)
    std::string note = {};      // what this tool stored in the file under kNoteKey: JSON
};

// What DDS, KTX 1 and KTX 2 headers all say. Sizes are of mip 0.
struct ContainerSize
{
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::uint32_t faceCount = 1;
    std::uint32_t mipCount = 1;
    TexelCoding coding;
    std::uint32_t rowAlignment = 1; // of a row of texels or blocks, in bytes

    std::uint32_t mipWidth(std::uint32_t mip) const noexcept { return width >> mip > 0 ? width >> mip : 1; }
    std::uint32_t mipHeight(std::uint32_t mip) const noexcept { return height >> mip > 0 ? height >> mip : 1; }
    std::uint64_t faceBytes(std::uint32_t mip) const noexcept
    {
        return codedBytes(coding, mipWidth(mip), mipHeight(mip), rowAlignment);
    }
};

// What DDS (DXGI) and KTX 2 (Vulkan) call texels; 0 where a file has no such texels.
struct TextureFormat
{
    PnFormat written; // of images that are written so; undefined where none are
    TexelCoding coding;
    std::uint32_t dxgi;
    std::uint32_t vulkan;
};

std::span<const TextureFormat> textureFormats();

// The one that an image of this format is written in, kOneHalf among them. Throws where there is none.
const TextureFormat& textureFormatOf(PnFormat written);

// Throws unless faces are square, edges are in range, and mip is one of a possible number of mips.
void checkContainer(const ContainerSize& size, std::uint32_t mip);

// One mip without memory for its texels, faces one below the other.
Container describeContainer(const ContainerSize& size, std::uint32_t mip, const Limits& limits);

// The same with memory.
Container makeContainer(const ContainerSize& size, std::uint32_t mip, const Limits& limits);

// Decodes one face of a mip, whose bytes these are.
void decodeFace(const ContainerSize& size, std::uint32_t mip, std::uint32_t face, std::span<const std::byte> bytes,
                Container& container);

// Decodes all faces of a mip, which follow each other.
void decodeFaces(const ContainerSize& size, std::uint32_t mip, std::span<const std::byte> bytes, Container& container);

// The faces of mips 0, 1, 2, ..., all of one format: 6 of a cubemap, one below the other, or 1 of a square or a map.
// Throws where they are neither.
std::uint32_t requireMips(std::span<const Image* const> mips);

std::size_t texelBytes(std::span<const Image* const> mips); // of all mips together

} // namespace pn::image
