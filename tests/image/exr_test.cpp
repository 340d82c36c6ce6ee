#include "exr_builder.h"
#include "image/formats/exr.h"
#include "image/formats/file_kinds.h"

#include <OpenEXR/ImfDeepScanLineOutputFile.h>
#include <OpenEXR/ImfEnvmap.h>
#include <OpenEXR/ImfPartType.h>
#include <OpenEXR/ImfStandardAttributes.h>

#include <array>
#include <cmath>
#include <numbers>

using namespace pn::image;

namespace {

constexpr int kWidth = 20;
constexpr int kHeight = 10;

// A value that half holds exactly and that differs for every channel and texel.
float valueOf(int channel, int x, int y)
{
    return static_cast<float>(channel * 256 + y * kWidth + x) - 100.0f;
}

Imf::Header headerOf(Imf::Compression compression)
{
    Imf::Header header(kWidth, kHeight);
    header.compression() = compression;
    return header;
}

Bytes encode(Imf::Header header, const std::vector<std::string>& names = {"R", "G", "B"},
             Imf::PixelType type = Imf::HALF)
{
    std::vector<std::vector<float>> floats(names.size());
    std::vector<std::vector<half>> halves(names.size());
    Imf::FrameBuffer frame;
    for (std::size_t c = 0; c < names.size(); ++c)
    {
        for (int i = 0; i < kWidth * kHeight; ++i)
        {
            floats[c].push_back(valueOf(static_cast<int>(c), i % kWidth, i / kWidth));
            halves[c].push_back(half(floats[c].back()));
        }
        const void* data = type == Imf::HALF ? static_cast<const void*>(halves[c].data()) : floats[c].data();
        header.channels().insert(names[c], Imf::Channel(type));
        frame.insert(names[c], Imf::Slice::Make(type, data, header.dataWindow()));
    }
    return encodeExrFile(header, frame);
}

float texelOf(const Image& image, int x, int y, std::size_t channel)
{
    const Rgb texel = texelsOf(image)[static_cast<std::size_t>(y) * image.width + static_cast<std::size_t>(x)];
    return channel == 0 ? texel.r : channel == 1 ? texel.g : texel.b;
}

Image imageOf(const Bytes& file)
{
    return readExr(file).image;
}

void decode(const Bytes& file)
{
    readExr(file);
}

} // namespace

TEST(ExrReader, EveryLosslessCompressionGivesTheTexelsBack)
{
    for (const Imf::Compression compression :
         {Imf::NO_COMPRESSION, Imf::RLE_COMPRESSION, Imf::ZIPS_COMPRESSION, Imf::ZIP_COMPRESSION, Imf::PIZ_COMPRESSION})
        for (const Imf::PixelType type : {Imf::HALF, Imf::FLOAT})
        {
            const Image image = imageOf(encode(headerOf(compression), {"R", "G", "B"}, type));
            ASSERT_EQ(image.format, type == Imf::HALF ? PN_FORMAT_RGBA16F : PN_FORMAT_RGBA32F);
            ASSERT_EQ(image.width, static_cast<unsigned>(kWidth));
            ASSERT_EQ(image.height, static_cast<unsigned>(kHeight));
            for (int c = 0; c < 3; ++c)
                for (int y = 0; y < kHeight; ++y)
                    for (int x = 0; x < kWidth; ++x)
                        ASSERT_EQ(texelOf(image, x, y, static_cast<std::size_t>(c)), valueOf(c, x, y)) << compression;
        }
}

// Texels that hold their own direction, placed by OpenEXR's functions, come out with ours: interpolation between
// directions a texel apart errs by an eighth of the square of that, here pi / 31.
TEST(ExrReader, LatitudeLongitudeMapsThatSayWhatTheyAreHaveOurDirections)
{
    constexpr int kColumns = 64, kRows = 32;
    Imf::Header header(kColumns, kRows);
    Imf::addEnvmap(header, Imf::ENVMAP_LATLONG);
    std::array<std::vector<float>, 3> values;
    for (int y = 0; y < kRows; ++y)
        for (int x = 0; x < kColumns; ++x)
        {
            const Imath::V2f texel(static_cast<float>(x), static_cast<float>(y));
            const Imath::V3f direction = Imf::LatLongMap::direction(header.dataWindow(), texel);
            for (int i = 0; i < 3; ++i)
                values[static_cast<std::size_t>(i)].push_back(direction[i]);
        }
    const Image image = imageOf(encodeRgb(header, values));
    ASSERT_EQ(image.width, unsigned{kColumns});
    for (int y = 0; y < kRows; ++y)
        for (int x = 0; x < kColumns; ++x)
        {
            const double u = (x + 0.5) / kColumns, theta = std::numbers::pi * (y + 0.5) / kRows;
            const double phi = 2.0 * std::numbers::pi * (u - 0.5);
            const std::array<double, 3> expected = {std::sin(theta) * std::sin(phi), std::cos(theta),
                                                    std::sin(theta) * std::cos(phi)};
            for (std::size_t i = 0; i < 3; ++i)
                ASSERT_NEAR(texelOf(image, x, y, i), expected[i], 2.6e-3) << x << ' ' << y;
        }
}

