// Lines become quantized endpoints and indices, and their error is that of what a decoder makes of them; for
// bc6h_encode.cpp. Compiled once for each instruction set.
#if defined(PN_CORE_BC6H_CODE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PN_CORE_BC6H_CODE_INL_H
#undef PN_CORE_BC6H_CODE_INL_H
#else
#define PN_CORE_BC6H_CODE_INL_H
#endif

#include "core/kernel/bc6h_fit-inl.h"

HWY_BEFORE_NAMESPACE();
namespace pn {
namespace HWY_NAMESPACE {
namespace {

// Tables that lanes look up.
struct Tables
{
    alignas(64) std::int32_t shapes[bc6h::kShapeCount], anchors[bc6h::kShapeCount];
    alignas(64) std::int32_t bits[bc6h::kModeCount], deltaBits[3][bc6h::kModeCount];
};

constexpr Tables makeTables()
{
    Tables tables{};
    for (std::uint32_t i = 0; i < bc6h::kShapeCount; ++i)
    {
        tables.shapes[i] = bc6h::kShapes[i];
        tables.anchors[i] = bc6h::kAnchors[i];
    }
    for (std::uint32_t i = 0; i < bc6h::kModeCount; ++i)
    {
        const bc6h::Mode& mode = bc6h::kModes[i];
        tables.bits[i] = std::int32_t(mode.endpointBits);
        for (std::uint32_t c = 0; c < 3; ++c)
            tables.deltaBits[c][i] = mode.isDelta ? std::int32_t(mode.deltaBits[c]) : std::int32_t(bc6h::kNoDelta);
    }
    return tables;
}

inline constexpr Tables kTables = makeTables();

// A mode of each lane.
struct Mode
{
    VI number, bits;
    V3 deltaBits;

    explicit HWY_INLINE Mode(std::uint32_t mode)
        : number(set(std::int32_t(mode))),
          bits(set(kTables.bits[mode])), deltaBits{set(kTables.deltaBits[0][mode]), set(kTables.deltaBits[1][mode]),
                                                   set(kTables.deltaBits[2][mode])}
    {
    }

    explicit HWY_INLINE Mode(VI mode)
        : number(mode),
          bits(hn::GatherIndex(I(), kTables.bits, mode)), deltaBits{hn::GatherIndex(I(), kTables.deltaBits[0], mode),
                                                                    hn::GatherIndex(I(), kTables.deltaBits[1], mode),
                                                                    hn::GatherIndex(I(), kTables.deltaBits[2], mode)}
    {
    }

    HWY_INLINE void take(MI mask, const Mode& other)
    {
        number = select(mask, other.number, number);
        bits = select(mask, other.bits, bits);
        deltaBits = select(mask, other.deltaBits, deltaBits);
    }
};

// The endpoints w, x, y, z.
struct Points
{
    V3 points[4];
};

// All that a block says.
struct Coding
{
    VI error, mode, shape;
    Points points;
    VI indices[bc6h::kTexels];

    // None yet.
    HWY_INLINE Coding() : error(set(0x7FFFFFFF)), mode(set(0)), shape(set(0))
    {
        for (V3& point : points.points)
            point = zero3();
        for (VI& index : indices)
            index = set(0);
    }

    HWY_INLINE void take(MI mask, const Coding& other)
    {
        error = select(mask, other.error, error);
        mode = select(mask, other.mode, mode);
        shape = select(mask, other.shape, shape);
        for (std::uint32_t i = 0; i < 4; ++i)
            points.points[i] = select(mask, other.points.points[i], points.points[i]);
        for (std::uint32_t i = 0; i < bc6h::kTexels; ++i)
            indices[i] = select(mask, other.indices[i], indices[i]);
    }
};

template <bool kTwo>
struct Subsets
{
    static constexpr std::span<const std::uint32_t> kModes =
        kTwo ? std::span(bc6h::kFromCoarse).first(bc6h::kTwoSubsetModes)
             : std::span(bc6h::kFromCoarse).subspan(bc6h::kTwoSubsetModes);
    static constexpr std::uint32_t kEndpoints = kTwo ? 4 : 2;
    static constexpr std::int32_t kLast = kTwo ? 7 : 15;       // index
    static constexpr std::int32_t kScale = kTwo ? 9362 : 4369; // of indices to weights, which are rounded

