#include "image/formats/exr_parts.h"

#include "image/files/error.h"
#include "image/formats/exr_header.h"
#include "image/formats/exr_stream.h"

#include <OpenEXR/ImfChannelList.h>
#include <OpenEXR/ImfTileDescription.h>
#include <OpenEXR/ImfVersion.h>

#include <algorithm>
#include <array>
#include <string>

namespace pn::image {

namespace {

// OpenEXR's tables have one entry of 8 bytes for each chunk, in the file and in memory.
void checkChunks(std::uint64_t count, std::uint64_t fileBytes)
{
    if (count > fileBytes / sizeof(std::uint64_t))
        throw Error(ErrorKind::InvalidInput, "file is too small for its " + std::to_string(count) + " chunks");
}

void checkTiles(const Imf::Header& header, std::uint64_t texelSize, std::uint64_t fileBytes, const Limits& limits)
{
    const Imf::TileDescription& tile = header.tileDescription();
    const ExrSize size = sizeOf(header.dataWindow());
    if (tile.xSize < 1 || tile.ySize < 1 || tile.xSize > kMaxAxis || tile.ySize > kMaxAxis)
        throw Error(ErrorKind::InvalidInput, "tile size must be in 1.." + std::to_string(kMaxAxis));
    checkClaim(std::uint64_t{tile.xSize} * tile.ySize * texelSize, limits);
    checkClaim(size.width * tile.ySize * texelSize, limits); // tiles become lines a row of them at a time
    const std::uint64_t tiles = ((size.width - 1) / tile.xSize + 1) * ((size.height - 1) / tile.ySize + 1);
    if (tiles > fileBytes / sizeof(std::uint64_t)) // each has an entry in the file's table
        throw Error(ErrorKind::InvalidInput, "file is too small for its " + std::to_string(tiles) + " tiles");
}

// OpenEXR allocates its tables and line or tile buffers from what the header says, for all channels, read or not.
void checkPart(const Imf::Header& header, std::uint64_t fileBytes, const Limits& limits)
{
    const ExrSize size = sizeOf(header.dataWindow());
    checkSize(size.width, size.height);
    std::uint64_t texelSize = 0;
    for (auto channel = header.channels().begin(); channel != header.channels().end(); ++channel)
        texelSize += 4;
    constexpr std::uint64_t kMostLines = 256; // of one chunk: DWAB
    checkClaim(size.width * std::max(size.height, kMostLines) * texelSize, limits);
    if (header.hasChunkCount())
        checkChunks(static_cast<std::uint32_t>(header.chunkCount()), fileBytes);
    if (header.hasTileDescription())
        checkTiles(header, texelSize, fileBytes, limits);
}

int readVersion(ExrStream& stream)
{
    std::array<char, 8> start{};
    stream.read(start.data(), static_cast<int>(start.size()));
    if (!Imf::isImfMagic(start.data()))
        throw Error(ErrorKind::InvalidInput, "not an OpenEXR file");
    const auto* bytes = reinterpret_cast<const unsigned char*>(start.data());
    return static_cast<int>(bytes[4] | unsigned{bytes[5]} << 8 | unsigned{bytes[6]} << 16 | unsigned{bytes[7]} << 24);
}

} // namespace

ExrSize sizeOf(const Imath::Box2i& window)
{
    const auto edge = [](int min, int max) { return max < min ? 0 : std::uint64_t(std::int64_t{max} - min + 1); };
    return {edge(window.min.x, window.max.x), edge(window.min.y, window.max.y)};
}

std::vector<Imf::Header> readExrParts(std::span<const std::byte> file, const Limits& limits)
{
    ExrStream stream(file);
    int version = readVersion(stream);
    const bool hasParts = Imf::isMultiPart(version);
    if (Imf::isNonImage(version) && !hasParts)
        throw Error(ErrorKind::Unsupported, "deep OpenEXR pictures are not read");
    const std::size_t count = requireWholeExrHeaders(file, hasParts);
    std::vector<Imf::Header> parts;
    for (std::size_t part = 0; part < count; ++part)
    {
        Imf::Header header;
        header.readFrom(stream, version);
        checkPart(header, file.size(), limits);
        parts.push_back(header);
    }
    return parts;
}

} // namespace pn::image
