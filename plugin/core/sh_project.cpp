// Compiled once for each instruction set by Highway's foreach_target.h; the namespace HWY_NAMESPACE tells them apart.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/sh_project.cpp"
#define HWY_BROKEN_EMU128 1              // one lane at a time where there is no SIMD, rather than arrays that play four
#define HWY_DISABLED_TARGETS HWY_AVX3_DL // brings nothing here over AVX3
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "core/sh_project.h"

#include "core/texel_block.h"

#include "shared/sh_project.h"
#include "shared/texel.h"

#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace pn {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using F = hn::CappedTag<float, kMaxBlock>;
using U = hn::RebindToUnsigned<F>;
using U16 = hn::Repartition<std::uint16_t, U>;
using VF = hn::Vec<F>;
using VU = hn::Vec<U>;

#define PN_LANES hn::Lanes(F())

struct Rgb
{
    VF channel[3];
};

// Range of the values seen so far, as unsigned integers of the format's own kind. Values are ordinary when
// least >= the format's least exact value (zero, less one, wraps to the top) and most <= its largest.
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

// One texel format: loads a block of texels as floats, and tells from a range whether all of them are exact,
// finite and not negative, so that the policy has nothing to do. load is right for such texels only.
template <PnFormat kFormat>
struct Texels;

template <>
struct Texels<PN_FORMAT_RGBA32F>
{
    static HWY_INLINE Rgb load(const std::byte* from, const float*, Range& range)
    {
        VU r, g, b, a;
        hn::LoadInterleaved4(U(), reinterpret_cast<const std::uint32_t*>(from), r, g, b, a);
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
    static HWY_INLINE Rgb load(const std::byte* from, const float*, Range& range)
    {
        VU r, g, b;
        hn::LoadInterleaved3(U(), reinterpret_cast<const std::uint32_t*>(from), r, g, b);
        return finish(r, g, b, range);
    }
};

// A half whose bits stand 13 higher is a float32 that is 2^112 too small.
HWY_INLINE VF scaleHalf(VU bits)
{
    return hn::Mul(hn::BitCast(F(), bits), hn::Set(F(), 0x1p112f));
}

template <>
struct Texels<PN_FORMAT_RGBA16F>
{
    static HWY_INLINE Rgb load(const std::byte* from, const float*, Range& range)
    {
        VU rg, ba;
        hn::LoadInterleaved2(U(), reinterpret_cast<const std::uint32_t*>(from), rg, ba);
        const VU r = hn::And(rg, hn::Set(U(), 0xffffu)), g = hn::ShiftRight<16>(rg);
        const VU b = hn::And(ba, hn::Set(U(), 0xffffu));
        range.include(r);
        range.include(g);
        range.include(b);
        return {{scaleHalf(hn::ShiftLeft<13>(r)), scaleHalf(hn::ShiftLeft<13>(g)), scaleHalf(hn::ShiftLeft<13>(b))}};
    }

    static HWY_INLINE bool ordinary(const Range& range) { return range.within(0x0400u, 0x7bffu); } // normal halves
};

template <>
struct Texels<PN_FORMAT_R11G11B10F>
{
    static HWY_INLINE Rgb load(const std::byte* from, const float*, Range& range)
    {
        const VU word = hn::LoadU(U(), reinterpret_cast<const std::uint32_t*>(from));
        const VU r = hn::ShiftLeft<4>(hn::And(word, hn::Set(U(), 0x7ffu)));
        const VU g = hn::And(hn::ShiftRight<7>(word), hn::Set(U(), 0x7ff0u));
        const VU b = hn::And(hn::ShiftRight<17>(word), hn::Set(U(), 0x7fe0u));
        range.include(r);
        range.include(g);
        range.include(b);
        return {{scaleHalf(hn::ShiftLeft<13>(r)), scaleHalf(hn::ShiftLeft<13>(g)), scaleHalf(hn::ShiftLeft<13>(b))}};
    }