TEST(ExrReader, LuminanceAloneIsGrey)
{
    const Image image = imageOf(encode(headerOf(Imf::ZIP_COMPRESSION), {"Y"}, Imf::FLOAT));
    for (std::size_t c = 0; c < 3; ++c)
        EXPECT_EQ(texelOf(image, 3, 4, c), valueOf(0, 3, 4));
}

TEST(ExrReader, MixedTypesBecomeFloat)
{
    Imf::Header header(1, 1);
    const float red = 1e6f;
    const half green(0.5f);
    Imf::FrameBuffer frame;
    for (const char* name : {"R", "G", "B"})
    {
        const Imf::PixelType type = *name == 'G' ? Imf::HALF : Imf::FLOAT;
        const void* value = *name == 'G' ? static_cast<const void*>(&green) : &red;
        header.channels().insert(name, Imf::Channel(type));
        frame.insert(name, Imf::Slice::Make(type, value, header.dataWindow()));
    }
    const Image image = imageOf(encodeExrFile(header, frame));
    EXPECT_EQ(image.format, PN_FORMAT_RGBA32F);
    EXPECT_EQ(texelOf(image, 0, 0, 0), 1e6f);
    EXPECT_EQ(texelOf(image, 0, 0, 1), 0.5f);
}

TEST(ExrReader, ReadsTiles)
{
    Imf::Header header(kWidth, kHeight);
    header.setTileDescription(Imf::TileDescription(7, 3, Imf::ONE_LEVEL));
    std::vector<float> values;
    for (int i = 0; i < kWidth * kHeight; ++i)
        values.push_back(static_cast<float>(i));
    const Bytes bytes = encodeRgb(header, {values, values, values});
    const Image image = imageOf(bytes);
    EXPECT_EQ(texelOf(image, 19, 9, 1), 199.0f);
    EXPECT_EQ(texelOf(image, 7, 3, 0), 67.0f);
    expectPrefixesFail(bytes, decode);
}

TEST(ExrReader, OutsideASmallerDataWindowIsBlack)
{
    Imf::Header header = headerOf(Imf::ZIP_COMPRESSION);
    header.displayWindow() = {{-1, -2}, {30, 13}};
    const Image image = imageOf(encode(header));
    EXPECT_EQ(image.width, 32u);
    EXPECT_EQ(image.height, 16u);
    EXPECT_EQ(texelOf(image, 0, 0, 0), 0.0f);
    EXPECT_EQ(texelOf(image, 1, 2, 1), valueOf(1, 0, 0));
    EXPECT_EQ(texelOf(image, 20, 11, 2), valueOf(2, 19, 9));
    EXPECT_EQ(texelOf(image, 21, 11, 2), 0.0f);
}

TEST(ExrReader, NamesWhatItDoesNotRead)
{
    const Imf::Header plain = headerOf(Imf::NO_COMPRESSION);
    Imf::Header larger = plain, cube = plain;
    larger.displayWindow() = {{0, 0}, {5, 5}};
    EXPECT_ERROR(readExr(encode(larger)), Unsupported, "data window reaches beyond");
    Imf::addEnvmap(cube, Imf::ENVMAP_CUBE);
    EXPECT_ERROR(readExr(encode(cube)), InvalidInput, "six square faces one below the other, found 20 x 10");
    EXPECT_ERROR(readExr(encode(plain, {"R", "G"})), Unsupported,
                 "channels must be R, G, B or Y or X, Y, Z, found G, R");
}

TEST(ExrReader, RefusesSubsampledAndIntegerChannels)
{
    Imf::Header chroma(4, 4), integers(4, 4);
    chroma.channels().insert("Y", Imf::Channel(Imf::HALF));
    for (const char* name : {"RY", "BY"})
        chroma.channels().insert(name, Imf::Channel(Imf::HALF, 2, 2));
    EXPECT_ERROR(readExr(encodeExrFile(chroma, {})), Unsupported, "subsampled chroma");
    for (const char* name : {"R", "G", "B"})
        integers.channels().insert(name, Imf::Channel(Imf::UINT));
    EXPECT_ERROR(readExr(encodeExrFile(integers, {})), Unsupported, "holds integers");
}

