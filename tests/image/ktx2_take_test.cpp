// Texels of a KTX 2 file that stay where the file was read to, and a file that is written part by part.
#include "container_builder.h"
#include "image/formats/ktx.h"

#include <array>
#include <cstring>

using namespace pn::image;

namespace {

Bytes bytesOf(std::span<const std::byte> bytes)
{
    return {bytes.begin(), bytes.end()};
}

Buffer bufferOf(const Bytes& bytes)
{
    Buffer buffer(bytes.size());
    std::memcpy(buffer.data(), bytes.data(), bytes.size());
    return buffer;
}

// Six faces of width texels; no two texels that follow each other are alike.
Image cubeOf(std::uint32_t width)
{
    Image cube{PN_FORMAT_RGBA16F, width, 6 * width, Buffer(std::size_t{48} * width * width)};
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
    EXPECT_EQ(bytesOf(buffer.span()), file);
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
    EXPECT_EQ(bytesOf(taken->image.texels.span()), bytesOf(cube.texels.span()));
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
    EXPECT_EQ(bytesOf(buffer.span()), file);
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
        EXPECT_EQ(bytesOf(readKtx2(file, mip).image.texels.span()), bytesOf(mips[mip].texels.span())) << mip;
}
