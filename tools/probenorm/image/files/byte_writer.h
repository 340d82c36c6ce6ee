#pragma once

#include "image/files/cancel.h"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace pn::image {

// Appends little-endian numbers and bytes.
class ByteWriter
{
public:
    std::size_t size() const { return m_bytes.size(); }
    void reserve(std::size_t size) { m_bytes.reserve(size); }
    void u32(std::uint32_t value) { number(value, 4); }
    void u64(std::uint64_t value) { number(value, 8); }
    void u32s(std::initializer_list<std::uint32_t> values)
    {
        for (const std::uint32_t value : values)
            u32(value);
    }
    void text(std::string_view text) { bytes(std::as_bytes(std::span(text))); }
    void bytes(std::span<const std::byte> bytes)
    {
        constexpr std::size_t kStep = std::size_t{4} << 20; // so that Ctrl-C is seen
        for (; bytes.size() > kStep; bytes = bytes.subspan(kStep))
        {
            throwIfCancelled();
            m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.begin() + kStep);
        }
        m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
    }
    void zeros(std::size_t count) { m_bytes.resize(m_bytes.size() + count); }
    void padTo(std::size_t alignment) { zeros((alignment - m_bytes.size() % alignment) % alignment); }
    std::vector<std::byte> take() { return std::move(m_bytes); }

private:
    void number(std::uint64_t value, int size)
    {
        for (int i = 0; i < size; ++i)
            m_bytes.push_back(static_cast<std::byte>(value >> (8 * i)));
    }

    std::vector<std::byte> m_bytes;
};

} // namespace pn::image