    // The weights of both ends, as a pair.
    static HWY_INLINE VI weights(VI index)
    {
        const VI weight = hn::ShiftRight<10>(smallProduct(index, set(kScale)) + set(512));
        return pairOf(set(64) - weight, weight);
    }
};

// What the decoder does with numbers.
template <bool kSigned>
struct Numbers
{
    // A value of Texels::lines as the 16 bits that endpoints are quantized from, with its sign.
    static HWY_INLINE VI wide(VI line, VI least, VI shift)
    {
        const VI twice = hn::ShiftLeft<1>(least) + (line << shift);
        const VI magnitude = hn::Min(kSigned ? hn::Abs(twice) : hn::Max(twice, set(0)), set(63486)) + set(1);
        const VI value = magnitude + hn::ShiftRight<15>(magnitude * set(1057)); // * 32 / 31
        if constexpr (kSigned)
        {
            const VI half = hn::ShiftRight<1>(value + set(1));
            return select(twice < set(0), set(0) - half, half);
        }
        return value;
    }

    static HWY_INLINE VI quantized(VI value, VI bits)
    {
        if constexpr (!kSigned)
            return value >> (set(16) - bits);
        const VI magnitude = hn::Abs(value) >> (set(16) - bits);
        return select(value < set(0), set(0) - magnitude, magnitude);
    }

    static HWY_INLINE VI unquantized(VI value, VI bits)
    {
        const VI used = kSigned ? bits - set(1) : bits, whole = set(kSigned ? 0x7FFF : 0xFFFF);
        const VI magnitude = kSigned ? hn::Abs(value) : value;
        VI result = (magnitude << (set(16) - bits)) + (set(kSigned ? 0x4000 : 0x8000) >> used);
        result = select(magnitude == set(0), set(0), result);
        result = select(magnitude == (set(1) << used) - set(1), whole, result);
        return kSigned ? select(value < set(0), set(0) - result, result) : result;
    }

    // 16 bits as a value of Texels::lines.
    static HWY_INLINE VI line(VI value, VI least, VI shift)
    {
        const VI magnitude = kSigned ? hn::Abs(value) : value;
        const VI scaled = hn::ShiftLeft<5>(magnitude) - magnitude; // * 31
        const VI twice = kSigned ? hn::ShiftRight<4>(scaled) : hn::ShiftRight<5>(scaled);
        return (select(value < set(0), set(0) - twice, twice) - hn::ShiftLeft<1>(least)) >> shift;
    }

    // Two ends of a channel, as they are interpolated.
    static HWY_INLINE VI ends(VI from, VI to)
    {
        const VI middle = set(kSigned ? 0 : 0x8000);
        return pairOf(from - middle, to - middle);
    }

    // What the decoder makes of them.
    static HWY_INLINE VI half(VI ends, VI weights)
    {
        const VI value = hn::ShiftRight<6>(dotOfPairs(ends, weights) + set(kSigned ? 32 : 64 * 0x8000 + 32));
        if constexpr (!kSigned)
            return hn::ShiftRight<6>(hn::ShiftLeft<5>(value) - value);
        const VI magnitude = hn::Abs(value);
        const VI result = hn::ShiftRight<5>(hn::ShiftLeft<5>(magnitude) - magnitude);
        return select(value < set(0), set(0) - result, result);
    }
};

// The index of the place that is nearest to a texel, on the line between two endpoints.
struct Ruler
{
    Packed3 scale;
    VI base, shift;

    HWY_INLINE Ruler(const V3& from, const V3& to, std::int32_t last)
    {
        const V3 way = difference(to, from);
        const VI up = set(13) - highestBit(largest(way) | set(1));
        const V3 wide = {way.c[0] << up, way.c[1] << up, way.c[2] << up};
        const Packed3 packed(wide);
        const VI factor = quotient(set(last << 25), hn::Max(hn::ShiftRight<13>(dot(packed, packed)), set(1)));
        shift = set(24) - up;
        scale = Packed3({hn::ShiftRight<14>(wide.c[0] * factor), hn::ShiftRight<14>(wide.c[1] * factor),
                         hn::ShiftRight<14>(wide.c[2] * factor)});
        base = (set(1) << (shift - set(1))) - dot(Packed3(from), scale);
    }

