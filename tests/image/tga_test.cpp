#include "image/formats/tga.h"
#include "image_builder.h"

using namespace pn::image;

namespace {

Bytes bytesOf(const Image& image)
{
    return {image.texels.data(), image.texels.data() + image.texels.size()};
}

Bytes tgaHeader(int type, unsigned width, unsigned height, int bits, int descriptor)
{
    return FileBuilder().u8({0, 0, type}).zeros(9).u16(width).u16(height).u8({bits, descriptor}).bytes;
}

} // namespace

TEST(TgaReader, ReadsRowsFromEitherEnd)
{
    // Blue comes first in the file. Descriptor 0x20: rows from the top.
    const Bytes texels = FileBuilder().u8({3, 2, 1, 6, 5, 4}).bytes;
    const Bytes top = FileBuilder().append(tgaHeader(2, 1, 2, 24, 0x20)).append(texels).bytes;
    EXPECT_EQ(bytesOf(readTga(top)), FileBuilder().u8({1, 2, 3, 255, 4, 5, 6, 255}).bytes);
    const Bytes bottom = FileBuilder().append(tgaHeader(2, 1, 2, 24, 0)).append(texels).bytes;
    EXPECT_EQ(bytesOf(readTga(bottom)), FileBuilder().u8({4, 5, 6, 255, 1, 2, 3, 255}).bytes);
}

// Bit 4 of the descriptor: columns run from right to left.
TEST(TgaReader, ReadsColumnsFromEitherEnd)
{
    const Bytes texels = FileBuilder().u8({3, 2, 1, 6, 5, 4, 9, 8, 7, 12, 11, 10}).bytes; // blue, green, red
    const Bytes file = FileBuilder().append(tgaHeader(2, 2, 2, 24, 0x30)).append(texels).bytes;
    EXPECT_EQ(bytesOf(readTga(file)),
              FileBuilder().u8({4, 5, 6, 255, 1, 2, 3, 255, 10, 11, 12, 255, 7, 8, 9, 255}).bytes);
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
