// What vector code does with blocks of texels of any format: it loads them, applies the policy, prefetches lines of the
// caches and writes past them. Compiled once for each instruction set: Highway includes this file again for each, and
// toggles HWY_TARGET_TOGGLE, so that the guard lets it in once per set.
#if defined(PN_CORE_TEXEL_LOADER_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PN_CORE_TEXEL_LOADER_INL_H
#undef PN_CORE_TEXEL_LOADER_INL_H
#else
#define PN_CORE_TEXEL_LOADER_INL_H
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "core/kernel/exact_texels.h"

#include "shared/texel.h"

#include <algorithm>
#include <bit>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace pn {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using F = hn::CappedTag<float, kMaxBlock>;
using U = hn::RebindToUnsigned<F>;
using VF = hn::Vec<F>;
using VU = hn::Vec<U>;

#define PN_LANES hn::Lanes(F())

struct Rgb
{
    VF channel[3];
};

// The range of the values so far, as unsigned integers of the format's own kind. No value is special if least is at
// least the format's least exact value (zero minus one wraps to the top) and most is at most its largest value.
struct Range
{
    VU least, most;

    static HWY_INLINE Range none() { return {hn::Set(U(), ~0u), hn::Zero(U())}; }

    HWY_INLINE void include(VU bits)
    {
        least = hn::Min(least, hn::Sub(bits, hn::Set(U(), 1u)));
        most = hn::Max(most, bits);
    }

    HWY_INLINE bool within(std::uint32_t smallest, std::uint32_t largest) const
    {
        const auto low = hn::Lt(least, hn::Set(U(), smallest - 1u));
        const auto high = hn::Gt(most, hn::Set(U(), largest));
        return hn::AllFalse(U(), hn::Or(low, high));
    }
};

// Returns the words in their order or reversed. Words are reversed before the channels are separated, because that
// needs only one shuffle.
template <bool kReversed>
HWY_INLINE VU ordered(VU words)
{
    if constexpr (kReversed)
        return hn::Reverse(U(), words);
    return words;
}

#if HWY_TARGET == HWY_AVX3
// Separates the channels of 16 texels by 7 shuffles, in either order. LoadInterleaved4 and Reverse need 18.
template <bool kReversed>
HWY_INLINE void loadRgba(const std::byte* from, VU& r, VU& g, VU& b)
{
    alignas(64) static constexpr std::uint32_t kRedGreen[2][16] = {
        {0, 4, 8, 12, 16, 20, 24, 28, 1, 5, 9, 13, 17, 21, 25, 29},
        {28, 24, 20, 16, 12, 8, 4, 0, 29, 25, 21, 17, 13, 9, 5, 1}};
    alignas(64) static constexpr std::uint32_t kBlue[2][16] = {{2, 6, 10, 14, 18, 22, 26, 30},
                                                               {30, 26, 22, 18, 14, 10, 6, 2}};
    const auto* words = reinterpret_cast<const std::uint32_t*>(from);
    const __m512i redGreen = hn::Load(U(), kRedGreen[kReversed]).raw, blue = hn::Load(U(), kBlue[kReversed]).raw;
    const __m512i v0 = hn::LoadU(U(), words).raw, v1 = hn::LoadU(U(), words + 16).raw;
    const __m512i v2 = hn::LoadU(U(), words + 32).raw, v3 = hn::LoadU(U(), words + 48).raw;
    const VU near{_mm512_permutex2var_epi32(v0, redGreen, v1)}, far{_mm512_permutex2var_epi32(v2, redGreen, v3)};
    const VU nearBlue{_mm512_permutex2var_epi32(v0, blue, v1)}, farBlue{_mm512_permutex2var_epi32(v2, blue, v3)};
    r = kReversed ? hn::ConcatLowerLower(U(), near, far) : hn::ConcatLowerLower(U(), far, near);
    g = kReversed ? hn::ConcatUpperUpper(U(), near, far) : hn::ConcatUpperUpper(U(), far, near);
    b = kReversed ? hn::ConcatLowerLower(U(), nearBlue, farBlue) : hn::ConcatLowerLower(U(), farBlue, nearBlue);
}
#else
template <bool kReversed>
HWY_INLINE void loadRgba(const std::byte* from, VU& r, VU& g, VU& b)
{
    VU a;
    hn::LoadInterleaved4(U(), reinterpret_cast<const std::uint32_t*>(from), r, g, b, a);
    r = ordered<kReversed>(r);
    g = ordered<kReversed>(g);
    b = ordered<kReversed>(b);
}
#endif

