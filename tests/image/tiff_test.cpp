// TIFF files written by libtiff, whose texels are known.
#include "image/formats/tiff.h"
#include "image/texels/texel.h"
#include "image_builder.h"

#include <tiffio.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>

using namespace pn::image;

namespace {

constexpr std::uint32_t kWidth = 40;
constexpr std::uint32_t kHeight = 20;

struct Kind
{
    int bits = 32;
    int format = SAMPLEFORMAT_IEEEFP;
    int samples = 3;
    int compression = COMPRESSION_NONE;
    int predictor = 1;
    int planes = PLANARCONFIG_CONTIG;
    int photometric = PHOTOMETRIC_RGB;
    int orientation = ORIENTATION_TOPLEFT;
    std::uint32_t tile = 0; // edge; 0 for strips of 3 rows
    const char* mode = "w"; // "wb": big endian, "w8": BigTIFF
};

// What libtiff writes, in memory.
struct Output
{
    Bytes bytes;
    std::uint64_t position = 0;
};

Output& outputOf(thandle_t handle)
{
    return *static_cast<Output*>(handle);
}

tmsize_t readBack(thandle_t handle, void* data, tmsize_t size)
{
    Output& out = outputOf(handle);
    const auto count = std::min<std::uint64_t>(static_cast<std::uint64_t>(size), out.bytes.size() - out.position);
    std::memcpy(data, out.bytes.data() + out.position, count);
    out.position += count;
    return static_cast<tmsize_t>(count);
}

tmsize_t writeOn(thandle_t handle, void* data, tmsize_t size)
{
    Output& out = outputOf(handle);
    const auto count = static_cast<std::uint64_t>(size);
    out.bytes.resize(std::max<std::uint64_t>(out.bytes.size(), out.position + count));
    std::memcpy(out.bytes.data() + out.position, data, count);
    out.position += count;
    return size;
}

toff_t seekTo(thandle_t handle, toff_t offset, int from)
{
    Output& out = outputOf(handle);
    out.position = offset + (from == SEEK_CUR ? out.position : from == SEEK_END ? out.bytes.size() : 0);
    return out.position;
}

// A value that half holds exactly, different for every texel and channel.
float valueOf(std::uint32_t x, std::uint32_t y, std::uint32_t channel)
{
    return static_cast<float>(y * kWidth + x) + static_cast<float>(channel) * 0.25f;
}

void putSample(const Kind& kind, std::uint32_t x, std::uint32_t y, std::uint32_t channel, std::byte* out)
{
    const float value = valueOf(x, y, channel);
    const double wide = value;
    const auto byte = static_cast<std::uint8_t>(x + y + 60 * channel);
    const auto word = static_cast<std::uint16_t>(1000 * y + 10 * x + channel);
    const auto half = [&]() -> std::uint16_t { // of a positive normal number that half holds
        const auto bits = std::bit_cast<std::uint32_t>(value);
        return value == 0.0f ? 0 : static_cast<std::uint16_t>((bits >> 13) - (112u << 10));
    }();
    if (kind.bits == 8)
        std::memcpy(out, &byte, 1);
    else if (kind.bits == 16 && kind.format == SAMPLEFORMAT_UINT)
        std::memcpy(out, &word, 2);
    else if (kind.bits == 16)
        std::memcpy(out, &half, 2);
    else if (kind.bits == 32)
        std::memcpy(out, &value, 4);
    else
        std::memcpy(out, &wide, 8);
}

void writeBlock(TIFF* tiff, const Kind& kind, std::uint32_t x0, std::uint32_t y0, std::uint32_t plane)
{
    const bool isPlanar = kind.planes == PLANARCONFIG_SEPARATE;
    const std::uint32_t width = kind.tile != 0 ? kind.tile : kWidth;
    const std::uint32_t height = kind.tile != 0 ? kind.tile : std::min(3u, kHeight - y0);
    const std::uint32_t samples = isPlanar ? 1 : static_cast<std::uint32_t>(kind.samples);
    const std::size_t size = static_cast<std::size_t>(kind.bits) / 8;
    Bytes data(width * height * samples * size);
    for (std::uint32_t y = 0; y < height; ++y)
        for (std::uint32_t x = 0; x < width; ++x)
            for (std::uint32_t sample = 0; sample < samples; ++sample)
                putSample(kind, x0 + x, y0 + y, isPlanar ? plane : sample,
                          data.data() + ((std::size_t{y} * width + x) * samples + sample) * size);
    const auto count = static_cast<tmsize_t>(data.size());
    const auto sample = static_cast<std::uint16_t>(plane);
    if (kind.tile != 0)
        TIFFWriteEncodedTile(tiff, TIFFComputeTile(tiff, x0, y0, 0, sample), data.data(), count);
    else
        TIFFWriteEncodedStrip(tiff, TIFFComputeStrip(tiff, y0, sample), data.data(), count);
}

Bytes fileOf(const Kind& kind)
{
    Output out;
    TIFF* tiff = TIFFClientOpen(
        "memory", kind.mode, &out, readBack, writeOn, seekTo, [](thandle_t) { return 0; },
        [](thandle_t handle) -> toff_t { return outputOf(handle).bytes.size(); }, nullptr, nullptr);
    const std::array<std::pair<std::uint32_t, int>, 9> fields = {{{TIFFTAG_IMAGEWIDTH, kWidth},
                                                                  {TIFFTAG_IMAGELENGTH, kHeight},
                                                                  {TIFFTAG_BITSPERSAMPLE, kind.bits},
                                                                  {TIFFTAG_SAMPLEFORMAT, kind.format},
                                                                  {TIFFTAG_SAMPLESPERPIXEL, kind.samples},
                                                                  {TIFFTAG_COMPRESSION, kind.compression},
                                                                  {TIFFTAG_PLANARCONFIG, kind.planes},
                                                                  {TIFFTAG_PHOTOMETRIC, kind.photometric},
                                                                  {TIFFTAG_ORIENTATION, kind.orientation}}};
    for (const auto& [tag, value] : fields)
        TIFFSetField(tiff, tag, value);
    if (kind.predictor != 1)
        TIFFSetField(tiff, TIFFTAG_PREDICTOR, kind.predictor);
    if (kind.tile != 0)
    {
        TIFFSetField(tiff, TIFFTAG_TILEWIDTH, kind.tile);
        TIFFSetField(tiff, TIFFTAG_TILELENGTH, kind.tile);
    }
    else
        TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, 3);
    const std::uint32_t planes = kind.planes == PLANARCONFIG_SEPARATE ? static_cast<std::uint32_t>(kind.samples) : 1;
    for (std::uint32_t plane = 0; plane < planes; ++plane)
        for (std::uint32_t y = 0; y < kHeight; y += kind.tile != 0 ? kind.tile : 3)
            for (std::uint32_t x = 0; x < kWidth; x += kind.tile != 0 ? kind.tile : kWidth)
                writeBlock(tiff, kind, x, y, plane);
    TIFFClose(tiff);
    return out.bytes;
}

