// The parts of a Radiance picture: its header, its scanlines, and from these the rows of an image.
#pragma once

#include "image/files/error.h"
#include "image/texels/image.h"
#include "image/texels/limits.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace pn::image {

inline constexpr std::uint32_t kMinRunLength = 8; // shorter and longer scanlines are never packed channel by channel
inline constexpr std::uint32_t kMaxRunLength = 32767;

// The text in front of a Radiance picture's scanlines.
struct RadianceHeader
{
    std::array<double, 3> divisor{1.0, 1.0, 1.0}; // EXPOSURE times COLORCORR, over all lines
    bool isColumnMajor = false;                   // scanlines run along Y
    bool isXDown = false;                         // -X: from right to left
    bool isYUp = false;                           // +Y: from bottom to top
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    Warnings warnings;
    std::size_t size = 0; // bytes, up to the first scanline

    std::uint32_t scanlineCount() const { return isColumnMajor ? width : height; }
    std::uint32_t scanlineLength() const { return isColumnMajor ? height : width; }
};

RadianceHeader readRadianceHeader(std::span<const std::byte> file);

// Thrown inside a scanline; the caller adds which one it was.
struct ScanlineError
{
    const char* reason;
};

// The bytes of scanlines: all there are, or the first of them and a function that gives the next block whenever one is
// used up. An empty block is the end.
class ScanlineBytes
{
public:
    using NextBlock = std::function<std::span<const std::byte>()>;

    explicit ScanlineBytes(std::span<const std::byte> first, NextBlock nextBlock = {})
        : m_block(first), m_nextBlock(std::move(nextBlock))
    {
    }

    std::uint8_t next()
    {
        if (m_block.empty())
            refill();
        const auto byte = std::to_integer<std::uint8_t>(m_block.front());
        m_block = m_block.subspan(1);
        return byte;
    }

    void copy(std::size_t count, std::uint8_t* out);

private:
    void refill(); // throws where there are no more

    std::span<const std::byte> m_block;
    NextBlock m_nextBlock;
};

// The red, green and blue mantissas and the exponents of a scanline.
using Scanline = std::array<std::vector<std::uint8_t>, 4>;

Scanline makeScanline(std::uint32_t length);

// Reads the next scanline, packed in either way. Throws ScanlineError.
void readScanline(ScanlineBytes& bytes, Scanline& scanline);

// Throws unless a file of fileBytes can hold the picture that its header claims: a header alone gets no memory.
void requireScanlineBytes(std::uint64_t fileBytes, const RadianceHeader& header);

// The error of scanline index.
Error scanlineError(const ScanlineError& error, std::uint32_t index, const RadianceHeader& header);

// Stores scanlines as RGB32F: 2^(exponent - 136) over the divisor times the mantissa; exponent 0 is black.
class FloatRows
{
public:
    static constexpr PnFormat kFormat = PN_FORMAT_RGB32F;

    FloatRows(const RadianceHeader& header, Image& image);

    // Whether each texel keeps its value.
    bool store(const Scanline& scanline, std::uint32_t index) const;

private:
    const RadianceHeader& m_header;
    Image& m_image;
    std::array<std::array<double, 3>, 256> m_scales{};
};

// Stores scanlines as RGB9E5, which has a bit more in its mantissas, but only the exponents 112 to 144 of Radiance's.
class PackedRows
{
public:
    static constexpr PnFormat kFormat = PN_FORMAT_RGB9E5;

    PackedRows(const RadianceHeader& header, Image& image) : m_header(header), m_image(image) {}

    // Whether texels of this picture can be packed at all: none is divided, and scanlines are rows.
    static bool canHold(const RadianceHeader& header);

    bool store(const Scanline& scanline, std::uint32_t index) const;

private:
    const RadianceHeader& m_header;
    Image& m_image;
};

} // namespace pn::image
