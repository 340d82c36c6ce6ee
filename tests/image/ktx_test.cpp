#include "container_builder.h"
#include "image/formats/ktx.h"

#include <zstd.h>

#include <array>

using namespace pn::image;

namespace {

constexpr std::uint32_t kFloat = 0x1406;
constexpr std::uint32_t kHalf = 0x140B;
constexpr std::uint32_t kRgb = 0x1907;
constexpr std::uint32_t kRgba = 0x1908;

// Two mips of half texels; the byte at i of mip m is i, plus 200 in mip 1.
Bytes halfCube1(const Bytes& keys = {})
{
    return ktx1Header({kHalf, 2, kRgba, 0x881A}, 2, 2, 6, 2, keys)
        .u32({32})
        .append(countingBytes(192, 0))
        .u32({8})
        .append(countingBytes(48, 200))
        .bytes;
}

Bytes halfCube2(const Bytes& keys = {})
{
    return ktx2File(97, 2, 2, 6, 0, {{countingBytes(192, 0), 192}, {countingBytes(48, 200), 48}}, keys);
}

Bytes packZstd(const Bytes& bytes)
{
    Bytes packed(ZSTD_compressBound(bytes.size()));
    packed.resize(ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), 3));
    return packed;
}

void expectHalfCube(const Container& largest, const Container& smallest)
{
    EXPECT_TRUE(largest.isCubemap);
    EXPECT_EQ(largest.mipCount, 2u);
    EXPECT_EQ(largest.image.format, PN_FORMAT_RGBA16F);
    EXPECT_EQ(largest.image.width, 2u);
    EXPECT_EQ(largest.image.height, 12u);
    EXPECT_EQ(bytesOf(largest.image), countingBytes(192, 0));
    EXPECT_EQ(smallest.image.width, 1u);
    EXPECT_EQ(bytesOf(smallest.image), countingBytes(48, 200));
}

} // namespace

TEST(Ktx, FacesAndMipsAreRead)
{
    expectHalfCube(readKtx1(halfCube1()), readKtx1(halfCube1(), 1));
    expectHalfCube(readKtx2(halfCube2()), readKtx2(halfCube2(), 1));
    const Bytes large = countingBytes(192, 0), small = countingBytes(48, 200);
    const Bytes zstd = ktx2File(97, 2, 2, 6, 2, {{packZstd(large), 192}, {packZstd(small), 48}});
    expectHalfCube(readKtx2(zstd), readKtx2(zstd, 1));
}

TEST(Ktx1Reader, KnowsTheFormats)
{
    struct Case
    {
        std::array<std::uint32_t, 4> gl;
        PnFormat format;
        std::uint32_t texelSize;
    };
    for (const auto& [gl, format, size] :
         {Case{{kFloat, 4, kRgba, 0x8814}, PN_FORMAT_RGBA32F, 16},
          Case{{kFloat, 4, kRgb, 0x8815}, PN_FORMAT_RGB32F, 12}, Case{{0x8C3E, 4, kRgb, 0x8C3D}, PN_FORMAT_RGB9E5, 4},
          Case{{0x8C3B, 4, kRgb, 0x8C3A}, PN_FORMAT_R11G11B10F, 4},
          // cmgen 1.9.25 says so: glType is the internal format, its size 1, and glFormat is either.
          Case{{0x8C3A, 1, kRgb, 0x8C3A}, PN_FORMAT_R11G11B10F, 4},
          Case{{0x8C3A, 1, 0x8C3A, 0x8C3A}, PN_FORMAT_R11G11B10F, 4},
          Case{{0x1401, 1, kRgba, 0x8058}, PN_FORMAT_RGBA8, 4},
          Case{{0x1401, 1, kRgba, 0x8C43}, PN_FORMAT_RGBA8_SRGB, 4}})
    {
        for (const std::uint32_t mips : {0u, 1u}) // none means one
        {
            FileBuilder file = ktx1Header({gl[0], gl[1], gl[2], gl[3]}, 1, 1, 6, mips);
            const Container found = readKtx1(file.u32({size}).append(countingBytes(6 * size)).bytes);
            EXPECT_EQ(found.mipCount, 1u);
            EXPECT_EQ(found.image.format, format);
            EXPECT_EQ(bytesOf(found.image), countingBytes(6 * size));
        }
    }
}

