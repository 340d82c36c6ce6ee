#include "image/files/bytes.h"
#include "image/formats/ktx.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

namespace pn::image {

namespace {

struct GlFormat
{
    std::uint32_t internal;
    std::uint32_t format;
    std::uint32_t type;
    std::uint32_t typeSize;
    TexelCoding coding;
};

constexpr std::uint32_t kRgb = 0x1907;
constexpr std::uint32_t kRgba = 0x1908;

const std::array<GlFormat, 12> kFormats{{
    {0x8814, kRgba, 0x1406, 4, plainTexels(PN_FORMAT_RGBA32F)},   // RGBA32F of FLOAT
    {0x8815, kRgb, 0x1406, 4, plainTexels(PN_FORMAT_RGB32F)},     // RGB32F of FLOAT
    {0x881A, kRgba, 0x140B, 2, plainTexels(PN_FORMAT_RGBA16F)},   // RGBA16F of HALF_FLOAT
    {0x881B, kRgb, 0x140B, 2, halfRgbTexels()},                   // RGB16F of HALF_FLOAT
    {0x8C3D, kRgb, 0x8C3E, 4, plainTexels(PN_FORMAT_RGB9E5)},     // RGB9_E5 of UNSIGNED_INT_5_9_9_9_REV
    {0x8C3A, kRgb, 0x8C3B, 4, plainTexels(PN_FORMAT_R11G11B10F)}, // R11F_G11F_B10F of UNSIGNED_INT_10F_11F_11F_REV
    {0x8C3A, kRgb, 0x8C3A, 1, plainTexels(PN_FORMAT_R11G11B10F)}, // the same as cmgen writes it
    {0x8C3A, 0x8C3A, 0x8C3A, 1, plainTexels(PN_FORMAT_R11G11B10F)},
    {0x8058, kRgba, 0x1401, 1, plainTexels(PN_FORMAT_RGBA8)},      // RGBA8 of UNSIGNED_BYTE
    {0x8C43, kRgba, 0x1401, 1, plainTexels(PN_FORMAT_RGBA8_SRGB)}, // SRGB8_ALPHA8 of UNSIGNED_BYTE
    {0x8E8E, 0, 0, 1, bc6hTexels(true)},                           // COMPRESSED_RGB_BPTC_SIGNED_FLOAT
    {0x8E8F, 0, 0, 1, bc6hTexels(false)},                          // COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT
}};

struct Header
{
    ContainerSize size;
    KtxTexts texts;
};

TexelCoding findCoding(std::uint32_t type, std::uint32_t typeSize, std::uint32_t format, std::uint32_t internal)
{
    const auto* found = std::find_if(kFormats.begin(), kFormats.end(), [&](const GlFormat& f) {
        return f.internal == internal && f.format == format && f.type == type;
    });
    if (found == kFormats.end())
        refuse("KTX glInternalFormat {} with glType {} is not read", internal, type);
    if (typeSize != found->typeSize)
        reject("KTX glTypeSize must be {}, found {}", found->typeSize, typeSize);
    return found->coding;
}

Header readHeader(ByteReader& reader)
{
    if (std::memcmp(reader.take(12).data(), kKtx1Identifier.data(), 12) != 0)
        reject("not a KTX 1 file");
    const std::uint32_t order = reader.u32();
    if (order == 0x01020304)
        refuse("KTX files of big-endian machines are not read");
    if (order != 0x04030201)
        reject("KTX endianness must be 04030201");
    Header header;
    std::array<std::uint32_t, 4> gl{}; // type, type size, format, internal format
    for (std::uint32_t& value : gl)
        value = reader.u32();
    header.size.coding = findCoding(gl[0], gl[1], gl[2], gl[3]);
    reader.u32(); // base internal format
    header.size.width = reader.u32();
    header.size.height = reader.u32();
    if (reader.u32() > 1)
        refuse("volume KTX textures are not read");
    if (reader.u32() != 0)
        refuse("KTX texture arrays are not read");
    header.size.faceCount = reader.u32();
    header.size.mipCount = std::max(reader.u32(), 1u); // 0 asks the loader to make mips
    header.size.rowAlignment = 4;                      // as OpenGL unpacks rows by default
    header.texts = readKeyValues(reader.take(reader.u32()));
    return header;
}

// Fills the text that the pair has.
void readPair(std::string_view pair, KtxTexts& texts)
{
    const std::size_t end = pair.find('\0');
    if (end == std::string_view::npos)
        reject("KTX key must end with NUL");
    const std::string_view key = pair.substr(0, end);
    std::string_view value = pair.substr(end + 1);
    value = value.substr(0, value.find('\0'));
    constexpr std::size_t kMostHarmonics = 4096; // cmgen writes nine rows of three numbers
    if (key == "sh" && value.size() <= kMostHarmonics)
        texts.harmonics = value;
    if (key == kNoteKey)
        texts.note = value.substr(0, kMostNote + 1);
    if (key == "KTXswizzle" && !value.starts_with("rgb"))
        refuse("KTXswizzle must leave red, green and blue, found {}", value.substr(0, 16));
    if (key == "KTXorientation" && value != "rd" && value != "S=r,T=d")
        refuse("KTXorientation must have rows from the top (rd), found {}", value.substr(0, 16));
}

} // namespace

void takeNote(std::string_view text, std::uint32_t mip, Container& container)
{
    if (text.size() <= kMostNote)
        container.note = text;
    else if (mip == 0)
        container.image.warnings.push_back(fmt::format(
            "its note is longer than {} bytes and is not read: it may be normalized, prefiltered, or in the "
            "axes of an engine",
            kMostNote));
}

KtxTexts readKeyValues(std::span<const std::byte> bytes)
{
    ByteReader reader(bytes, "KTX key-value data");
    KtxTexts texts;
    while (reader.position() < bytes.size())
    {
        const std::uint32_t size = reader.u32();
        const auto pair = reader.take(size);
        readPair({reinterpret_cast<const char*>(pair.data()), pair.size()}, texts);
        const std::size_t padding = (4 - size % 4) % 4;
        reader.take(std::min(padding, bytes.size() - reader.position())); // the last one may lack it in KTX 2
    }
    return texts;
}

std::string readKtx1Harmonics(std::span<const std::byte> file)
{
    ByteReader reader(file, "KTX texture");
    return readHeader(reader).texts.harmonics;
}

Container readKtx1(std::span<const std::byte> file, std::uint32_t mip, const Limits& limits)
{
    ByteReader reader(file, "KTX texture");
    const Header header = readHeader(reader);
    const ContainerSize& size = header.size;
    checkContainer(size, mip);
    std::span<const std::byte> texels;
    for (std::uint32_t level = 0; level < size.mipCount; ++level)
    {
        const std::uint64_t expected = size.faceBytes(level);
        if (reader.u32() != expected)
            reject("KTX imageSize of mip {} must be {}", level, expected);
        const auto bytes = reader.take(expected * size.faceCount);
        texels = level == mip ? bytes : texels;
    }
    Container container = makeContainer(size, mip, limits);
    container.harmonics = header.texts.harmonics;
    takeNote(header.texts.note, mip, container);
    decodeFaces(size, mip, texels, container);
    return container;
}

} // namespace pn::image
