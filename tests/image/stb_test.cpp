#include "image/png.h"
#include "image/stb.h"
#include "image_builder.h"

#include <zlib.h>

#include <array>

using namespace pn::image;

namespace {

Bytes bytesOf(const Image& image)
{
    return {image.texels.data(), image.texels.data() + image.texels.size()};
}

void chunk(FileBuilder& file, std::string_view type, const Bytes& data)
{
    const Bytes content = FileBuilder().text(type).append(data).bytes;
    file.u32({static_cast<std::uint32_t>(data.size())}).append(content);
    file.u32({static_cast<std::uint32_t>(
        crc32(0, reinterpret_cast<const Bytef*>(content.data()), static_cast<uInt>(content.size())))});
}

// By the PNG specification: 8-bit RGB rows, each behind a filter byte of 0. Interlaced by Adam7: rows of each pass.
Bytes pngFile(std::uint32_t width, std::uint32_t height, const Bytes& rows, bool isInterlaced = false)
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
    header.u32({width, height}).u8({8, 2, 0, 0, isInterlaced ? 1 : 0});
    chunk(file, "IHDR", header.bytes);
    const auto middle = packed.begin() + 1; // a stream may be in pieces, split anywhere
    chunk(file, "IDAT", Bytes(packed.begin(), middle));
    chunk(file, "IDAT", Bytes(middle, packed.end()));
    chunk(file, "IEND", {});
    return file.bytes;
}

Bytes tgaHeader(int type, unsigned width, unsigned height, int bits, int descriptor)
{
    return FileBuilder().u8({0, 0, type}).zeros(9).u16(width).u16(height).u8({bits, descriptor}).bytes;
}

// A grey baseline JPEG of 8 x 8 texels of value 128: one DC code of category 0, one end of block.
Bytes jpegFile()
{
    FileBuilder file;
    file.u8({0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0});
    for (int i = 0; i < 64; ++i)
        file.u8({1});
    file.u8({0xFF, 0xC0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0});
    for (const int table : {0x00, 0x10}) // both tables: one code, of length 1, for symbol 0
        file.u8({0xFF, 0xC4, 0, 20, table, 1}).zeros(15).u8({0});
    return file.u8({0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0x3F, 0xFF, 0xD9}).bytes;
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
    const Image image = readPng(pngFile(3, 2, passes, true));
    FileBuilder expected;
    for (const int grey : {1, 2, 3, 4, 5, 6})
        expected.u8({grey, grey, grey, 255});
    EXPECT_EQ(bytesOf(image), expected.bytes);
}

TEST(PngReader, RefusesMoreTexelsThanTheHeaderSays)
{
    for (const bool isInterlaced : {false, true})
        EXPECT_ERROR(readPng(pngFile(1, 1, Bytes(std::size_t{16} << 20), isInterlaced)), InvalidInput,
                     "PNG data is larger than the 4 bytes that 1 x 1 texels take");
}

TEST(PngReader, RefusesTexelsThatEndEarly)
{
    Bytes file = pngFile(1, 1, Bytes(4));
    const std::string text(reinterpret_cast<const char*>(file.data()), file.size());
    file.erase(file.begin() + static_cast<std::ptrdiff_t>(text.rfind("IDAT")) - 4,
               file.begin() + static_cast<std::ptrdiff_t>(text.find("IEND")) - 4);
    EXPECT_ERROR(readPng(file), InvalidInput, "PNG data ends early");
}

TEST(PngReader, RefusesASecondHeader)
{
    Bytes file = pngFile(1, 1, Bytes(4));
    constexpr std::ptrdiff_t kBegin = 8, kEnd = 8 + 4 + 4 + 13 + 4; // of IHDR, behind the signature
    Bytes header(file.begin() + kBegin, file.begin() + kEnd);
    header[4 + 4 + 9] = std::byte{9}; // no colour type
    file.insert(file.begin() + kEnd, header.begin(), header.end());
    EXPECT_ERROR(readPng(file), InvalidInput, "PNG header comes twice");
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
    EXPECT_ERROR(readPng(pngFile(20000, 10000, Bytes(8))), InvalidInput, "times its own");
    EXPECT_ERROR(readPng(pngFile(90000, 90000, Bytes(8))), InvalidInput, "");
}

TEST(PngWriter, WritesWhatThePngReaderReads)
{
    std::array<std::uint8_t, 3 * 5 * 3> rgb{};
    for (std::size_t i = 0; i < rgb.size(); ++i)
        rgb[i] = static_cast<std::uint8_t>(i * 5);
    const Image image = readPng(encodePng(3, 5, rgb));
    ASSERT_EQ(image.width, 3u);
    ASSERT_EQ(image.height, 5u);
    for (std::size_t i = 0; i < 15; ++i)
        for (std::size_t c = 0; c < 3; ++c)
            EXPECT_EQ(std::to_integer<int>(image.texels.data()[4 * i + c]), rgb[3 * i + c]);
    EXPECT_ERROR(encodePng(3, 4, rgb), InvalidInput, "rgb must have");
}

TEST(TgaReader, ReadsRowsFromEitherEnd)
{
    // Blue comes first in the file. Descriptor 0x20: rows from the top.
    const Bytes texels = FileBuilder().u8({3, 2, 1, 6, 5, 4}).bytes;
    const Bytes top = FileBuilder().append(tgaHeader(2, 1, 2, 24, 0x20)).append(texels).bytes;
    EXPECT_EQ(bytesOf(readTga(top)), FileBuilder().u8({1, 2, 3, 255, 4, 5, 6, 255}).bytes);
    const Bytes bottom = FileBuilder().append(tgaHeader(2, 1, 2, 24, 0)).append(texels).bytes;
    EXPECT_EQ(bytesOf(readTga(bottom)), FileBuilder().u8({4, 5, 6, 255, 1, 2, 3, 255}).bytes);
}

TEST(TgaReader, EveryPrefixIsRefused)
{
    const auto decode = [](const Bytes& file) { readTga(file); };
    expectPrefixesFail(FileBuilder().append(tgaHeader(2, 4, 3, 24, 0x20)).append(countingBytes(36)).bytes, decode);
    // Packed: a run of three texels, then two as they are.
    const Bytes packed =
        FileBuilder().append(tgaHeader(10, 5, 1, 24, 0x20)).u8({0x82, 1, 2, 3, 0x01, 4, 5, 6, 7, 8, 9}).bytes;
    EXPECT_EQ(readTga(packed).texels.data()[16], std::byte{9});
    expectPrefixesFail(packed, decode);
}

TEST(TgaReader, RefusesBombs)
{
    EXPECT_ERROR(readTga(tgaHeader(10, 65535, 65535, 32, 0)), InvalidInput, "");
    EXPECT_ERROR(readTga(tgaHeader(2, 0, 4, 24, 0)), InvalidInput, "");
}

TEST(JpegReader, ReadsAGreyBlock)
{
    const Image image = readJpeg(jpegFile());
    ASSERT_EQ(image.width, 8u);
    ASSERT_EQ(image.height, 8u);
    for (std::size_t i = 0; i < 64; ++i)
        ASSERT_EQ(image.texels.data()[4 * i], std::byte{128});
}

TEST(JpegReader, EveryPrefixIsRefused)
{
    expectPrefixesFail(jpegFile(), [](const Bytes& file) { readJpeg(file); });
}
