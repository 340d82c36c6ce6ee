// Against the values that the specification of XXH3 gives for no bytes at all.
#include "bake/digest.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <string>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

using namespace pn::cli;

TEST(Digest, OfNothingIsXxh3s)
{
    EXPECT_EQ(digestOf(""), "99aa06d3014798d86001c324468d497f");
}

TEST(Digest, ShardIsXxh3ModuloTheirCount)
{
    EXPECT_EQ(shardOf("", 1), 0u);
    EXPECT_EQ(shardOf("", 1000), 138u); // 0x2d06800538d394c2 modulo 1000
}

TEST(Digest, OfPartsIsThatOfTheWhole)
{
    std::string text;
    for (int i = 0; i < 3000; ++i) // more than XXH3 keeps for later
        text += static_cast<char>('a' + i % 23);
    const auto bytes = std::as_bytes(std::span(text));
    Digest digest;
    for (const std::size_t size : {0u, 1u, 255u, 2000u})
        digest.add(bytes.subspan(digest.bytes(), size));
    digest.add(bytes.subspan(digest.bytes()));
    EXPECT_EQ(digest.bytes(), bytes.size());
    EXPECT_EQ(digest.text(), digestOf(text));
    EXPECT_EQ(Digest().text(), digestOf(""));
}

#if defined(__x86_64__)
namespace {

// Which parts of its registers the processor has to keep for this thread (XGETBV with ECX = 1, Intel's manual, volume
// 1, 13.6): bit 2 is the upper halves of YMM registers, bit 6 those of ZMM registers.
std::uint32_t registersInUse()
{
    std::uint32_t low = 0, high = 0;
    asm volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(1));
    return low;
}

constexpr std::uint32_t kUpperHalves = 1u << 2 | 1u << 6;

bool canTellRegistersInUse()
{
    std::uint32_t a = 0, b = 0, c = 0, d = 0;
    const bool knowsAvx = __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_AVX) != 0 && (c & bit_OSXSAVE) != 0;
    return knowsAvx && __get_cpuid_count(0xD, 1, &a, &b, &c, &d) != 0 && (a & 1u << 2) != 0;
}

__attribute__((target("avx"))) void freeUpperHalves()
{
    _mm256_zeroupper();
}

} // namespace

// Upper halves that stay in use make the instructions of SSE slow that come after.
TEST(Digest, LeavesNoUpperHalfOfARegisterInUse)
{
    if (!canTellRegistersInUse())
        GTEST_SKIP() << "this processor does not tell";
    const std::string text(100'000, 'a');
    const auto bytes = std::as_bytes(std::span(text));
    freeUpperHalves();
    const std::uint32_t before = registersInUse();
    const std::string whole = digestOf(bytes);
    EXPECT_EQ(registersInUse() & kUpperHalves, before & kUpperHalves);
    Digest digest;
    digest.add(bytes);
    EXPECT_EQ(registersInUse() & kUpperHalves, before & kUpperHalves);
    EXPECT_EQ(digest.text(), whole);
    EXPECT_EQ(registersInUse() & kUpperHalves, before & kUpperHalves);
}
#endif
