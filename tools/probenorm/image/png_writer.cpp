#include "image/png.h"

#include "image/byte_writer.h"
#include "image/deflate.h"
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
    const std::vector<std::byte> packed = deflateRuns(filterRows(width, height, rgb));
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
