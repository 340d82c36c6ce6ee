// Highway's foreach_target.h compiles this file once per instruction set, each time in another namespace
// (HWY_NAMESPACE).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernel/normalize.cpp"
#include "core/kernel/simd_config.h"

#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "core/kernel/normalize.h"

#include "core/kernel/normalize_blocks-inl.h"

// Every float operation here is one of normalize.comp, in its order.
HWY_BEFORE_NAMESPACE();
namespace pn {
namespace HWY_NAMESPACE {
namespace {

#if HWY_TARGET != HWY_SCALAR

// Asks for a block's share of the row that follows on the way out from the face's centre. A processor's own prefetching
// stops at the end of a page, which is often the end of a row.
HWY_INLINE void prefetchNext(const NormalizeRowsJob& job, std::uint32_t y, const std::byte* from, std::size_t bytes)
{
    const bool isTop = 2 * y < job.geometry.shape.height;
    const std::byte* next = isTop ? from - job.source.rowPitch : from + job.source.rowPitch;
    for (std::size_t i = 0; i < bytes; i += kLineBytes)
        prefetchLine(next + i);
}

// Texels of so many bytes, one after the other.
template <typename Byte>
struct TexelBytes
{
    Byte* begin;
    std::size_t size;
};

// The last texels of a row, as a block that zeros fill up. The factors' margin is long enough for it.
template <typename RowBlock>
bool normalizeRest(const RowBlock& block, const TexelBytes<const std::byte>& from, const TexelBytes<std::byte>& to,
                   std::uint32_t count, const ChannelFactors& factors, std::uint32_t x)
{
    alignas(64) std::byte source[kMaxBlock * 16] = {}, target[kMaxBlock * 16];
    std::memcpy(source, from.begin, count * from.size);
    if (!block.normalize(source, target, factors, x))
        return false;
    std::memcpy(to.begin, target, count * to.size);
    return true;
}

// The texels of one row, a block at a time. Blocks with special values go texel by texel.
template <typename RowBlock>
void normalizeTexels(const NormalizeRowsJob& job, std::uint32_t y, const ChannelFactors& factors, std::byte* to)
{
    const RowBlock block(job);
    const std::uint32_t lanes = std::uint32_t(PN_LANES), width = job.geometry.shape.width;
    const std::size_t fromBytes = lanes * formatBytes(job.source.format),
                      toBytes = lanes * formatBytes(job.target.format);
    const std::byte* from = job.source.texel(0, y);
    std::uint32_t x = 0;
    for (; x + lanes <= width; x += lanes, from += fromBytes, to += toBytes)
    {
        prefetchNext(job, y, from, fromBytes);
        if (HWY_UNLIKELY(!block.normalize(from, to, factors, x)))
            normalizeExact(job, {y, x, x + lanes}, factors, to);
    }
    if (x < width && !normalizeRest(block, {from, fromBytes / lanes}, {to, toBytes / lanes}, width - x, factors, x))
        normalizeExact(job, {y, x, width}, factors, to);
}

void normalizeMade(const NormalizeRowsJob& job, std::uint32_t y, const ChannelFactors& factors, std::byte* to)
{
    switch (job.target.format)
    {
    case PN_FORMAT_RGB32F: return normalizeTexels<MadeBlock<PN_FORMAT_RGB32F>>(job, y, factors, to);
    case PN_FORMAT_RGB9E5: return normalizeTexels<MadeBlock<PN_FORMAT_RGB9E5>>(job, y, factors, to);
    case PN_FORMAT_R11G11B10F: return normalizeTexels<MadeBlock<PN_FORMAT_R11G11B10F>>(job, y, factors, to);
    default: return normalizeTexels<MadeHalves>(job, y, factors, to);
    }
}

template <bool kRgb>
void normalizeTexels(const NormalizeRowsJob& job, std::uint32_t y, const ChannelFactors& factors, std::byte* to)
{
    switch (job.source.format)
    {
    case PN_FORMAT_RGBA32F:
        return job.target.format == PN_FORMAT_RGBA32F
                   ? normalizeTexels<Block<PN_FORMAT_RGBA32F, kRgb>>(job, y, factors, to)
                   : normalizeMade(job, y, factors, to);
    case PN_FORMAT_RGB32F: return normalizeTexels<Block<PN_FORMAT_RGB32F, kRgb>>(job, y, factors, to);
    case PN_FORMAT_RGBA16F: return normalizeTexels<Block<PN_FORMAT_RGBA16F, kRgb>>(job, y, factors, to);
    case PN_FORMAT_RGB9E5: return normalizeTexels<PlanarBlock<PN_FORMAT_RGB9E5>>(job, y, factors, to);
    case PN_FORMAT_R11G11B10F: return normalizeTexels<PlanarBlock<PN_FORMAT_R11G11B10F>>(job, y, factors, to);
    default: return normalizeTexels<PlanarBlock<PN_FORMAT_RGBA8>>(job, y, factors, to);
    }
}

#endif // HWY_SCALAR

// streamed: room for a row on its way past the cache.
inline void normalizeTexels(const NormalizeRowsJob& job, std::uint32_t y, const ChannelFactors& factors,
                            std::byte* streamed)
{
    std::byte* const to = job.target.texel(0, y);
#if HWY_TARGET == HWY_SCALAR
    static_cast<void>(streamed);
    normalizeExact(job, {y, 0, job.geometry.shape.width}, factors, to);
#else
    std::byte* const at = job.streams ? streamed : to;
    if (job.isRgb)
        normalizeTexels<true>(job, y, factors, at);
    else
        normalizeTexels<false>(job, y, factors, at);
    if (job.streams)
        streamBytes(streamed, to, std::size_t{job.geometry.shape.width} * formatBytes(job.target.format));
#endif
}

// What the texels of the two rows that mirror each other are multiplied by, one channel. Vectors that reach past a
// row's ends write into the margins before and behind.
struct RowFactors
{
    static constexpr std::uint32_t kMargin = kMaxBlock;

