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