// The file's texels are the ones that texel gives.
void expectTexels(const Kind& kind, PnFormat format, const std::function<Rgb(std::uint32_t x, std::uint32_t y)>& texel)
{
    const Image image = readTiff(fileOf(kind));
    ASSERT_EQ(image.format, format);
    ASSERT_EQ(image.width, kWidth);
    ASSERT_EQ(image.height, kHeight);
    std::vector<Rgb> row(kWidth);
    for (std::uint32_t y = 0; y < kHeight; ++y)
    {
        decodeRow(image.format, image.row(y), kWidth, row.data());
        for (std::uint32_t x = 0; x < kWidth; ++x)
        {
            const Rgb expected = texel(x, y);
            ASSERT_FLOAT_EQ(row[x].r, expected.r) << x << ' ' << y;
            ASSERT_FLOAT_EQ(row[x].g, expected.g) << x << ' ' << y;
            ASSERT_FLOAT_EQ(row[x].b, expected.b) << x << ' ' << y;
        }
    }
}

Rgb plain(std::uint32_t x, std::uint32_t y)
{
    return {valueOf(x, y, 0), valueOf(x, y, 1), valueOf(x, y, 2)};
}

Rgb grey(std::uint32_t x, std::uint32_t y)
{
    return {valueOf(x, y, 0), valueOf(x, y, 0), valueOf(x, y, 0)};
}

float srgb(double code)
{
    return static_cast<float>(code <= 0.04045 ? code / 12.92 : std::pow((code + 0.055) / 1.055, 2.4));
}

} // namespace

