#pragma once

#include "image/files/error.h"

#include <OpenEXR/ImfIO.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace pn::image {

// A file in memory, as OpenEXR reads it. Throws instead of reading beyond its end.
class ExrStream : public Imf::IStream
{
public:
    explicit ExrStream(std::span<const std::byte> bytes) : IStream("memory"), m_bytes(bytes) {}

    bool read(char* out, int count) override
    {
        if (count < 0 || static_cast<std::uint64_t>(count) > m_bytes.size() - m_position)
            throw Error(ErrorKind::InvalidInput, "file ends too early");
        std::memcpy(out, m_bytes.data() + m_position, static_cast<std::size_t>(count));
        m_position += static_cast<std::size_t>(count);
        return m_position < m_bytes.size();
    }

    std::uint64_t tellg() override { return m_position; }

    void seekg(std::uint64_t position) override
    {
        if (position > m_bytes.size())
            throw Error(ErrorKind::InvalidInput, "file ends too early");
        m_position = position;
    }

    void clear() override {}

private:
    std::span<const std::byte> m_bytes;
    std::uint64_t m_position = 0;
};

} // namespace pn::image
