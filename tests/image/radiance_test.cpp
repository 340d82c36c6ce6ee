#include "image/formats/radiance.h"
#include "image/texels/limits.h"
#include "image/texels/texel.h"
#include "image_builder.h"
#include "stb_oracle.h"
#include "temporary_folder.h"

#include <cmath>
#include <fstream>
#include <random>

using namespace pn::image;

namespace {

// exponent 136 makes the value the mantissa itself
constexpr int kUnit = 136;

Bytes simplePicture(std::string_view size, const Bytes& scanlines)
{
    return radianceFile("FORMAT=32-bit_rle_rgbe\n", size, scanlines);
}

float channel(const Image& image, std::uint32_t x, std::uint32_t y, std::size_t c)
{
    float value = 0.0f;
    std::memcpy(&value, image.row(y) + (x * std::size_t{3} + c) * 4, 4);
    return value;
}

std::vector<float> reds(const Image& image)
{
    std::vector<float> values;
    for (std::uint32_t y = 0; y < image.height; ++y)
        for (std::uint32_t x = 0; x < image.width; ++x)
            values.push_back(channel(image, x, y, 0));
    return values;
}

// Flat texels whose red is 10, 20, 30, ... in the order of the file.
Bytes flatTexels(int count)
{
    FileBuilder file;
    for (int i = 1; i <= count; ++i)
        file.u8({10 * i, 0, 0, kUnit});
    return file.bytes;
}

// One packed scanline of eight texels: red 5 5 5 5 5 1 2 3, green 0, blue 7, exponent kUnit.
Bytes packedScanline()
{
    return FileBuilder()
        .u8({2, 2, 0, 8})
        .u8({128 + 5, 5, 3, 1, 2, 3})
        .u8({128 + 8, 0})
        .u8({128 + 8, 7})
        .u8({128 + 8, kUnit})
        .bytes;
}

Image decode(const Bytes& file)
{
    return readRadiance(file);
}

} // namespace

TEST(RadianceReader, ValueIsMantissaTimesPowerOfTwo)
{
    // By the format's definition: mantissa * 2^(exponent - 136), without the half that Ward's own programs add.
    const Image image = decode(simplePicture("-Y 1 +X 2", FileBuilder().u8({128, 1, 255, 129, 200, 100, 50, 0}).bytes));
    EXPECT_EQ(image.format, PN_FORMAT_RGB32F);
    EXPECT_EQ(channel(image, 0, 0, 0), 1.0f);
    EXPECT_EQ(channel(image, 0, 0, 1), 1.0f / 128);
    EXPECT_EQ(channel(image, 0, 0, 2), 255.0f / 128);
    for (std::size_t c = 0; c < 3; ++c)
        EXPECT_EQ(channel(image, 1, 0, c), 0.0f) << "exponent 0 is black";
}

TEST(RadianceReader, AllEightOrientationsGiveRowsFromTheTop)
{
    // A picture of two rows and three columns, as seen:  10 20 30 / 40 50 60. Each file lists it along its own axes.
    struct Case
    {
        const char* size;
        std::vector<int> order;
    };
    const std::vector<Case> cases{
        {"-Y 2 +X 3", {10, 20, 30, 40, 50, 60}}, {"-Y 2 -X 3", {30, 20, 10, 60, 50, 40}},
        {"+Y 2 +X 3", {40, 50, 60, 10, 20, 30}}, {"+Y 2 -X 3", {60, 50, 40, 30, 20, 10}},
        {"+X 3 -Y 2", {10, 40, 20, 50, 30, 60}}, {"+X 3 +Y 2", {40, 10, 50, 20, 60, 30}},
        {"-X 3 -Y 2", {30, 60, 20, 50, 10, 40}}, {"-X 3 +Y 2", {60, 30, 50, 20, 40, 10}},
    };
    for (const Case& c : cases)
    {
        FileBuilder texels;
        for (const int red : c.order)
            texels.u8({red, 0, 0, kUnit});
        const Image image = decode(simplePicture(c.size, texels.bytes));
        EXPECT_EQ(image.width, 3u) << c.size;
        EXPECT_EQ(image.height, 2u) << c.size;
        EXPECT_EQ(reds(image), (std::vector<float>{10, 20, 30, 40, 50, 60})) << c.size;
    }
}

