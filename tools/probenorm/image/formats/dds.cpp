#include "image/formats/dds.h"
#include "image/files/bytes.h"
#include "image/texels/bc6h.h"
#include "image/texels/convert.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace pn::image {

namespace {

constexpr std::uint32_t kMagic = 0x20534444;      // "DDS "
constexpr std::uint32_t kFourCcDx10 = 0x30315844; // "DX10"
constexpr std::uint32_t kFourCcHalf = 113;        // D3DFMT_A16B16G16R16F
constexpr std::uint32_t kPixelFourCc = 0x4;
constexpr std::uint32_t kPixelRgb = 0x40;
constexpr std::uint32_t kCaps2Cubemap = 0x200;
constexpr std::uint32_t kCaps2AllFaces = 0xFC00;
constexpr std::uint32_t kCaps2Volume = 0x200000;
constexpr std::uint32_t kMiscCube = 0x4;
constexpr std::uint32_t kDimension2D = 3;

struct PixelFormat
{
    std::uint32_t flags = 0;
    std::uint32_t fourCc = 0;
    std::uint32_t bitCount = 0;
    std::array<std::uint32_t, 3> masks{}; // red, green, blue
};

TexelCoding findDxgiFormat(std::uint32_t dxgi)
{
    for (const TextureFormat& format : textureFormats())
        if (format.dxgi == dxgi && dxgi != 0)
            return format.coding;
    refuse("DXGI format {} is not read", dxgi);
}

// Formats of Direct3D 9, which has no name for a transfer function: 8-bit texels are sRGB, as in picture files.
TexelCoding findLegacyFormat(const PixelFormat& pixel)
{
    constexpr std::uint32_t kFloat = 116; // D3DFMT_A32B32G32R32F
    if ((pixel.flags & kPixelFourCc) != 0)
    {
        if (pixel.fourCc == kFourCcHalf)
            return plainTexels(PN_FORMAT_RGBA16F);
        if (pixel.fourCc == kFloat)
            return plainTexels(PN_FORMAT_RGBA32F);
        refuse("DDS pixel format FourCC {} is not read", pixel.fourCc);
    }
    if ((pixel.flags & kPixelRgb) == 0 || pixel.bitCount != 32)
        refuse("DDS pixel format must be 32-bit RGB, half or float");
    if (pixel.masks == std::array<std::uint32_t, 3>{0xFF, 0xFF00, 0xFF0000})
        return plainTexels(PN_FORMAT_RGBA8_SRGB);
    if (pixel.masks == std::array<std::uint32_t, 3>{0xFF0000, 0xFF00, 0xFF})
        return plainTexels(PN_FORMAT_RGBA8_SRGB, true);
    refuse("DDS channel masks are not read");
}

PixelFormat readPixelFormat(ByteReader& reader)
{
    if (reader.u32() != 32)
        reject("DDS pixel format size must be 32");
    PixelFormat pixel;
    pixel.flags = reader.u32();
    pixel.fourCc = reader.u32();
    pixel.bitCount = reader.u32();
    for (std::uint32_t& mask : pixel.masks)
        mask = reader.u32();
    reader.u32(); // alpha
    return pixel;
}

// The DX10 header says again, and better, what kind of texture it is.
void readDx10Header(ByteReader& reader, std::uint32_t caps2, ContainerSize& size)
{
    size.coding = findDxgiFormat(reader.u32());
    if (reader.u32() != kDimension2D)
        refuse("only 2D and cube DDS textures are read");
    const bool isCube = (reader.u32() & kMiscCube) != 0 || (caps2 & kCaps2Cubemap) != 0;
    size.faceCount = isCube ? 6 : 1;
    const std::uint32_t arraySize = reader.u32(); // of cubes; some writers count faces, some leave it 0
    if (arraySize > 1 && !(isCube && arraySize == 6))
        refuse("DDS texture arrays are not read");
    reader.u32(); // alpha mode
}

std::uint32_t findFaceCount(std::uint32_t caps2)
{
    if ((caps2 & kCaps2Volume) != 0)
        refuse("volume DDS textures are not read");
    if ((caps2 & kCaps2Cubemap) == 0)
        return 1;
    if ((caps2 & kCaps2AllFaces) != kCaps2AllFaces)
        reject("DDS cubemap lacks faces");
    return 6;
}

ContainerSize readHeader(ByteReader& reader)
{
    if (reader.u32() != kMagic)
        reject("not a DDS file");
    if (reader.u32() != 124)
        reject("DDS header size must be 124");
    ContainerSize size;
    reader.u32(); // flags: writers disagree on them
    size.height = reader.u32();
    size.width = reader.u32();
    reader.take(8); // pitch and depth
    size.mipCount = std::max(reader.u32(), 1u);
    reader.take(44); // reserved
    const PixelFormat pixel = readPixelFormat(reader);
    reader.u32(); // caps
    const std::uint32_t caps2 = reader.u32();
    reader.take(12); // caps3, caps4, reserved
    if ((pixel.flags & kPixelFourCc) != 0 && pixel.fourCc == kFourCcDx10)
    {
        readDx10Header(reader, caps2, size);
    }
    else
    {
        size.faceCount = findFaceCount(caps2);
        size.coding = findLegacyFormat(pixel);
    }
    return size;
}

// Halves have Direct3D 9's header: PlayCanvas reads no other, and other readers know both.
void writeHeader(ByteWriter& out, const Image& largest, std::uint32_t mipCount, bool isCube)
{
    const bool hasBlocks = isBc6h(largest.format);
    const std::uint32_t fourCc = largest.format == PN_FORMAT_RGBA16F ? kFourCcHalf : kFourCcDx10;
    const auto faceBytes = static_cast<std::uint32_t>(largest.texels.size() / (isCube ? 6 : 1));
    out.text("DDS ");
    // caps, height, width, pixel format; pitch, or size of blocks; mip count
    out.u32s({124, 0x1007 | (hasBlocks ? 0x80000u : 0x8u) | (mipCount > 1 ? 0x20000u : 0u)});
    out.u32s({isCube ? largest.width : largest.height, largest.width});
    out.u32s({hasBlocks ? faceBytes : largest.width * fileTexelBytes(largest.format), 0, mipCount});
    out.zeros(44);
    out.u32s({32, kPixelFourCc, fourCc});
    out.zeros(20);
    // a texture of several surfaces; a cubemap, all faces
    out.u32s({0x1008 | (mipCount > 1 ? 0x400000u : 0u), isCube ? kCaps2Cubemap | kCaps2AllFaces : 0});
    out.zeros(12);
    if (fourCc == kFourCcDx10)
        out.u32s(
            {textureFormatOf(largest.format).dxgi, kDimension2D, isCube ? kMiscCube : 0u, 1, 0}); // one, alpha unknown
}

} // namespace

