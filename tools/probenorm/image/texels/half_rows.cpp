#include "image/texels/half_rows.h"

#include "image/files/processor.h"

#include <bit>
#include <cstring>

// The loops have no branches, so that compilers make vector instructions of them. On x86 they are compiled a second
// time for AVX2; both give the same bits.
#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#define PN_HAS_AVX2_CLONE 1
#define PN_INLINE __attribute__((always_inline)) inline
#else
#define PN_HAS_AVX2_CLONE 0
#define PN_INLINE inline
#endif

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

// The sum carries into the sign where all bits of the exponent are set.
PN_INLINE bool areFinite(const std::byte* halves, std::size_t count)
{
    std::uint16_t sums = 0;
    for (std::size_t i = 0; i < count; ++i)
    {
        std::uint16_t half;
        std::memcpy(&half, halves + 2 * i, sizeof(half));
        sums |= static_cast<std::uint16_t>((half & 0x7C00u) + 0x0400u);
    }
    return (sums & 0x8000u) == 0;
}

#if PN_HAS_AVX2_CLONE
__attribute__((target("avx2"))) void decodeAvx2(const std::byte* halves, std::size_t count, float* floats)
{
    decodeAll(halves, count, floats);
}

// The processor's own conversion. False, and nothing of use, where a half is not finite: it would quiet NaNs.
__attribute__((target("avx2,f16c"))) bool decodeFinite(const std::byte* halves, std::size_t count, float* floats)
{
    const __m128i exponent = _mm_set1_epi16(0x7C00), one = _mm_set1_epi16(0x0400);
    __m128i sums = _mm_setzero_si128(); // as in areFinite()
    std::size_t i = 0;
    for (; i + 8 <= count; i += 8)
    {
        const __m128i eight = _mm_loadu_si128(reinterpret_cast<const __m128i*>(halves + 2 * i));
        sums = _mm_or_si128(sums, _mm_add_epi16(_mm_and_si128(eight, exponent), one));
        _mm256_storeu_ps(floats + i, _mm256_cvtph_ps(eight));
    }
    decodeAll(halves + 2 * i, count - i, floats + i);
    const int negative = _mm_movemask_epi8(sums) & 0xAAAA; // signs
    return negative == 0 && areFinite(halves + 2 * i, count - i);
}

__attribute__((target("avx2"))) void encodeAvx2(const float* floats, std::size_t count, std::byte* halves)
{
    encodeAll(floats, count, halves);
}

#endif

} // namespace

bool halvesToFloats(const std::byte* halves, std::size_t count, float* floats)
{
#if PN_HAS_AVX2_CLONE
    if (hasAvx2() && hasF16c() && decodeFinite(halves, count, floats))
        return true;
    if (hasAvx2())
    {
        decodeAvx2(halves, count, floats);
        return areFinite(halves, count);
    }
#endif
    decodeAll(halves, count, floats);
    return areFinite(halves, count);
}

void floatsToHalves(const float* floats, std::size_t count, std::byte* halves)
{
#if PN_HAS_AVX2_CLONE
    if (hasAvx2())
        return encodeAvx2(floats, count, halves);
#endif
    encodeAll(floats, count, halves);
}

} // namespace pn::image