TEST(RadianceReader, OldRepeatsCountInBase256)
{
    // One texel, then repeats of 4 and directly after it of 2 * 256: together 517, then one more texel.
    const Bytes texels =
        FileBuilder().u8({9, 0, 0, kUnit}).u8({1, 1, 1, 4}).u8({1, 1, 1, 2}).u8({3, 0, 0, kUnit}).bytes;
    std::vector<float> expected(517, 9.0f);
    expected.push_back(3.0f);
    EXPECT_EQ(reds(decode(simplePicture("-Y 1 +X 518", texels))), expected);
}

TEST(RadianceReader, OldRepeatCountsStartAgainAfterATexel)
{
    const Bytes texels =
        FileBuilder().u8({9, 0, 0, kUnit}).u8({1, 1, 1, 2}).u8({4, 0, 0, kUnit}).u8({1, 1, 1, 5}).bytes;
    EXPECT_EQ(reds(decode(simplePicture("-Y 1 +X 9", texels))), (std::vector<float>{9, 9, 9, 4, 4, 4, 4, 4, 4}));
}

TEST(RadianceReader, PackedAndOldScanlinesMayFollowEachOther)
{
    const Bytes lines = FileBuilder().append(packedScanline()).append(flatTexels(8)).append(packedScanline()).bytes;
    const Image image = decode(simplePicture("-Y 3 +X 8", lines));
    EXPECT_EQ(reds(image),
              (std::vector<float>{5, 5, 5, 5, 5, 1, 2, 3, 10, 20, 30, 40, 50, 60, 70, 80, 5, 5, 5, 5, 5, 1, 2, 3}));
    EXPECT_EQ(channel(image, 7, 0, 1), 0.0f);
    EXPECT_EQ(channel(image, 7, 0, 2), 7.0f);
}

TEST(RadianceReader, NarrowAndWideScanlinesAreNeverPacked)
{
    const Bytes narrow = FileBuilder().u8({2, 2, 0, 7}).append(flatTexels(6)).bytes;
    EXPECT_EQ(channel(decode(simplePicture("-Y 1 +X 7", narrow)), 1, 0, 0), 10.0f);

    FileBuilder wide;
    for (int i = 0; i < 32768; ++i)
        wide.u8({2, 2, 1, kUnit});
    EXPECT_EQ(channel(decode(simplePicture("-Y 1 +X 32768", wide.bytes)), 32767, 0, 2), 1.0f);
}

TEST(RadianceReader, DividesByAllExposuresAndColourCorrections)
{
    const Bytes texel = FileBuilder().u8({80, 80, 80, kUnit}).bytes;
    const Image image = decode(
        radianceFile("EXPOSURE=4\nFORMAT=32-bit_rle_rgbe\nEXPOSURE= 0.5\nCOLORCORR=2 4 8\n", "-Y 1 +X 1", texel));
    EXPECT_EQ(channel(image, 0, 0, 0), 20.0f);
    EXPECT_EQ(channel(image, 0, 0, 1), 10.0f);
    EXPECT_EQ(channel(image, 0, 0, 2), 5.0f);
}

TEST(RadianceReader, IgnoresCommentsBlanksAndBytesBehindTheLastScanline)
{
    const Bytes file = radianceFile("# a comment\npvalue -r -h\nVIEW=-vp 0 0 0\n", "-Y  1  +X\t2 ",
                                    FileBuilder().append(flatTexels(2)).text("and more").bytes);
    EXPECT_EQ(reds(decode(file)), (std::vector<float>{10, 20}));
}

TEST(RadianceReader, RefusesOtherColours)
{
    EXPECT_ERROR(decode(radianceFile("FORMAT=32-bit_rle_xyze\n", "-Y 1 +X 1", flatTexels(1))), Unsupported, "xyze");
}

