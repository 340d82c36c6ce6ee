#include "image/texels/texel_coding.h"

#include "image/files/cancel.h"
#include "image/texels/bc6h.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace pn::image {

namespace {

constexpr std::uint16_t kHalfOne = 0x3C00;
constexpr std::uint32_t kMostTexelBytes = 16;
constexpr std::uint32_t kMostBlockTexels = 16;

void decodeHalfRgb(const std::byte* block, std::byte* texels)
{
    std::memcpy(texels, block, 6);
    std::memcpy(texels + 6, &kHalfOne, sizeof(kHalfOne));
}

void decodeOneHalf(const std::byte* block, std::byte* texels)
{
    for (std::size_t channel = 0; channel < 3; ++channel)
        std::memcpy(texels + 2 * channel, block, 2);
    std::memcpy(texels + 6, &kHalfOne, sizeof(kHalfOne));
}

void decodeBgr(const std::byte* block, std::byte* texels)
{
    std::memcpy(texels, block, 4);
    std::swap(texels[0], texels[2]);
}

std::uint64_t rowBytesOf(const TexelCoding& coding, std::uint32_t width, std::uint32_t rowAlignment)
{
    const std::uint64_t blocks = (std::uint64_t{width} + coding.blockEdge - 1) / coding.blockEdge;
    return (blocks * coding.blockBytes + rowAlignment - 1) / rowAlignment * rowAlignment;
}

} // namespace

TexelCoding plainTexels(PnFormat format, bool isBgr)
{
    return {format, texelBytes(format), 1, PN_FORMAT_UNDEFINED, isBgr ? decodeBgr : nullptr};
}

TexelCoding halfRgbTexels()
{
    return {PN_FORMAT_RGBA16F, 6, 1, PN_FORMAT_UNDEFINED, decodeHalfRgb};
}

TexelCoding oneHalfTexels()
{
    return {PN_FORMAT_RGBA16F, 2, 1, PN_FORMAT_UNDEFINED, decodeOneHalf};
}

TexelCoding bc6hTexels(bool hasSignedFloats)
{
    return {PN_FORMAT_RGBA16F, 16, 4, hasSignedFloats ? kBc6hSigned : kBc6h,
            hasSignedFloats ? decodeBc6hSigned : decodeBc6hUnsigned};
}

std::uint64_t codedBytes(const TexelCoding& coding, std::uint32_t width, std::uint32_t height,
                         std::uint32_t rowAlignment)
{
    const std::uint64_t rows = (std::uint64_t{height} + coding.blockEdge - 1) / coding.blockEdge;
    return rows * rowBytesOf(coding, width, rowAlignment);
}

void decodeTexels(const TexelCoding& coding, std::span<const std::byte> coded, std::uint32_t width,
                  std::uint32_t height, std::uint32_t rowAlignment, std::byte* texels)
{
    const std::uint64_t codedRow = rowBytesOf(coding, width, rowAlignment);
    const std::size_t texelSize = texelBytes(coding.format);
    const std::size_t rowBytes = width * texelSize;
    if (coding.decode == nullptr && codedRow == rowBytes)
        return copyUnlessCancelled(texels, coded.data(), rowBytes * height);
    std::array<std::byte, std::size_t{kMostBlockTexels} * kMostTexelBytes> block{};
    const std::uint32_t edge = coding.blockEdge;
    for (std::uint32_t y = 0; y < height; y += edge)
    {
        throwIfCancelled();
        for (std::uint32_t x = 0; x < width; x += edge)
        {
            coding.decode(coded.data() + y / edge * codedRow + std::size_t{x / edge} * coding.blockBytes, block.data());
            const std::size_t used = std::min(edge, width - x) * texelSize;
            for (std::uint32_t row = 0; row < std::min(edge, height - y); ++row)
                std::memcpy(texels + (y + row) * rowBytes + x * texelSize, block.data() + row * edge * texelSize, used);
        }
    }
}

} // namespace pn::image
