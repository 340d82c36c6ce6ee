// Claims are refused before memory is given to them: every reader, every absurd size, counted by operator new.
#include "container_builder.h"
#include "image/formats/dds.h"
#include "image/formats/environment.h"
#include "image/formats/exr.h"
#include "image/formats/ktx.h"
#include "image/formats/png_jpeg.h"
#include "image/formats/radiance.h"
#include "temporary_folder.h"

#include <zstd.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <new>

using namespace pn::image;

namespace {

std::atomic<std::size_t> largestRequest = 0;
std::atomic<std::size_t> largestGrant = SIZE_MAX;

void* allocate(std::size_t size)
{
    std::size_t seen = largestRequest;
    while (size > seen && !largestRequest.compare_exchange_weak(seen, size))
    {
    }
    if (void* memory = size <= largestGrant ? std::malloc(size) : nullptr)
        return memory;
    throw std::bad_alloc();
}

constexpr std::size_t kSmall = std::size_t{1} << 20;

#define EXPECT_CHEAP_REFUSAL(statement)                                                                                \
    do                                                                                                                 \
    {                                                                                                                  \
        largestRequest = 0;                                                                                            \
        EXPECT_ERROR(statement, InvalidInput, "");                                                                     \
        EXPECT_LE(largestRequest, kSmall);                                                                             \
    } while (false)

Bytes hdrOf(const std::string& size)
{
    return radianceFile("", size, Bytes(64));
}

} // namespace

#include "support/replaced_new.h"

TEST(Limits, CountingSeesAllocations)
{
    largestRequest = 0;
    EXPECT_EQ(Buffer(3 << 20).size(), std::size_t{3} << 20);
    EXPECT_EQ(largestRequest, std::size_t{3} << 20);
}

TEST(Limits, RadianceBombs)
{
    // The file that costs stb_image 2 GB: a valid header of 16384 x 10922 and nothing behind it.
    EXPECT_CHEAP_REFUSAL(readRadiance(hdrOf("-Y 10922 +X 16384")));
    EXPECT_CHEAP_REFUSAL(readRadiance(hdrOf("-Y 2147483648 +X 2147483648")));
    EXPECT_CHEAP_REFUSAL(readRadiance(hdrOf("-Y 98304 +X 98304")));
    EXPECT_CHEAP_REFUSAL(readRadiance(hdrOf("-Y 512 +X 1024")));
}

// 64 MiB behind a picture of two texels.
TEST(Limits, ARadianceFileIsReadBlockByBlock)
{
    const TemporaryFolder folder;
    const std::string path = folder.put("map.hdr", hdrOf("-Y 1 +X 2"));
    std::filesystem::resize_file(path, std::size_t{64} << 20);
    largestRequest = 0;
    EXPECT_EQ(loadEnvironment(path).image.width, 2u);
    EXPECT_LE(largestRequest, kSmall);
}

TEST(Limits, ContainerBombs)
{
    EXPECT_CHEAP_REFUSAL(readDds(ddsDx10(16384, 16384, 1, 2, true)));
    EXPECT_CHEAP_REFUSAL(readDds(ddsDx10(0xFFFFFFFF, 0xFFFFFFFF, 32, 2, true)));
    EXPECT_CHEAP_REFUSAL(readKtx1(ktx1Header({0x1406, 4, 0x1908, 0x8814}, 16384, 16384, 6, 1).bytes));
    const std::uint64_t size = std::uint64_t{8192} * 8192 * 16;
    const Bytes empty(64);
    EXPECT_CHEAP_REFUSAL(readKtx2(ktx2File(109, 8192, 8192, 1, 2, {{empty, size}}))); // 1 GiB out of nothing
}

// White furnaces and gradients shrink to a thousandth and less. What bounds them is the limit.
TEST(Limits, AFileOfOneColourIsRead)
{
    const std::uint32_t edge = 512;
    const std::size_t size = std::size_t{edge} * edge * 16;
    const Bytes zeros(size);
    Bytes packed(ZSTD_compressBound(size));
    packed.resize(ZSTD_compress(packed.data(), packed.size(), zeros.data(), size, 19));
    ASSERT_LT(packed.size() * 1000, size);
    const Bytes file = ktx2File(109, edge, edge, 1, 2, {{packed, size}});
    EXPECT_EQ(readKtx2(file, 0, Limits{size}).image.texels.size(), size);
    largestRequest = 0;
    EXPECT_ERROR(readKtx2(file, 0, Limits{size - 1}), InvalidInput, "--max-bytes");
    EXPECT_LE(largestRequest, kSmall);
}

TEST(Limits, PictureBombs)
{
    FileBuilder png; // 65535 x 65535
    png.isBigEndian = true;
    png.text("\x89PNG\r\n\x1A\n").u32({13}).text("IHDR").u32({65535, 65535}).u8({8, 2, 0, 0, 0}).u32({0x39674E07});
    png.u32({64}).text("IDAT").zeros(64);
    EXPECT_CHEAP_REFUSAL(readPng(png.bytes));
}

TEST(Limits, LackOfMemoryIsNotTheFaultOfAnExr)
{
    const Image image = makeFloatImage(64, 64, std::vector<float>(std::size_t{64} * 64 * 3, 1.0f));
    largestGrant = 4096;
    EXPECT_THROW(encodeExr(image), std::bad_alloc);
    largestGrant = SIZE_MAX;
    EXPECT_NO_THROW(encodeExr(image));
}