// cmgen writes EXPOSURE=0, ImageMagick PRIMARIES of zeros; both mean nothing by it.
TEST(RadianceReader, TakesWhatSaysNothingForNotSaid)
{
    for (const char* exposure : {"EXPOSURE=0\n", "EXPOSURE=nan\n", "EXPOSURE=2x\n", "EXPOSURE=-1\n", "EXPOSURE=\n"})
    {
        const Image image = decode(radianceFile(std::string(exposure) + "EXPOSURE=2\n", "-Y 1 +X 1", flatTexels(1)));
        EXPECT_EQ(channel(image, 0, 0, 0), 5.0f) << exposure;
        ASSERT_EQ(image.warnings.size(), 1u) << exposure;
        EXPECT_NE(image.warnings[0].find("is taken as 1"), std::string::npos) << image.warnings[0];
    }
    for (const char* primaries : {"0 0 0 0 0 0 0 0", ".640 .330 .290 .600 .150 .060 .333 .333",
                                  "0.640 0.330 0.300 0.600 0.150 0.060 0.3127 0.3290"})
        EXPECT_TRUE(decode(radianceFile("PRIMARIES=" + std::string(primaries) + "\n", "-Y 1 +X 1", flatTexels(1)))
                        .warnings.empty());
    const Image wide =
        decode(radianceFile("PRIMARIES=.68 .32 .265 .69 .15 .06 .3127 .329\n", "-Y 1 +X 1", flatTexels(1)));
    EXPECT_EQ(channel(wide, 0, 0, 0), 10.0f);
    ASSERT_EQ(wide.warnings.size(), 1u);
    EXPECT_NE(wide.warnings[0].find("primaries"), std::string::npos);
}

