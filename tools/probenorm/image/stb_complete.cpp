#include "stb_complete.h"

#include "byte_reader.h"

#include <algorithm>

namespace pn::image {

namespace {

unsigned byteOf(std::span<const std::byte> bytes, std::size_t index)
{
    return std::to_integer<unsigned>(bytes[index]);
}

unsigned u16(std::span<const std::byte> bytes, std::size_t index)
{
    return byteOf(bytes, index) | byteOf(bytes, index + 1) << 8;
}

// Skips entropy-coded JPEG data and returns the marker that ends it.
unsigned skipScan(ByteReader& reader)
{
    for (;;)
    {
        if (byteOf(reader.take(1), 0) != 0xFF)
            continue;
        unsigned code = byteOf(reader.take(1), 0);
        while (code == 0xFF) // fill bytes
            code = byteOf(reader.take(1), 0);
        const bool isRestart = code >= 0xD0 && code <= 0xD7;
        if (code != 0 && !isRestart)
            return code;
    }
}

unsigned nextMarker(ByteReader& reader)
{
    if (byteOf(reader.take(1), 0) != 0xFF)
        throw Error(ErrorKind::InvalidInput, "JPEG segment does not begin with a marker");
    unsigned code = byteOf(reader.take(1), 0);
    while (code == 0xFF)
        code = byteOf(reader.take(1), 0);
    return code;
}

void skipTgaPackets(ByteReader& reader, std::uint64_t texelCount, unsigned texelSize)
{
    while (texelCount > 0)
    {
        const unsigned code = byteOf(reader.take(1), 0);
        const std::uint64_t count = (code & 127u) + 1;
        reader.take(code >= 128 ? texelSize : count * texelSize);
        texelCount -= std::min(count, texelCount); // a last packet may be too long; stb ignores the rest
    }
}

} // namespace

void requireCompleteJpeg(std::span<const std::byte> file)
{
    constexpr unsigned kEndOfImage = 0xD9;
    constexpr unsigned kStartOfScan = 0xDA;
    ByteReader reader(file, "JPEG segments");
    reader.take(2);
    unsigned marker = nextMarker(reader);
    while (marker != kEndOfImage)
    {
        const auto length = reader.take(2);
        const unsigned size = byteOf(length, 0) << 8 | byteOf(length, 1);
        if (size < 2)
            throw Error(ErrorKind::InvalidInput, "JPEG segment is shorter than its own length");
        reader.take(size - 2);
        marker = marker == kStartOfScan ? skipScan(reader) : nextMarker(reader);
    }
}

void requireCompleteTga(std::span<const std::byte> file)
{
    ByteReader reader(file, "TGA texels");
    const auto header = reader.take(18);
    const std::uint64_t paletteSize = std::uint64_t{u16(header, 5)} * ((byteOf(header, 7) + 7) / 8);
    const std::uint64_t texelCount = std::uint64_t{u16(header, 12)} * u16(header, 14);
    const unsigned texelSize = (byteOf(header, 16) + 7) / 8;
    const bool isPacked = (byteOf(header, 2) & 8u) != 0;
    reader.take(byteOf(header, 0));
    if (byteOf(header, 1) != 0)
        reader.take(paletteSize);
    if (isPacked)
        skipTgaPackets(reader, texelCount, texelSize);
    else
        reader.take(texelCount * texelSize);
}

} // namespace pn::image