TEST(ExrReader, RefusesDeepFiles)
{
    Imf::Header deep(4, 4);
    deep.setType(Imf::DEEPSCANLINE);
    deep.compression() = Imf::ZIPS_COMPRESSION;
    deep.channels().insert("R", Imf::Channel(Imf::HALF));
    MemoryOutput out;
    {
        Imf::DeepScanLineOutputFile file(out, deep);
    }
    EXPECT_ERROR(readExr(out.bytes), Unsupported, "deep");
}

TEST(ExrReader, EveryPrefixIsRefused)
{
    for (const Imf::Compression compression :
         {Imf::NO_COMPRESSION, Imf::ZIP_COMPRESSION, Imf::PIZ_COMPRESSION, Imf::DWAB_COMPRESSION})
        expectPrefixesFail(encode(headerOf(compression)), decode);
}

// OpenEXR turns tiles into lines, a row of tiles at a time, whatever their height.
TEST(ExrReader, RefusesARowOfTallTiles)
{
    constexpr int kWide = 2000;
    Imf::Header header(kWide, 1);
    header.setTileDescription(Imf::TileDescription(1, 90000, Imf::ONE_LEVEL));
    const std::vector<float> values(kWide);
    EXPECT_ERROR(readExr(encodeRgb(header, {values, values, values})), InvalidInput,
                 "decoded size 2160000000 bytes is above the limit");
}

TEST(ExrReader, RefusesAbsurdWindows)
{
    // dataWindow is an attribute of four ints; its bytes are found by name and overwritten.
    const Bytes valid = encode(headerOf(Imf::NO_COMPRESSION));
    const std::string text(reinterpret_cast<const char*>(valid.data()), valid.size());
    const std::size_t at = text.find("dataWindow") + 11 + 6 + 4; // name, "box2i", size
    const auto withWindow = [&](std::initializer_list<std::uint32_t> window) {
        Bytes file = valid;
        const Bytes numbers = FileBuilder().u32(window).bytes;
        std::copy(numbers.begin(), numbers.end(), file.begin() + static_cast<std::ptrdiff_t>(at));
        return file;
    };
    EXPECT_ERROR(readExr(withWindow({0, 0, 0x7FFFFFFE, 0x7FFFFFFE})), InvalidInput, "must be in 1..");
    EXPECT_ERROR(readExr(withWindow({0x80000000, 0, 0x7FFFFFFF, 9})), InvalidInput, "must be in 1..");
    EXPECT_ERROR(readExr(withWindow({5, 0, 4, 9})), InvalidInput, "");
    EXPECT_ERROR(readExr(withWindow({0, 0, 32767, 16383})), InvalidInput, "limit");
    EXPECT_ERROR(readExr(withWindow({0, 0, 4095, 2047})), Unsupported, "display window");
}

TEST(ExrReader, RefusesAttributesThatLieAboutTheirSize)
{
    // OpenEXR alone gives 1.6 GB to the first of these before it finds the end of the file.
    const Bytes valid = encode(headerOf(Imf::NO_COMPRESSION));
    const auto withAttribute = [&](const Bytes& attribute) {
        return FileBuilder()
            .append({valid.begin(), valid.begin() + 8})
            .append(attribute)
            .append({valid.begin() + 8, valid.end()})
            .bytes;
    };
    const auto attribute = [](std::string_view type, std::uint32_t size, const Bytes& value) {
        return FileBuilder().text("a").zeros(1).text(type).zeros(1).u32({size}).append(value).bytes;
    };
    EXPECT_ERROR(readExr(withAttribute(attribute("unknown", 0x64000000, {}))), InvalidInput, "OpenEXR header");
    EXPECT_ERROR(readExr(withAttribute(attribute("float", 5, Bytes(5)))), InvalidInput, "type float has a wrong size");
    EXPECT_ERROR(readExr(withAttribute(attribute("chlist", 4, Bytes(4)))), InvalidInput, "type chlist");
    EXPECT_ERROR(readExr(withAttribute(attribute("stringvector", 8, FileBuilder().u32({1u << 30, 0}).bytes))),
                 InvalidInput, "OpenEXR attribute");
    EXPECT_ERROR(readExr(withAttribute(attribute("preview", 12, FileBuilder().u32({16384, 16384, 0}).bytes))),
                 InvalidInput, "OpenEXR attribute");
    EXPECT_ERROR(readExr(withAttribute(attribute("preview", 12, FileBuilder().u32({1u << 31, 2, 0}).bytes))),
                 InvalidInput, "type preview");
}

TEST(ExrWriter, NamesTheFileThatItCannotWrite)
{
    const Image empty = makeFloatImage(0, 0, {});
    const Image* mip = &empty;
    EXPECT_ERROR(writeCubemapFile("hall.exr", {&mip, 1}, Ktx2Packing::None, [](std::span<const std::byte>) {}),
                 InvalidInput, "hall.exr: OpenEXR cannot write: ");
}
