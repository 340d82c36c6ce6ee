#include "png_chunks.h"

#include "byte_reader.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <new>
#include <string>

namespace pn::image {

namespace {

constexpr std::uint32_t chunkType(const char (&name)[5])
{
    std::uint32_t type = 0;
    for (std::size_t i = 0; i < 4; ++i)
        type = type << 8 | static_cast<unsigned char>(name[i]);
    return type;
}

constexpr std::array<unsigned, 7> kChannels = {1, 1, 3, 1, 2, 1, 4}; // of each colour type

void readHeader(std::span<const std::byte> data, PngChunks& png)
{
    constexpr std::size_t kHeaderSize = 13;
    if (png.width != 0)
        throw Error(ErrorKind::InvalidInput, "PNG header comes twice");
    if (data.size() != kHeaderSize)
        throw Error(ErrorKind::InvalidInput, "PNG header must have 13 bytes, found " + std::to_string(data.size()));
    ByteReader reader(data, "PNG header");
    reader.setBigEndian(true);
    png.width = reader.u32();
    png.height = reader.u32();
    png.depth = std::to_integer<unsigned>(data[8]);
    png.colorType = std::to_integer<unsigned>(data[9]);
    png.isInterlaced = data[12] != std::byte{0};
    if (png.colorType >= kChannels.size())
        throw Error(ErrorKind::InvalidInput, "PNG colour type " + std::to_string(png.colorType) + " is unknown");
}

// The bytes of a picture's rows, each behind its filter byte.
std::uint64_t rowBytes(std::uint64_t width, std::uint64_t height, std::uint64_t texelBits)
{
    return width == 0 ? 0 : height * (1 + (width * texelBits + 7) / 8);
}

std::uint64_t inflatedBytes(const PngChunks& png)
{
    const std::uint64_t texelBits = std::uint64_t{png.depth} * kChannels[png.colorType];
    if (!png.isInterlaced)
        return rowBytes(png.width, png.height, texelBits);
    struct Pass
    {
        std::uint32_t x, y, stepX, stepY;
    };
    constexpr std::array<Pass, 7> kAdam7 = {
        {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}}};
    const auto count = [](std::uint32_t size, std::uint32_t first, std::uint32_t step) {
        return size > first ? (size - first - 1) / step + 1 : 0;
    };
    std::uint64_t bytes = 0;
    for (const Pass& pass : kAdam7)
        bytes += rowBytes(count(png.width, pass.x, pass.stepX), count(png.height, pass.y, pass.stepY), texelBits);
    return bytes;
}

// Inflates piece after piece, and keeps nothing but the count. Without a zlib header there is no checksum behind the
// stream either: stb_image reads none.
class InflateCounter
{
public:
    InflateCounter()
    {
        if (inflateInit2(&m_stream, -MAX_WBITS) != Z_OK)
            throw std::bad_alloc();
    }
    ~InflateCounter() { inflateEnd(&m_stream); }
    InflateCounter(const InflateCounter&) = delete;
    InflateCounter& operator=(const InflateCounter&) = delete;

    // Returns the bytes so far; it stops where there are more than limit.
    std::uint64_t add(std::span<const std::byte> piece, std::uint64_t limit)
    {
        m_stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(piece.data()));
        m_stream.avail_in = static_cast<uInt>(piece.size());
        do
        {
            m_stream.next_out = m_scratch.data();
            m_stream.avail_out = static_cast<uInt>(m_scratch.size());
            const int status = inflate(&m_stream, Z_NO_FLUSH);
            m_count += m_scratch.size() - m_stream.avail_out;
            m_isComplete = status == Z_STREAM_END;
            if (status != Z_OK && status != Z_BUF_ERROR && status != Z_STREAM_END)
                throw Error(ErrorKind::InvalidInput, "PNG data is broken");
        } while (!m_isComplete && m_stream.avail_out == 0 && m_count <= limit);
        return m_count;
    }

    bool isComplete() const { return m_isComplete; }

private:
    z_stream m_stream{};
    std::array<Bytef, 1 << 14> m_scratch{};
    std::uint64_t m_count = 0;
    bool m_isComplete = false;
};

} // namespace

PngChunks readPngChunks(std::span<const std::byte> file)
{
    PngChunks png;
    ByteReader reader(file, "PNG chunks");
    reader.setBigEndian(true);
    reader.take(8);
    for (;;)
    {
        const std::uint32_t size = reader.u32();
        const std::uint32_t type = reader.u32();
        const auto data = reader.take(std::uint64_t{size} + 4).first(size); // before its checksum
        if (type == chunkType("IHDR"))
            readHeader(data, png);
        else if (type == chunkType("CgBI"))
            png.hasZlibHeader = false;
        else if (type == chunkType("IDAT"))
            png.texels.push_back(data);
        else if (type == chunkType("IEND"))
            return png;
    }
}

void requireTexelsFit(const PngChunks& png)
{
    constexpr std::uint64_t kSurplus = 1 << 16; // harmless, and there are writers that end with some
    const std::uint64_t wanted = inflatedBytes(png);
    std::size_t skipped = png.hasZlibHeader ? 2 : 0; // may lie in two chunks
    InflateCounter counter;
    for (std::span<const std::byte> piece : png.texels)
    {
        const std::size_t skip = std::min(skipped, piece.size());
        skipped -= skip;
        if (counter.isComplete())
            return;
        if (counter.add(piece.subspan(skip), wanted + kSurplus) > wanted + kSurplus)
            throw Error(ErrorKind::InvalidInput, "PNG data is larger than the " + std::to_string(wanted) +
                                                     " bytes that " + std::to_string(png.width) + " x " +
                                                     std::to_string(png.height) + " texels take");
    }
    if (!counter.isComplete())
        throw Error(ErrorKind::InvalidInput, "PNG data ends early");
}

} // namespace pn::image
