#include "image/formats/png_jpeg.h"
#include "image_builder.h"
#include "stb_oracle.h"

#include <zlib.h>

#include <array>
#include <random>

using namespace pn::image;

namespace {

void chunk(FileBuilder& file, std::string_view type, const Bytes& data)
{
    const Bytes content = FileBuilder().text(type).append(data).bytes;
    file.u32({static_cast<std::uint32_t>(data.size())}).append(content);
    file.u32({static_cast<std::uint32_t>(
        crc32(0, reinterpret_cast<const Bytef*>(content.data()), static_cast<uInt>(content.size())))});
}

struct Kind
{
    int depth = 8;
    int colorType = 2; // RGB
    bool isInterlaced = false;
    Bytes palette = {};              // PLTE
    Bytes transparency = {};         // tRNS
    std::string_view chunkName = {}; // a chunk about colours: its type
    Bytes color = {};                // and its data
};

// By the PNG specification: rows, each behind a filter byte of 0. Interlaced by Adam7: rows of each pass.
Bytes pngFile(std::uint32_t width, std::uint32_t height, const Bytes& rows, const Kind& kind = {})
{
    Bytes packed(compressBound(rows.size()));
    uLongf size = packed.size();
    compress(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(rows.data()), rows.size());
    packed.resize(size);
    FileBuilder file;
    file.isBigEndian = true;
    file.u8({0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'});
    FileBuilder header;
    header.isBigEndian = true;
    header.u32({width, height}).u8({kind.depth, kind.colorType, 0, 0, kind.isInterlaced ? 1 : 0});
    chunk(file, "IHDR", header.bytes);
    if (!kind.chunkName.empty())
        chunk(file, kind.chunkName, kind.color);
    if (!kind.palette.empty())
        chunk(file, "PLTE", kind.palette);
    if (!kind.transparency.empty())
        chunk(file, "tRNS", kind.transparency);
    const auto middle = packed.begin() + 1; // a stream may be in pieces, split anywhere
    chunk(file, "IDAT", Bytes(packed.begin(), middle));
    chunk(file, "IDAT", Bytes(middle, packed.end()));
    chunk(file, "IEND", {});
    return file.bytes;
}

Bytes read(const Bytes& file)
{
    return bytesOf(readPng(file));
}

// One grey texel of 8 or 16 bits, and one chunk that says what its code means.
Image greyWith(std::string_view name, const Bytes& data, int depth = 8)
{
    const Bytes row = depth == 8 ? FileBuilder().u8({0, 128}).bytes : FileBuilder().u8({0, 128, 0}).bytes;
    return readPng(pngFile(1, 1, row, {.depth = depth, .colorType = 0, .chunkName = name, .color = data}));
}

Bytes gammaData(unsigned value)
{
    FileBuilder file;
    file.isBigEndian = true;
    return file.u32({value}).bytes;
}

float redOf(const Image& image)
{
    float value = 0.0f;
    std::memcpy(&value, image.texels.data(), sizeof(value));
    return value;
}

} // namespace

TEST(PngReader, ReadsRgbAsSrgb)
{
    const Image image = readPng(pngFile(2, 2, FileBuilder().u8({0, 1, 2, 3, 4, 5, 6, 0, 7, 8, 9, 10, 11, 12}).bytes));
    EXPECT_EQ(image.format, PN_FORMAT_RGBA8_SRGB);
    EXPECT_EQ(bytesOf(image), FileBuilder().u8({1, 2, 3, 255, 4, 5, 6, 255, 7, 8, 9, 255, 10, 11, 12, 255}).bytes);
}

// Of 3 x 2 texels Adam7 reads the first, the third and the second of row 0, then row 1.
TEST(PngReader, ReadsInterlacedRows)
{
    const Bytes passes = FileBuilder().u8({0, 1, 1, 1, 0, 3, 3, 3, 0, 2, 2, 2, 0, 4, 4, 4, 5, 5, 5, 6, 6, 6}).bytes;
    const Bytes texels = read(pngFile(3, 2, passes, {.isInterlaced = true}));
    FileBuilder expected;
    for (const int grey : {1, 2, 3, 4, 5, 6})
        expected.u8({grey, grey, grey, 255});
    EXPECT_EQ(texels, expected.bytes);
}

// A palette of two colours, of which the second is half transparent; four texels of two bits. Grey of fewer bits is
// spread over 0 to 255, as the specification asks: 1 of 3 is 85.
TEST(PngReader, ReadsPalettesGreyAndAlpha)
{
    const auto bytes = [](std::initializer_list<int> values) { return FileBuilder().u8(values).bytes; };
    const Kind palette{
        .depth = 2, .colorType = 3, .palette = bytes({1, 2, 3, 4, 5, 6}), .transparency = bytes({255, 128})};
    EXPECT_EQ(read(pngFile(4, 1, bytes({0, 0b01000001}), palette)),
              bytes({4, 5, 6, 128, 1, 2, 3, 255, 1, 2, 3, 255, 4, 5, 6, 128}));
    EXPECT_EQ(read(pngFile(2, 1, bytes({0, 0b01110000}), {.depth = 2, .colorType = 0})),
              bytes({85, 85, 85, 255, 255, 255, 255, 255}));
    EXPECT_EQ(read(pngFile(1, 1, bytes({0, 9, 7}), {.colorType = 4})), bytes({9, 9, 9, 7}));
    EXPECT_EQ(read(pngFile(1, 1, bytes({0, 1, 2, 3, 4}), {.colorType = 6})), bytes({1, 2, 3, 4}));
}

// The sRGB curve of 16-bit codes: its ends, its straight part (100 / 65535 / 12.92), and 0.5 in double by hand.
TEST(PngReader, KeepsSixteenBits)
{
    const Bytes row = FileBuilder().u8({0, 0xFF, 0xFF, 0, 0, 0, 100, 0x80, 0, 0x80, 0, 0x80, 1}).bytes;
    const Image image = readPng(pngFile(2, 1, row, {.depth = 16}));
    ASSERT_EQ(image.format, PN_FORMAT_RGB32F);
    std::array<float, 6> values{};
    ASSERT_EQ(image.texels.size(), sizeof(values));
    std::memcpy(values.data(), image.texels.data(), sizeof(values));
    EXPECT_EQ(values[0], 1.0f);
    EXPECT_EQ(values[1], 0.0f);
    EXPECT_NEAR(values[2], 100.0 / 65535.0 / 12.92, 1e-11); // half a unit in the last place of a float near 1e-4
    EXPECT_NEAR(values[3], 0.21404820, 3e-8);               // of 32768 / 65535; one unit of a float near 0.2
    EXPECT_EQ(values[3], values[4]);
    EXPECT_GT(values[5], values[4]); // 8 bits would not tell them apart
}

// With Adam7 a row is read in passes, all of them before it is widened: passes 1 (two texels), 4, 6 and 7 of 5 x 2.
TEST(PngReader, KeepsSixteenBitsOfInterlacedGrey)
{
    FileBuilder passes;
    passes.isBigEndian = true;
    const auto row = [&](std::initializer_list<unsigned> codes) {
        passes.u8({0});
        for (const unsigned code : codes)
            passes.u16(code);
    };
    row({0});
    row({4});
    row({2});
    row({1, 3});
    row({10, 11, 12, 13, 14});
    const Image image = readPng(pngFile(5, 2, passes.bytes, {.depth = 16, .colorType = 0, .isInterlaced = true}));
    std::array<float, 30> values{};
    ASSERT_EQ(image.texels.size(), sizeof(values));
    std::memcpy(values.data(), image.texels.data(), sizeof(values));
    for (std::size_t i = 0; i < values.size(); ++i)
    {
        const std::size_t code = i < 15 ? i / 3 : 10 + (i - 15) / 3;
        EXPECT_NEAR(values[i], static_cast<double>(code) / 65535.0 / 12.92, 1e-11) << i;
    }
}

// What is behind the last row is never given memory: it is 16 MiB here, of a file of 16 KB.
TEST(PngReader, IgnoresMoreTexelsThanTheHeaderSays)
{
    for (const bool isInterlaced : {false, true})
        EXPECT_EQ(read(pngFile(1, 1, Bytes(std::size_t{16} << 20), {.isInterlaced = isInterlaced})),
                  FileBuilder().u8({0, 0, 0, 255}).bytes);
}

TEST(PngReader, RefusesBrokenFiles)
{
    const Bytes whole = pngFile(1, 1, Bytes(4));
    constexpr std::ptrdiff_t kBegin = 8, kEnd = 8 + 4 + 4 + 13 + 4; // of IHDR, behind the signature
    Bytes wrongSum = whole, twoHeaders = whole, noTexels = whole;
    wrongSum[kEnd - 4] ^= std::byte{1};
    EXPECT_ERROR(readPng(wrongSum), InvalidInput, "PNG: IHDR: CRC error");
    twoHeaders.insert(twoHeaders.begin() + kEnd, whole.begin() + kBegin, whole.begin() + kEnd);
    EXPECT_ERROR(readPng(twoHeaders), InvalidInput, "PNG: IHDR");
    const std::string text(reinterpret_cast<const char*>(whole.data()), whole.size());
    noTexels.erase(noTexels.begin() + static_cast<std::ptrdiff_t>(text.rfind("IDAT")) - 4,
                   noTexels.begin() + static_cast<std::ptrdiff_t>(text.find("IEND")) - 4);
    EXPECT_ERROR(readPng(noTexels), InvalidInput, "PNG: ");
    EXPECT_ERROR(readPng(pngFile(1, 1, Bytes(2), {.colorType = 3})), InvalidInput, "PNG: "); // no palette
}

TEST(PngReader, EveryPrefixIsRefused)
{
    expectPrefixesFail(pngFile(2, 2, FileBuilder().u8({0, 1, 2, 3, 4, 5, 6, 0, 7, 8, 9, 10, 11, 12}).bytes),
                       [](const Bytes& file) { readPng(file); });
}

TEST(PngReader, RefusesAbsurdSizes)
{
    EXPECT_ERROR(readPng(pngFile(0, 2, Bytes(8))), InvalidInput, "PNG");
    EXPECT_ERROR(readPng(pngFile(0x80000000u, 2, Bytes(8))), InvalidInput, "PNG");
    EXPECT_ERROR(readPng(pngFile(20000, 20000, Bytes(8))), InvalidInput, "above the limit"); // 1.6 GB
    EXPECT_ERROR(readPng(pngFile(90000, 90000, Bytes(8))), InvalidInput, "");
}

// stb_image, which shares no code with libpng, finds what was written, and so do we. The last is packed in several
// steps of a mebibyte.
TEST(PngWriter, WritesWhatStbAndTheReaderRead)
{
    std::mt19937 random(1);
    for (const auto& [width, height] : {std::pair{3u, 5u}, {37u, 21u}, {900u, 800u}})
    {
        std::vector<std::uint8_t> rgb(std::size_t{3} * width * height);
        FileBuilder expected;
        for (std::size_t i = 0; i < rgb.size(); ++i)
        {
            rgb[i] = static_cast<std::uint8_t>(random());
            expected.u8({rgb[i]});
            if (i % 3 == 2)
                expected.u8({255});
        }
        const std::vector<std::byte> file = encodePng(width, height, rgb);
        EXPECT_TRUE(readRgbaWithStb(file) == expected.bytes) << width;
        const Image image = readPng(file);
        EXPECT_EQ(image.width, width);
        EXPECT_TRUE(bytesOf(image) == expected.bytes) << width;
    }
    EXPECT_ERROR(encodePng(3, 4, std::vector<std::uint8_t>(3 * 5 * 3)), InvalidInput, "rgb must have");
}

TEST(PngReader, GammaIsThatOfSrgbOrLinear)
{
    EXPECT_EQ(greyWith("gAMA", gammaData(45455)).format, PN_FORMAT_RGBA8_SRGB);
    EXPECT_EQ(greyWith("gAMA", gammaData(100000)).format, PN_FORMAT_RGBA8);
    EXPECT_ERROR(greyWith("gAMA", gammaData(50000)), Unsupported, "gAMA 50000 is not read");
    EXPECT_FLOAT_EQ(redOf(greyWith("gAMA", gammaData(100000), 16)), 32768.0f / 65535.0f);
    EXPECT_NEAR(redOf(greyWith("gAMA", gammaData(45455), 16)), 0.21404, 1e-4); // sRGB of 0.5: 0.21404
    EXPECT_EQ(greyWith("sRGB", FileBuilder().u8({0}).bytes).format, PN_FORMAT_RGBA8_SRGB);
}

TEST(PngReader, CodePointsAreReadOrRefused)
{
    const auto cicp = [](int primaries, int transfer, int matrix = 0, int range = 1) {
        return FileBuilder().u8({primaries, transfer, matrix, range}).bytes;
    };
    EXPECT_EQ(greyWith("cICP", cicp(1, 13)).format, PN_FORMAT_RGBA8_SRGB);
    EXPECT_EQ(greyWith("cICP", cicp(1, 8)).format, PN_FORMAT_RGBA8);
    EXPECT_TRUE(greyWith("cICP", cicp(1, 13)).warnings.empty());
    EXPECT_NE(greyWith("cICP", cicp(12, 13)).warnings.at(0).find("primaries 12"), std::string::npos);
    EXPECT_ERROR(greyWith("cICP", cicp(9, 16)), Unsupported, "cICP transfer 16");
    EXPECT_ERROR(greyWith("cICP", cicp(1, 13, 0, 0)), Unsupported, "full-range RGB");
    EXPECT_ERROR(greyWith("cICP", FileBuilder().u8({1, 13, 0}).bytes), InvalidInput, "cICP");
}

TEST(PngReader, ProfilesAreWarnedOf)
{
    const Image image = greyWith("iCCP", FileBuilder().text("wide").u8({0, 0, 1, 2, 3}).bytes);
    EXPECT_EQ(image.format, PN_FORMAT_RGBA8_SRGB);
    EXPECT_NE(image.warnings.at(0).find("iCCP"), std::string::npos);
}
