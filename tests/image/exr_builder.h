// OpenEXR files in memory, written by OpenEXR itself.
#pragma once

#include "image_builder.h"

#include <OpenEXR/ImfIO.h>

class MemoryOutput : public Imf::OStream
{
public:
    MemoryOutput() : OStream("memory") {}
    void write(const char* data, int count) override
    {
        const auto size = static_cast<std::size_t>(count);
        if (bytes.size() < position + size)
            bytes.resize(position + size);
        std::memcpy(bytes.data() + position, data, size);
        position += size;
    }
    std::uint64_t tellp() override { return position; }
    void seekp(std::uint64_t to) override { position = to; }

    Bytes bytes;
    std::size_t position = 0;
};