// One texel format. load() decodes a block of texels. Its result is right only if no texel is special, that is, if all
// are exact, finite and not negative. ordinary() decides that from the block's range of values.
template <PnFormat kFormat>
struct Texels;

template <>
struct Texels<PN_FORMAT_RGBA32F>
{
    template <bool kReversed>
    static HWY_INLINE Rgb load(const std::byte* from, const float*, Range& range)
    {
        VU r, g, b;
        loadRgba<kReversed>(from, r, g, b);
        return finish(r, g, b, range);
    }

    static HWY_INLINE Rgb finish(VU r, VU g, VU b, Range& range)
    {
        range.include(r);
        range.include(g);
        range.include(b);
        return {{hn::BitCast(F(), r), hn::BitCast(F(), g), hn::BitCast(F(), b)}};
    }

    static HWY_INLINE bool ordinary(const Range& range)
    {
        return range.within(shared::kExactBits, shared::kLargestBits);
    }
};

template <>
struct Texels<PN_FORMAT_RGB32F> : Texels<PN_FORMAT_RGBA32F>
{
    template <bool kReversed>
    static HWY_INLINE Rgb load(const std::byte* from, const float*, Range& range)
    {
        VU r, g, b;
        hn::LoadInterleaved3(U(), reinterpret_cast<const std::uint32_t*>(from), r, g, b);
        return finish(ordered<kReversed>(r), ordered<kReversed>(g), ordered<kReversed>(b), range);
    }
};

// The bits of a half float, shifted left by 13, are a float32 that is 2^112 times too small.
HWY_INLINE VF scaleHalf(VU bits)
{
    return hn::Mul(hn::BitCast(F(), bits), hn::Set(F(), 0x1p112f));
}

template <>
struct Texels<PN_FORMAT_RGBA16F>
{
    template <bool kReversed>
    static HWY_INLINE Rgb load(const std::byte* from, const float*, Range& range)
    {
        VU rg, ba;
        hn::LoadInterleaved2(U(), reinterpret_cast<const std::uint32_t*>(from), rg, ba);
        rg = ordered<kReversed>(rg);
        ba = ordered<kReversed>(ba);
        const VU r = hn::And(rg, hn::Set(U(), 0xffffu)), g = hn::ShiftRight<16>(rg);
        return finish(r, g, hn::And(ba, hn::Set(U(), 0xffffu)), range);
    }

    static HWY_INLINE Rgb finish(VU r, VU g, VU b, Range& range)
    {
        range.include(r);
        range.include(g);
        range.include(b);
        return {{scaleHalf(hn::ShiftLeft<13>(r)), scaleHalf(hn::ShiftLeft<13>(g)), scaleHalf(hn::ShiftLeft<13>(b))}};
    }

    static HWY_INLINE bool ordinary(const Range& range) { return range.within(0x0400u, 0x7bffu); } // normal halves
};

template <>
struct Texels<PN_FORMAT_R11G11B10F> : Texels<PN_FORMAT_RGBA16F>
{
    template <bool kReversed>
    static HWY_INLINE Rgb load(const std::byte* from, const float*, Range& range)
    {
        const VU word = ordered<kReversed>(hn::LoadU(U(), reinterpret_cast<const std::uint32_t*>(from)));
        const VU r = hn::ShiftLeft<4>(hn::And(word, hn::Set(U(), 0x7ffu)));
        const VU g = hn::And(hn::ShiftRight<7>(word), hn::Set(U(), 0x7ff0u));
        return finish(r, g, hn::And(hn::ShiftRight<17>(word), hn::Set(U(), 0x7fe0u)), range);
    }
};

template <>
struct Texels<PN_FORMAT_RGB9E5>
{
    template <bool kReversed>
    static HWY_INLINE Rgb load(const std::byte* from, const float*, Range&)
    {
        const VU word = ordered<kReversed>(hn::LoadU(U(), reinterpret_cast<const std::uint32_t*>(from)));
        const VU mantissa = hn::Set(U(), 511u);
        const VF scale = hn::BitCast(F(), hn::ShiftLeft<23>(hn::Add(hn::ShiftRight<27>(word), hn::Set(U(), 103u))));
        return {{channel(hn::And(word, mantissa), scale), channel(hn::And(hn::ShiftRight<9>(word), mantissa), scale),
                 channel(hn::And(hn::ShiftRight<18>(word), mantissa), scale)}};
    }

