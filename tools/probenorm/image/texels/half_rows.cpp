#include "image/texels/half_rows.h"

#include <bit>
#include <cstring>

// The loops have no branches, so that compilers make vector instructions of them. On x86 they are compiled a second
// time for AVX2; both give the same bits.
#define PN_INLINE __attribute__((always_inline)) inline

namespace pn::image {

namespace {

// Bits of floats.
constexpr std::uint32_t kLargestHalf = 0x477FE000;    // 65504
constexpr std::uint32_t kSmallestNormal = 0x38800000; // 2^-14
constexpr std::uint32_t kInfinity = 0x7F800000;
constexpr std::uint32_t kBiasDifference = 127 - 15;

// a where the condition holds, else b, as arithmetic: compilers make no vectors of a branch.
PN_INLINE std::uint32_t choose(bool condition, std::uint32_t a, std::uint32_t b)
{
    const std::uint32_t mask = 0u - static_cast<std::uint32_t>(condition);
    return (a & mask) | (b & ~mask);
}

PN_INLINE float toFloat(std::uint16_t half)
{
    const std::uint32_t magnitude = (half & 0x7FFFu) << 13;
    // The exponent's bias is corrected by a multiplication, which is exact and makes subnormal halves normal.
    const float scaled = std::bit_cast<float>(magnitude) * 0x1p112f;
    const std::uint32_t finite = std::bit_cast<std::uint32_t>(scaled);
    const std::uint32_t bits = choose((half & 0x7C00u) == 0x7C00u, magnitude | kInfinity, finite);
    return std::bit_cast<float>(bits | (half & 0x8000u) << 16);
}

// It compares bits: comparing floats may trap, and is not vectorized.
PN_INLINE std::uint16_t toHalf(float value)
{
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t absolute = bits & 0x7FFFFFFFu;
    const std::uint32_t magnitude = choose(absolute < kLargestHalf, absolute, kLargestHalf);
    const std::uint32_t normal = (magnitude + 0xFFFu + (magnitude >> 13 & 1u) - (kBiasDifference << 23)) >> 13;
    // The last place of 0.5 is the smallest subnormal half, so that the addition rounds to it.
    const float rounded = std::bit_cast<float>(magnitude) + 0.5f;
    const std::uint32_t subnormal = std::bit_cast<std::uint32_t>(rounded) - 0x3F000000u;
    const std::uint32_t half = choose(magnitude < kSmallestNormal, subnormal, normal) | (bits >> 16 & 0x8000u);
    return static_cast<std::uint16_t>(choose(absolute > kInfinity, 0u, half));
}

PN_INLINE void decodeAll(const std::byte* halves, std::size_t count, float* floats)
{
    for (std::size_t i = 0; i < count; ++i)
    {
        std::uint16_t half;
        std::memcpy(&half, halves + 2 * i, sizeof(half));
        floats[i] = toFloat(half);
    }
}

PN_INLINE void encodeAll(const float* floats, std::size_t count, std::byte* halves)
{
    for (std::size_t i = 0; i < count; ++i)
    {
        const std::uint16_t half = toHalf(floats[i]);
        std::memcpy(halves + 2 * i, &half, sizeof(half));
    }
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) void decodeAvx2(const std::byte* halves, std::size_t count, float* floats)
{
    decodeAll(halves, count, floats);
}

__attribute__((target("avx2"))) void encodeAvx2(const float* floats, std::size_t count, std::byte* halves)
{
    encodeAll(floats, count, halves);
}
#endif

} // namespace

void halvesToFloats(const std::byte* halves, std::size_t count, float* floats)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2"))
        return decodeAvx2(halves, count, floats);
#endif
    decodeAll(halves, count, floats);
}

void floatsToHalves(const float* floats, std::size_t count, std::byte* halves)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2"))
        return encodeAvx2(floats, count, halves);
#endif
    encodeAll(floats, count, halves);
}

} // namespace pn::image
