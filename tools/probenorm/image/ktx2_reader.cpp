#include "byte_reader.h"
#include "ktx.h"
#include "ktx_key_values.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace pn::image {

namespace {

constexpr std::array<unsigned char, 12> kIdentifier{0xAB, 'K', 'T', 'X', ' ', '2', '0', 0xBB, '\r', '\n', 0x1A, '\n'};

enum class Scheme : std::uint32_t
{
    None = 0,
    BasisLz = 1,
    Zstandard = 2,
    Zlib = 3,
};

struct Level
{
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::uint64_t decodedSize = 0;
};

struct Header
{
    ContainerSize size;
    PnFormat format = PN_FORMAT_UNDEFINED;
    bool isBgr = false;
    Scheme scheme = Scheme::None;
};

[[noreturn]] void refuse(const std::string& what)
{
    throw Error(ErrorKind::Unsupported, what);
}

// From Vulkan's VkFormat.
void setFormat(std::uint32_t vkFormat, Header& header)
{
    switch (vkFormat)
    {
    case 37: header.format = PN_FORMAT_RGBA8; break;       // R8G8B8A8_UNORM
    case 43: header.format = PN_FORMAT_RGBA8_SRGB; break;  // R8G8B8A8_SRGB
    case 44: header.format = PN_FORMAT_RGBA8; break;       // B8G8R8A8_UNORM
    case 50: header.format = PN_FORMAT_RGBA8_SRGB; break;  // B8G8R8A8_SRGB
    case 97: header.format = PN_FORMAT_RGBA16F; break;     // R16G16B16A16_SFLOAT
    case 106: header.format = PN_FORMAT_RGB32F; break;     // R32G32B32_SFLOAT
    case 109: header.format = PN_FORMAT_RGBA32F; break;    // R32G32B32A32_SFLOAT
    case 122: header.format = PN_FORMAT_R11G11B10F; break; // B10G11R11_UFLOAT_PACK32
    case 123: header.format = PN_FORMAT_RGB9E5; break;     // E5B9G9R9_UFLOAT_PACK32
    case 0: refuse("KTX 2 Basis Universal texels are not read");
    case 143:
    case 144: refuse("BC6H texels are not read");
    default: refuse("KTX 2 vkFormat " + std::to_string(vkFormat) + " is not read");
    }
    header.isBgr = vkFormat == 44 || vkFormat == 50;
    header.size.texelSize = texelBytes(header.format);
}

Header readHeader(ByteReader& reader)
{
    if (std::memcmp(reader.take(12).data(), kIdentifier.data(), 12) != 0)
        throw Error(ErrorKind::InvalidInput, "not a KTX 2 file");
    Header header;
    const std::uint32_t vkFormat = reader.u32();
    reader.u32(); // type size: byte order is always little
    header.size.width = reader.u32();
    header.size.height = reader.u32();
    if (reader.u32() != 0)
        refuse("volume KTX textures are not read");
    if (reader.u32() > 1)
        refuse("KTX texture arrays are not read");
    header.size.faceCount = reader.u32();
    header.size.mipCount = std::max(reader.u32(), 1u); // 0 asks the loader to make mips
    const std::uint32_t scheme = reader.u32();
    if (scheme == static_cast<std::uint32_t>(Scheme::BasisLz) || scheme > static_cast<std::uint32_t>(Scheme::Zlib))
        refuse("KTX 2 supercompression scheme " + std::to_string(scheme) + " is not read");
    header.scheme = static_cast<Scheme>(scheme);
    setFormat(vkFormat, header);
    return header;
}

// The parts between the header and the level index: only key-value data is of interest.
void checkParts(ByteReader& reader, std::span<const std::byte> file)
{
    const std::uint32_t descriptorOffset = reader.u32();
    part(file, descriptorOffset, reader.u32(), "KTX data format descriptor");
    const std::uint32_t keysOffset = reader.u32();
    checkKeyValues(part(file, keysOffset, reader.u32(), "KTX key-value data"), false);
    const std::uint64_t globalOffset = reader.u64();
    part(file, globalOffset, reader.u64(), "KTX supercompression data");
}

Level readLevel(ByteReader& reader, const Header& header, std::uint32_t index)
{
    Level level;
    level.offset = reader.u64();
    level.size = reader.u64();
    level.decodedSize = reader.u64();
    const std::uint64_t expected = header.size.faceBytes(index) * header.size.faceCount;
    if (level.decodedSize != expected)
        throw Error(ErrorKind::InvalidInput, "KTX uncompressedByteLength of mip " + std::to_string(index) +
                                                 " must be " + std::to_string(expected) + ", found " +
                                                 std::to_string(level.decodedSize));
    if (header.scheme == Scheme::None && level.size != level.decodedSize)
        throw Error(ErrorKind::InvalidInput,
                    "KTX byteLength of mip " + std::to_string(index) + " must be its uncompressedByteLength");
    return level;
}

// False unless the bytes unpack to exactly the texels of out.
bool unpack(Scheme scheme, std::span<const std::byte> bytes, Buffer& out)
{
    if (scheme == Scheme::Zstandard)
        return ZSTD_decompress(out.data(), out.size(), bytes.data(), bytes.size()) == out.size();
    if (scheme == Scheme::Zlib)
    {
        uLongf size = out.size();
        const int result = uncompress(reinterpret_cast<Bytef*>(out.data()), &size,
                                      reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
        return result == Z_OK && size == out.size();
    }
    std::memcpy(out.data(), bytes.data(), out.size());
    return true;
}

} // namespace

Container readKtx2(std::span<const std::byte> file, std::uint32_t mip, const Limits& limits)
{
    ByteReader reader(file, "KTX 2 header");
    const Header header = readHeader(reader);
    checkContainer(header.size, mip);
    checkParts(reader, file);
    std::span<const std::byte> packed;
    for (std::uint32_t index = 0; index < header.size.mipCount; ++index)
    {
        const Level level = readLevel(reader, header, index);
        const auto bytes = part(file, level.offset, level.size, "KTX mip");
        packed = index == mip ? bytes : packed;
    }
    Container container = makeContainer(header.size, header.format, mip, file.size(), limits);
    if (!unpack(header.scheme, packed, container.image.texels))
        throw Error(ErrorKind::InvalidInput, "KTX mip " + std::to_string(mip) + " does not unpack to its size");
    if (header.isBgr)
        swapRedBlue(container.image);
    return container;
}

} // namespace pn::image
