#include "container_builder.h"
#include "image/files/input_file.h"
#include "image/formats/dds.h"
#include "image/formats/exr.h"

#include <array>

using namespace pn::image;

namespace {

Bytes filled(std::size_t count, int value)
{
    return Bytes(count, static_cast<std::byte>(value));
}

// Six faces of 2x2 and 1x1 texels; every byte says which face and mip it is of.
Bytes cubeOf(const Bytes& header, std::size_t texelBytes)
{
    FileBuilder file;
    file.append(header);
    for (int face = 0; face < 6; ++face)
        file.append(filled(4 * texelBytes, 16 * face)).append(filled(texelBytes, 16 * face + 1));
    return file.bytes;
}

Bytes halfCube()
{
    return cubeOf(ddsDx10(2, 2, 2, 10, true), 8);
}

Buffer witness(const std::string& name)
{
    return readInput(std::string(PN_WITNESS) + "/" + name, 1 << 20);
}

class Bc6h : public testing::TestWithParam<const char*>
{
};

} // namespace

TEST(DdsReader, FacesHoldTheirMipsOneAfterTheOther)
{
    const Container largest = readDds(halfCube());
    EXPECT_TRUE(largest.isCubemap);
    EXPECT_EQ(largest.mipCount, 2u);
    EXPECT_EQ(largest.image.format, PN_FORMAT_RGBA16F);
    EXPECT_EQ(largest.image.width, 2u);
    EXPECT_EQ(largest.image.height, 12u);
    for (int face = 0; face < 6; ++face)
        EXPECT_EQ(largest.image.row(2 * face)[0], static_cast<std::byte>(16 * face));

    const Container smallest = readDds(halfCube(), 1);
    EXPECT_EQ(smallest.image.width, 1u);
    EXPECT_EQ(smallest.image.height, 6u);
    for (int face = 0; face < 6; ++face)
        EXPECT_EQ(smallest.image.row(face)[7], static_cast<std::byte>(16 * face + 1));
}

TEST(DdsReader, KnowsTheFormats)
{
    struct Case
    {
        std::uint32_t dxgi;
        PnFormat format;
        std::size_t texelSize;
    };
    for (const auto& [dxgi, format, size] :
         {Case{2, PN_FORMAT_RGBA32F, 16}, Case{6, PN_FORMAT_RGB32F, 12}, Case{10, PN_FORMAT_RGBA16F, 8},
          Case{26, PN_FORMAT_R11G11B10F, 4}, Case{67, PN_FORMAT_RGB9E5, 4}, Case{28, PN_FORMAT_RGBA8, 4},
          Case{29, PN_FORMAT_RGBA8_SRGB, 4}})
    {
        for (const std::uint32_t arraySize : {0u, 1u, 6u}) // with the flag of a cube, each is one cube
        {
            const Bytes texels = countingBytes(6 * size), header = ddsDx10(1, 1, 1, dxgi, true, arraySize);
            const Container found = readDds(FileBuilder().append(header).append(texels).bytes);
            EXPECT_TRUE(found.isCubemap) << arraySize;
            EXPECT_EQ(found.image.format, format);
            EXPECT_EQ(bytesOf(found.image), texels);
        }
    }
}

TEST(DdsReader, BlueFirstIsTurnedAround)
{
    for (const auto& [dxgi, format] : {std::pair{87u, PN_FORMAT_RGBA8}, {91u, PN_FORMAT_RGBA8_SRGB}})
    {
        const Container found = readDds(FileBuilder().append(ddsDx10(1, 1, 1, dxgi, false)).u8({1, 2, 3, 4}).bytes);
        EXPECT_EQ(found.image.format, format);
        EXPECT_EQ(bytesOf(found.image), FileBuilder().u8({3, 2, 1, 4}).bytes);
    }
}

TEST(DdsReader, ReadsDirect3D9Headers)
{
    const auto cube = [](std::initializer_list<std::uint32_t> pixelFormat, std::size_t texelSize) {
        return FileBuilder()
            .append(ddsHeader(1, 1, 0, pixelFormat, kDdsCube))
            .append(countingBytes(6 * texelSize))
            .bytes;
    };
    EXPECT_EQ(readDds(cube({4, 113, 0, 0, 0, 0, 0}, 8)).image.format, PN_FORMAT_RGBA16F);
    EXPECT_EQ(readDds(cube({4, 116, 0, 0, 0, 0, 0}, 16)).image.format, PN_FORMAT_RGBA32F);
    const Container rgba = readDds(cube({0x41, 0, 32, 0xFF, 0xFF00, 0xFF0000, 0xFF000000}, 4));
    EXPECT_EQ(rgba.image.format, PN_FORMAT_RGBA8_SRGB);
    EXPECT_EQ(rgba.image.texels.data()[0], std::byte{1});
    const Container bgra = readDds(cube({0x41, 0, 32, 0xFF0000, 0xFF00, 0xFF, 0xFF000000}, 4));
    EXPECT_EQ(bgra.image.texels.data()[0], std::byte{3});
}

TEST(DdsReader, NamesWhatItDoesNotRead)
{
    EXPECT_ERROR(readDds(ddsDx10(4, 4, 1, 71, true)), Unsupported, "DXGI format 71");
    EXPECT_ERROR(readDds(ddsDx10(4, 4, 1, 10, true, 2)), Unsupported, "arrays");
    EXPECT_ERROR(readDds(ddsDx10(4, 4, 1, 10, false, 6)), Unsupported, "arrays");
    EXPECT_ERROR(readDds(ddsHeader(4, 4, 1, {4, 0x31545844, 0, 0, 0, 0, 0}, kDdsCube)), Unsupported, "FourCC");
    EXPECT_ERROR(readDds(ddsHeader(4, 4, 1, {0x40, 0, 24, 0xFF, 0xFF00, 0xFF0000, 0}, kDdsCube)), Unsupported,
                 "32-bit");
    EXPECT_ERROR(readDds(ddsHeader(4, 4, 1, {4, 113, 0, 0, 0, 0, 0}, 0x200000)), Unsupported, "volume");
}

