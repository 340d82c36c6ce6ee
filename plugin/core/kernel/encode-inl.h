// Blocks of float texels into every format, for normalize.cpp: encode.h with a vector of texels in place of one.
// Compiled once for each instruction set.
#if defined(PN_CORE_ENCODE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PN_CORE_ENCODE_INL_H
#undef PN_CORE_ENCODE_INL_H
#else
#define PN_CORE_ENCODE_INL_H
#endif

#include "core/kernel/encode.h"
#include "core/kernel/texel_loader-inl.h"

HWY_BEFORE_NAMESPACE();
namespace pn {
namespace HWY_NAMESPACE {
namespace {

// Processors with 256-bit vectors convert between half and single precision themselves.
#undef PN_CONVERTS_HALVES
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
#define PN_CONVERTS_HALVES 1
#else
#define PN_CONVERTS_HALVES 0
#endif

HWY_INLINE VU roundedUnits(VU magnitude, VU exponent, std::uint32_t bits)
{
    const VU large = hn::Add(exponent, hn::Set(U(), (23 - bits) << 23));
    const VF sum = hn::Add(hn::BitCast(F(), magnitude), hn::BitCast(F(), large));
    return hn::Sub(hn::BitCast(U(), sum), large);
}

HWY_INLINE VU exponentOf(VU magnitude, std::uint32_t least)
{
    return hn::Max(hn::And(magnitude, hn::Set(U(), shared::kInfinityBits)), hn::Set(U(), least));
}

template <int kBits>
HWY_INLINE VU smallFloat(VU magnitude, std::uint32_t largest)
{
    const VU value = hn::Min(magnitude, hn::Set(U(), largest));
    const VU exponent = exponentOf(value, encode_bits::kLeastHalfExponent);
    const VU steps = hn::ShiftRight<23 - kBits>(hn::Sub(exponent, hn::Set(U(), encode_bits::kLeastHalfExponent)));
    return hn::Add(steps, roundedUnits(value, exponent, kBits));
}

HWY_INLINE VU halfMagnitude(VU magnitude)
{
    return smallFloat<10>(magnitude, encode_bits::kLargestHalf);
}

// Signed.
HWY_INLINE VU halfBits(VF value)
{
    const VU bits = hn::BitCast(U(), value), signBit = hn::Set(U(), shared::kSignBit);
    return hn::Or(hn::ShiftRight<16>(hn::And(bits, signBit)), halfMagnitude(hn::AndNot(signBit, bits)));
}

// Not negative.
HWY_INLINE VU packedFloats(const Rgb& rgb)
{
    const VU r = smallFloat<6>(hn::BitCast(U(), rgb.channel[0]), encode_bits::kLargestFloat11);
    const VU g = smallFloat<6>(hn::BitCast(U(), rgb.channel[1]), encode_bits::kLargestFloat11);
    const VU b = smallFloat<5>(hn::BitCast(U(), rgb.channel[2]), encode_bits::kLargestFloat10);
    return hn::Or(hn::Or(r, hn::ShiftLeft<11>(g)), hn::ShiftLeft<22>(b));
}

// Not negative.
HWY_INLINE VU sharedExponent(const Rgb& rgb)
{
    const VU largest = hn::Set(U(), encode_bits::kLargestShared);
    const VU r = hn::Min(hn::BitCast(U(), rgb.channel[0]), largest);
    const VU g = hn::Min(hn::BitCast(U(), rgb.channel[1]), largest);
    const VU b = hn::Min(hn::BitCast(U(), rgb.channel[2]), largest);
    const VU most = hn::Max(hn::Max(r, g), b);
    VU exponent = exponentOf(most, encode_bits::kLeastSharedExponent);
    exponent = hn::Add(exponent, hn::ShiftLeft<23>(hn::ShiftRight<9>(roundedUnits(most, exponent, 8))));
    const VU units = hn::Or(hn::Or(roundedUnits(r, exponent, 8), hn::ShiftLeft<9>(roundedUnits(g, exponent, 8))),
                            hn::ShiftLeft<18>(roundedUnits(b, exponent, 8)));
    const VU shared = hn::Sub(exponent, hn::Set(U(), encode_bits::kLeastSharedExponent));
    return hn::Or(units, hn::ShiftLeft<4>(shared));
}

HWY_INLINE Rgb zeroIfNegative(const Rgb& rgb)
{
    const VF zero = hn::Zero(F());
    return {{hn::Max(rgb.channel[0], zero), hn::Max(rgb.channel[1], zero), hn::Max(rgb.channel[2], zero)}};
}

HWY_INLINE void storeHalves(const Rgb& rgb, VF alpha, std::uint32_t* words)
{
    const VU red = halfBits(rgb.channel[0]), green = halfBits(rgb.channel[1]), blue = halfBits(rgb.channel[2]);
    hn::StoreInterleaved2(hn::Or(red, hn::ShiftLeft<16>(green)), hn::Or(blue, hn::ShiftLeft<16>(halfBits(alpha))), U(),
                          words);
}

// As many half floats as there are lanes of F.
using H = hn::Rebind<std::uint16_t, F>;
using VH = hn::Vec<H>;

// Exact for every finite half; infinities and NaN are not for it.
HWY_INLINE VF floatsOf(VH halves)
{
#if PN_CONVERTS_HALVES
    return hn::PromoteTo(F(), hn::BitCast(hn::Rebind<hwy::float16_t, F>(), halves));
#else
    const VU words = hn::PromoteTo(U(), halves);
    const VU sign = hn::ShiftLeft<16>(hn::And(words, hn::Set(U(), 0x8000u)));
    const VF magnitude = scaleHalf(hn::ShiftLeft<13>(hn::And(words, hn::Set(U(), 0x7fffu))));
    return hn::BitCast(F(), hn::Or(sign, hn::BitCast(U(), magnitude)));
#endif
}

#if HWY_TARGET != HWY_SCALAR

// Twice as many: a vector of texels' halves as they lie in memory.
using H2 = hn::Repartition<std::uint16_t, F>;
using VH2 = hn::Vec<H2>;

// Whether no half of as many RGBA texels as F has lanes is infinite or NaN. magnitude: 0x7fff for each half that
// counts, 0 for the others.
HWY_INLINE bool halvesAreFinite(const std::byte* from, VH2 magnitude)
{
    const hn::RebindToSigned<H2> S2;
    const auto* halves = reinterpret_cast<const std::uint16_t*>(from);
    const VH2 low = hn::And(hn::LoadU(H2(), halves), magnitude);
    const VH2 high = hn::And(hn::LoadU(H2(), halves + hn::Lanes(H2())), magnitude);
    const auto most = hn::Max(hn::BitCast(S2, low), hn::BitCast(S2, high));
    return hn::AllFalse(S2, hn::Gt(most, hn::Set(S2, 0x7bff)));
}

#endif

// Rounded to nearest even, the largest half where a value is larger.
HWY_INLINE VH halvesOf(VF values)
{
#if PN_CONVERTS_HALVES
    const VF largest = hn::Set(F(), 65504.0f);
#if HWY_TARGET == HWY_AVX3
    const VF limited{_mm512_range_ps(values.raw, largest.raw, 2)}; // the smaller magnitude, with the value's sign
#else
    const VF limited = hn::Max(hn::Min(values, largest), hn::Neg(largest));
#endif
    return hn::BitCast(H(), hn::DemoteTo(hn::Rebind<hwy::float16_t, F>(), limited));
#else
    return hn::DemoteTo(H(), hn::BitCast(hn::RebindToSigned<F>(), halfBits(values)));
#endif
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace pn
HWY_AFTER_NAMESPACE();

#endif