Container readDds(std::span<const std::byte> file, std::uint32_t mip, const Limits& limits)
{
    ByteReader reader(file, "DDS header");
    const ContainerSize size = readHeader(reader);
    checkContainer(size, mip);
    std::uint64_t mipOffset = 0; // inside a face, whose mips follow each other
    std::uint64_t faceBytes = 0;
    for (std::uint32_t level = 0; level < size.mipCount; ++level)
    {
        mipOffset += level < mip ? size.faceBytes(level) : 0;
        faceBytes += size.faceBytes(level);
    }
    const auto texels = part(file, reader.position(), faceBytes * size.faceCount, "DDS texture");
    Container container = makeContainer(size, mip, limits);
    for (std::uint32_t face = 0; face < size.faceCount; ++face)
        decodeFace(size, mip, face, texels.subspan(face * faceBytes + mipOffset, size.faceBytes(mip)), container);
    return container;
}

std::vector<std::byte> encodeDds(std::span<const Image* const> mips)
{
    const std::uint32_t faces = requireMips(mips);
    ByteWriter out;
    out.reserve(256 + texelBytes(mips)); // header and texels: growing copies all at once, and Ctrl-C waits for it
    writeHeader(out, *mips[0], static_cast<std::uint32_t>(mips.size()), faces == 6);
    for (std::size_t face = 0; face < faces; ++face)
        for (const Image* mip : mips)
            out.bytes(mip->texels.span().subspan(face * (mip->texels.size() / faces), mip->texels.size() / faces));
    return out.take();
}

} // namespace pn::image
