#include "image/formats/exif.h"
#include "image/formats/png_jpeg.h"
#include "image_builder.h"
#include "stb_oracle.h"

#include <cstdio> // jpeglib.h needs FILE

#include <jpeglib.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

using namespace pn::image;

namespace {

constexpr unsigned kWidth = 50, kHeight = 35; // no multiples of a block

FileBuilder& quantization(FileBuilder& file)
{
    file.u8({0xFF, 0xDB, 0, 67, 0});
    for (int i = 0; i < 64; ++i)
        file.u8({1});
    return file;
}

// A Huffman table: how many codes each length from 1 has, and the symbols.
FileBuilder& table(FileBuilder& file, int id, const Bytes& lengths, const Bytes& symbols)
{
    const int size = 2 + 1 + 16 + static_cast<int>(symbols.size());
    file.u8({0xFF, 0xC4, size >> 8, size & 0xFF, id}).append(lengths).zeros(16 - lengths.size());
    return file.append(symbols);
}

Bytes bytes(std::initializer_list<int> values)
{
    return FileBuilder().u8(values).bytes;
}

// A grey baseline JPEG of 8 x 8 texels of value 128: one DC code of category 0, one end of block.
Bytes greyFile()
{
    FileBuilder file;
    quantization(file.u8({0xFF, 0xD8})).u8({0xFF, 0xC0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0});
    table(table(file, 0x00, bytes({1}), bytes({0})), 0x10, bytes({1}), bytes({0}));
    return file.u8({0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0x3F, 0xFF, 0xD9}).bytes;
}

// A progressive grey picture whose scans each refine nothing: all blocks end at once.
Bytes fileOfScans(int count)
{
    FileBuilder file;
    quantization(file.u8({0xFF, 0xD8})).u8({0xFF, 0xC2, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0});
    table(table(file, 0x00, bytes({1}), bytes({0})), 0x10, bytes({1}), bytes({0}));
    file.u8({0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0, 0, 0x3F});
    for (int i = 1; i < count; ++i)
        file.u8({0xFF, 0xDA, 0, 8, 1, 1, 0, 1, 63, 0, 0x7F});
    return file.u8({0xFF, 0xD9}).bytes;
}

// A smooth picture, which survives compression nearly unharmed.
std::uint8_t sample(unsigned x, unsigned y, unsigned channel)
{
    return static_cast<std::uint8_t>(128.0 + 100.0 * std::sin(0.05 * x + 0.07 * y + channel));
}

struct Encoding
{
    J_COLOR_SPACE colors = JCS_RGB;
    int channels = 3;
    bool isProgressive = false;
    int subsampling = 2;
    unsigned width = kWidth;
    unsigned height = kHeight;
};

// By libjpeg's own encoder; its errors end the test program.
Bytes encode(const Encoding& encoding)
{
    jpeg_compress_struct jpeg{};
    jpeg_error_mgr errors{};
    jpeg.err = jpeg_std_error(&errors);
    jpeg_create_compress(&jpeg);
    unsigned char* data = nullptr;
    unsigned long size = 0;
    jpeg_mem_dest(&jpeg, &data, &size);
    jpeg.image_width = encoding.width;
    jpeg.image_height = encoding.height;
    jpeg.input_components = encoding.channels;
    jpeg.in_color_space = encoding.colors;
    jpeg_set_defaults(&jpeg);
    jpeg_set_quality(&jpeg, 98, TRUE);
    jpeg.comp_info[0].h_samp_factor = encoding.subsampling;
    jpeg.comp_info[0].v_samp_factor = encoding.subsampling;
    if (encoding.isProgressive)
        jpeg_simple_progression(&jpeg);
    jpeg_start_compress(&jpeg, TRUE);
    const auto channels = static_cast<unsigned>(encoding.channels);
    std::vector<unsigned char> row(std::size_t{encoding.width} * channels);
    for (unsigned y = 0; y < encoding.height; ++y)
    {
        for (unsigned i = 0; i < row.size(); ++i)
            row[i] = sample(i / channels, y, i % channels);
        unsigned char* pointer = row.data();
        jpeg_write_scanlines(&jpeg, &pointer, 1);
    }
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    const auto* begin = reinterpret_cast<const std::byte*>(data);
    Bytes file(begin, begin + size);
    std::free(data);
    return file;
}

// What a test changes of an Exif segment whose IFD0 has two entries, the second of them the orientation.
struct ExifSegment
{
    unsigned orientation = 1;
    bool isBigEndian = false;
    unsigned tag = 0x0112, type = 3;
    std::uint32_t magic = 42, offset = 10, entries = 2, count = 1;
    std::string_view name{"Exif\0\0", 6};
};

// The file with the segment behind its first marker.
Bytes withExif(const Bytes& file, const ExifSegment& said)
{
    FileBuilder tiff;
    tiff.isBigEndian = said.isBigEndian;
    tiff.text(said.isBigEndian ? "MM" : "II").u16(said.magic).u32({said.offset}).zeros(2).u16(said.entries);
    tiff.u16(0x010E).u16(2).u32({4, 0}).u16(said.tag).u16(said.type).u32({said.count}).u16(said.orientation).zeros(2);
    tiff.u32({0});
    FileBuilder segment;
    segment.isBigEndian = true;
    const auto size = static_cast<unsigned>(2 + said.name.size() + tiff.bytes.size());
    segment.u8({0xFF, 0xE1}).u16(size).text(said.name).append(tiff.bytes);
    Bytes joined(file.begin(), file.begin() + 2);
    joined.insert(joined.end(), segment.bytes.begin(), segment.bytes.end());
    joined.insert(joined.end(), file.begin() + 2, file.end());
    return joined;
}

int largestDifference(const Image& image, const Bytes& expected)
{
    EXPECT_EQ(image.texels.size(), expected.size());
    int largest = 0;
    for (std::size_t i = 0; i < std::min(image.texels.size(), expected.size()); ++i)
        largest = std::max(largest,
                           std::abs(std::to_integer<int>(image.texels.data()[i]) - std::to_integer<int>(expected[i])));
    return largest;
}

} // namespace

