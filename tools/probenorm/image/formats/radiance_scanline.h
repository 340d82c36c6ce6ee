#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace pn::image {

// Thrown inside a scanline; the caller knows which one it was.
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

} // namespace pn::image
