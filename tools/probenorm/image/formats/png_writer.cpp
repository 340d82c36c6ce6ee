#include "image/formats/png.h"

#include "image/files/cancel.h"
#include "image/files/error.h"
#include "image/formats/png_encoder.h"

#include <libdeflate.h>

#include <cstring>
#include <memory>
#include <new>
#include <string_view>

namespace pn::image {

namespace {

// Bytes of pixels that are packed in one call, which takes 3 ms at most and which no signal ends.
constexpr std::size_t kPackedAtOnce = std::size_t{1} << 20;

struct FreeCompressor
{
    void operator()(libdeflate_compressor* compressor) const { libdeflate_free_compressor(compressor); }
};

// Rows without a filter: small pictures are drawn, and repeat themselves.
Buffer unfilteredRows(std::uint32_t height, std::span<const std::uint8_t> rgb)
{
    const std::size_t rowBytes = rgb.size() / height;
    Buffer rows(rgb.size() + height);
    for (std::uint32_t y = 0; y < height; ++y)
    {
        std::byte* const row = rows.data() + y * (rowBytes + 1);
        row[0] = std::byte{0};
        std::memcpy(row + 1, rgb.data() + y * rowBytes, rowBytes);
    }
    return rows;
}

Buffer pack(const Buffer& rows)
{
    constexpr int kLevel = 1;
    const std::unique_ptr<libdeflate_compressor, FreeCompressor> compressor(libdeflate_alloc_compressor(kLevel));
    if (compressor == nullptr)
        throw std::bad_alloc();
    Buffer packed(libdeflate_zlib_compress_bound(compressor.get(), rows.size()));
    packed.narrow(0,
                  libdeflate_zlib_compress(compressor.get(), rows.data(), rows.size(), packed.data(), packed.size()));
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

// libdeflate takes less than half of libpng's time, but all pixels in one call.
std::vector<std::byte> encodeSmall(std::uint32_t width, std::uint32_t height, std::span<const std::uint8_t> rgb)
{
    constexpr std::string_view kSignature = "\x89PNG\r\n\x1A\n";
    constexpr std::string_view kTrueColour{"\x08\x02\0\0\0", 5}; // 8 bits, RGB; not interlaced
    constexpr std::string_view kPerceptual{"\0", 1};
    const Buffer pixels = pack(unfilteredRows(height, rgb));
    std::vector<std::byte> header, file;
    appendNumber(header, width);
    appendNumber(header, height);
    appendText(header, kTrueColour);
    appendText(file, kSignature);
    appendChunk(file, "IHDR", header);
    appendChunk(file, "sRGB", std::as_bytes(std::span(kPerceptual)));
    appendChunk(file, "IDAT", pixels.span());
    appendChunk(file, "IEND", {});
    return file;
}

// Fails where memory ends or the user has cancelled.
int append(void* self, const unsigned char* bytes, std::size_t size) noexcept
try
{
    throwIfCancelled();
    auto& file = *static_cast<std::vector<std::byte>*>(self);
    const auto* const first = reinterpret_cast<const std::byte*>(bytes);
    file.insert(file.end(), first, first + size);
    return 1;
}
catch (...)
{
    return 0;
}

std::vector<std::byte> encodeLarge(std::uint32_t width, std::uint32_t height, std::span<const std::uint8_t> rgb)
{
    std::vector<std::byte> file;
    const PnEncoderOutput output{append, &file};
    if (pnWritePng(width, height, rgb.data(), &output) == PN_ENCODER_OK)
        return file;
    throwIfCancelled();
    throw Error(ErrorKind::OutOfMemory, "PNG: out of memory");
}

} // namespace

std::vector<std::byte> encodePng(std::uint32_t width, std::uint32_t height, std::span<const std::uint8_t> rgb)
{
    if (width == 0 || height == 0 || rgb.size() != std::size_t{width} * height * 3)
        throw Error(ErrorKind::InvalidInput, "rgb must have 3 * width * height bytes");
    throwIfCancelled();
    return rgb.size() <= kPackedAtOnce ? encodeSmall(width, height, rgb) : encodeLarge(width, height, rgb);
}

} // namespace pn::image
