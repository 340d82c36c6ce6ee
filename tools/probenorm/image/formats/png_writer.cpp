#include "image/files/cancel.h"
#include "image/files/error.h"
#include "image/formats/png_jpeg.h"

#include <libdeflate.h>
#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <string_view>

namespace pn::image {

namespace {

// Bytes of pixels that are packed in one call, which takes 3 ms at most and which no signal ends.
constexpr std::size_t kPackedAtOnce = std::size_t{1} << 20;
constexpr std::size_t kMostOfChunk = std::size_t{16} << 20; // so that Ctrl-C is seen
constexpr int kLevel = 1;                                   // for speed rather than for size

// PNG's filters: none for small pictures, which are drawn and repeat themselves. In large ones, what a pixel differs by
// from its left neighbour is mostly small.
Buffer filteredRows(std::uint32_t height, std::span<const std::uint8_t> rgb, std::uint32_t channels, bool isLarge)
{
    const std::size_t rowBytes = rgb.size() / height;
    Buffer rows(rgb.size() + height);
    for (std::uint32_t y = 0; y < height; ++y)
    {
        throwIfCancelled();
        const std::uint8_t* const pixels = rgb.data() + y * rowBytes;
        std::byte* const row = rows.data() + y * (rowBytes + 1);
        row[0] = std::byte{isLarge ? std::uint8_t{1} : std::uint8_t{0}};
        std::memcpy(row + 1, pixels, rowBytes);
        for (std::size_t i = channels; isLarge && i < rowBytes; ++i)
            row[1 + i] = static_cast<std::byte>(pixels[i] - pixels[i - channels]);
    }
    return rows;
}

// libdeflate takes less than half of zlib's time, but all bytes in one call.
Buffer packAtOnce(const Buffer& rows)
{
    const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> compressor(
        libdeflate_alloc_compressor(kLevel), libdeflate_free_compressor);
    if (compressor == nullptr)
        throw std::bad_alloc();
    Buffer packed(libdeflate_zlib_compress_bound(compressor.get(), rows.size()));
    packed.narrow(0,
                  libdeflate_zlib_compress(compressor.get(), rows.data(), rows.size(), packed.data(), packed.size()));
    return packed;
}

Buffer packInSteps(const Buffer& rows)
{
    z_stream stream{};
    if (deflateInit(&stream, kLevel) != Z_OK)
        throw std::bad_alloc();
    const std::unique_ptr<z_stream, decltype(&deflateEnd)> end(&stream, deflateEnd);
    Buffer packed(deflateBound(&stream, static_cast<uLong>(rows.size())));
    std::size_t taken = 0, made = 0;
    for (int result = Z_OK; result != Z_STREAM_END;)
    {
        throwIfCancelled();
        const std::size_t given = std::min(rows.size() - taken, kPackedAtOnce);
        const std::size_t room = std::min(packed.size() - made, 2 * kPackedAtOnce);
        stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(rows.data() + taken)); // zlib only reads it
        stream.avail_in = static_cast<uInt>(given);
        stream.next_out = reinterpret_cast<Bytef*>(packed.data() + made);
        stream.avail_out = static_cast<uInt>(room);
        result = deflate(&stream, taken + given == rows.size() ? Z_FINISH : Z_NO_FLUSH);
        taken += given - stream.avail_in;
        made += room - stream.avail_out;
    }
    packed.narrow(0, made);
    return packed;
}

void appendNumber(std::vector<std::byte>& file, std::uint32_t number)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        file.push_back(static_cast<std::byte>(number >> shift));
}

void appendText(std::vector<std::byte>& file, std::string_view text)
{
    const auto bytes = std::as_bytes(std::span(text));
    file.insert(file.end(), bytes.begin(), bytes.end());
}

void appendChunk(std::vector<std::byte>& file, std::string_view name, std::span<const std::byte> data)
{
    appendNumber(file, static_cast<std::uint32_t>(data.size()));
    const std::size_t begin = file.size();
    appendText(file, name);
    file.insert(file.end(), data.begin(), data.end());
    appendNumber(file, libdeflate_crc32(0, file.data() + begin, file.size() - begin));
}

} // namespace

std::vector<std::byte> encodePng(std::uint32_t width, std::uint32_t height, std::span<const std::uint8_t> rgb,
                                 std::uint32_t channels, std::string_view text)
{
    constexpr std::string_view kSignature = "\x89PNG\r\n\x1A\n";
    constexpr std::string_view kTrueColour{"\x08\x02\0\0\0", 5}; // 8 bits, RGB; not interlaced
    constexpr std::string_view kWithAlpha{"\x08\x06\0\0\0", 5};
    constexpr std::string_view kPerceptual{"\0", 1};
    if (width == 0 || height == 0 || rgb.size() != std::size_t{width} * height * channels)
        reject("rgb must have {} * width * height bytes", channels);
    const bool isLarge = rgb.size() > kPackedAtOnce;
    const Buffer rows = filteredRows(height, rgb, channels, isLarge);
    const Buffer pixels = isLarge ? packInSteps(rows) : packAtOnce(rows);
    std::vector<std::byte> header, file;
    appendNumber(header, width);
    appendNumber(header, height);
    appendText(header, channels == 4 ? kWithAlpha : kTrueColour);
    appendText(file, kSignature);
    appendChunk(file, "IHDR", header);
    appendChunk(file, "sRGB", std::as_bytes(std::span(kPerceptual)));
    if (!text.empty())
        appendChunk(file, "tEXt", std::as_bytes(std::span(text)));
    for (std::size_t done = 0; done < pixels.size(); done += kMostOfChunk)
    {
        throwIfCancelled();
        appendChunk(file, "IDAT", pixels.span().subspan(done, std::min(kMostOfChunk, pixels.size() - done)));
    }
    appendChunk(file, "IEND", {});
    return file;
}

} // namespace pn::image