TEST(Ktx1Reader, ReadsThreeHalvesInPaddedRows)
{
    const Bytes file = ktx1Header({kHalf, 2, kRgb, 0x881B}, 1, 2, 1, 1)
                           .u32({16})
                           .u8({1, 2, 3, 4, 5, 6, 0, 0, 7, 8, 9, 10, 11, 12, 0, 0})
                           .bytes;
    EXPECT_EQ(readKtx1(file).image.format, PN_FORMAT_RGBA16F);
    EXPECT_EQ(bytesOf(readKtx1(file).image),
              FileBuilder().u8({1, 2, 3, 4, 5, 6, 0, 0x3C, 7, 8, 9, 10, 11, 12, 0, 0x3C}).bytes);
}

TEST(Ktx1Reader, NamesWhatItDoesNotRead)
{
    const auto header = [](std::initializer_list<std::uint32_t> gl) { return ktx1Header(gl, 4, 4, 6, 1).bytes; };
    EXPECT_ERROR(readKtx1(header({kFloat, 4, kRgba, 0x881A})), Unsupported, "glInternalFormat 34842");
    EXPECT_ERROR(readKtx1(halfCube1(keyValue("KTXorientation", "S=r,T=u"))), Unsupported, "KTXorientation");
    Bytes bigEndian = halfCube1();
    std::reverse(bigEndian.begin() + 12, bigEndian.begin() + 16);
    EXPECT_ERROR(readKtx1(bigEndian), Unsupported, "big-endian");
}

TEST(Ktx1Reader, RefusesWhatCannotBe)
{
    const auto cube = [](std::uint32_t width, std::uint32_t height, std::uint32_t faces, std::uint32_t mips) {
        return ktx1Header({kHalf, 2, kRgba, 0x881A}, width, height, faces, mips).zeros(4096).bytes;
    };
    EXPECT_ERROR(readKtx1(Bytes(64)), InvalidInput, "not a KTX 1 file");
    EXPECT_ERROR(readKtx1(cube(0, 0, 6, 1)), InvalidInput, "width must be in 1..");
    EXPECT_ERROR(readKtx1(cube(0x80000000u, 0x80000000u, 6, 1)), InvalidInput, "width must be in 1..");
    EXPECT_ERROR(readKtx1(cube(4, 4, 5, 1)), InvalidInput, "face count must be 1 or 6, found 5");
    EXPECT_ERROR(readKtx1(cube(4, 5, 6, 1)), InvalidInput, "square");
    EXPECT_ERROR(readKtx1(cube(4, 4, 6, 9)), InvalidInput, "mip count");
    EXPECT_ERROR(readKtx1(cube(4, 4, 6, 1)), InvalidInput, "imageSize of mip 0 must be 128");
    EXPECT_ERROR(readKtx1(ktx1Header({kHalf, 4, kRgba, 0x881A}, 4, 4, 6, 1).bytes), InvalidInput, "glTypeSize");
    EXPECT_ERROR(readKtx1(halfCube1(FileBuilder().u32({100}).zeros(8).bytes)), InvalidInput, "key-value");
    EXPECT_ERROR(readKtx1(halfCube1(FileBuilder().u32({4}).text("abcd").bytes)), InvalidInput, "NUL");
}

TEST(Ktx1Reader, EveryPrefixIsRefused)
{
    const Bytes file = halfCube1(keyValue("KTXorientation", "S=r,T=d"));
    expectPrefixesFail(file, [](const Bytes& prefix) { readKtx1(prefix); });
    expectPrefixesFail(file, [](const Bytes& prefix) { readKtx1(prefix, 1); });
}

TEST(Ktx2Reader, KnowsTheFormats)
{
    struct Case
    {
        std::uint32_t vkFormat;
        PnFormat format;
        std::uint32_t texelSize;
    };
    for (const auto& [vkFormat, format, size] :
         {Case{109, PN_FORMAT_RGBA32F, 16}, Case{106, PN_FORMAT_RGB32F, 12}, Case{97, PN_FORMAT_RGBA16F, 8},
          Case{123, PN_FORMAT_RGB9E5, 4}, Case{122, PN_FORMAT_R11G11B10F, 4}, Case{37, PN_FORMAT_RGBA8, 4},
          Case{43, PN_FORMAT_RGBA8_SRGB, 4}})
    {
        const Container found = readKtx2(ktx2File(vkFormat, 1, 1, 6, 0, {{countingBytes(6 * size), 6 * size}}));
        EXPECT_EQ(found.image.format, format);
        EXPECT_EQ(bytesOf(found.image), countingBytes(6 * size));
    }
    const Container bgr = readKtx2(ktx2File(50, 1, 1, 1, 0, {{countingBytes(4), 4}}));
    EXPECT_EQ(bytesOf(bgr.image), FileBuilder().u8({3, 2, 1, 4}).bytes);
}

