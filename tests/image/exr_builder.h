// OpenEXR files in memory, written by OpenEXR itself.
#pragma once

#include "image_builder.h"

#include <OpenEXR/ImfChannelList.h>
#include <OpenEXR/ImfFrameBuffer.h>
#include <OpenEXR/ImfHeader.h>
#include <OpenEXR/ImfIO.h>
#include <OpenEXR/ImfOutputFile.h>
#include <OpenEXR/ImfTiledOutputFile.h>

#include <array>
#include <string>
#include <vector>

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

// A file with this header: in tiles where it describes them, else in lines.
inline Bytes encodeExrFile(const Imf::Header& header, const Imf::FrameBuffer& frame)
{
    MemoryOutput out;
    if (header.hasTileDescription())
    {
        Imf::TiledOutputFile file(out, header);
        file.setFrameBuffer(frame);
        file.writeTiles(0, file.numXTiles() - 1, 0, file.numYTiles() - 1);
    }
    else
    {
        Imf::OutputFile file(out, header);
        file.setFrameBuffer(frame);
        file.writePixels(header.dataWindow().size().y + 1);
    }
    return out.bytes; // whole only once the file is closed
}

// The same of float channels R, G and B.
inline Bytes encodeRgb(Imf::Header header, const std::array<std::vector<float>, 3>& values)
{
    Imf::FrameBuffer frame;
    for (std::size_t i = 0; i < 3; ++i)
    {
        const std::string name(1, "RGB"[i]);
        header.channels().insert(name, Imf::Channel(Imf::FLOAT));
        frame.insert(name, Imf::Slice::Make(Imf::FLOAT, values[i].data(), header.dataWindow()));
    }
    return encodeExrFile(header, frame);
}
