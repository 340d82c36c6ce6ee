// Lines through the texels of BC6H blocks, for bc6h_encode.cpp: a lane is a block, and all is done in integers, so that
// a device has the same results. Compiled once for each instruction set.
#if defined(PN_CORE_BC6H_FIT_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PN_CORE_BC6H_FIT_INL_H
#undef PN_CORE_BC6H_FIT_INL_H
#else
#define PN_CORE_BC6H_FIT_INL_H
#endif

#include <hwy/highway.h>

#include "core/kernel/bc6h_encode.h"

HWY_BEFORE_NAMESPACE();
namespace pn {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using I = hn::CappedTag<std::int32_t, Bc6hTexels::kMaxBlocks>;
using VI = hn::Vec<I>;
using MI = hn::Mask<I>;

HWY_INLINE VI set(std::int32_t value)
{
    return hn::Set(I(), value);
}

HWY_INLINE VI select(MI mask, VI yes, VI no)
{
    return hn::IfThenElse(mask, yes, no);
}

HWY_INLINE VI clamped(VI value, VI least, VI most)
{
    return hn::Min(hn::Max(value, least), most);
}

// The place of the highest bit of 1..2^24 - 1: the exponent of a float that holds it exactly.
HWY_INLINE VI highestBit(VI value)
{
    const auto bits = hn::BitCast(I(), hn::ConvertTo(hn::RebindToFloat<I>(), value));
    return hn::ShiftRight<23>(bits) - set(127);
}

// value / divisor, rounded towards zero, where the divisor is above 0 and the result below 2^20. A float quotient is at
// most one off, which the remainder shows; with 2^23 added, its low bits are the integer.
HWY_INLINE VI quotient(VI value, VI divisor)
{
    const hn::RebindToFloat<I> f;
    const VI magnitude = hn::Abs(value);
    const auto ratio = hn::Div(hn::ConvertTo(f, magnitude), hn::ConvertTo(f, divisor));
    const VI near = hn::BitCast(I(), ratio + hn::Set(f, 8388608.0F)) - set(0x4B000000);
    const VI rest = magnitude - near * divisor;
    const VI less = select(rest < set(0), near - set(1), near);
    const VI result = select(rest < divisor, less, near + set(1));
    return select(value < set(0), set(0) - result, result);
}

HWY_INLINE VI roundedQuotient(VI value, VI divisor)
{
    const VI half = hn::ShiftRight<1>(divisor);
    return quotient(value + select(value < set(0), set(0) - half, half), divisor);
}

// The sum of two products, of the signed lower and upper 16 bits.
HWY_INLINE VI dotOfPairs(VI a, VI b)
{
#if HWY_TARGET == HWY_AVX3
    return VI{_mm512_madd_epi16(a.raw, b.raw)};
#elif HWY_TARGET == HWY_AVX2
    return VI{_mm256_madd_epi16(a.raw, b.raw)};
#elif HWY_TARGET == HWY_SSE4
    return VI{_mm_madd_epi16(a.raw, b.raw)};
#else
    const VI low = hn::ShiftRight<16>(hn::ShiftLeft<16>(a)) * hn::ShiftRight<16>(hn::ShiftLeft<16>(b));
    return low + hn::ShiftRight<16>(a) * hn::ShiftRight<16>(b);
#endif
}

HWY_INLINE VI pairOf(VI lower, VI upper)
{
    return (lower & set(0xFFFF)) | hn::ShiftLeft<16>(upper);
}

// The product of a value of 16 bits and one of 0..32767.
HWY_INLINE VI smallProduct(VI value, VI factor)
{
    return dotOfPairs(value, factor);
}

struct V3
{
    VI c[3];
};

// Three values of 16 bits.
struct Packed3
{
    VI pair, last;