TEST(Ktx2Reader, RefusesLevelsThatUnpackToAnotherSize)
{
    for (const std::size_t size : {191u, 193u, 0u})
        EXPECT_ERROR(readKtx2(ktx2File(97, 2, 2, 6, 2, {{packZstd(countingBytes(size)), 192}})), InvalidInput,
                     "unpack");
    EXPECT_ERROR(readKtx2(ktx2File(97, 2, 2, 6, 2, {{countingBytes(192), 192}})), InvalidInput, "unpack");
    EXPECT_ERROR(readKtx2(ktx2File(97, 2, 2, 6, 0, {{countingBytes(191), 192}})), InvalidInput, "byteLength");
    EXPECT_ERROR(readKtx2(ktx2File(97, 2, 2, 6, 2, {{packZstd(countingBytes(192)), 191}})), InvalidInput,
                 "uncompressedByteLength");
}

TEST(Ktx2Reader, ReadsThreeHalves)
{
    const Bytes texels = FileBuilder().u8({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}).bytes;
    for (const bool isPacked : {false, true})
    {
        const Bytes file = ktx2File(90, 2, 1, 1, isPacked ? 2 : 0, {{isPacked ? packZstd(texels) : texels, 12}});
        EXPECT_EQ(bytesOf(readKtx2(file).image),
                  FileBuilder().u8({1, 2, 3, 4, 5, 6, 0, 0x3C, 7, 8, 9, 10, 11, 12, 0, 0x3C}).bytes);
    }
}

TEST(Ktx2Reader, NamesWhatItDoesNotRead)
{
    EXPECT_ERROR(readKtx2(ktx2File(0, 4, 4, 6, 0, {})), Unsupported, "Basis Universal");
    EXPECT_ERROR(readKtx2(ktx2File(0, 4, 4, 6, 1, {})), Unsupported, "supercompression scheme 1");
    EXPECT_ERROR(readKtx2(ktx2File(97, 4, 4, 6, 3, {})), Unsupported, "supercompression scheme 3"); // zlib
    EXPECT_ERROR(readKtx2(ktx2File(91, 4, 4, 6, 0, {})), Unsupported, "vkFormat 91");
    EXPECT_ERROR(readKtx2(halfCube2(keyValue("KTXswizzle", "bgra"))), Unsupported, "KTXswizzle");
    EXPECT_NO_THROW(readKtx2(halfCube2(keyValue("KTXswizzle", "rgb1"))));
    EXPECT_ERROR(readKtx2(halfCube2(keyValue("KTXorientation", "ru"))), Unsupported, "KTXorientation");
    EXPECT_NO_THROW(readKtx2(halfCube2(keyValue("KTXorientation", "rd"))));
}

TEST(Ktx2Reader, RefusesWhatCannotBe)
{
    EXPECT_ERROR(readKtx2(Bytes(80)), InvalidInput, "not a KTX 2 file");
    EXPECT_ERROR(readKtx2(ktx2File(97, 0, 0, 6, 0, {{{}, 0}})), InvalidInput, "width must be in 1..");
    EXPECT_ERROR(readKtx2(ktx2File(97, 0x80000000u, 0x80000000u, 6, 0, {{{}, 0}})), InvalidInput, "width");
    EXPECT_ERROR(readKtx2(ktx2File(97, 2, 2, 5, 0, {{countingBytes(160), 160}})), InvalidInput, "face count");
    EXPECT_ERROR(readKtx2(ktx2File(97, 2, 3, 6, 0, {{countingBytes(288), 288}})), InvalidInput, "square");
    Bytes outside = halfCube2();
    outside[80] = std::byte{0xFF}; // offset of mip 0
    EXPECT_ERROR(readKtx2(outside), InvalidInput, "KTX mip needs");
    Bytes wrapping = halfCube2();
    std::fill_n(wrapping.begin() + 80, 8, std::byte{0xFF});
    EXPECT_ERROR(readKtx2(wrapping), InvalidInput, "KTX mip needs");
}

TEST(Ktx2Reader, EveryPrefixIsRefused)
{
    const Bytes file = halfCube2(keyValue("KTXorientation", "rd"));
    expectPrefixesFail(file, [](const Bytes& prefix) { readKtx2(prefix); });
    const Bytes packed = ktx2File(97, 2, 2, 6, 2, {{packZstd(countingBytes(192)), 192}});
    expectPrefixesFail(packed, [](const Bytes& prefix) { readKtx2(prefix); });
}
