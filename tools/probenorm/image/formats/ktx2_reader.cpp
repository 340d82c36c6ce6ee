#include "image/files/byte_reader.h"
#include "image/files/cancel.h"
#include "image/formats/ktx.h"
#include "image/formats/ktx_key_values.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

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
    Scheme scheme = Scheme::None;
};

[[noreturn]] void refuse(const std::string& what)
{
    throw Error(ErrorKind::Unsupported, what);
}

// From Vulkan's VkFormat.
TexelCoding findFormat(std::uint32_t vkFormat)
{
    switch (vkFormat)
    {
    case 37: return plainTexels(PN_FORMAT_RGBA8);            // R8G8B8A8_UNORM
    case 43: return plainTexels(PN_FORMAT_RGBA8_SRGB);       // R8G8B8A8_SRGB
    case 44: return plainTexels(PN_FORMAT_RGBA8, true);      // B8G8R8A8_UNORM
    case 50: return plainTexels(PN_FORMAT_RGBA8_SRGB, true); // B8G8R8A8_SRGB
    case 76: return oneHalfTexels();                         // R16_SFLOAT
    case 90: return halfRgbTexels();                         // R16G16B16_SFLOAT
    case 97: return plainTexels(PN_FORMAT_RGBA16F);          // R16G16B16A16_SFLOAT
    case 106: return plainTexels(PN_FORMAT_RGB32F);          // R32G32B32_SFLOAT
    case 109: return plainTexels(PN_FORMAT_RGBA32F);         // R32G32B32A32_SFLOAT
    case 122: return plainTexels(PN_FORMAT_R11G11B10F);      // B10G11R11_UFLOAT_PACK32
    case 123: return plainTexels(PN_FORMAT_RGB9E5);          // E5B9G9R9_UFLOAT_PACK32
    case 143: return bc6hTexels(false);                      // BC6H_UFLOAT_BLOCK
    case 144: return bc6hTexels(true);                       // BC6H_SFLOAT_BLOCK
    case 0: refuse("KTX 2 Basis Universal texels are not read");
    default: refuse("KTX 2 vkFormat " + std::to_string(vkFormat) + " is not read");
    }
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
    header.size.coding = findFormat(vkFormat);
    return header;
}

// The parts between the header and the level index: only key-value data is of interest.
void checkParts(ByteReader& reader, std::span<const std::byte> file)
{
    const std::uint32_t descriptorOffset = reader.u32();
    part(file, descriptorOffset, reader.u32(), "KTX data format descriptor");
    const std::uint32_t keysOffset = reader.u32();
    readKeyValues(part(file, keysOffset, reader.u32(), "KTX key-value data"), false);
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

// The most that bytes can unpack to: zlib's best is a little above 1000, a frame of Zstandard mostly says it.
bool canUnpackTo(Scheme scheme, std::span<const std::byte> bytes, std::uint64_t size)
{
    constexpr std::uint64_t kMostOfZlib = 1032;
    if (scheme == Scheme::Zlib)
        return size / kMostOfZlib <= bytes.size();
    const unsigned long long said =
        scheme == Scheme::Zstandard ? ZSTD_getFrameContentSize(bytes.data(), bytes.size()) : size;
    return said == size || said == ZSTD_CONTENTSIZE_UNKNOWN;
}

constexpr std::size_t kUnpackedAtOnce = std::size_t{1} << 20; // so that Ctrl-C is seen

struct FreeZstandard
{
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

bool unpackZstandard(std::span<const std::byte> bytes, Buffer& out)
{
    const std::unique_ptr<ZSTD_DCtx, FreeZstandard> context(ZSTD_createDCtx());
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

class Inflater
{
public:
    explicit Inflater(std::span<const std::byte> bytes)
    {
        m_stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(bytes.data())); // zlib only reads it
        m_left = bytes.size();
        if (inflateInit(&m_stream) != Z_OK)
            throw std::bad_alloc();
    }
    ~Inflater() { inflateEnd(&m_stream); }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    // Z_OK, Z_STREAM_END, or why nothing could be unpacked.
    int unpack(std::byte* out, std::size_t most)
    {
        const auto given = static_cast<uInt>(std::min(m_left, kUnpackedAtOnce));
        m_stream.avail_in = given;
        m_stream.next_out = reinterpret_cast<Bytef*>(out);
        m_stream.avail_out = static_cast<uInt>(most);
        const int result = inflate(&m_stream, Z_NO_FLUSH);
        m_left -= given - m_stream.avail_in;
        m_unpacked = most - m_stream.avail_out;
        return result;
    }
    std::size_t unpacked() const { return m_unpacked; } // by the last call

private:
    z_stream m_stream{};
    std::size_t m_left = 0, m_unpacked = 0;
};

bool unpackZlib(std::span<const std::byte> bytes, Buffer& out)
{
    Inflater inflater(bytes);
    std::byte none{};
    for (std::size_t done = 0;;)
    {
        throwIfCancelled();
        const std::size_t most = std::min(kUnpackedAtOnce, out.size() - done);
        const int result = inflater.unpack(most > 0 ? out.data() + done : &none, most);
        done += inflater.unpacked();
        if (result == Z_STREAM_END)
            return done == out.size();
        if (result != Z_OK)
            return false; // Z_BUF_ERROR: there are no bytes left, or no room
    }
}

// False unless the bytes unpack to exactly the texels of out.
bool unpack(Scheme scheme, std::span<const std::byte> bytes, Buffer& out)
{
    switch (scheme)
    {
    case Scheme::Zstandard: return unpackZstandard(bytes, out);
    case Scheme::Zlib: return unpackZlib(bytes, out);
    default: copyUnlessCancelled(out.data(), bytes.data(), out.size()); return true;
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
    checkParts(reader, file);
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
    const auto [header, level, packed] = findMip(file, mip);
    const auto fail = [mip] {
        throw Error(ErrorKind::InvalidInput, "KTX mip " + std::to_string(mip) + " does not unpack to its size");
    };
    if (!canUnpackTo(header.scheme, packed, level.decodedSize))
        fail();
    Container container = makeContainer(header.size, mip, limits);
    if (header.size.coding.decode == nullptr)
    {
        if (!unpack(header.scheme, packed, container.image.texels))
            fail();
        return container;
    }
    Buffer unpacked(level.decodedSize);
    if (!unpack(header.scheme, packed, unpacked))
        fail();
    const std::uint64_t faceBytes = header.size.faceBytes(mip);
    for (std::uint32_t face = 0; face < header.size.faceCount; ++face)
        decodeFace(header.size, mip, face, unpacked.span().subspan(face * faceBytes, faceBytes), container);
    return container;
}

std::optional<Container> takeKtx2(Buffer& file, std::uint32_t mip, const Limits& limits)
{
    const auto [header, level, packed] = findMip(file.span(), mip);
    const TexelCoding& coding = header.size.coding;
    const bool isPlain = header.scheme == Scheme::None && coding.decode == nullptr;
    const bool isMost = level.size >= file.size() / 8 * 7; // else memory is kept for nothing
    if (!isPlain || !isMost || level.offset % texelBytes(coding.format) != 0)
        return std::nullopt;
    Container container = describeContainer(header.size, mip, limits);
    file.narrow(level.offset, level.size);
    container.image.texels = std::move(file);
    return container;
}

} // namespace pn::image
