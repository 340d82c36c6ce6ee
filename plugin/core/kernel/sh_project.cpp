// Highway's foreach_target.h compiles this file once per instruction set, each time in another namespace
// (HWY_NAMESPACE).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernel/sh_project.cpp"
#include "core/kernel/simd_config.h"

#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "core/kernel/sh_project.h"

#include "core/kernel/moments.h"
#include "core/kernel/quad_loader-inl.h"

#include "shared/sh_project.h"

HWY_BEFORE_NAMESPACE();
namespace pn {
namespace HWY_NAMESPACE {
namespace {

// What the folds of one row are multiplied by, for each degree; see moments.h.
template <std::uint32_t kBands>
struct Weights
{
    VF even[kBands];    // even in a and b
    VF oddInA[kBands];  // from degree 1
    VF oddInB[kBands];  // from degree 1
    VF oddBoth[kBands]; // from degree 2

    HWY_INLINE Weights(VF w, VF s, VF b)
    {
        const VF q = hn::Sub(hn::Mul(b, b), hn::Set(F(), kCentre));
        even[0] = w;
        if constexpr (kBands > 1)
        {
            even[1] = oddInA[1] = hn::Mul(w, s);
            oddInB[1] = hn::Mul(w, b);
        }
        if constexpr (kBands > 2)
        {
            even[2] = hn::Mul(w, q);
            oddInA[2] = hn::Mul(even[1], s);
            oddInB[2] = oddBoth[2] = hn::Mul(oddInB[1], s);
        }
        if constexpr (kBands > 3)
        {
            even[3] = oddInA[3] = hn::Mul(even[1], q);
            oddInB[3] = hn::Mul(oddInB[1], q);
            oddBoth[3] = hn::Mul(oddInB[2], s);
        }
        if constexpr (kBands > 4)
        {
            even[4] = hn::Mul(even[2], q);
            oddInA[4] = hn::Mul(oddInA[2], q);
            oddInB[4] = oddBoth[4] = hn::Mul(oddInB[2], q);
        }
    }
};

// Folds one channel and adds it to the sums of its columns: sums[sumIndex][channel][lane].
template <std::uint32_t kBands>
HWY_INLINE void addChannel(const Quad& quad, std::uint32_t channel, const Weights<kBands>& weights, float* sums)
{
    const VF tl = quad.side[kTopLeft].channel[channel], tr = quad.side[kTopRight].channel[channel];
    const VF bl = quad.side[kBottomLeft].channel[channel], br = quad.side[kBottomRight].channel[channel];
    const VF topSum = hn::Add(tl, tr), topDifference = hn::Sub(tr, tl);
    const VF bottomSum = hn::Add(bl, br), bottomDifference = hn::Sub(br, bl);
    const VF evenEven = hn::Add(topSum, bottomSum), oddEven = hn::Add(topDifference, bottomDifference);
    const VF evenOdd = hn::Sub(bottomSum, topSum), oddOdd = hn::Sub(bottomDifference, topDifference);

    const auto add = [&](Mirror mirror, std::uint32_t degree, VF fold, VF weight) {
        float* sum = sums + (sumIndex(mirror, degree) * 3 + channel) * PN_LANES;
        hn::Store(hn::Add(hn::Load(F(), sum), hn::Mul(fold, weight)), F(), sum);
    };
    add(Mirror::EvenEven, 0, evenEven, weights.even[0]);
    for (std::uint32_t degree = 1; degree < kBands; ++degree)
    {
        add(Mirror::EvenEven, degree, evenEven, weights.even[degree]);
        add(Mirror::OddEven, degree, oddEven, weights.oddInA[degree]);
        add(Mirror::EvenOdd, degree, evenOdd, weights.oddInB[degree]);
        if (degree >= 2)
            add(Mirror::OddOdd, degree, oddOdd, weights.oddBoth[degree]);
    }
}

// Folds the four mirror images of a position and adds them to the sums of their columns.
template <std::uint32_t kBands>
HWY_INLINE void addValues(const Quad& quad, VF weight, VF cosine, VF b, float* sums)
{
    const Weights<kBands> weights(weight, cosine, b);
    for (std::uint32_t channel = 0; channel < 3; ++channel)
        addChannel<kBands>(quad, channel, weights, sums);
}

// Adds one row of the segment to the sums of all columns.
template <PnFormat kFormat, std::uint32_t kBands>
void addRow(const SegmentJob& job, const QuadLoader<kFormat>& loader, std::uint32_t row, float* sums)
{
    const Geometry& geometry = job.geometry;
    const std::uint32_t lanes = std::uint32_t(PN_LANES), columns = geometry.shape.columns();
    const float* weightRow = geometry.weightRow(row);
    const float* cosineRow = geometry.cosineRow(row);
    const std::uint32_t rowAhead = row + loader.rowsAhead();
    const VF rowPosition = hn::Set(F(), geometry.rowPosition[row]);
    for (std::uint32_t column = 0; column < columns; column += lanes, sums += sumCount(kBands) * 3 * lanes)
    {
        const std::uint32_t count = std::min(lanes, columns - column);
        if (rowAhead < geometry.shape.rows())
            loader.prefetch({rowAhead, column, count});
        const Quad quad = loader.load({row, column, count});
        const VF w = geometry.perTexel() ? hn::LoadU(F(), weightRow + column) : hn::Set(F(), *weightRow);
        const VF s = geometry.perTexel() ? hn::LoadU(F(), cosineRow + column) : hn::Set(F(), *cosineRow);
        const VF b = geometry.perTexel() ? hn::Mul(rowPosition, s) : rowPosition;
        addValues<kBands>(quad, w, s, b, sums);
    }
}

// A tiny product becomes zero, whether or not a device would have flushed it.
HWY_INLINE VF zeroTinyProduct(VF product)
{
    const VU magnitude = hn::And(hn::BitCast(U(), product), hn::Set(U(), ~shared::kSignBit));
    const auto tiny = hn::Lt(magnitude, hn::Set(U(), shared::kTinyProductBits));
    return hn::IfThenZeroElse(hn::RebindMask(F(), tiny), product);
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

// Room for one value of all lanes, whole vectors of them.
std::size_t treeFloats(const Shape& shape)
{
    return std::max(shape.laneColumns(), kMaxBlock);
}

// The moments of a block of columns, one channel, from their sums.
HWY_INLINE VF columnMoment(const Geometry& geometry, std::uint32_t moment, std::uint32_t column, const float* sums)
{
    const std::uint32_t stride = geometry.paddedColumns(), first = kMomentTerms.first[moment];
    VF result = hn::Zero(F());
    for (std::uint32_t term = first; term < kMomentTerms.first[moment + 1]; ++term)
    {
        const VF factor = hn::LoadU(F(), &geometry.factors[std::size_t{term} * stride + column]);
        const VF sum = hn::Load(F(), sums + kMomentTerms.terms[term].sum * 3 * PN_LANES);
        result = hn::Add(result, zeroTinyProduct(hn::Mul(sum, factor)));
    }
    return result;
}

// One moment and channel of all columns from their sums; lanes past the columns add zero.
void makeMoments(const SegmentJob& job, std::uint32_t moment, std::uint32_t channel, const float* sums, float* tree)
{
    const Geometry& geometry = job.geometry;
    const std::uint32_t lanes = std::uint32_t(PN_LANES), laneColumns = geometry.shape.laneColumns();
    const std::uint32_t columns = geometry.shape.columns(), written = (columns + lanes - 1) / lanes * lanes;
    const std::uint32_t blockFloats = sumCount(job.bands) * 3 * lanes;
    for (std::uint32_t column = 0; column < columns; column += lanes)
    {
        const float* block = sums + column / lanes * blockFloats + channel * lanes;
        hn::Store(columnMoment(geometry, moment, column, block), F(), tree + column);
    }
    std::fill(tree + std::min(written, laneColumns), tree + laneColumns, 0.0f);
}

template <PnFormat kFormat, std::uint32_t kBands>
void sumRows(const SegmentJob& job, float* sums)
{
    const Shape& shape = job.geometry.shape;
    const QuadLoader<kFormat> loader(job);
    const std::uint32_t begin = shape.segmentBegin(job.segment), end = shape.segmentBegin(job.segment + 1);
    for (std::uint32_t row = begin; row < std::min(end, begin + loader.rowsAhead()); ++row)
        loader.prefetch({row, 0, shape.columns()});
    for (std::uint32_t row = begin; row < end; ++row)
        addRow<kFormat, kBands>(job, loader, row, sums);
}

template <PnFormat kFormat>
void sumRowsOfFormat(const SegmentJob& job, float* sums)
{
    switch (job.bands)
    {
    case 1: return sumRows<kFormat, 1>(job, sums);
    case 2: return sumRows<kFormat, 2>(job, sums);
    case 3: return sumRows<kFormat, 3>(job, sums);
    case 4: return sumRows<kFormat, 4>(job, sums);
    default: return sumRows<kFormat, 5>(job, sums);
    }
}

float* alignedScratch(std::vector<float>& scratch, std::size_t floats)
{
    constexpr std::size_t kAlignment = 64;
    scratch.assign(floats + kAlignment / sizeof(float), 0.0f);
    const auto address = reinterpret_cast<std::uintptr_t>(scratch.data());
    return scratch.data() + (kAlignment - address % kAlignment) % kAlignment / sizeof(float);
}

} // namespace

void projectSegment(const SegmentJob& job)
{
    const Shape& shape = job.geometry.shape;
    const std::size_t lanes = PN_LANES, blocks = (shape.columns() + lanes - 1) / lanes;
    const std::size_t sumFloats = blocks * lanes * 3 * sumCount(job.bands);
    float* sums = alignedScratch(job.scratch, sumFloats + treeFloats(shape));
    switch (job.face.format)
    {
    case PN_FORMAT_RGBA32F: sumRowsOfFormat<PN_FORMAT_RGBA32F>(job, sums); break;
    case PN_FORMAT_RGB32F: sumRowsOfFormat<PN_FORMAT_RGB32F>(job, sums); break;
    case PN_FORMAT_RGBA16F: sumRowsOfFormat<PN_FORMAT_RGBA16F>(job, sums); break;
    case PN_FORMAT_RGB9E5: sumRowsOfFormat<PN_FORMAT_RGB9E5>(job, sums); break;
    case PN_FORMAT_R11G11B10F: sumRowsOfFormat<PN_FORMAT_R11G11B10F>(job, sums); break;
    default: sumRowsOfFormat<PN_FORMAT_RGBA8>(job, sums); break;
    }
    float* tree = sums + sumFloats;
    for (std::uint32_t moment = 0; moment < momentCount(job.bands); ++moment)
        for (std::uint32_t channel = 0; channel < 3; ++channel)
        {
            makeMoments(job, moment, channel, sums, tree);
            job.moments[moment * 3 + channel] = treeSum(tree, shape.laneColumns());
        }
}

} // namespace HWY_NAMESPACE
} // namespace pn
HWY_AFTER_NAMESPACE();
