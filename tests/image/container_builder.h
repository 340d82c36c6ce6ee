// DDS and KTX files from their specifications, for the readers' tests.
#pragma once

#include "image/files/bytes.h"
#include "image/formats/container.h"
#include "image/formats/ktx.h"
#include "image_builder.h"

// Microsoft's DDS: a header without DX10. pixelFormat is flags, FourCC, bit count and masks of r, g, b, a.
inline Bytes ddsHeader(std::uint32_t width, std::uint32_t height, std::uint32_t mipCount,
                       std::initializer_list<std::uint32_t> pixelFormat, std::uint32_t caps2)
{
    return FileBuilder()
        .text("DDS ")
        .u32({124, 0x21007, height, width, 0, 0, mipCount})
        .zeros(44)
        .u32({32})
        .u32(pixelFormat)
        .u32({0x401008, caps2, 0, 0, 0})
        .bytes;
}

constexpr std::uint32_t kDdsCube = 0xFE00;
constexpr std::uint32_t kDx10 = 0x30315844;

inline Bytes ddsDx10(std::uint32_t width, std::uint32_t height, std::uint32_t mipCount, std::uint32_t dxgiFormat,
                     bool isCube, std::uint32_t arraySize = 1)
{
    return FileBuilder()
        .append(ddsHeader(width, height, mipCount, {4, kDx10, 0, 0, 0, 0, 0}, isCube ? kDdsCube : 0))
        .u32({dxgiFormat, 3, isCube ? 4u : 0u, arraySize, 0})
        .bytes;
}

// Khronos KTX 1: gl is type, type size, format, internal format.
inline FileBuilder ktx1Header(std::initializer_list<std::uint32_t> gl, std::uint32_t width, std::uint32_t height,
                              std::uint32_t faces, std::uint32_t mips, const Bytes& keys = {})
{
    FileBuilder file;
    file.u8({0xAB, 0x4B, 0x54, 0x58, 0x20, 0x31, 0x31, 0xBB, 0x0D, 0x0A, 0x1A, 0x0A});
    file.u32({0x04030201}).u32(gl).u32({0x1908, width, height, 0, 0, faces, mips});
    file.u32({static_cast<std::uint32_t>(keys.size())}).append(keys);
    return file;
}

struct Ktx2Level
{
    Bytes bytes;
    std::uint64_t decodedSize;
};

// Khronos KTX 2 with an empty data format descriptor. Levels come largest first and are stored smallest first.
inline Bytes ktx2File(std::uint32_t vkFormat, std::uint32_t width, std::uint32_t height, std::uint32_t faces,
                      std::uint32_t scheme, const std::vector<Ktx2Level>& levels, const Bytes& keys = {})
{
    FileBuilder file;
    file.u8({0xAB, 0x4B, 0x54, 0x58, 0x20, 0x32, 0x30, 0xBB, 0x0D, 0x0A, 0x1A, 0x0A});
    const auto keysOffset = static_cast<std::uint32_t>(80 + 24 * levels.size());
    file.u32({vkFormat, 4, width, height, 0, 0, faces, static_cast<std::uint32_t>(levels.size()), scheme});
    file.u32({0, 0, keys.empty() ? 0 : keysOffset, static_cast<std::uint32_t>(keys.size()), 0, 0, 0, 0});
    std::uint64_t end = keysOffset + keys.size();
    for (const Ktx2Level& level : levels)
        end += level.bytes.size();
    for (const Ktx2Level& level : levels)
    {
        end -= level.bytes.size();
        file.u64(end).u64(level.bytes.size()).u64(level.decodedSize);
    }
    file.append(keys);
    for (std::size_t i = levels.size(); i-- > 0;)
        file.append(levels[i].bytes);
    return file.bytes;
}

inline Bytes keyValue(std::string_view key, std::string_view value)
{
    FileBuilder pair;
    const std::size_t size = key.size() + value.size() + 2;
    pair.u32({static_cast<std::uint32_t>(size)}).text(key).zeros(1).text(value).zeros(1).zeros((4 - size % 4) % 4);
    return pair.bytes;
}

// What writeKtx2() hands over.
inline Bytes encodeKtx2(std::span<const pn::image::Image* const> mips,
                        pn::image::Ktx2Packing packing = pn::image::Ktx2Packing::None)
{
    pn::image::ByteWriter out;
    out.reserve(4096 + texelBytes(mips));
    writeKtx2(mips, packing, [&out](std::span<const std::byte> bytes) { out.bytes(bytes); });
    return out.take();
}