    // Rounded to an index without its lowest bits, which are shift.
    HWY_INLINE VI place(const Packed3& texel) const { return dot(texel, scale) + base; }
};

HWY_INLINE Ruler select(MI mask, const Ruler& yes, const Ruler& no)
{
    Ruler r = no;
    r.scale = select(mask, yes.scale, no.scale);
    r.base = select(mask, yes.base, no.base);
    r.shift = select(mask, yes.shift, no.shift);
    return r;
}

// Encodes blocks by one mode and one shape per lane.
template <bool kSigned, bool kTwo>
class Coder
{
public:
    using N = Numbers<kSigned>;
    using S = Subsets<kTwo>;

    HWY_INLINE Coder(const Texels& texels, const Shape& shape, VI shapeNumber, VI anchor)
        : m_texels(texels), m_shape(shape), m_shapeNumber(shapeNumber), m_anchor(anchor)
    {
    }

    HWY_INLINE MI belongs(std::uint32_t subset, std::uint32_t texel) const
    {
        if constexpr (!kTwo)
            return set(0) == set(0);
        return subset == 0 ? hn::Not(m_shape.isSecond(texel)) : m_shape.isSecond(texel);
    }

    // The subsets' texel whose index lacks its highest bit must be nearer to the line's beginning.
    HWY_INLINE void orient(Fit& fit) const
    {
        V3 texel = m_texels.lines[0];
        for (std::uint32_t s = 0; s < S::kEndpoints / 2; ++s)
        {
            if (s == 1)
                texel = select(m_anchor == set(2), m_texels.lines[2],
                               select(m_anchor == set(8), m_texels.lines[8], m_texels.lines[15]));
            Line& line = fit.subsets[s];
            const V3 way = difference(line.to, line.from);
            const MI isFar = hn::ShiftLeft<1>(dot(texel, way)) > dot(sum(line.from, line.to), way);
            const V3 from = line.from;
            line.from = select(isFar, line.to, from);
            line.to = select(isFar, from, line.to);
        }
    }

    HWY_INLINE Points widePoints(const Fit& fit) const
    {
        Points wide;
        for (std::uint32_t i = 0; i < S::kEndpoints; ++i)
            for (std::uint32_t c = 0; c < 3; ++c)
            {
                const Line& line = fit.subsets[i / 2];
                wide.points[i].c[c] =
                    N::wide(i % 2 == 0 ? line.from.c[c] : line.to.c[c], m_texels.least.c[c], m_texels.shift);
            }
        for (std::uint32_t i = S::kEndpoints; i < 4; ++i)
            wide.points[i] = zero3();
        return wide;
    }

    // Deltas that do not fit become the nearest that do.
    HWY_INLINE Points quantizedPoints(const Points& wide, const Mode& mode) const
    {
        Points q = wide;
        for (std::uint32_t i = 0; i < S::kEndpoints; ++i)
            for (std::uint32_t c = 0; c < 3; ++c)
            {
                VI value = N::quantized(wide.points[i].c[c], mode.bits);
                if (i > 0)
                {
                    const VI most = (set(1) << (mode.deltaBits.c[c] - set(1))) - set(1), w = q.points[0].c[c];
                    value = w + clamped(value - w, set(-1) - most, most);
                }
                q.points[i].c[c] = value;
            }
        return q;
    }

    // How far a mode moves endpoints: a sum of squares.
    HWY_INLINE VI loss(const Points& wide, const Mode& mode) const
    {
        const Points points = quantizedPoints(wide, mode);
        VI total = set(0);
        for (std::uint32_t i = 0; i < S::kEndpoints; ++i)
            for (std::uint32_t c = 0; c < 3; ++c)
            {
                const VI moved = N::unquantized(points.points[i].c[c], mode.bits) - wide.points[i].c[c];
                const VI way = hn::Min(hn::Abs(moved), set(shared::kBc6hMostLoss));
                total = total + way * way;
            }
        return total;
    }

    // The mode with the finest endpoints whose deltas fit as they are.
    HWY_INLINE Mode finestMode(const Points& wide) const
    {
        Mode mode(S::kModes[0]); // always does
        std::uint32_t bits = 0;
        V3 deltas;
        for (const std::uint32_t number : S::kModes.subspan(1))
        {
            const bc6h::Mode& tried = bc6h::kModes[number];
            if (bits != tried.endpointBits)
                deltas = magnitudeBits(wide, set(std::int32_t(bits = tried.endpointBits)));
            MI isFitting = set(0) == set(0);
            for (std::uint32_t c = 0; c < 3; ++c)
                isFitting = hn::And(isFitting, deltas.c[c] < set(1 << (kTables.deltaBits[c][number] - 1)));
            mode.take(isFitting, Mode(number));
        }
        return mode;
    }

