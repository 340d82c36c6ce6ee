#include "image/formats/exr_header.h"

#include "image/files/byte_reader.h"

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

[[noreturn]] void refuse(std::string_view type)
{
    throw Error(ErrorKind::InvalidInput, "OpenEXR attribute of type " + std::string(type) + " has a wrong size");
}

std::string_view readName(ByteReader& reader)
{
    const std::byte* const begin = reader.take(1).data();
    std::size_t length = 0;
    for (; begin[length] != std::byte{0}; ++length)
    {
        if (length == kMaxNameLength)
            throw Error(ErrorKind::InvalidInput, "OpenEXR name is longer than 255 bytes");
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
        refuse("preview");
    reader.take(4 * width * height);
}

void checkValue(std::string_view type, std::span<const std::byte> value)
{
    const auto* fixed =
        std::find_if(kFixedTypes.begin(), kFixedTypes.end(), [&](const FixedType& f) { return f.name == type; });
    if (fixed != kFixedTypes.end() && fixed->size != value.size())
        refuse(type);
    if ((type == "floatvector" && value.size() % 4 != 0) || (type == "idmanifest" && value.size() < 4))
        refuse(type);
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
        refuse(type);
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

} // namespace

std::size_t requireWholeExrHeaders(std::span<const std::byte> file, bool hasParts)
{
    constexpr std::size_t kMostParts = 1024;
    ByteReader reader(file, "OpenEXR header");
    reader.take(kMagicAndVersion);
    std::size_t count = 0;
    while (walkHeader(reader) && hasParts) // an empty header ends those of several parts
        if (++count > kMostParts)
            throw Error(ErrorKind::InvalidInput, "OpenEXR file has more than " + std::to_string(kMostParts) + " parts");
    return hasParts ? count : 1;
}

} // namespace pn::image