TEST(DdsReader, RefusesWhatCannotBe)
{
    Bytes wrong = halfCube();
    wrong[0] = std::byte{'X'};
    EXPECT_ERROR(readDds(wrong), InvalidInput, "not a DDS file");
    EXPECT_ERROR(readDds(ddsDx10(0, 0, 1, 10, true)), InvalidInput, "width must be in 1..");
    EXPECT_ERROR(readDds(ddsDx10(4, 2, 1, 10, true)), InvalidInput, "square");
    EXPECT_ERROR(readDds(ddsDx10(0x80000000u, 0x80000000u, 1, 10, true)), InvalidInput, "width must be in 1..");
    EXPECT_ERROR(readDds(ddsDx10(16385, 16385, 1, 10, true)), InvalidInput, "face size must be in 1..16384");
    EXPECT_ERROR(readDds(ddsDx10(4, 4, 4, 10, true)), InvalidInput, "mip count must be in 1..3, found 4");
    EXPECT_ERROR(readDds(ddsDx10(4, 4, 0xFFFFFFFFu, 10, true)), InvalidInput, "mip count");
    EXPECT_ERROR(readDds(halfCube(), 2), InvalidInput, "mip must be in 0..1, asked for 2");
    EXPECT_ERROR(readDds(ddsHeader(1, 1, 1, {4, 113, 0, 0, 0, 0, 0}, 0x7E00)), InvalidInput, "lacks faces");
}

TEST(DdsReader, EveryPrefixIsRefused)
{
    for (const std::uint32_t mip : {0u, 1u})
        expectPrefixesFail(halfCube(), [&](const Bytes& file) { readDds(file, mip); });
}

TEST(DdsWriter, WritesTheBytesOfTheSpecification)
{
    // PlayCanvas reads halves by the FourCC of Direct3D 9 alone.
    const Bytes half = cubeOf(ddsHeader(2, 2, 2, {4, 113, 0, 0, 0, 0, 0}, kDdsCube), 8);
    const Bytes floats = cubeOf(ddsDx10(2, 2, 2, 2, true), 16);
    for (const auto& [format, texelBytes, expected] :
         {std::tuple{PN_FORMAT_RGBA16F, 8u, half}, std::tuple{PN_FORMAT_RGBA32F, 16u, floats}})
    {
        std::array<Image, 2> mips;
        for (std::uint32_t mip = 0; mip < 2; ++mip)
        {
            const std::uint32_t size = 2 >> mip, faceBytes = size * size * texelBytes;
            mips[mip] = {format, size, 6 * size, Buffer(std::size_t{6} * faceBytes)};
            for (std::uint32_t face = 0; face < 6; ++face)
                std::memset(mips[mip].row(face * size), static_cast<int>(16 * face + mip), faceBytes);
        }
        const std::array<const Image*, 2> pointers{&mips[0], &mips[1]};
        const Bytes written = encodeDds(pointers);
        ASSERT_EQ(written.size(), expected.size());
        // Byte 20 is the pitch, which our hand-made files leave out.
        EXPECT_TRUE(std::equal(written.begin(), written.begin() + 8, expected.begin()));
        EXPECT_TRUE(std::equal(written.begin() + 24, written.end(), expected.begin() + 24));
    }
}

// What OpenImageIO made of the same blocks (tests/witness/bc6h.sh), bit by bit.
TEST_P(Bc6h, AllModesGiveTheWitnessesBits)
{
    const std::string name = GetParam();
    const Image ours = readDds(witness(name + ".dds").span()).image;
    const Image theirs = readExr(witness(name + ".exr").span()).image;
    ASSERT_EQ(ours.format, PN_FORMAT_RGBA16F);
    ASSERT_EQ(theirs.format, PN_FORMAT_RGBA16F);
    ASSERT_EQ(ours.texels.size(), theirs.texels.size());
    for (std::size_t texel = 0; texel < ours.texels.size() / 8; ++texel)
    {
        EXPECT_EQ(std::memcmp(ours.texels.data() + 8 * texel, theirs.texels.data() + 8 * texel, 6), 0)
            << "texel " << texel % 64 << ", " << texel / 64 << ", mode " << texel % 64 / 4 % 16;
        std::uint16_t alpha = 0;
        std::memcpy(&alpha, ours.texels.data() + 8 * texel + 6, 2);
        EXPECT_EQ(alpha, 0x3C00);
    }
}

INSTANTIATE_TEST_SUITE_P(Formats, Bc6h, testing::Values("bc6h_95", "bc6h_96"));

TEST(Bc6h, PicturesThatNoBlocksFillAreCutOff)
{
    const Buffer file = witness("bc6h_95.dds"); // 64 x 32
    Bytes cutFile(file.data(), file.data() + file.size());
    cutFile[12] = std::byte{30}; // height
    cutFile[16] = std::byte{61}; // width: still 16 blocks by 8
    const Image whole = readDds(file.span()).image, cut = readDds(cutFile).image;
    ASSERT_EQ(cut.width, 61u);
    ASSERT_EQ(cut.height, 30u);
    for (std::uint32_t y = 0; y < cut.height; ++y)
        EXPECT_EQ(std::memcmp(cut.row(y), whole.row(y), 61 * 8), 0) << y;
}