    static HWY_INLINE bool ordinary(const Range& range) { return range.within(0x0400u, 0x7bffu); }
};

template <>
struct Texels<PN_FORMAT_RGB9E5>
{
    static HWY_INLINE Rgb load(const std::byte* from, const float*, Range&)
    {
        const VU word = hn::LoadU(U(), reinterpret_cast<const std::uint32_t*>(from));
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
    static HWY_INLINE Rgb load(const std::byte* from, const float* table, Range&)
    {
        const VU word = hn::LoadU(U(), reinterpret_cast<const std::uint32_t*>(from));
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

// The four mirror images of a block of columns.
struct Quad
{
    Rgb side[kSideCount];

    bool exceeds(std::uint32_t maximumBits) const
    {
        VU most = hn::Zero(U());
        for (const Rgb& rgb : side)
            for (const VF value : rgb.channel)
                most = hn::Max(most, hn::BitCast(U(), value));
        return !hn::AllFalse(U(), hn::Gt(most, hn::Set(U(), maximumBits)));
    }
};

Quad loadBlock(const TexelBlock& block)
{
    Quad quad;
    for (std::uint32_t side = 0; side < kSideCount; ++side)
        for (std::uint32_t channel = 0; channel < 3; ++channel)
            quad.side[side].channel[channel] = hn::Load(F(), block.values[side][channel]);
    return quad;
}

// Loads columns of one row and mirrors them, reading nothing outside of the face.
template <PnFormat kFormat>
class QuadLoader
{
public:
    explicit QuadLoader(const SegmentJob& job)
        : m_job(job), m_shape(job.geometry.shape), m_texelBytes(formatBytes(job.face.format)),
          m_table(job.face.format == PN_FORMAT_RGBA8_SRGB ? srgbTable().data() : unormTable().data())
    {
    }

    HWY_INLINE Quad load(const BlockPosition& at) const
    {
        Range range = Range::none();
        Quad quad;
        const std::byte* top = m_job.face.texel(0, m_shape.top(at.row));
        const std::byte* bottom = m_job.face.texel(0, m_shape.bottom(at.row));
        quad.side[kTopLeft] = left(top, at, range);
        quad.side[kTopRight] = right(top, at, range);
        quad.side[kBottomLeft] = left(bottom, at, range);
        quad.side[kBottomRight] = right(bottom, at, range);

        const bool clamps = m_job.policy.clamps() && quad.exceeds(m_job.policy.maximumBits);
        if (HWY_LIKELY(Texels<kFormat>::ordinary(range) && !clamps))
            return quad;
        TexelBlock block;
        readBlock(m_job, at, block);
        return loadBlock(block);
    }

private:
    HWY_INLINE Rgb right(const std::byte* row, const BlockPosition& at, Range& range) const
    {
        const std::byte* from = row + std::size_t{m_shape.right(at.column)} * m_texelBytes;
        if (HWY_LIKELY(at.count == PN_LANES))
            return Texels<kFormat>::load(from, m_table, range);
        alignas(64) std::byte padded[kMaxBlock * 16] = {};
        std::memcpy(padded, from, at.count * m_texelBytes);
        return Texels<kFormat>::load(padded, m_table, range);
    }

    HWY_INLINE Rgb left(const std::byte* row, const BlockPosition& at, Range& range) const
    {
        const std::byte* from = row + std::size_t{m_shape.left(at.column + at.count - 1)} * m_texelBytes;
        if (HWY_LIKELY(at.count == PN_LANES))
            return reversed(Texels<kFormat>::load(from, m_table, range));
        alignas(64) std::byte padded[kMaxBlock * 16] = {};
        std::memcpy(padded + (PN_LANES - at.count) * m_texelBytes, from, at.count * m_texelBytes);
        return reversed(Texels<kFormat>::load(padded, m_table, range));
    }

    static HWY_INLINE Rgb reversed(const Rgb& rgb)
    {
        return {{hn::Reverse(F(), rgb.channel[0]), hn::Reverse(F(), rgb.channel[1]), hn::Reverse(F(), rgb.channel[2])}};
    }

    const SegmentJob& m_job;
    const Shape m_shape;
    const std::size_t m_texelBytes;
    const float* m_table;
};

HWY_INLINE void addProduct(float* sum, VF value, VF weight)
{
    hn::Store(hn::Add(hn::Load(F(), sum), hn::Mul(value, weight)), F(), sum);
}

// Folds one channel and adds it to the sums of its columns: sums[sumIndex][channel][lane].
template <std::uint32_t kBands>
HWY_INLINE void addChannel(const Quad& quad, std::uint32_t channel, const VF* weights, const VF* oddWeights,
                           float* sums)
{
    const VF tl = quad.side[kTopLeft].channel[channel], tr = quad.side[kTopRight].channel[channel];
    const VF bl = quad.side[kBottomLeft].channel[channel], br = quad.side[kBottomRight].channel[channel];
    const VF topSum = hn::Add(tl, tr), topDifference = hn::Sub(tr, tl);
    const VF bottomSum = hn::Add(bl, br), bottomDifference = hn::Sub(br, bl);
    const VF folds[4] = {hn::Add(topSum, bottomSum), hn::Add(topDifference, bottomDifference),
                         hn::Sub(bottomSum, topSum), hn::Sub(bottomDifference, topDifference)};

    const auto sum = [&](Mirror mirror, std::uint32_t degree) {
        return sums + (sumIndex(mirror, degree) * 3 + channel) * PN_LANES;
    };
    addProduct(sum(Mirror::EvenEven, 0), folds[0], weights[0]);
    for (std::uint32_t degree = 1; degree < kBands; ++degree)
    {
        addProduct(sum(Mirror::EvenEven, degree), folds[0], weights[degree]);
        addProduct(sum(Mirror::OddEven, degree), folds[1], weights[degree]);
        addProduct(sum(Mirror::EvenOdd, degree), folds[2], oddWeights[degree]);
        if (degree >= 2)
            addProduct(sum(Mirror::OddOdd, degree), folds[3], oddWeights[degree]);
    }
}

// Adds one row of the segment to the sums of all columns.
template <PnFormat kFormat, std::uint32_t kBands>
void addRow(const SegmentJob& job, const QuadLoader<kFormat>& loader, std::uint32_t row, float* sums)
{
    const Geometry& geometry = job.geometry;
    const std::uint32_t lanes = std::uint32_t(PN_LANES), columns = geometry.shape.columns();
    const float* weightRow = geometry.weightRow(row);
    const float* slopeRow = geometry.slopeRow(row);
    const VF tangent = hn::Set(F(), geometry.rowTangent[row]);
    for (std::uint32_t column = 0; column < columns; column += lanes, sums += sumCount(kBands) * 3 * lanes)
    {
        const Quad quad = loader.load({row, column, std::min(lanes, columns - column)});
        const VF slope = geometry.perTexel() ? hn::LoadU(F(), slopeRow + column) : hn::Set(F(), *slopeRow);
        VF weights[kBands], oddWeights[kBands];
        weights[0] = geometry.perTexel() ? hn::LoadU(F(), weightRow + column) : hn::Set(F(), *weightRow);
        for (std::uint32_t degree = 1; degree < kBands; ++degree)
        {
            weights[degree] = hn::Mul(weights[degree - 1], slope);
            oddWeights[degree] = hn::Mul(tangent, weights[degree]);
        }
        for (std::uint32_t channel = 0; channel < 3; ++channel)
            addChannel<kBands>(quad, channel, weights, oddWeights, sums);
    }
}

// The moment of one column from its sum; a tiny one becomes zero, whether or not the product was flushed.
HWY_INLINE VF columnMoment(VF sum, VF factor)
{
    const VF product = hn::Mul(sum, factor);
    const VU magnitude = hn::And(hn::BitCast(U(), product), hn::Set(U(), ~shared::kSignBit));
    const auto tiny = hn::Lt(magnitude, hn::Set(U(), shared::kTinyProductBits));
    return hn::IfThenZeroElse(hn::RebindMask(F(), tiny), product);
}

VF power(VF base, std::uint32_t exponent)
{
    VF result = base;
    for (std::uint32_t i = 1; i < exponent; ++i)
        result = hn::Mul(result, base);
    return result;
}

// share * alpha^i * gamma^k of a block of columns; multiplications by one are left out, they change nothing.
VF columnFactor(const Geometry& geometry, std::uint32_t column, const Moment& moment)
{
    const VF alpha = hn::LoadU(F(), &geometry.alpha[column]), gamma = hn::LoadU(F(), &geometry.gamma[column]);
    VF factor = hn::Set(F(), 1.0f);
    if (moment.i > 0)
        factor = power(alpha, moment.i);
    if (moment.k > 0)
        factor = hn::Mul(factor, power(gamma, moment.k));
    if (column != 0 || columnShare(geometry.shape, 0) == 1.0f)
        return factor;
    HWY_ALIGN float share[kMaxBlock];
    std::fill_n(share, kMaxBlock, 1.0f);
    share[0] = columnShare(geometry.shape, 0);
    return hn::Mul(factor, hn::Load(F(), share));
}

// Adds neighbours, then neighbours of these, until one is left. count is a power of two.
float treeSum(float* values, std::uint32_t count)
{
#if HWY_TARGET != HWY_SCALAR
    const std::uint32_t lanes = std::uint32_t(PN_LANES);
    for (; count >= 2 * lanes; count /= 2)
        for (std::uint32_t i = 0; i < count; i += 2 * lanes)
        {
            const VF low = hn::Load(F(), values + i), high = hn::Load(F(), values + i + lanes);
            hn::Store(hn::Add(hn::ConcatEven(F(), high, low), hn::ConcatOdd(F(), high, low)), F(), values + i / 2);
        }
#endif
    for (; count > 1; count /= 2)
        for (std::uint32_t i = 0; i < count / 2; ++i)
            values[i] = values[2 * i] + values[2 * i + 1];
    return values[0];
}

// Room for one channel of all lanes, whole vectors of them.
std::size_t planeFloats(const Shape& shape)
{
    return std::max(shape.laneColumns(), kMaxBlock);
}

// From the sums of all columns to the segment's moments.
void finishSegment(const SegmentJob& job, const float* sums, float* tree)
{
    const Geometry& geometry = job.geometry;
    const std::uint32_t lanes = std::uint32_t(PN_LANES), laneColumns = geometry.shape.laneColumns();
    const std::uint32_t blockFloats = sumCount(job.bands) * 3 * lanes;
    for (std::uint32_t m = 0; m < momentCount(job.bands); ++m)
    {
        const Moment& moment = kMoments[m];
        float* planes[3] = {tree, tree + planeFloats(geometry.shape), tree + 2 * planeFloats(geometry.shape)};
        for (std::uint32_t column = 0; column < geometry.shape.columns(); column += lanes)
        {
            const VF factor = columnFactor(geometry, column, moment);
            const float* sum = sums + column / lanes * blockFloats + moment.sum() * 3 * lanes;
            for (std::uint32_t channel = 0; channel < 3; ++channel)
                hn::Store(columnMoment(hn::Load(F(), sum + channel * lanes), factor), F(), planes[channel] + column);
        }
        for (std::uint32_t channel = 0; channel < 3; ++channel)
        {
            const std::uint32_t written = (geometry.shape.columns() + lanes - 1) / lanes * lanes;
            std::fill(planes[channel] + std::min(written, laneColumns), planes[channel] + laneColumns, 0.0f);
            job.moments[m * 3 + channel] = treeSum(planes[channel], laneColumns);
        }
    }
}

template <PnFormat kFormat, std::uint32_t kBands>
void projectRows(const SegmentJob& job, float* sums)
{
    const Shape& shape = job.geometry.shape;
    const QuadLoader<kFormat> loader(job);
    const std::uint32_t end = shape.segmentBegin(job.segment + 1);
    for (std::uint32_t row = shape.segmentBegin(job.segment); row < end; ++row)
        addRow<kFormat, kBands>(job, loader, row, sums);
}

template <PnFormat kFormat>
void projectFormat(const SegmentJob& job, float* sums)
{
    switch (job.bands)
    {
    case 1: return projectRows<kFormat, 1>(job, sums);
    case 2: return projectRows<kFormat, 2>(job, sums);
    case 3: return projectRows<kFormat, 3>(job, sums);
    case 4: return projectRows<kFormat, 4>(job, sums);
    default: return projectRows<kFormat, 5>(job, sums);
    }
}

float* alignedScratch(std::vector<float>& scratch, std::size_t floats)
{
    constexpr std::size_t kAlignment = 64;
    scratch.assign(floats + kAlignment / sizeof(float), 0.0f);
    const auto address = reinterpret_cast<std::uintptr_t>(scratch.data());
    return scratch.data() + (kAlignment - address % kAlignment) % kAlignment / sizeof(float);
}

void projectSegment(const SegmentJob& job)
{
    const Shape& shape = job.geometry.shape;
    const std::size_t lanes = PN_LANES, blocks = (shape.columns() + lanes - 1) / lanes;
    const std::size_t sumFloats = blocks * lanes * 3 * sumCount(job.bands);
    float* sums = alignedScratch(job.scratch, sumFloats + 3 * planeFloats(shape));
    switch (job.face.format)
    {
    case PN_FORMAT_RGBA32F: projectFormat<PN_FORMAT_RGBA32F>(job, sums); break;
    case PN_FORMAT_RGB32F: projectFormat<PN_FORMAT_RGB32F>(job, sums); break;
    case PN_FORMAT_RGBA16F: projectFormat<PN_FORMAT_RGBA16F>(job, sums); break;
    case PN_FORMAT_RGB9E5: projectFormat<PN_FORMAT_RGB9E5>(job, sums); break;
    case PN_FORMAT_R11G11B10F: projectFormat<PN_FORMAT_R11G11B10F>(job, sums); break;
    default: projectFormat<PN_FORMAT_RGBA8>(job, sums); break;
    }
    finishSegment(job, sums, sums + sumFloats);
}

} // namespace

SimdTarget simdTargetHere()
{
    return {hwy::TargetName(HWY_TARGET), &projectSegment};
}

} // namespace HWY_NAMESPACE
} // namespace pn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace pn {
namespace {

// Highway's own dispatch needs its library, which a plugin cannot carry; these lines do for what is compiled here.
struct Candidates
{
    SimdTarget targets[5] = {};
    std::size_t count = 0;

    void add(const SimdTarget& target) { targets[count++] = target; }
};

Candidates findTargets()
{
    Candidates found;
#if HWY_ARCH_X86
    __builtin_cpu_init();
#if HWY_TARGETS & HWY_AVX3
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512cd"))
        found.add(N_AVX3::simdTargetHere());
#endif
#if HWY_TARGETS & HWY_AVX2
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2"))
        found.add(N_AVX2::simdTargetHere());
#endif
#if HWY_TARGETS & HWY_SSE4
    if (__builtin_cpu_supports("sse4.2"))
        found.add(N_SSE4::simdTargetHere());
#endif
#if HWY_TARGETS & HWY_SSSE3
    if (__builtin_cpu_supports("ssse3"))
        found.add(N_SSSE3::simdTargetHere());
#endif
#endif
    found.add(HWY_NAMESPACE::simdTargetHere());
    return found;
}

} // namespace

std::span<const SimdTarget> simdTargets()
{
    static const Candidates found = findTargets();
    return {found.targets, found.count};
}

} // namespace pn

#endif
