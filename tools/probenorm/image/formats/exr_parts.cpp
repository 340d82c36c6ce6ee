#include "image/formats/exr_parts.h"

#include "image/files/bytes.h"
#include "image/files/error.h"

#include <OpenEXR/ImfChannelList.h>
#include <OpenEXR/ImfTileDescription.h>
#include <OpenEXR/ImfVersion.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace pn::image {

namespace {

constexpr std::size_t kMagicAndVersion = 8;
constexpr std::size_t kMaxNameLength = 255;

struct FixedType
{
    std::string_view name;
    std::size_t size;
};

// From the OpenEXR file layout.
constexpr std::array<FixedType, 24> kFixedTypes{{
    {"box2f", 16},
    {"box2i", 16},
    {"chromaticities", 32},
    {"compression", 1},
    {"deepImageState", 1},
    {"double", 8},
    {"envmap", 1},
    {"float", 4},
    {"int", 4},
    {"keycode", 28},
    {"m33d", 72},
    {"m33f", 36},
    {"m44d", 128},
    {"m44f", 64},
    {"lineOrder", 1},
    {"v2d", 16},
    {"rational", 8},
    {"tiledesc", 9},
    {"timecode", 8},
    {"v2f", 8},
    {"v2i", 8},
    {"v3d", 24},
    {"v3f", 12},
    {"v3i", 12},
}};

[[noreturn]] void refuseAttribute(std::string_view type)
{
    reject("OpenEXR attribute of type {} has a wrong size", type);
}

std::string_view readName(ByteReader& reader)
{
    const std::byte* const begin = reader.take(1).data();
    std::size_t length = 0;
    for (; begin[length] != std::byte{0}; ++length)
    {
        if (length == kMaxNameLength)
            reject("OpenEXR name is longer than 255 bytes");
        reader.take(1);
    }
    return {reinterpret_cast<const char*>(begin), length};
}

// Names, each with type, linearity and sampling; an empty name ends them.
void walkChannels(ByteReader& reader)
{
    constexpr std::size_t kChannelSize = 16;
    while (!readName(reader).empty())
        reader.take(kChannelSize);
}

void walkStrings(ByteReader& reader, std::size_t size)
{
    while (reader.position() < size)
        reader.take(reader.u32());
}

void walkPreview(ByteReader& reader)
{
    const std::uint64_t width = reader.u32();
    const std::uint64_t height = reader.u32();
    constexpr std::uint64_t kMost = 1u << 16; // keeps the product below 2^34
    if (width > kMost || height > kMost)
        refuseAttribute("preview");
    reader.take(4 * width * height);
}

void checkValue(std::string_view type, std::span<const std::byte> value)
{
    const auto* fixed =
        std::find_if(kFixedTypes.begin(), kFixedTypes.end(), [&](const FixedType& f) { return f.name == type; });
    if (fixed != kFixedTypes.end() && fixed->size != value.size())
        refuseAttribute(type);
    if ((type == "floatvector" && value.size() % 4 != 0) || (type == "idmanifest" && value.size() < 4))
        refuseAttribute(type);
    ByteReader reader(value, "OpenEXR attribute");
    if (type == "chlist")
        walkChannels(reader);
    else if (type == "stringvector")
        walkStrings(reader, value.size());
    else if (type == "preview")
        walkPreview(reader);
    else
        reader.take(value.size());
    if (reader.position() != value.size())
        refuseAttribute(type);
}

// Whether there was any attribute.
bool walkHeader(ByteReader& reader)
{
    bool hasAttributes = false;
    while (!readName(reader).empty())
    {
        const std::string_view type = readName(reader);
        checkValue(type, reader.take(reader.u32()));
        hasAttributes = true;
    }
    return hasAttributes;
}

// OpenEXR's tables have one entry of 8 bytes for each chunk or tile, in the file and in memory.
void checkTable(std::uint64_t count, const char* what, std::uint64_t fileBytes)
{
    if (count > fileBytes / sizeof(std::uint64_t))
        reject("file is too small for its {} {}", count, what);
}

void checkTiles(const Imf::Header& header, std::uint64_t texelSize, std::uint64_t fileBytes, const Limits& limits)
{
    const Imf::TileDescription& tile = header.tileDescription();
    const ExrSize size = sizeOf(header.dataWindow());
    if (tile.xSize < 1 || tile.ySize < 1 || tile.xSize > kMaxAxis || tile.ySize > kMaxAxis)
        reject("tile size must be in 1..{}", kMaxAxis);
    checkClaim(std::uint64_t{tile.xSize} * tile.ySize * texelSize, limits);
    checkClaim(size.width * tile.ySize * texelSize, limits); // tiles become lines a row of them at a time
    const std::uint64_t tiles = ((size.width - 1) / tile.xSize + 1) * ((size.height - 1) / tile.ySize + 1);
    checkTable(tiles, "tiles", fileBytes);
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
        checkTable(static_cast<std::uint32_t>(header.chunkCount()), "chunks", fileBytes);
    if (header.hasTileDescription())
        checkTiles(header, texelSize, fileBytes, limits);
}

int readVersion(ExrStream& stream)
{
    std::array<char, 8> start{};
    stream.read(start.data(), static_cast<int>(start.size()));
    if (!Imf::isImfMagic(start.data()))
        reject("not an OpenEXR file");
    const auto* bytes = reinterpret_cast<const unsigned char*>(start.data());
    return static_cast<int>(bytes[4] | unsigned{bytes[5]} << 8 | unsigned{bytes[6]} << 16 | unsigned{bytes[7]} << 24);
}

// OpenEXR believes a header: it gives memory to an attribute before it looks whether the file is that long, and goes on
// behind a value where its type says, not where its size says. This walks the header first, or the headers of all
// parts, and throws unless every attribute is inside the file and is exactly as long as its type and its own counts
// say. Returns how many parts there are.
std::size_t requireWholeExrHeaders(std::span<const std::byte> file, bool hasParts)
{
    constexpr std::size_t kMostParts = 1024;
    ByteReader reader(file, "OpenEXR header");
    reader.take(kMagicAndVersion);
    std::size_t count = 0;
    while (walkHeader(reader) && hasParts) // an empty header ends those of several parts
        if (++count > kMostParts)
            reject("OpenEXR file has more than {} parts", kMostParts);
    return hasParts ? count : 1;
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
        refuse("deep OpenEXR pictures are not read");
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