TEST(JpegReader, EveryPrefixIsRefused)
{
    const auto decode = [](const Bytes& file) { readJpeg(file); };
    expectPrefixesFail(greyFile(), decode);
    expectPrefixesFail(fileOfScans(3), decode);
}

// Both decoders follow one standard, whose inverse transform and upsampling may differ by rounding: 1 in each of the
// two steps, and 2 for chroma, which both steps and a factor of 1.8 enlarge.
TEST(JpegReader, IsCloseToStbImage)
{
    for (const bool isProgressive : {false, true})
        for (const int subsampling : {1, 2})
        {
            const Bytes file = encode({.isProgressive = isProgressive, .subsampling = subsampling});
            EXPECT_LE(largestDifference(readJpeg(file), readRgbaWithStb(file)), 4) << isProgressive << subsampling;
        }
}

// Inks are stored inverted: an RGB channel is ink times black, of 255.
TEST(JpegReader, ReadsInks)
{
    const Image image = readJpeg(encode({.colors = JCS_CMYK, .channels = 4, .subsampling = 1}));
    for (unsigned y = 0; y < kHeight; ++y)
        for (unsigned x = 0; x < kWidth; ++x)
            for (unsigned c = 0; c < 4; ++c)
            {
                const double wanted = c == 3 ? 255.0 : sample(x, y, c) * sample(x, y, 3) / 255.0;
                // Quality 98 quantizes by up to 2 or 4; two such errors meet in the product.
                ASSERT_NEAR(std::to_integer<int>(image.row(y)[4 * x + c]), wanted, 8.0) << x << ' ' << y << ' ' << c;
            }
}

// Exif 2.32, 4.6.4: where row 0 and column 0 of the file are in the picture that is shown.
struct Shown
{
    char row0, column0; // Top, Bottom, Left, Right
};
constexpr Shown kShown[] = {{'T', 'L'}, {'T', 'R'}, {'B', 'R'}, {'B', 'L'},
                            {'L', 'T'}, {'R', 'T'}, {'R', 'B'}, {'L', 'B'}};

TEST(JpegReader, TurnsAsExifSays)
{
    const Bytes file = encode({});
    const Image stored = readJpeg(file);
    for (unsigned orientation = 1; orientation <= 8; ++orientation)
        for (const bool isBigEndian : {false, true})
        {
            const Image image = readJpeg(withExif(file, {.orientation = orientation, .isBigEndian = isBigEndian}));
            const auto [row0, column0] = kShown[orientation - 1];
            const bool areRowsColumns = row0 == 'L' || row0 == 'R';
            ASSERT_EQ(image.width, areRowsColumns ? kHeight : kWidth) << orientation;
            ASSERT_EQ(image.height, areRowsColumns ? kWidth : kHeight) << orientation;
            for (unsigned y = 0; y < kHeight; ++y)
                for (unsigned x = 0; x < kWidth; ++x)
                {
                    const unsigned byRow = row0 == 'T' || row0 == 'L' ? y : kHeight - 1 - y;
                    const unsigned byColumn = column0 == 'T' || column0 == 'L' ? x : kWidth - 1 - x;
                    const auto* shown = areRowsColumns ? image.row(byColumn) + std::size_t{4} * byRow
                                                       : image.row(byRow) + std::size_t{4} * byColumn;
                    ASSERT_EQ(std::memcmp(shown, stored.row(y) + std::size_t{4} * x, 4), 0)
                        << orientation << ' ' << x << ' ' << y;
                }
        }
}

