// BC6H against what OpenImageIO made of the same blocks (tests/witness/bc6h.sh), bit by bit.
#include "image/files/input_file.h"
#include "image/formats/dds.h"
#include "image/formats/exr.h"
#include "image_builder.h"

#include <random>

using namespace pn::image;

namespace {

Buffer witness(const std::string& name)
{
    return readInput(std::string(PN_WITNESS) + "/" + name, 1 << 20);
}

// A picture of random blocks.
Bytes ddsOfBlocks(std::uint32_t edge, std::mt19937& random)
{
    FileBuilder file;
    file.text("DDS ").u32({124, 0x81007, edge, edge, edge * edge, 0, 0}).zeros(44);
    file.u32({32, 4, 0x30315844, 0, 0, 0, 0, 0, 0x1000, 0, 0, 0, 0, 95, 3, 0, 1, 0});
    for (std::uint32_t i = 0; i < edge * edge / 4; ++i)
        file.u32({static_cast<std::uint32_t>(random())});
    return file.bytes;
}

} // namespace

class Bc6h : public testing::TestWithParam<const char*>
{
};

TEST_P(Bc6h, AllModesGiveTheWitnessesBits)
{
    const std::string name = GetParam();
    const Image ours = readDds(witness(name + ".dds").span(), 0, {}).image;
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
    std::mt19937 random(3);
    Bytes file = ddsOfBlocks(8, random);
    const Image whole = readDds(file, 0, {}).image;
    file[12] = std::byte{6}; // height
    file[16] = std::byte{5}; // width: still two blocks by two
    const Image cut = readDds(file, 0, {}).image;
    ASSERT_EQ(cut.width, 5u);
    ASSERT_EQ(cut.height, 6u);
    for (std::uint32_t y = 0; y < 6; ++y)
        EXPECT_EQ(std::memcmp(cut.row(y), whole.row(y), 5 * 8), 0) << y;
}

TEST(Bc6h, NoBlockIsInfiniteOrNaN)
{
    std::mt19937 random(5);
    const Image image = readDds(ddsOfBlocks(1024, random), 0, {}).image;
    for (std::size_t i = 0; i < image.texels.size(); i += 2)
    {
        std::uint16_t half = 0;
        std::memcpy(&half, image.texels.data() + i, 2);
        ASSERT_LT(half & 0x7FFF, 0x7C00);
    }
}
