// One half float a texel: what is written is the luminance, and it is read back as three equal channels.
#include "image/formats/dds.h"
#include "image/formats/ktx.h"
#include "image/texels/convert.h"
#include "image/texels/texel.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>

using namespace pn::image;

namespace {

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
            expectLuminances(readKtx2(file, mip).image, colours[mip]);
    }
    const std::vector<std::byte> dds = encodeDds(mips);
    for (std::uint32_t mip = 0; mip < 2; ++mip)
        expectLuminances(readDds(dds, mip).image, colours[mip]);
}

TEST(OneChannel, MipsOfAKtx2FileLieAtMultiplesOfFour)
{
    const std::array<Image, 2> grey = {toOneChannel(colourful(3)), toOneChannel(colourful(1))};
    const std::array<const Image*, 2> mips = {&grey[0], &grey[1]};
    const std::vector<std::byte> file = encodeKtx2(mips);
    for (std::size_t mip = 0; mip < 2; ++mip)
    {
        std::uint64_t offset = 1;
        std::memcpy(&offset, file.data() + 80 + 24 * mip, 8);
        EXPECT_EQ(offset % 4, 0u) << mip;
    }
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