TEST(JpegReader, LeavesAPictureWhoseExifIsBrokenAsItIs)
{
    const Bytes file = encode({});
    EXPECT_EQ(exifOrientation(withExif(file, {.orientation = 6})), 6u);
    EXPECT_EQ(exifOrientation(withExif(withExif(file, {.orientation = 6}), {.orientation = 8})),
              8u); // the first counts
    for (const ExifSegment& broken : std::initializer_list<ExifSegment>{{.orientation = 0},
                                                                        {.orientation = 9},
                                                                        {.orientation = 6, .tag = 0x0113},
                                                                        {.orientation = 6, .type = 4},
                                                                        {.orientation = 6, .magic = 43},
                                                                        {.orientation = 6, .offset = 0xFFFFFFFF},
                                                                        {.orientation = 6, .offset = 40},
                                                                        {.orientation = 6, .entries = 1},
                                                                        {.orientation = 6, .count = 2},
                                                                        {.orientation = 6, .name = "Exif"},
                                                                        {.orientation = 6, .name = "http:/"}})
    {
        EXPECT_EQ(exifOrientation(withExif(file, broken)), 1u);
        EXPECT_EQ(readJpeg(withExif(file, broken)).width, kWidth);
    }
    EXPECT_EQ(exifOrientation(withExif(file, {.orientation = 6, .entries = 65535})), 6u); // of which two are there
    Bytes late = file; // behind the scan nothing is read
    const Bytes segment = withExif(file, {.orientation = 6});
    late.insert(late.end(), segment.begin() + 2, segment.end());
    EXPECT_EQ(exifOrientation(late), 1u);
}

// A segment that is cut off anywhere says nothing. Its last 6 bytes are not the orientation's.
TEST(JpegReader, ReadsNoExifBeyondTheFile)
{
    Bytes whole = withExif(bytes({0xFF, 0xD8}), {.orientation = 6, .isBigEndian = true});
    for (std::size_t size = 0; size < whole.size(); ++size)
        EXPECT_EQ(exifOrientation(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size))), 1u) << size;
    EXPECT_EQ(exifOrientation(whole), 6u);
    for (std::size_t size = 0; size < whole.size() - 4; ++size) // the segment's own length
    {
        whole[4] = static_cast<std::byte>(size >> 8), whole[5] = static_cast<std::byte>(size);
        EXPECT_EQ(exifOrientation(whole), size < whole.size() - 4 - 6 ? 1u : 6u) << size;
    }
}

TEST(JpegReader, ReadsAtMostAHundredScans)
{
    EXPECT_EQ(readJpeg(fileOfScans(100)).texels.data()[0], std::byte{128});
    EXPECT_ERROR(readJpeg(fileOfScans(101)), InvalidInput, "JPEG: has more than 100 scans");
}

// A progressive picture's coefficients take 2 bytes for each sample, so 6 for each texel; the result takes 4.
TEST(JpegReader, BoundsTheDecodersOwnMemory)
{
    const unsigned edge = 512;
    const std::uint64_t texels = std::uint64_t{edge} * edge;
    const Bytes file = encode({.isProgressive = true, .subsampling = 1, .width = edge, .height = edge});
    EXPECT_ERROR(readJpeg(file, Limits{5 * texels}), InvalidInput, "JPEG: needs more memory than the limit");
    EXPECT_NO_THROW(readJpeg(file, Limits{8 * texels}));
}

TEST(JpegReader, RefusesAbsurdSizesAndTwelveBits)
{
    Bytes file = greyFile();
    const auto precision = file.begin() + 2 + 69 + 4; // height and width are behind it
    *precision = std::byte{12};
    EXPECT_ERROR(readJpeg(file), Unsupported, "precision");
    *precision = std::byte{8};
    std::fill_n(precision + 1, 4, std::byte{0xFF});
    EXPECT_ERROR(readJpeg(file), InvalidInput, "");
}
