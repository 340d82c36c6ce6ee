// What is written for engines: KTX 2 files, part by part, and cubemaps of one channel, whose half floats are the
// luminance. And texels of a KTX 2 file that stay where the file was read to.
#include "container_builder.h"
#include "image/formats/dds.h"
#include "image/formats/ktx.h"
#include "image/texels/convert.h"

#include <array>
#include <limits>

using namespace pn::image;

namespace {

Buffer bufferOf(const Bytes& bytes)
{
    Buffer buffer(bytes.size());
    std::memcpy(buffer.data(), bytes.data(), bytes.size());
    return buffer;
}

// Six faces of width texels; no two texels that follow each other are alike.
Image cubeOf(std::uint32_t width, PnFormat format = PN_FORMAT_RGBA16F)
{
    Image cube{format, width, 6 * width, Buffer(std::size_t{6} * width * width * texelBytes(format))};
    for (std::size_t i = 0; i < cube.texels.size(); ++i)
        cube.texels.data()[i] = static_cast<std::byte>(i % 251);
    return cube;
}

// A plain KTX 2 file of one mip: the header, what is between it and the texels, and the texels.
Bytes fileOf(const Image& cube)
{
    const Image* pointer = &cube;
    return encodeKtx2({&pointer, 1});
}

void expectNotTaken(const Bytes& file)
{
    Buffer buffer = bufferOf(file);
    EXPECT_FALSE(takeKtx2(buffer, 0, {}).has_value());
    EXPECT_EQ(Bytes(buffer.data(), buffer.data() + buffer.size()), file);
}

Image floatImage(std::uint32_t width, const std::vector<float>& rgba)
{
    Image image{PN_FORMAT_RGBA32F, width, 6 * width, Buffer(rgba.size() * sizeof(float))};
    std::memcpy(image.texels.data(), rgba.data(), image.texels.size());
    return image;
}

// Faces of width texels, each of another colour.
Image colourful(std::uint32_t width)
{
    std::vector<float> rgba;
    for (std::uint32_t i = 0; i < 6 * width * width; ++i)
        for (const float channel : {0.5f + 0.125f * float(i % 7), 1.0f, 3.0f - 0.25f * float(i % 5), 1.0f})
            rgba.push_back(channel);
    return floatImage(width, rgba);
}

std::vector<float> decoded(const Image& image)
{
    std::vector<float> rgba(std::size_t{4} * image.width * image.height);
    for (std::uint32_t y = 0; y < image.height; ++y)
        decodeRgbaRow(image.format, image.row(y), image.width, rgba.data() + std::size_t{4} * image.width * y);
    return rgba;
}

void expectLuminances(const Image& found, const Image& original)
{
    const std::vector<float> grey = decoded(found), colours = decoded(original);
    ASSERT_EQ(grey.size(), colours.size());
    for (std::size_t i = 0; i < grey.size(); i += 4)
    {
        const double luminance =
            0.2126 * double(colours[i]) + 0.7152 * double(colours[i + 1]) + 0.0722 * double(colours[i + 2]);
        EXPECT_NEAR(double(grey[i]), luminance, luminance / 2048); // half a unit in the last place of half float
        EXPECT_EQ(grey[i], grey[i + 1]);
        EXPECT_EQ(grey[i], grey[i + 2]);
        EXPECT_EQ(grey[i + 3], 1.0f);
    }
}

} // namespace

TEST(Ktx2Take, LeavesTexelsWhereTheyAre)
{
    const Image cube = cubeOf(8);
    const Bytes file = fileOf(cube);
    Buffer buffer = bufferOf(file);
    const std::byte* const end = buffer.data() + buffer.size();
    const std::optional<Container> taken = takeKtx2(buffer, 0, {});
    ASSERT_TRUE(taken.has_value());
    EXPECT_EQ(taken->image.texels.data() + taken->image.texels.size(), end); // the bytes of the file, which end here
    EXPECT_EQ(bytesOf(taken->image), bytesOf(cube));
    EXPECT_TRUE(taken->isCubemap);
    EXPECT_EQ(taken->mipCount, 1u);
    EXPECT_EQ(taken->image.format, PN_FORMAT_RGBA16F);
    EXPECT_EQ(taken->image.width, 8u);
    EXPECT_EQ(taken->image.height, 48u);
}

TEST(Ktx2Take, LeavesFilesThatMustBeCopied)
{
    const std::array<Image, 3> mips = {cubeOf(8), cubeOf(4), cubeOf(2)};
    const std::array<const Image*, 3> pointers = {&mips[0], &mips[1], &mips[2]};
    expectNotTaken(encodeKtx2(pointers));                                     // a quarter would be kept for nothing
    expectNotTaken(encodeKtx2({pointers.data(), 1}, Ktx2Packing::Zstandard)); // must be unpacked
    Bytes moved = fileOf(mips[0]); // by two bytes: no place for a half of a texel of four
    moved.insert(moved.end() - 48 * 64, 2, std::byte{0});
    moved[80] = static_cast<std::byte>(std::to_integer<unsigned>(moved[80]) + 2); // the first level's offset
    expectNotTaken(moved);
}

