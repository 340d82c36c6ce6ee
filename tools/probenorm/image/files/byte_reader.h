#pragma once

#include "image/files/error.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace pn::image {

// Reads numbers from bytes that may end anywhere. `what` names the part of the file for the error.
class ByteReader
{
public:
    ByteReader(std::span<const std::byte> bytes, const char* what) : m_bytes(bytes), m_what(what) {}

    void setBigEndian(bool isBigEndian) { m_isBigEndian = isBigEndian; }
    std::size_t position() const { return m_position; }

    std::uint32_t u32() { return static_cast<std::uint32_t>(number(4)); }
    std::uint64_t u64() { return number(8); }

    std::span<const std::byte> take(std::uint64_t count)
    {
        if (count > m_bytes.size() - m_position)
            throw Error(ErrorKind::InvalidInput, std::string("file ends inside its ") + m_what);
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
            value = value << 8 | std::to_integer<std::uint64_t>(bytes[m_isBigEndian ? i : size - 1 - i]);
        return value;
    }

    std::span<const std::byte> m_bytes;
    const char* m_what;
    std::size_t m_position = 0;
    bool m_isBigEndian = false;
};

// Bytes [offset, offset + size) of a file; throws when they are not all there.
inline std::span<const std::byte> part(std::span<const std::byte> file, std::uint64_t offset, std::uint64_t size,
                                       const char* what)
{
    if (offset > file.size() || size > file.size() - offset)
        throw Error(ErrorKind::InvalidInput, std::string(what) + " needs " + std::to_string(size) + " bytes at " +
                                                 std::to_string(offset) + ", but the file has " +
                                                 std::to_string(file.size()));
    return file.subspan(offset, size);
}

} // namespace pn::image
