#pragma once

#include "probenorm/probenorm.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace pn::image {

// Bytes that are not cleared when they are made: a decoder writes every one of them. Aligned as operator new aligns,
// unless it was narrowed.
class Buffer
{
public:
    Buffer() = default;
    explicit Buffer(std::size_t size) : m_bytes(std::make_unique_for_overwrite<std::byte[]>(size)), m_size(size) {}

    std::byte* data() noexcept { return m_bytes.get() + m_offset; }
    const std::byte* data() const noexcept { return m_bytes.get() + m_offset; }
    std::size_t size() const noexcept { return m_size; }
    std::span<const std::byte> span() const noexcept { return {data(), m_size}; }

    // Only size bytes from offset on are left. They stay where they are, and so does the memory of the others.
    void narrow(std::size_t offset, std::size_t size) noexcept
    {
        m_offset += offset;
        m_size = size;
    }

private:
    std::unique_ptr<std::byte[]> m_bytes;
    std::size_t m_offset = 0;
    std::size_t m_size = 0;
};

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

    std::size_t rowBytes() const noexcept { return std::size_t{width} * texelBytes(format); }
    std::byte* row(std::uint32_t y) noexcept { return texels.data() + y * rowBytes(); }
    const std::byte* row(std::uint32_t y) const noexcept { return texels.data() + y * rowBytes(); }
};

} // namespace pn::image
