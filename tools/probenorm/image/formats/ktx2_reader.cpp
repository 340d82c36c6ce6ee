#include "image/files/bytes.h"
#include "image/files/cancel.h"
#include "image/formats/ktx.h"

#include <zstd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

namespace pn::image {

namespace {

constexpr std::uint32_t kZstandard = 2; // the scheme of supercompression; 0: none

struct Level
{
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::uint64_t decodedSize = 0;
};

struct Header
{
    ContainerSize size;
    bool isPacked = false; // with Zstandard
    std::string note;
};

TexelCoding findCoding(std::uint32_t vkFormat)
{
    for (const TextureFormat& format : textureFormats())
        if (format.vulkan == vkFormat && vkFormat != 0)
            return format.coding;
    if (vkFormat == 0)
        refuse("KTX 2 Basis Universal texels are not read");
    refuse("KTX 2 vkFormat {} is not read", vkFormat);
}

Header readHeader(ByteReader& reader)
{
    if (std::memcmp(reader.take(12).data(), kKtx2Identifier.data(), 12) != 0)
        reject("not a KTX 2 file");
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
    if (scheme != 0 && scheme != kZstandard)
        refuse("KTX 2 supercompression scheme {} is not read", scheme);
    header.isPacked = scheme == kZstandard;
    header.size.coding = findCoding(vkFormat);
    return header;
}

// The parts between the header and the level index: only key-value data is of interest.
std::string readParts(ByteReader& reader, std::span<const std::byte> file)
{
    const std::uint32_t descriptorOffset = reader.u32();
    part(file, descriptorOffset, reader.u32(), "KTX data format descriptor");
    const std::uint32_t keysOffset = reader.u32();
    std::string note = readKeyValues(part(file, keysOffset, reader.u32(), "KTX key-value data")).note;
    const std::uint64_t globalOffset = reader.u64();
    part(file, globalOffset, reader.u64(), "KTX supercompression data");
    return note;
}

Level readLevel(ByteReader& reader, const Header& header, std::uint32_t index)
{
    Level level;
    level.offset = reader.u64();
    level.size = reader.u64();
    level.decodedSize = reader.u64();
    const std::uint64_t expected = header.size.faceBytes(index) * header.size.faceCount;
    if (level.decodedSize != expected)
        reject("KTX uncompressedByteLength of mip {} must be {}, found {}", index, expected, level.decodedSize);
    if (!header.isPacked && level.size != level.decodedSize)
        reject("KTX byteLength of mip {} must be its uncompressedByteLength", index);
    return level;
}

// A frame of Zstandard mostly says what it unpacks to.
bool canUnpackTo(std::span<const std::byte> bytes, std::uint64_t size)
{
    const unsigned long long said = ZSTD_getFrameContentSize(bytes.data(), bytes.size());
    return said == size || said == ZSTD_CONTENTSIZE_UNKNOWN;
}

constexpr std::size_t kUnpackedAtOnce = std::size_t{1} << 20; // so that Ctrl-C is seen

// False unless the bytes unpack to exactly those of out.
bool unpack(std::span<const std::byte> bytes, Buffer& out)
{
    const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(), ZSTD_freeDCtx);
    if (context == nullptr)
        throw std::bad_alloc();
    ZSTD_inBuffer input{bytes.data(), bytes.size(), 0};
    ZSTD_outBuffer output{out.data(), 0, 0};
    for (;;)
    {
        throwIfCancelled();
        const std::size_t inputWas = input.pos, outputWas = output.pos;
        output.size = std::min(output.pos + kUnpackedAtOnce, out.size());
        const std::size_t result = ZSTD_decompressStream(context.get(), &output, &input);
        if (ZSTD_isError(result) != 0)
            return false;
        if (input.pos == input.size && output.pos == out.size() && result == 0)
            return true;
        if (input.pos == inputWas && output.pos == outputWas)
            return false; // bytes or texels are left over
    }
}

// A mip of a file whose header is in order.
struct PackedMip
{
    Header header;
    Level level;
    std::span<const std::byte> bytes;
};

PackedMip findMip(std::span<const std::byte> file, std::uint32_t mip)
{
    ByteReader reader(file, "KTX 2 header");
    PackedMip found{readHeader(reader), {}, {}};
    checkContainer(found.header.size, mip);
    found.header.note = readParts(reader, file);
    for (std::uint32_t index = 0; index < found.header.size.mipCount; ++index)
    {
        const Level level = readLevel(reader, found.header, index);
        const auto bytes = part(file, level.offset, level.size, "KTX mip");
        if (index == mip)
            found = {found.header, level, bytes};
    }
    return found;
}

} // namespace

Container readKtx2(std::span<const std::byte> file, std::uint32_t mip, const Limits& limits)
{
    const auto [header, level, bytes] = findMip(file, mip);
    const auto requireUnpacked = [mip](bool isUnpacked) {
        if (!isUnpacked)
            reject("KTX mip {} does not unpack to its size", mip);
    };
    requireUnpacked(!header.isPacked || canUnpackTo(bytes, level.decodedSize)); // before memory is given to it
    Container container = makeContainer(header.size, mip, limits);
    takeNote(header.note, mip, container);
    if (!header.isPacked)
        decodeFaces(header.size, mip, bytes, container);
    else if (header.size.coding.decode == nullptr)
        requireUnpacked(unpack(bytes, container.image.texels));
    else
    {
        Buffer coded(level.decodedSize);
        requireUnpacked(unpack(bytes, coded));
        decodeFaces(header.size, mip, coded.span(), container);
    }
    return container;
}

std::optional<Container> takeKtx2(Buffer& file, std::uint32_t mip, const Limits& limits)
{
    const auto [header, level, packed] = findMip(file.span(), mip);
    const TexelCoding& coding = header.size.coding;
    const bool isPlain = !header.isPacked && coding.decode == nullptr;
    const bool isMost = level.size >= file.size() / 8 * 7; // else memory is kept for nothing
    if (!isPlain || !isMost || level.offset % texelBytes(coding.format) != 0)
        return std::nullopt;
    Container container = describeContainer(header.size, mip, limits);
    takeNote(header.note, mip, container);
    file.narrow(level.offset, level.size);
    container.image.texels = std::move(file);
    return container;
}

} // namespace pn::image