    float *top, *bottom;
};

// One channel's polynomial.
struct Polynomial
{
    float even[3];  // 1, c, c^2
    float oddA[2];  // a, a c
    float oddB[2];  // b, b c
    float other[2]; // a^2, a b
    float floor;
};

Polynomial loadPolynomial(const Denominator& denominator, std::uint32_t channel, std::uint32_t face)
{
    const std::span<const float> q = denominator.polynomial(channel, face);
    return {.even = {q[0], q[1], q[4]},
            .oddA = {q[2], q[5]},
            .oddB = {q[3], q[7]},
            .other = {q[6], q[8]},
            .floor = denominator.floor(channel)};
}

// What the four mirror images of some positions are multiplied by.
struct QuadFactors
{
    VF side[kSideCount]; // by Side
};

// 1 / y from a guess on the bits and Newton's method, to 1.5e-7: a device's own division is not exact. Four at a time,
// step by step: one alone waits for each of its own operations.
HWY_INLINE QuadFactors reciprocal(const QuadFactors& y)
{
    const VF two = hn::Set(F(), 2.0f);
    QuadFactors r;
    for (std::uint32_t side = 0; side < kSideCount; ++side)
        r.side[side] = hn::BitCast(F(), hn::Sub(hn::Set(U(), 0x7ef311c7u), hn::BitCast(U(), y.side[side])));
    for (int i = 0; i < 3; ++i)
    {
        VF rest[kSideCount];
        for (std::uint32_t side = 0; side < kSideCount; ++side)
            rest[side] = hn::Mul(y.side[side], r.side[side]);
        for (std::uint32_t side = 0; side < kSideCount; ++side)
            rest[side] = hn::Sub(two, rest[side]);
        for (std::uint32_t side = 0; side < kSideCount; ++side)
            r.side[side] = hn::Mul(r.side[side], rest[side]);
    }
    return r;
}

HWY_INLINE VF atLeast(VF value, float least)
{
    return hn::Max(value, hn::Set(F(), least)); // neither is NaN, and least is above zero
}

// first + second * by
HWY_INLINE VF linear(const float (&pair)[2], VF by)
{
    return hn::Add(hn::Set(F(), pair[0]), hn::Mul(hn::Set(F(), pair[1]), by));
}

HWY_INLINE QuadFactors factors(const Polynomial& q, VF a, VF b, VF c)
{
    const float evenTail[2] = {q.even[1], q.even[2]};
    const VF even = hn::Add(hn::Add(hn::Set(F(), q.even[0]), hn::Mul(linear(evenTail, c), c)),
                            hn::Mul(hn::Set(F(), q.other[0]), hn::Mul(a, a)));
    const VF oddA = hn::Mul(linear(q.oddA, c), a);
    const VF oddB = hn::Mul(linear(q.oddB, c), b);
    const VF oddBoth = hn::Mul(hn::Set(F(), q.other[1]), hn::Mul(a, b));
    const VF rightEven = hn::Add(even, oddA), leftEven = hn::Sub(even, oddA);
    const VF rightOdd = hn::Add(oddB, oddBoth), leftOdd = hn::Sub(oddB, oddBoth);
    return reciprocal({{atLeast(hn::Sub(leftEven, leftOdd), q.floor), atLeast(hn::Sub(rightEven, rightOdd), q.floor),
                        atLeast(hn::Add(leftEven, leftOdd), q.floor), atLeast(hn::Add(rightEven, rightOdd), q.floor)}});
}

// positions: geometry.rowPosition, followed by as much as a vector may read.
void fillFactors(const Geometry& geometry, std::uint32_t row, const Polynomial& polynomial, const float* positions,
                 const RowFactors& out)
{
    const Shape& shape = geometry.shape;
    const std::uint32_t lanes = std::uint32_t(PN_LANES);
    const float* cosine = geometry.cosineRow(row);
    const VF rowPosition = hn::Set(F(), positions[row]);
    for (std::uint32_t column = 0; column < shape.columns(); column += lanes)
    {
        const VF c = hn::LoadU(F(), cosine + column);
        const QuadFactors f =
            factors(polynomial, hn::Mul(hn::LoadU(F(), positions + column), c), hn::Mul(rowPosition, c), c);
        const std::ptrdiff_t left = std::ptrdiff_t(shape.left(column)) - (lanes - 1), right = shape.right(column);
        hn::StoreU(hn::Reverse(F(), f.side[kTopLeft]), F(), out.top + left);
        hn::StoreU(f.side[kTopRight], F(), out.top + right);
        hn::StoreU(hn::Reverse(F(), f.side[kBottomLeft]), F(), out.bottom + left);
        hn::StoreU(f.side[kBottomRight], F(), out.bottom + right);
    }
}

inline constexpr std::size_t kLineFloats = kLineBytes / sizeof(float);

// Where the factors of a call's rows stand, the columns' positions, and a row of texels.
struct Scratch
{
    RowFactors channels[3];
    float* positions;
    std::byte* texels;