    static HWY_INLINE VF channel(VU mantissa, VF scale)
    {
        return hn::Mul(hn::ConvertTo(F(), hn::BitCast(hn::RebindToSigned<F>(), mantissa)), scale);
    }

    static HWY_INLINE bool ordinary(const Range&) { return true; }
};

template <>
struct Texels<PN_FORMAT_RGBA8>
{
    template <bool kReversed>
    static HWY_INLINE Rgb load(const std::byte* from, const float* table, Range&)
    {
        const VU word = ordered<kReversed>(hn::LoadU(U(), reinterpret_cast<const std::uint32_t*>(from)));
        return {
            {channel(word, table), channel(hn::ShiftRight<8>(word), table), channel(hn::ShiftRight<16>(word), table)}};
    }

    static HWY_INLINE VF channel(VU byte, const float* table)
    {
        const VU index = hn::And(byte, hn::Set(U(), 255u));
        return hn::GatherIndex(F(), table, hn::BitCast(hn::RebindToSigned<F>(), index));
    }

    static HWY_INLINE bool ordinary(const Range&) { return true; }
};

// All bits set in every channel but alpha; the pattern repeats after 4.
template <typename Word>
const Word* colourMask()
{
    constexpr Word kOnes = Word(~Word{0});
    alignas(64) static constexpr Word kMask[2 * kMaxBlock] = {
        kOnes, kOnes, kOnes, 0, kOnes, kOnes, kOnes, 0, kOnes, kOnes, kOnes, 0, kOnes, kOnes, kOnes, 0,
        kOnes, kOnes, kOnes, 0, kOnes, kOnes, kOnes, 0, kOnes, kOnes, kOnes, 0, kOnes, kOnes, kOnes, 0};
    return kMask;
}

// The policy for finite values, of which the small ones are exact.
struct Limits
{
    VF least, most;

    HWY_INLINE Limits(VF theLeast, VF theMost) : least(theLeast), most(theMost) {}
    explicit HWY_INLINE Limits(const TexelPolicy& policy)
    {
        const std::uint32_t bits = std::min(policy.maximumBits, shared::kLargestBits);
        most = hn::Set(F(), std::bit_cast<float>(bits));
        least = policy.zeroNegative ? hn::Zero(F()) : hn::Neg(most);
    }

    // The sum makes zeros positive.
    HWY_INLINE VF apply(VF value) const { return hn::Add(hn::Max(hn::Min(value, most), least), hn::Zero(F())); }

    // The same for texels as they lie in memory: no limits for alpha.
    HWY_INLINE Limits ofColours() const
    {
        const VU colour = hn::Load(U(), colourMask<std::uint32_t>());
        const VF infinity = hn::BitCast(F(), hn::Set(U(), shared::kInfinityBits));
        const auto either = [&](VF limit, VF none) {
            return hn::BitCast(F(), hn::IfVecThenElse(colour, hn::BitCast(U(), limit), hn::BitCast(U(), none)));
        };
        return {either(least, hn::Neg(infinity)), either(most, infinity)};
    }
};

inline constexpr std::size_t kLineBytes = 64; // of a processor's cache

// Prefetch into L2: L1 is small, and L2 allows more outstanding requests (docs/decisions, 9).
HWY_INLINE void prefetchLine(const std::byte* line)
{
#if HWY_ARCH_X86
    _mm_prefetch(reinterpret_cast<const char*>(line), _MM_HINT_T1);
#else
    hwy::Prefetch(line);
#endif
}

// A plain write would first read each line from memory. The caller calls hwy::FlushStream() before other threads read.
inline void streamBytes(const std::byte* from, std::byte* to, std::size_t bytes)
{
    const std::size_t head =
        std::min(bytes, (kLineBytes - reinterpret_cast<std::uintptr_t>(to) % kLineBytes) % kLineBytes);
    std::memcpy(to, from, head);
    std::size_t at = head;
    for (; at + kLineBytes <= bytes; at += kLineBytes)
        for (std::size_t i = at; i < at + kLineBytes; i += sizeof(std::uint32_t) * PN_LANES)
            hn::Stream(hn::LoadU(U(), reinterpret_cast<const std::uint32_t*>(from + i)), U(),
                       reinterpret_cast<std::uint32_t*>(to + i));
    std::memcpy(to + at, from + at, bytes - at);
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace pn
HWY_AFTER_NAMESPACE();

#endif
