#pragma once

#include "image/files/cancel.h"
#include "image/files/error.h"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pn::image {

// Reads little-endian numbers from bytes that may end anywhere. `what` names the part of the file for the error.
class ByteReader
{
public:
    ByteReader(std::span<const std::byte> bytes, const char* what) : m_bytes(bytes), m_what(what) {}

    std::size_t position() const { return m_position; }

    std::uint32_t u32() { return static_cast<std::uint32_t>(number(4)); }
    std::uint64_t u64() { return number(8); }

    std::span<const std::byte> take(std::uint64_t count)
    {
        if (count > m_bytes.size() - m_position)
            reject("file ends inside its {}", m_what);
        const auto part = m_bytes.subspan(m_position, count);
        m_position += part.size();
        return part;
    }

private:
    std::uint64_t number(std::size_t size)
    {
        const auto bytes = take(size);
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < size; ++i)
            value = value << 8 | std::to_integer<std::uint64_t>(bytes[size - 1 - i]);
        return value;
    }

    std::span<const std::byte> m_bytes;
    const char* m_what;
    std::size_t m_position = 0;
};

// Bytes [offset, offset + size) of a file; throws when they are not all there.
inline std::span<const std::byte> part(std::span<const std::byte> file, std::uint64_t offset, std::uint64_t size,
                                       const char* what)
{
    if (offset > file.size() || size > file.size() - offset)
        reject("{} needs {} bytes at {}, but the file has {}", what, size, offset, file.size());
    return file.subspan(offset, size);
}

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