    explicit HWY_INLINE Packed3(const V3& v) : pair(pairOf(v.c[0], v.c[1])), last(v.c[2] & set(0xFFFF)) {}
    HWY_INLINE Packed3() : pair(set(0)), last(set(0)) {}
};

HWY_INLINE VI dot(const Packed3& a, const Packed3& b)
{
    return dotOfPairs(a.pair, b.pair) + dotOfPairs(a.last, b.last);
}

HWY_INLINE Packed3 select(MI mask, const Packed3& yes, const Packed3& no)
{
    Packed3 result;
    result.pair = hn::IfThenElse(mask, yes.pair, no.pair);
    result.last = hn::IfThenElse(mask, yes.last, no.last);
    return result;
}

HWY_INLINE V3 sum(const V3& a, const V3& b)
{
    return {a.c[0] + b.c[0], a.c[1] + b.c[1], a.c[2] + b.c[2]};
}

HWY_INLINE V3 difference(const V3& a, const V3& b)
{
    return {a.c[0] - b.c[0], a.c[1] - b.c[1], a.c[2] - b.c[2]};
}

HWY_INLINE V3 select(MI mask, const V3& yes, const V3& no)
{
    return {select(mask, yes.c[0], no.c[0]), select(mask, yes.c[1], no.c[1]), select(mask, yes.c[2], no.c[2])};
}

HWY_INLINE VI dot(const V3& a, const V3& b)
{
    return a.c[0] * b.c[0] + a.c[1] * b.c[1] + a.c[2] * b.c[2];
}

HWY_INLINE VI largest(const V3& v)
{
    return hn::Max(hn::Max(hn::Abs(v.c[0]), hn::Abs(v.c[1])), hn::Abs(v.c[2]));
}

HWY_INLINE V3 zero3()
{
    return {set(0), set(0), set(0)};
}

// A half's bits as an integer with its sign. NaN is 0, and an infinity is the largest half.
HWY_INLINE VI integerOf(VI half, bool isSigned)
{
    const VI magnitude = half & set(0x7FFF);
    const VI value = select(magnitude > set(0x7C00), set(0), hn::Min(magnitude, set(0x7BFF)));
    const VI negative = isSigned ? set(0) - value : set(0);
    return select((half & set(0x8000)) == set(0), value, negative);
}

// The texels of as many blocks as there are lanes.
struct Texels
{
    V3 halves[bc6h::kTexels]; // as the decoder's integers
    V3 lines[bc6h::kTexels];  // what lines are fitted to: 2 (half - least) >> shift
    Packed3 packed[bc6h::kTexels];
    V3 least;
    VI shift, range; // of lines: 0..range

    HWY_NOINLINE Texels(const Bc6hTexels& texels, bool isSigned)
    {
        V3 most = zero3();
        for (std::uint32_t i = 0; i < bc6h::kTexels; ++i)
            for (std::uint32_t c = 0; c < 3; ++c)
            {
                const auto word = hn::BitCast(I(), hn::Load(hn::RebindToUnsigned<I>(), texels.words[i][c / 2]));
                const VI value = integerOf(c == 1 ? hn::ShiftRight<16>(word) : word, isSigned);
                halves[i].c[c] = value;
                least.c[c] = i == 0 ? value : hn::Min(least.c[c], value);
                most.c[c] = i == 0 ? value : hn::Max(most.c[c], value);
            }
        const VI whole = largest(difference(most, least));
        shift = set(0);
        for (std::int32_t bound = shared::kBc6hMostRange; bound < 65536; bound *= 2)
            shift = select(whole > set(bound), shift + set(1), shift);
        range = hn::ShiftLeft<1>(whole) >> shift;
        for (std::uint32_t i = 0; i < bc6h::kTexels; ++i)
        {
            for (std::uint32_t c = 0; c < 3; ++c)
                lines[i].c[c] = hn::ShiftLeft<1>(halves[i].c[c] - least.c[c]) >> shift;
            packed[i] = Packed3(lines[i]);
        }
    }
};

// Which texels belong to the second subset, in each lane. Without a second subset no code asks.
struct Shape
{
    VI bits;

    HWY_INLINE MI isSecond(std::uint32_t texel) const { return hn::TestBit(bits, set(std::int32_t(1u << texel))); }
};

// The shape of all lanes.
struct OneShape
{
    std::uint32_t bits;

