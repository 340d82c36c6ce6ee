#include "image/png.h"

#include "image/byte_writer.h"
#include "image/cancel.h"
#include "image/error.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <new>
#include <string_view>

namespace pn::image {

namespace {

constexpr std::string_view kSignature = "\x89PNG\r\n\x1A\n";
constexpr std::size_t kChannels = 3;

// Big-endian, as PNG has it.
std::array<std::byte, 4> bytesOf(std::size_t value)
{
    std::array<std::byte, 4> bytes;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<std::byte>(value >> (24 - 8 * i));
    return bytes;
}

std::uint32_t crcOf(std::string_view type, std::span<const std::byte> data)
{
    const uLong crc = crc32(0, reinterpret_cast<const Bytef*>(type.data()), static_cast<uInt>(type.size()));
    if (data.empty()) // for which zlib would begin anew
        return static_cast<std::uint32_t>(crc);
    return static_cast<std::uint32_t>(
        crc32(crc, reinterpret_cast<const Bytef*>(data.data()), static_cast<uInt>(data.size())));
}

void writeChunk(ByteWriter& file, std::string_view type, std::span<const std::byte> data)
{
    file.bytes(bytesOf(data.size()));
    file.text(type);
    file.bytes(data);
    file.bytes(bytesOf(crcOf(type, data)));
}

// zlib, looking for runs alone, which takes a small part of the time of a search for repeats.
class RunPacker
{
public:
    RunPacker()
    {
        if (deflateInit2(&m_stream, Z_BEST_SPEED, Z_DEFLATED, kWindowBits, kMemoryLevel, Z_RLE) != Z_OK)
            throw std::bad_alloc(); // nothing else can fail
    }
    ~RunPacker() { deflateEnd(&m_stream); }
    RunPacker(const RunPacker&) = delete;
    RunPacker& operator=(const RunPacker&) = delete;

    std::vector<std::byte> pack(std::span<std::uint8_t> bytes)
    {
        std::vector<std::byte> packed(deflateBound(&m_stream, static_cast<uLong>(bytes.size())));
        std::size_t written = 0;
        for (std::size_t done = 0; done < bytes.size(); done += kStep)
        {
            throwIfCancelled();
            const std::size_t step = std::min(kStep, bytes.size() - done);
            m_stream.next_in = bytes.data() + done;
            m_stream.avail_in = static_cast<uInt>(step);
            const std::size_t room = std::min(packed.size() - written, kMostRoom);
            m_stream.next_out = reinterpret_cast<Bytef*>(packed.data() + written);
            m_stream.avail_out = static_cast<uInt>(room);
            deflate(&m_stream, done + step == bytes.size() ? Z_FINISH : Z_NO_FLUSH);
            written += room - m_stream.avail_out;
        }
        packed.resize(written);
        return packed;
    }

private:
    static constexpr int kWindowBits = 15, kMemoryLevel = 8;
    static constexpr std::size_t kStep = std::size_t{1} << 20;     // between questions whether it is cancelled
    static constexpr std::size_t kMostRoom = std::size_t{1} << 30; // zlib counts in 32 bits

    z_stream m_stream{};
};

// The filter "Sub": what each pixel differs by from its left neighbour is small in most pictures.
std::vector<std::uint8_t> filterRows(std::uint32_t width, std::uint32_t height, std::span<const std::uint8_t> rgb)
{
    constexpr std::uint8_t kSub = 1;
    const std::size_t rowBytes = kChannels * width;
    std::vector<std::uint8_t> rows((rowBytes + 1) * height);
    for (std::size_t y = 0; y < height; ++y)
    {
        const std::uint8_t* const from = rgb.data() + y * rowBytes;
        std::uint8_t* const to = rows.data() + y * (rowBytes + 1);
        to[0] = kSub;
        std::copy(from, from + kChannels, to + 1);
        for (std::size_t i = kChannels; i < rowBytes; ++i)
            to[1 + i] = static_cast<std::uint8_t>(from[i] - from[i - kChannels]);
    }
    return rows;
}

std::array<std::byte, 13> headerOf(std::uint32_t width, std::uint32_t height)
{
    constexpr std::byte kEightBits{8}, kRgb{2};
    std::array<std::byte, 13> header{}; // compressed by deflate, filtered, not interlaced
    std::ranges::copy(bytesOf(width), header.begin());
    std::ranges::copy(bytesOf(height), header.begin() + 4);
    header[8] = kEightBits;
    header[9] = kRgb;
    return header;
}

std::vector<std::byte> makeFile(std::uint32_t width, std::uint32_t height, std::span<const std::uint8_t> rgb)
{
    constexpr std::array kPerceptual = {std::byte{0}};
    constexpr std::size_t kMostOfChunk = std::size_t{1} << 30; // a chunk's size has 31 bits
    std::vector<std::uint8_t> rows = filterRows(width, height, rgb);
    const std::vector<std::byte> packed = RunPacker().pack(rows);
    ByteWriter file;
    file.reserve(packed.size() + 128);
    file.text(kSignature);
    writeChunk(file, "IHDR", headerOf(width, height));
    writeChunk(file, "sRGB", kPerceptual);
    for (std::size_t done = 0; done < packed.size(); done += kMostOfChunk)
        writeChunk(file, "IDAT", std::span(packed).subspan(done, std::min(kMostOfChunk, packed.size() - done)));
    writeChunk(file, "IEND", {});
    return file.take();
}

} // namespace

std::vector<std::byte> encodePng(std::uint32_t width, std::uint32_t height, std::span<const std::uint8_t> rgb)
{
    if (width == 0 || height == 0 || rgb.size() != std::size_t{width} * height * kChannels)
        throw Error(ErrorKind::InvalidInput, "rgb must have 3 * width * height bytes");
    try
    {
        return makeFile(width, height, rgb);
    }
    catch (const std::bad_alloc&)
    {
        throw Error(ErrorKind::OutOfMemory, "PNG: out of memory");
    }
}

} // namespace pn::image