TEST(Ktx2Take, RefusesWhatTheReaderRefuses)
{
    const Bytes file = fileOf(cubeOf(8));
    Buffer buffer = bufferOf(file);
    EXPECT_ERROR(takeKtx2(buffer, 1, {}), InvalidInput, "mip must be in 0..0, asked for 1");
    EXPECT_ERROR(takeKtx2(buffer, 0, Limits{48 * 64 - 1}), InvalidInput, "above the limit");
    EXPECT_EQ(Bytes(buffer.data(), buffer.data() + buffer.size()), file);
    Buffer cut = bufferOf({file.begin(), file.end() - 1});
    EXPECT_ERROR(takeKtx2(cut, 0, {}), InvalidInput, "KTX mip needs");
}

// The offsets that the header gives, and what is there: large mips go to the sink by themselves, small ones do not.
TEST(Ktx2Write, PartsFollowEachOther)
{
    const std::array<Image, 4> mips = {cubeOf(96), cubeOf(48), cubeOf(24), cubeOf(12)};
    std::array<const Image*, 4> pointers{};
    for (std::size_t mip = 0; mip < mips.size(); ++mip)
        pointers[mip] = &mips[mip];
    Bytes file;
    std::vector<const std::byte*> parts;
    writeKtx2(pointers, Ktx2Packing::None, [&](std::span<const std::byte> bytes) {
        parts.push_back(bytes.data());
        file.insert(file.end(), bytes.begin(), bytes.end());
    });
    ASSERT_EQ(parts.size(), 3u); // the header with small mips, the second mip, the first one
    EXPECT_EQ(parts[1], mips[1].texels.data());
    EXPECT_EQ(parts.back(), mips[0].texels.data());
    for (std::uint32_t mip = 0; mip < mips.size(); ++mip)
        EXPECT_EQ(bytesOf(readKtx2(file, mip).image), bytesOf(mips[mip])) << mip;
}

TEST(Ktx2Writer, WritesWhatTheReaderOfTheSpecificationReads)
{
    for (const PnFormat format : {PN_FORMAT_RGBA32F, PN_FORMAT_RGB32F, PN_FORMAT_RGBA16F, PN_FORMAT_RGB9E5,
                                  PN_FORMAT_R11G11B10F, PN_FORMAT_RGBA8, PN_FORMAT_RGBA8_SRGB})
    {
        const std::array<Image, 2> mips = {cubeOf(3, format), cubeOf(1, format)};
        const std::array<const Image*, 2> pointers{&mips[0], &mips[1]};
        const Bytes file = encodeKtx2(pointers);
        for (std::uint32_t mip = 0; mip < 2; ++mip)
        {
            const Image found = readKtx2(file, mip).image;
            EXPECT_EQ(found.format, format);
            EXPECT_EQ(bytesOf(found), bytesOf(mips[mip]));
        }
    }
}

TEST(OneChannel, IsTheLuminanceInAQuarterOfTheBytes)
{
    const std::array<Image, 2> colours = {colourful(3), colourful(1)};
    const std::array<Image, 2> grey = {toOneChannel(colours[0]), toOneChannel(colours[1])};
    EXPECT_EQ(grey[0].texels.size(), 2u * 6 * 3 * 3);
    const std::array<const Image*, 2> mips = {&grey[0], &grey[1]};
    for (const Ktx2Packing packing : {Ktx2Packing::None, Ktx2Packing::Zstandard})
    {
        const std::vector<std::byte> file = encodeKtx2(mips, packing);
        std::uint32_t vkFormat = 0;
        std::memcpy(&vkFormat, file.data() + 12, 4);
        EXPECT_EQ(vkFormat, 76u); // R16_SFLOAT
        for (std::uint32_t mip = 0; mip < 2; ++mip)
        {
            expectLuminances(readKtx2(file, mip).image, colours[mip]);
            std::uint64_t offset = 1;
            std::memcpy(&offset, file.data() + 80 + 24 * mip, 8);
            EXPECT_TRUE(offset % 4 == 0 || packing != Ktx2Packing::None) << mip; // as KTX 2 asks
        }
    }
    const std::vector<std::byte> dds = encodeDds(mips);
    for (std::uint32_t mip = 0; mip < 2; ++mip)
        expectLuminances(readDds(dds, mip).image, colours[mip]);
}

TEST(OneChannel, WhatIsNoNumberIsBlackAndWhatIsTooLargeTheLargest)
{
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    std::vector<float> rgba(24, 1e6f);
    rgba[0] = kNan;
    const Image grey = toOneChannel(floatImage(1, rgba));
    std::array<std::uint16_t, 2> halves{};
    std::memcpy(halves.data(), grey.texels.data(), 4);
    EXPECT_EQ(halves[0], 0);
    EXPECT_EQ(halves[1], 0x7BFF); // 65504
}
