// Cubemaps of BC6H in files: what they hold, of any size, and what the reader makes of it.
#include "container_builder.h"
#include "image/formats/dds.h"
#include "image/formats/ktx.h"
#include "image/texels/bc6h.h"
#include "image/texels/convert.h"

#include "probenorm/probenorm.hpp"

#include <algorithm>
#include <cstring>

using namespace pn::image;

namespace {

// Six faces; signed ones have negative texels.
Image facesOf(std::uint32_t size, bool isSigned)
{
    Image faces = makeImage(PN_FORMAT_RGBA16F, size, 6 * size);
    for (std::uint32_t y = 0; y < faces.height; ++y)
        for (std::uint32_t x = 0; x < size; ++x)
        {
            const std::uint32_t base = 9000 + 2500 * (y / size) + 40 * x + 90 * (y % size);
            const std::uint16_t sign = isSigned && (x + y) % 3 == 0 ? 0x8000 : 0;
            const std::uint16_t texel[4] = {std::uint16_t(base | sign), std::uint16_t(base + 700),
                                            std::uint16_t(base / 2), 0x3C00};
            std::memcpy(faces.row(y) + 8 * x, texel, sizeof(texel));
        }
    return faces;
}

std::vector<Image> chainOf(std::uint32_t size, PnFormat format)
{
    auto desc = probenorm::sized<PnContextDesc>();
    desc.backend = PN_BACKEND_CPU;
    const probenorm::Context cpu(desc);
    std::vector<Image> mips;
    for (; size > 0; size /= 2)
        mips.push_back(facesOf(size, format == kBc6hSigned));
    return toBc6h(pointersTo(mips), format, PN_BC6H_EFFORT_LOW, cpu.get());
}

// What the blocks of a mip say, cut to its size, by the library.
Bytes texelsOf(const Image& mip)
{
    const std::uint32_t size = mip.width, edge = (size + 3) / 4;
    const auto* blocks = reinterpret_cast<const std::uint8_t*>(mip.texels.data());
    const std::vector<std::uint16_t> halves =
        probenorm::decodeBc6h({blocks, blocks + mip.texels.size()}, mip.format == kBc6hSigned);
    Bytes texels(std::size_t{8} * size * mip.height);
    for (std::uint32_t y = 0; y < mip.height; ++y)
        for (std::uint32_t x = 0; x < size; ++x)
        {
            const std::size_t block = std::size_t{y / size} * edge * edge + y % size / 4 * edge + x / 4;
            std::memcpy(&texels[std::size_t{8} * (y * size + x)],
                        &halves[64 * block + 16 * (y % size % 4) + 4 * (x % 4)], 8);
        }
    return texels;
}

class Bc6hFile : public testing::TestWithParam<PnFormat>
{
};

TEST_P(Bc6hFile, OfAnySizeIsReadBackMipByMip)
{
    for (const std::uint32_t size : {1u, 2u, 3u, 4u, 5u, 7u, 8u, 13u, 16u})
    {
        const std::vector<Image> mips = chainOf(size, GetParam());
        std::vector<const Image*> pointers;
        for (const Image& mip : mips)
            pointers.push_back(&mip);
        const Bytes dds = encodeDds(pointers), plain = encodeKtx2(pointers);
        const Bytes packed = encodeKtx2(pointers, Ktx2Packing::Zstandard);
        for (std::uint32_t mip = 0; mip < mips.size(); ++mip)
            for (const Container& read : {readDds(dds, mip, {}), readKtx2(plain, mip, {}), readKtx2(packed, mip, {})})
            {
                EXPECT_EQ(bytesOf(read.image), texelsOf(mips[mip])) << size << ", mip " << mip;
                EXPECT_EQ(read.image.stored, GetParam());
                EXPECT_EQ(read.mipCount, mips.size());
                EXPECT_TRUE(read.isCubemap);
            }
    }
}

INSTANTIATE_TEST_SUITE_P(Signs, Bc6hFile, testing::Values(kBc6h, kBc6hSigned));

std::uint32_t wordAt(const Bytes& file, std::size_t offset)
{
    std::uint32_t word = 0;
    std::memcpy(&word, &file.at(offset), sizeof(word));
    return word;
}

Image halvesOf(std::uint16_t half)
{
    Image image = makeImage(PN_FORMAT_RGBA16F, 5, 30);
    for (std::size_t at = 0; at < image.texels.size(); at += 2)
        std::memcpy(image.texels.data() + at, &half, 2);
    return image;
}

// 2 is 0x4000 and 0x4001 the next half: 1/1024 of a stop. What blocks without sign make 0 is no error.
TEST(Bc6hError, IsInStops)
{
    const probenorm::Context context(PN_BACKEND_CPU);
    const auto pictures = [](std::uint16_t half) {
        std::vector<Image> images;
        images.push_back(halvesOf(half));
        return images;
    };
    const auto error = [&](std::uint16_t half, std::uint16_t encoded, PnFormat format) {
        return bc6hError(pictures(half),
                         toBc6h(pointersTo(pictures(encoded)), format, PN_BC6H_EFFORT_HIGH, context.get()));
    };
    EXPECT_EQ(error(0x4000, 0x4000, kBc6h), 0.0f);
    EXPECT_EQ(error(0x4001, 0x4000, kBc6h), 1.0f / 1024);
    EXPECT_EQ(error(0x4400, 0x4000, kBc6hSigned), 1.0f);
    EXPECT_EQ(error(0xC000, 0, kBc6h), 0.0f);
    EXPECT_EQ(error(0xC000, 0xC000, kBc6hSigned), 0.0f);
}

// By the KTX 2.0 specification and the Khronos Data Format Specification 1.3, tables of BC6H.
TEST(Bc6hKtx2, IsDescribedAsTheSpecificationsSay)
{
    for (const bool isSigned : {false, true})
    {
        const std::vector<Image> mips = chainOf(5, isSigned ? kBc6hSigned : kBc6h);
        const Image* first = &mips[0];
        const Bytes file = encodeKtx2({&first, 1});
        EXPECT_EQ(wordAt(file, 12), isSigned ? 144u : 143u); // VK_FORMAT_BC6H_SFLOAT_BLOCK, ..._UFLOAT_BLOCK
        EXPECT_EQ(wordAt(file, 16), 1u);                     // typeSize of blocks
        EXPECT_EQ(wordAt(file, 20), 5u);                     // pixelWidth
        const std::size_t level = wordAt(file, 80);
        EXPECT_EQ(level % 16, 0u);
        EXPECT_EQ(file.size() - level, 6 * 4 * 16u);
        const std::size_t descriptor = wordAt(file, 48);
        EXPECT_EQ(wordAt(file, descriptor), 4 + 24 + 16u);                                       // one sample
        EXPECT_EQ(wordAt(file, descriptor + 12), 133u | 1u << 8 | 1u << 16);                     // BC6H, BT709, linear
        EXPECT_EQ(wordAt(file, descriptor + 16), 0x0303u);                                       // 4 x 4 texels
        EXPECT_EQ(wordAt(file, descriptor + 20), 16u);                                           // bytes of a block
        EXPECT_EQ(wordAt(file, descriptor + 28), 127u << 16 | (isSigned ? 0xC0u : 0x80u) << 24); // 128 bits of float
        EXPECT_EQ(wordAt(file, descriptor + 36), isSigned ? 0xBF800000u : 0u);                   // -1 or 0
        EXPECT_EQ(wordAt(file, descriptor + 40), 0x3F800000u);                                   // 1
    }
}

// By Microsoft's "DDS_HEADER": of block-compressed textures, the size of the largest mip's face.
TEST(Bc6hDds, HasTheLinearSizeOfBlocks)
{
    const std::vector<Image> mips = chainOf(9, kBc6h);
    const Image* first = &mips[0];
    const Bytes file = encodeDds({&first, 1});
    EXPECT_EQ(wordAt(file, 8) & 0x80008u, 0x80000u); // DDSD_LINEARSIZE, no DDSD_PITCH
    EXPECT_EQ(wordAt(file, 20), 9 * 16u);
    EXPECT_EQ(wordAt(file, 128), 95u); // DXGI_FORMAT_BC6H_UF16
    EXPECT_EQ(file.size(), 148 + 6 * 9 * 16u);
}

} // namespace