    // The bits of deltas from w but for their signs.
    HWY_INLINE V3 magnitudeBits(const Points& wide, VI bits) const
    {
        V3 deltas = zero3();
        for (std::uint32_t c = 0; c < 3; ++c)
        {
            const VI w = N::quantized(wide.points[0].c[c], bits);
            for (std::uint32_t i = 1; i < S::kEndpoints; ++i)
            {
                const VI delta = N::quantized(wide.points[i].c[c], bits) - w;
                deltas.c[c] = deltas.c[c] | (delta ^ hn::ShiftRight<31>(delta));
            }
        }
        return deltas;
    }

    // Indices for these endpoints, and their error. Exact: the second nearest index of each is tried, too.
    template <bool kExact>
    HWY_INLINE Coding code(const Points& points, const Mode& mode) const
    {
        Coding coding;
        coding.mode = mode.number;
        coding.shape = m_shapeNumber;
        coding.points = points;
        V3 ends[2];
        Points lines;
        for (std::uint32_t i = 0; i < S::kEndpoints; i += 2)
            for (std::uint32_t c = 0; c < 3; ++c)
            {
                const VI from = N::unquantized(points.points[i].c[c], mode.bits);
                const VI to = N::unquantized(points.points[i + 1].c[c], mode.bits);
                ends[i / 2].c[c] = N::ends(from, to);
                lines.points[i].c[c] = N::line(from, m_texels.least.c[c], m_texels.shift);
                lines.points[i + 1].c[c] = N::line(to, m_texels.least.c[c], m_texels.shift);
            }
        const Ruler first(lines.points[0], lines.points[1], S::kLast);
        const Ruler second = kTwo ? Ruler(lines.points[2], lines.points[3], S::kLast) : first;
        VI error = set(0);
        for (std::uint32_t i = 0; i < bc6h::kTexels; ++i)
        {
            const MI isSecond = belongs(kTwo ? 1 : 0, i);
            const Ruler ruler = kTwo ? select(isSecond, second, first) : first;
            const VI place = ruler.place(m_texels.packed[i]), nearest = place >> ruler.shift;
            coding.indices[i] = clamped(nearest, set(0), lastIndex(i));
            const V3 texelEnds = kTwo ? select(isSecond, ends[1], ends[0]) : ends[0];
            VI least = texelError(i, texelEnds, coding.indices[i]);
            if constexpr (kExact)
            {
                const VI isBelow = (place >> (ruler.shift - set(1))) & set(1);
                const VI other = clamped(nearest + hn::ShiftLeft<1>(isBelow) - set(1), set(0), lastIndex(i));
                const VI tried = texelError(i, texelEnds, other);
                coding.indices[i] = select(tried < least, other, coding.indices[i]);
                least = hn::Min(tried, least);
            }
            error = error + least;
        }
        coding.error = error;
        return coding;
    }

    HWY_INLINE VI texelError(std::uint32_t texel, const V3& ends, VI index) const
    {
        const VI weights = S::weights(index);
        return errorOf(texel, 0, ends.c[0], weights) + errorOf(texel, 1, ends.c[1], weights) +
               errorOf(texel, 2, ends.c[2], weights);
    }

    // The lines that are best for a coding's indices.
    HWY_INLINE Fit refined(const Coding& coding, const Fit& before) const
    {
        Fit fit = before;
        for (std::uint32_t s = 0; s < S::kEndpoints / 2; ++s)
        {
            Regression regression;
            for (std::uint32_t i = 0; i < bc6h::kTexels; ++i)
                regression.add(belongs(s, i), coding.indices[i], m_texels.lines[i]);
            fit.subsets[s] = regression.line(S::kLast, m_texels.range, before.subsets[s]);
        }
        return fit;
    }

    // Moves the endpoints of each subset and channel by one where this lessens the error, some times.
    HWY_NOINLINE void polish(Coding& best) const
    {
        const Mode mode(best.mode);
        const Coding exact = code<true>(best.points, mode);
        best.take(exact.error < best.error, exact);
        MI gains = set(0) == set(0);
        for (std::uint32_t round = 0; round < shared::kBc6hPolishRounds && !hn::AllFalse(I(), gains); ++round)
        {
            Coding moved = best;
            moved.error = set(0);
            for (std::uint32_t s = 0; s < S::kEndpoints / 2; ++s)
                for (std::uint32_t c = 0; c < 3; ++c)
                    moved.error = moved.error + polishChannel(s, c, mode, moved);
            gains = hn::And(gains, moved.error < best.error);
            best.take(gains, moved);
            const Coding coding = code<true>(moved.points, mode);
            best.take(hn::And(gains, coding.error < best.error), coding);
        }
    }