    HWY_INLINE bool isSecond(std::uint32_t texel) const { return (bits >> texel & 1) != 0; }
};

HWY_INLINE void addIf(MI mask, VI value, VI& total)
{
    total = total + hn::IfThenElseZero(mask, value);
}

HWY_INLINE void addIf(bool isWanted, VI value, VI& total)
{
    if (isWanted)
        total = total + value;
}

// Sums over texels of 1, r, g, b, rr, rg, rb, gg, gb, bb.
struct Moments
{
    static constexpr std::uint32_t kCount = 10;
    VI sums[kCount];
};

// Each texel's share, of colours with 10 bits at most.
struct TexelMoments
{
    Moments texels[bc6h::kTexels];
    Moments all;

    explicit HWY_NOINLINE TexelMoments(const Texels& x)
    {
        const VI shift = hn::Max(highestBit(x.range | set(1)) - set(9), set(0));
        for (VI& sum : all.sums)
            sum = set(0);
        for (std::uint32_t i = 0; i < bc6h::kTexels; ++i)
        {
            const VI r = x.lines[i].c[0] >> shift, g = x.lines[i].c[1] >> shift, b = x.lines[i].c[2] >> shift;
            const VI values[Moments::kCount] = {set(1),
                                                r,
                                                g,
                                                b,
                                                smallProduct(r, r),
                                                smallProduct(r, g),
                                                smallProduct(r, b),
                                                smallProduct(g, g),
                                                smallProduct(g, b),
                                                smallProduct(b, b)};
            for (std::uint32_t k = 0; k < Moments::kCount; ++k)
            {
                texels[i].sums[k] = values[k];
                all.sums[k] = all.sums[k] + values[k];
            }
        }
    }

    template <typename S>
    HWY_INLINE Moments second(const S& shape) const
    {
        Moments m;
        for (std::uint32_t k = 0; k < Moments::kCount; ++k)
            m.sums[k] = set(0);
        for (std::uint32_t i = 0; i < bc6h::kTexels; ++i)
        {
            const auto isSecond = shape.isSecond(i);
            for (std::uint32_t k = 0; k < Moments::kCount; ++k)
                addIf(isSecond, texels[i].sums[k], m.sums[k]);
        }
        return m;
    }

    HWY_INLINE Moments first(const Moments& second) const
    {
        Moments m;
        for (std::uint32_t k = 0; k < Moments::kCount; ++k)
            m.sums[k] = all.sums[k] - second.sums[k];
        return m;
    }
};

// The principal axis of texels by steps of the power method, and how far they lie from it.
struct Axis
{
    V3 direction; // its largest component has 10 bits, or all are 0
    VI rest;      // the sum of squares that no index on the axis can express, in units that all shapes of a block share