TEST(TiffReader, ReadsFloatsOfEveryCompressionAndOrder)
{
    for (const int compression :
         {COMPRESSION_NONE, COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE, COMPRESSION_PACKBITS, COMPRESSION_ZSTD})
        expectTexels({.compression = compression}, PN_FORMAT_RGB32F, plain);
    expectTexels({.compression = COMPRESSION_ADOBE_DEFLATE, .predictor = 3}, PN_FORMAT_RGB32F, plain);
    expectTexels({.mode = "wb"}, PN_FORMAT_RGB32F, plain);
    expectTexels({.mode = "w8"}, PN_FORMAT_RGB32F, plain);
    expectTexels({.mode = "wb8"}, PN_FORMAT_RGB32F, plain);
}

TEST(TiffReader, ReadsStripsTilesAndPlanes)
{
    expectTexels({.tile = 16}, PN_FORMAT_RGB32F, plain);
    expectTexels({.planes = PLANARCONFIG_SEPARATE}, PN_FORMAT_RGB32F, plain);
    expectTexels({.planes = PLANARCONFIG_SEPARATE, .tile = 32}, PN_FORMAT_RGB32F, plain);
    expectTexels({.samples = 4, .tile = 16}, PN_FORMAT_RGB32F, plain);
    expectTexels({.samples = 1, .photometric = PHOTOMETRIC_MINISBLACK}, PN_FORMAT_RGB32F, grey);
}

TEST(TiffReader, ReadsEverySample)
{
    expectTexels({.bits = 64}, PN_FORMAT_RGB32F, plain);
    expectTexels({.bits = 16, .samples = 1, .photometric = PHOTOMETRIC_MINISBLACK}, PN_FORMAT_RGBA16F, grey);
    const auto bytes = [](std::uint32_t x, std::uint32_t y) {
        const auto code = [&](std::uint32_t channel) { return srgb((x + y + 60 * channel) / 255.0); };
        return Rgb{code(0), code(1), code(2)};
    };
    expectTexels({.bits = 8, .format = SAMPLEFORMAT_UINT}, PN_FORMAT_RGBA8_SRGB, bytes);
    const auto words = [](std::uint32_t x, std::uint32_t y) {
        const auto code = [&](std::uint32_t channel) { return srgb((1000 * y + 10 * x + channel) / 65535.0); };
        return Rgb{code(0), code(1), code(2)};
    };
    const Kind wide{.bits = 16, .format = SAMPLEFORMAT_UINT};
    expectTexels(wide, PN_FORMAT_RGB32F, words);
    EXPECT_EQ(readTiff(fileOf(wide)).warnings.size(), 1u);
}

TEST(TiffReader, TurnsPicturesUpright)
{
    expectTexels({.orientation = ORIENTATION_TOPRIGHT}, PN_FORMAT_RGB32F,
                 [](auto x, auto y) { return plain(kWidth - 1 - x, y); });
    expectTexels({.orientation = ORIENTATION_BOTRIGHT}, PN_FORMAT_RGB32F,
                 [](auto x, auto y) { return plain(kWidth - 1 - x, kHeight - 1 - y); });
    expectTexels({.orientation = ORIENTATION_BOTLEFT}, PN_FORMAT_RGB32F,
                 [](auto x, auto y) { return plain(x, kHeight - 1 - y); });
    EXPECT_ERROR(readTiff(fileOf({.orientation = ORIENTATION_LEFTTOP})), Unsupported, "orientation 5");
}

TEST(TiffReader, NamesWhatItDoesNotRead)
{
    EXPECT_ERROR(readTiff(fileOf({.bits = 32, .format = SAMPLEFORMAT_UINT})), Unsupported, "samples of 32 bits");
    EXPECT_ERROR(readTiff(fileOf({.photometric = PHOTOMETRIC_CIELAB})), Unsupported, "photometric interpretation 8");
    EXPECT_ERROR(readTiff(fileOf({}), Limits{5000}), InvalidInput, "--max-bytes");
}

TEST(TiffReader, EveryPrefixIsRefused)
{
    expectPrefixesFail(fileOf({.compression = COMPRESSION_ADOBE_DEFLATE}), [](const Bytes& file) { readTiff(file); });
}