    Scratch(const Geometry& geometry, std::vector<float>& memory)
    {
        const std::size_t row =
            (geometry.shape.width + kLineFloats - 1) / kLineFloats * kLineFloats + 2 * RowFactors::kMargin;
        const std::size_t positionCount = geometry.rowPosition.size() + kMaxBlock;
        memory.resize(kLineFloats + 6 * row + positionCount + 4 * std::size_t{geometry.shape.width});
        const std::size_t offset = reinterpret_cast<std::uintptr_t>(memory.data()) / sizeof(float) % kLineFloats;
        float* at = memory.data() + (kLineFloats - offset) + RowFactors::kMargin;
        for (RowFactors& channel : channels)
        {
            channel = {at, at + row};
            at += 2 * row;
        }
        positions = at - RowFactors::kMargin;
        std::copy(geometry.rowPosition.begin(), geometry.rowPosition.end(), positions);
        std::fill_n(positions + geometry.rowPosition.size(), kMaxBlock, 0.0f);
        texels = reinterpret_cast<std::byte*>(positions + positionCount);
    }
};

// A row of the quarter of one face, with its mirror image; one polynomial per channel.
void normalizeRow(const NormalizeRowsJob& job, std::uint32_t row, std::span<const Polynomial> polynomials,
                  const Scratch& scratch)
{
    const Shape& shape = job.geometry.shape;
    for (std::size_t channel = 0; channel < polynomials.size(); ++channel)
        fillFactors(job.geometry, row, polynomials[channel], scratch.positions, scratch.channels[channel]);
    const RowFactors& red = scratch.channels[0];
    const RowFactors &green = job.isRgb ? scratch.channels[1] : red, &blue = job.isRgb ? scratch.channels[2] : red;
    normalizeTexels(job, shape.top(row), {red.top, green.top, blue.top}, scratch.texels);
    if (!shape.isCentreRow(row)) // which is its own mirror image
        normalizeTexels(job, shape.bottom(row), {red.bottom, green.bottom, blue.bottom}, scratch.texels);
}

} // namespace

void normalizeRows(const NormalizeRowsJob& job)
{
    const std::uint32_t channels = job.isRgb ? 3 : 1;
    std::array<Polynomial, 3> polynomials{};
    for (std::uint32_t channel = 0; channel < channels; ++channel)
        polynomials[channel] = loadPolynomial(job.denominator, channel, job.face);
    const Scratch scratch(job.geometry, job.scratch);
    for (std::uint32_t row = job.rowBegin; row < job.rowEnd; ++row)
        normalizeRow(job, row, std::span(polynomials).first(channels), scratch);
    if (job.streams)
        hwy::FlushStream(); // so that other threads find the texels
}

} // namespace HWY_NAMESPACE
} // namespace pn
HWY_AFTER_NAMESPACE();