// A file of 100 MB had ten million of them.
TEST(RadianceReader, KeepsAFewWarningsAndCountsTheOthers)
{
    std::string lines = "PRIMARIES=" + std::string(100'000, '0') + ".68 .32 .265 .69 .15 .06 .3127 .329\n";
    for (int i = 1; i <= 10'000; ++i)
        lines += "EXPOSURE=-" + std::to_string(i) + "\nEXPOSURE=-1\n";
    const std::vector<std::string> texts = decode(radianceFile(lines, "-Y 1 +X 1", flatTexels(1))).warnings;
    ASSERT_EQ(texts.size(), Warnings::kMost + 1);
    EXPECT_EQ(texts[0].size(), Warnings::kMostBytes + std::string(" ...").size());
    EXPECT_EQ(texts[7], "EXPOSURE=-7 is taken as 1");
    EXPECT_EQ(texts[8], "and 9993 more"); // EXPOSURE=-1 is said already
}

TEST(RadianceReader, RefusesBrokenHeaders)
{
    const Bytes texels = flatTexels(4);
    EXPECT_ERROR(decode(FileBuilder().text("P6\n1 1\n255\n").bytes), InvalidInput, "not a Radiance picture");
    EXPECT_ERROR(decode(simplePicture("-Y 0 +X 4", texels)), InvalidInput, "height must be in 1..");
    EXPECT_ERROR(decode(simplePicture("-Y 4 +X 0", texels)), InvalidInput, "width must be in 1..");
    EXPECT_ERROR(decode(simplePicture("-Y 2147483648 +X 4", texels)), InvalidInput, "height must be in 1..");
    EXPECT_ERROR(decode(simplePicture("-Y 99999999999999999999 +X 4", texels)), InvalidInput, "size line");
    EXPECT_ERROR(decode(simplePicture("-Y -2 +X 4", texels)), InvalidInput, "size line");
    EXPECT_ERROR(decode(simplePicture("-Y 2 +Y 2", texels)), InvalidInput, "size line");
    EXPECT_ERROR(decode(simplePicture("-Y 2 +X 2 3", texels)), InvalidInput, "size line");
    EXPECT_ERROR(decode(radianceFile("COLORCORR=0 1 1\n", "-Y 1 +X 4", texels)), InvalidInput, "COLORCORR");
    EXPECT_ERROR(decode(radianceFile("PRIMARIES=1 2 3\n", "-Y 1 +X 4", texels)), InvalidInput, "PRIMARIES");
    EXPECT_NO_THROW(decode(radianceFile(std::string(500'000, '#') + "\n", "-Y 1 +X 4", texels)));
    EXPECT_ERROR(decode(radianceFile(std::string(600'000, '#') + "\n", "-Y 1 +X 4", texels)), InvalidInput,
                 "Radiance header is longer than 512 KiB");
}

TEST(RadianceReader, RefusesBrokenScanlines)
{
    const auto packed = [](std::initializer_list<int> bytes) {
        return simplePicture("-Y 1 +X 8", FileBuilder().u8(bytes).zeros(64).bytes);
    };
    EXPECT_ERROR(decode(packed({2, 2, 0, 9})), InvalidInput, "length differs");
    EXPECT_ERROR(decode(packed({2, 2, 0, 8, 0})), InvalidInput, "run of length 0");
    EXPECT_ERROR(decode(packed({2, 2, 0, 8, 128 + 9, 1})), InvalidInput, "run beyond the end");
    EXPECT_ERROR(decode(packed({2, 2, 0, 8, 9})), InvalidInput, "run beyond the end");
    EXPECT_ERROR(decode(packed({1, 1, 1, 2})), InvalidInput, "repeat without a texel");
    EXPECT_ERROR(decode(packed({9, 9, 9, 9, 1, 1, 1, 8})), InvalidInput, "repeat beyond the end");
    EXPECT_ERROR(decode(packed({9, 9, 9, 9, 1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0})), InvalidInput,
                 "repeat count");
}

TEST(RadianceReader, EveryPrefixIsRefused)
{
    expectPrefixesFail(
        simplePicture("-Y 2 +X 8", FileBuilder().append(packedScanline()).append(packedScanline()).bytes), decode);
    expectPrefixesFail(simplePicture("-Y 2 +X 3", flatTexels(6)), decode);
    expectPrefixesFail(radianceFile("EXPOSURE=2.5\n", "+X 2 +Y 9",
                                    FileBuilder().append(flatTexels(8)).u8({1, 1, 1, 1}).append(flatTexels(9)).bytes),
                       decode);
}

TEST(RadianceReader, AgreesWithStbOnRealFiles)
{
    for (const char* name : {"landscape", "studio"})
    {
        const std::string path =
            std::string("/usr/share/qtcreator/qml/qmlpuppet/mockfiles/images/preview_") + name + ".hdr";
        PN_SKIP_WITHOUT(path);
        std::ifstream stream(path, std::ios::binary);
        const std::string text((std::istreambuf_iterator<char>(stream)), {});
        const auto file = std::as_bytes(std::span(text));
        const std::vector<float> expected = readHdrWithStb(file);
        const Image found = readRadiance(file);
        ASSERT_EQ(expected.size() * sizeof(float), found.texels.size());
        EXPECT_EQ(0, std::memcmp(expected.data(), found.texels.data(), found.texels.size()));
    }
}

TEST(RadianceWriter, WritesWhatStbReadsBack)
{
    std::mt19937 random(1);
    std::uniform_real_distribution<float> exponent(-20.0f, 20.0f);
    for (const std::uint32_t width : {1u, 7u, 8u, 9u, 300u})
    {
        std::vector<float> rgb(std::size_t{width} * 5 * 3);
        for (std::size_t i = 0; i < rgb.size(); ++i)
            rgb[i] = i % 11 < 4 ? 0.25f : std::exp2(exponent(random)); // runs and noise
        const auto file = encodeRadiance(makeFloatImage(width, 5, rgb));
        const std::vector<float> back = readHdrWithStb(file);
        ASSERT_EQ(back.size(), rgb.size()) << width;
        for (std::size_t i = 0; i < rgb.size(); i += 3)
        {
            const float largest = std::max({rgb[i], rgb[i + 1], rgb[i + 2]});
            for (std::size_t c = 0; c < 3; ++c)
                ASSERT_NEAR(back[i + c], rgb[i + c], largest / 256) << "half a step of the largest's mantissa";
        }
        const Image ours = readRadiance(file);
        EXPECT_EQ(0, std::memcmp(ours.texels.data(), back.data(), ours.texels.size()));
    }
}

TEST(RadianceWriter, HandlesWhatTheFormatCannotHold)
{
    const float inf = std::numeric_limits<float>::infinity();
    const Image image = readRadiance(
        encodeRadiance(makeFloatImage(2, 2, {-1, std::nanf(""), 0.5f, inf, 0, 0, 255.9f, 0, 0, 1e-39f, 0, 0})));
    EXPECT_EQ(channel(image, 0, 0, 0), 0.0f);
    EXPECT_EQ(channel(image, 0, 0, 1), 0.0f);
    EXPECT_EQ(channel(image, 0, 0, 2), 0.5f);
    EXPECT_EQ(channel(image, 1, 0, 0), 255.0f * 0x1p119f);
    EXPECT_EQ(channel(image, 0, 1, 0), 256.0f) << "a mantissa that rounds up to 256";
    EXPECT_EQ(channel(image, 1, 1, 0), 0.0f);
}
