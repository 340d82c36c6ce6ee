#pragma once

#include <cstddef>
#include <memory>
#include <span>

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

} // namespace pn::image