    explicit HWY_INLINE Axis(const Moments& m)
    {
        const VI n = m.sums[0], r = m.sums[1], g = m.sums[2], b = m.sums[3];
        const VI rr = n * m.sums[4] - smallProduct(r, r), rg = n * m.sums[5] - smallProduct(r, g);
        const VI rb = n * m.sums[6] - smallProduct(r, b), gg = n * m.sums[7] - smallProduct(g, g);
        const VI gb = n * m.sums[8] - smallProduct(g, b), bb = n * m.sums[9] - smallProduct(b, b);
        const VI most = hn::Max(hn::Max(rr, gg), bb);
        const VI shift = hn::Max(highestBit(hn::ShiftRight<7>(most) | set(1)) - set(6), set(0));
        const V3 red = {rr >> shift, rg >> shift, rb >> shift}, green = {red.c[1], gg >> shift, gb >> shift};
        const V3 blue = {red.c[2], green.c[2], bb >> shift};
        const Packed3 rows[3] = {Packed3(red), Packed3(green), Packed3(blue)};
        V3 v = select(rr == most, red, select(gg == most, green, blue));
        VI before = set(1), after = set(0);
        for (std::uint32_t step = 0; step < shared::kBc6hAxisSteps; ++step)
        {
            before = hn::Max(largest(v), set(1));
            const Packed3 packed(v);
            const V3 w = {dot(rows[0], packed), dot(rows[1], packed), dot(rows[2], packed)};
            after = largest(w);
            const VI down = hn::Max(highestBit(hn::ShiftRight<7>(after) | set(1)) - set(6), set(0));
            v = {w.c[0] >> down, w.c[1] >> down, w.c[2] >> down};
        }
        const VI up = highestBit(largest(v) | set(1)) + set(1);
        for (std::uint32_t c = 0; c < 3; ++c)
            direction.c[c] = hn::ShiftLeft<10>(v.c[c]) >> up;
        const VI along = quotient(after, before);
        const VI across = hn::Max((red.c[0] + green.c[1] + blue.c[2]) - along, set(0));
        rest = quotient(hn::ShiftRight<6>((across + hn::ShiftRight<6>(along)) << shift), n);
    }
};

// The two parts of an Axis, each without the steps that only the other one needs.
inline HWY_NOINLINE V3 axisOf(const Moments& m)
{
    return Axis(m).direction;
}

inline HWY_NOINLINE VI restOf(const Moments& m)
{
    return Axis(m).rest;
}

// Two ends of a line for each subset, in units of Texels::lines.
struct Line
{
    V3 from, to;
};

struct Fit
{
    Line subsets[2];
};

// Ends where the outermost texels of a subset are next to the axis through its mean.
template <typename Belongs>
HWY_INLINE Line lineAlong(const Texels& x, const V3& axis, VI count, Belongs&& belongs)
{
    V3 total = zero3();
    VI least = set(1 << 30), most = set(-(1 << 30));
    const Packed3 direction(axis);
    for (std::uint32_t i = 0; i < bc6h::kTexels; ++i)
    {
        const MI isIn = belongs(i);
        for (std::uint32_t c = 0; c < 3; ++c)
            addIf(isIn, x.lines[i].c[c], total.c[c]);
        const VI place = dot(x.packed[i], direction);
        least = select(isIn, hn::Min(least, place), least);
        most = select(isIn, hn::Max(most, place), most);
    }
    V3 mean;
    for (std::uint32_t c = 0; c < 3; ++c)
        mean.c[c] = roundedQuotient(total.c[c], count);
    const VI middle = dot(mean, axis);
    const VI square = hn::Max(hn::ShiftRight<8>(dot(axis, axis)), set(1));
    const VI back = quotient(hn::ShiftLeft<4>(least - middle), square);
    const VI ahead = quotient(hn::ShiftLeft<4>(most - middle), square);
    Line line;
    for (std::uint32_t c = 0; c < 3; ++c)
    {
        line.from.c[c] = mean.c[c] + hn::ShiftRight<12>(axis.c[c] * back);
        line.to.c[c] = mean.c[c] + hn::ShiftRight<12>(axis.c[c] * ahead);
    }
    return line;
}

// Sums of a subset for the least squares: of its texels' indices x, of x x, of colours t, and of x t.
struct Regression
{
    VI n, x, xx;
    V3 t, xt;

    HWY_INLINE Regression() : n(set(0)), x(set(0)), xx(set(0)), t(zero3()), xt(zero3()) {}

    HWY_INLINE void add(MI isIn, VI index, const V3& colour)
    {
        addIf(isIn, set(1), n);
        addIf(isIn, index, x);
        addIf(isIn, smallProduct(index, index), xx);
        for (std::uint32_t c = 0; c < 3; ++c)
        {
            addIf(isIn, colour.c[c], t.c[c]);
            addIf(isIn, smallProduct(colour.c[c], index), xt.c[c]);
        }
    }

    // The ends at the indices 0 and last; the line that there was where all indices are alike.
    HWY_NOINLINE Line line(std::int32_t last, VI range, const Line& before) const
    {
        const VI scale = n * xx - x * x, least = set(-shared::kBc6hOvershoot);
        const VI most = range + set(shared::kBc6hOvershoot);
        Line line = before;
        for (std::uint32_t c = 0; c < 3; ++c)
        {
            const VI from = xx * t.c[c] - x * xt.c[c];
            const VI to = from + set(last) * (n * xt.c[c] - x * t.c[c]);
            const VI divisor = hn::Max(scale, set(1));
            const MI isLine = scale > set(0);
            line.from.c[c] = select(isLine, clamped(roundedQuotient(from, divisor), least, most), before.from.c[c]);
            line.to.c[c] = select(isLine, clamped(roundedQuotient(to, divisor), least, most), before.to.c[c]);
        }
        return line;
    }
};

} // namespace
} // namespace HWY_NAMESPACE
} // namespace pn
HWY_AFTER_NAMESPACE();

#endif