    HWY_INLINE VI lastIndex(std::uint32_t texel) const
    {
        constexpr std::int32_t kHalf = S::kLast / 2;
        if (texel == 0)
            return set(kHalf);
        return kTwo ? select(m_anchor == set(std::int32_t(texel)), set(kHalf), set(S::kLast)) : set(S::kLast);
    }

    // The squared difference of one channel of a texel.
    HWY_INLINE VI errorOf(std::uint32_t texel, std::uint32_t c, VI ends, VI weights) const
    {
        const VI wrong = hn::Abs(N::half(ends, weights) - m_texels.halves[texel].c[c]) >> m_texels.shift;
        return smallProduct(wrong, wrong);
    }

    // Codes a fit, refines it and codes it again: by a mode, or by the finest one that fits. Returns the last fit.
    HWY_NOINLINE Fit improve(Fit fit, const Mode* only, Coding& best) const
    {
        for (const bool isLast : {false, true})
        {
            const Points wide = widePoints(fit);
            const Mode mode = only != nullptr ? *only : finestMode(wide);
            const Coding coding = code<false>(quantizedPoints(wide, mode), mode);
            best.take(coding.error < best.error, coding);
            if (!isLast)
            {
                fit = refined(coding, fit);
                orient(fit);
            }
        }
        return fit;
    }

private:
    // The channel's error after it.
    HWY_NOINLINE VI polishChannel(std::uint32_t s, std::uint32_t c, const Mode& mode, Coding& moved) const
    {
        Points& points = moved.points;
        const VI from = points.points[2 * s].c[c], to = points.points[2 * s + 1].c[c];
        VI least = channelError(s, c, from, to, mode, moved), bestFrom = from, bestTo = to;
        for (std::int32_t step = 0; step < 9; ++step)
        {
            if (step == 4)
                continue;
            const VI a = from + set(step / 3 - 1), b = to + set(step % 3 - 1);
            points.points[2 * s].c[c] = a;
            points.points[2 * s + 1].c[c] = b;
            const VI error = channelError(s, c, a, b, mode, moved);
            const MI isBetter = hn::And(error < least, isValid(points, c, mode));
            least = select(isBetter, error, least);
            bestFrom = select(isBetter, a, bestFrom);
            bestTo = select(isBetter, b, bestTo);
        }
        points.points[2 * s].c[c] = bestFrom;
        points.points[2 * s + 1].c[c] = bestTo;
        return least;
    }

    HWY_INLINE MI isValid(const Points& points, std::uint32_t c, const Mode& mode) const
    {
        const VI most = (set(1) << (kSigned ? mode.bits - set(1) : mode.bits)) - set(1);
        const VI bound = set(1) << (mode.deltaBits.c[c] - set(1)), w = points.points[0].c[c];
        VI least = w, largest = w;
        for (std::uint32_t i = 1; i < S::kEndpoints; ++i)
        {
            least = hn::Min(least, points.points[i].c[c]);
            largest = hn::Max(largest, points.points[i].c[c]);
        }
        const MI isLow = hn::Or(least < (kSigned ? set(0) - most : set(0)), least < w - bound);
        return hn::Not(hn::Or(isLow, hn::Or(largest > most, hn::Not(largest < w + bound))));
    }

    HWY_INLINE VI channelError(std::uint32_t s, std::uint32_t c, VI from, VI to, const Mode& mode,
                               const Coding& coding) const
    {
        const VI ends = N::ends(N::unquantized(from, mode.bits), N::unquantized(to, mode.bits));
        VI error = set(0);
        for (std::uint32_t i = 0; i < bc6h::kTexels; ++i)
            addIf(belongs(s, i), errorOf(i, c, ends, S::weights(coding.indices[i])), error);
        return error;
    }

    const Texels& m_texels;
    Shape m_shape;
    VI m_shapeNumber, m_anchor;
};

} // namespace
} // namespace HWY_NAMESPACE
} // namespace pn
HWY_AFTER_NAMESPACE();

#endif
