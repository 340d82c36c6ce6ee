// Highway's foreach_target.h compiles this file once per instruction set, each time in another namespace
// (HWY_NAMESPACE).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernel/make_mip.cpp"
#include "core/kernel/simd_config.h"

#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "core/kernel/make_mip.h"

#include "core/kernel/encode-inl.h"
#include "core/kernel/exact_texels.h"
#include "core/kernel/make_mip_means-inl.h"
#include "core/kernel/texel_loader-inl.h"

// Multiplications and additions alone, so that a device can have the same bits.
HWY_BEFORE_NAMESPACE();
namespace pn {
namespace HWY_NAMESPACE {
namespace {

#if HWY_TARGET != HWY_SCALAR

HWY_INLINE VU rangeWord(VU word)
{
    return hn::And(word, hn::Set(U(), ~shared::kSignBit));
}

// A block of as many texels as there are lanes as float32 R G B A with the policy applied, or false where one of them
// needs the exact path.
template <PnFormat kFormat>
class Reader
{
public:
    explicit HWY_INLINE Reader(const MakeMipJob& job)
        : m_limits(job.policy), m_colourLimits(m_limits.ofColours()),
          m_table(job.source.format == PN_FORMAT_RGBA8_SRGB ? srgbTable().data() : unormTable().data()),
          m_alphas(unormTable().data())
    {
    }

    HWY_INLINE bool read(const std::byte* from, float* to) const
    {
        if constexpr (kFormat == PN_FORMAT_RGBA32F || kFormat == PN_FORMAT_RGBA16F)
            return readParts(from, to);
        else
            return readPlanar(from, to);
    }

private:
    // Channels as they lie in memory.
    HWY_INLINE bool readParts(const std::byte* from, float* to) const
    {
        if (kFormat == PN_FORMAT_RGBA16F && HWY_UNLIKELY(!halvesAreFinite(from, hn::Set(H2(), 0x7fff))))
            return false;
        VF parts[4];
        Range range = Range::none();
        for (std::uint32_t part = 0; part < 4; ++part)
        {
            if constexpr (kFormat == PN_FORMAT_RGBA32F)
            {
                const VU bits = hn::LoadU(U(), reinterpret_cast<const std::uint32_t*>(from) + part * PN_LANES);
                range.include(rangeWord(bits));
                parts[part] = hn::BitCast(F(), bits);
            }
            else
                parts[part] = floatsOf(hn::LoadU(H(), reinterpret_cast<const std::uint16_t*>(from) + part * PN_LANES));
        }
        if (kFormat == PN_FORMAT_RGBA32F && HWY_UNLIKELY(!range.within(shared::kExactBits, shared::kLargestBits)))
            return false;
        for (std::uint32_t part = 0; part < 4; ++part)
            hn::StoreU(m_colourLimits.apply(parts[part]), F(), to + part * PN_LANES);
        return true;
    }

    HWY_INLINE bool readPlanar(const std::byte* from, float* to) const
    {
        Range range = Range::none();
        const Rgb rgb = Texels<kFormat>::template load<false>(from, m_table, range);
        if (HWY_UNLIKELY(!Texels<kFormat>::ordinary(range)))
            return false;
        VF alpha = hn::Set(F(), 1.0f);
        if constexpr (kFormat == PN_FORMAT_RGBA8)
        {
            const VU word = hn::LoadU(U(), reinterpret_cast<const std::uint32_t*>(from));
            alpha = hn::GatherIndex(F(), m_alphas, hn::BitCast(hn::RebindToSigned<F>(), hn::ShiftRight<24>(word)));
        }
        hn::StoreInterleaved4(m_limits.apply(rgb.channel[0]), m_limits.apply(rgb.channel[1]),
                              m_limits.apply(rgb.channel[2]), alpha, F(), to);
        return true;
    }

    Limits m_limits, m_colourLimits;
    const float* m_table;
    const float* m_alphas;
};

template <PnFormat kFormat>
void readRow(const MakeMipJob& job, std::uint32_t y, float* out)
{
    const Reader<kFormat> reader(job);
    const std::uint32_t lanes = std::uint32_t(PN_LANES), width = job.weights.sourceSize;
    std::uint32_t x = 0;
    const std::byte* from = job.source.texel(0, y);
    for (; x + lanes <= width; x += lanes, from += lanes * formatBytes(job.source.format))
        if (HWY_UNLIKELY(!reader.read(from, out + 4 * std::size_t{x})))
            readExact(job.source, job.policy, {y, x, x + lanes}, out);
    readExact(job.source, job.policy, {y, x, width}, out);
}

#endif

// A row of the source as float32 R G B A with the policy applied.
void readRow(const MakeMipJob& job, std::uint32_t y, float* out)
{
#if HWY_TARGET == HWY_SCALAR
    readExact(job.source, job.policy, {y, 0, job.weights.sourceSize}, out);
#else
    switch (job.source.format)
    {
    case PN_FORMAT_RGBA32F: return readRow<PN_FORMAT_RGBA32F>(job, y, out);
    case PN_FORMAT_RGB32F: return readRow<PN_FORMAT_RGB32F>(job, y, out);
    case PN_FORMAT_RGBA16F: return readRow<PN_FORMAT_RGBA16F>(job, y, out);
    case PN_FORMAT_RGB9E5: return readRow<PN_FORMAT_RGB9E5>(job, y, out);
    case PN_FORMAT_R11G11B10F: return readRow<PN_FORMAT_R11G11B10F>(job, y, out);
    default: return readRow<PN_FORMAT_RGBA8>(job, y, out);
    }
#endif
}

// Which weights a texel of the mip has: of its mirror image in the quarter, whose taps come the other way round.
struct WeightRow
{
    const MipWeights& weights;
    std::uint32_t row;
    bool isTop;

    const float* tap(std::uint32_t i, std::uint32_t j, bool isLeft) const
    {
        const std::uint32_t last = weights.taps() - 1;
        const std::uint32_t column = isLeft ? last - i : i, line = isTop ? last - j : j;
        return &weights.weights[std::size_t(line * weights.taps() + column) * weights.tapStride() +
                                std::size_t(row - weights.rowBegin) * weights.rowStride];
    }
};

// A mean is the first texel and what the others differ from it, so that texels that are alike stay as they are.
HWY_INLINE void addTap(float (&mean)[4], const float (&first)[4], const float* texel, float weight)
{
    for (std::uint32_t channel = 0; channel < 4; ++channel)
        mean[channel] = mean[channel] + weight * (texel[channel] - first[channel]);
}

// R G B A.
using SourceRows = std::array<const float*, MipWeights::kMaxTaps>;

// The weights of a row's means, of both halves of the face.
template <std::uint32_t kTaps>
struct RowTaps
{
    const float* halves[2][kTaps * kTaps];

    explicit RowTaps(const WeightRow& weights)
    {
        for (std::uint32_t tap = 0; tap < kTaps * kTaps; ++tap)
        {
            halves[0][tap] = weights.tap(tap % kTaps, tap / kTaps, true);
            halves[1][tap] = weights.tap(tap % kTaps, tap / kTaps, false);
        }
    }
};

// Texels next to each other in a row, of one half of a face.
struct MeanRun
{
    std::uint32_t begin, end;
    bool isRight;
};

// Means of whole vectors of texels. Returns where they end.
template <std::uint32_t kTaps>
std::uint32_t meanVectors([[maybe_unused]] const RowTaps<kTaps>& taps, [[maybe_unused]] const SourceRows& rows,
                          [[maybe_unused]] const Shape& shape, const MeanRun& run, [[maybe_unused]] float* out)
{
    std::uint32_t x = run.begin;
#if PN_MEANS_OF_VECTORS
    const float* const(&weights)[kTaps * kTaps] = taps.halves[run.isRight];
    for (; kTaps == 2 && x + kTexelsPerVector <= run.end; x += kTexelsPerVector)
    {
        const std::uint32_t column = run.isRight ? x - shape.right(0) : shape.left(x + kTexelsPerVector - 1);
        const VF means = meansOfFour(rows[0] + 8 * std::size_t{x}, rows[1] + 8 * std::size_t{x},
                                     {weights[1] + column, weights[2] + column, weights[3] + column}, !run.isRight);
        hn::StoreU(means, F(), out + 4 * std::size_t{x});
    }
#endif
    return x;
}

template <std::uint32_t kTaps>
void meanTexels(const RowTaps<kTaps>& taps, const SourceRows& rows, const Shape& shape, const MeanRun& run, float* out)
{
    for (std::uint32_t x = meanVectors(taps, rows, shape, run, out); x < run.end; ++x)
    {
        const std::uint32_t column = run.isRight ? x - shape.right(0) : shape.left(x);
        float mean[4], first[4];
        std::memcpy(first, rows[0] + 8 * std::size_t{x}, sizeof(first));
        std::memcpy(mean, first, sizeof(mean));
        for (std::uint32_t tap = 1; tap < kTaps * kTaps; ++tap)
        {
            const float* texel = rows[tap / kTaps] + 8 * std::size_t{x} + 4 * (tap % kTaps);
            addTap(mean, first, texel, taps.halves[run.isRight][tap][column]);
        }
        std::memcpy(out + 4 * std::size_t{x}, mean, sizeof(mean));
    }
}

template <std::uint32_t kTaps>
void meanRow(const WeightRow& weights, const SourceRows& rows, float* out)
{
    const Shape shape = Shape::cubemap(weights.weights.sourceSize / 2);
    const RowTaps<kTaps> taps(weights);
    meanTexels(taps, rows, shape, {0, shape.right(0), false}, out);
    meanTexels(taps, rows, shape, {shape.right(0), shape.width, true}, out);
}

} // namespace

void makeMip(const MakeMipJob& job)
{
    const MipWeights& weights = job.weights;
    const Shape shape = Shape::cubemap(weights.sourceSize / 2);
    const std::size_t rowFloats = 4 * std::size_t{weights.sourceSize};
    job.scratch.resize(MipWeights::kMaxTaps * rowFloats);
    float* const rows[MipWeights::kMaxTaps] = {&job.scratch[0], &job.scratch[rowFloats], &job.scratch[2 * rowFloats]};
    const auto make = [&](std::uint32_t y, const WeightRow& weightRow) {
        for (std::uint32_t j = 0; j < weights.taps(); ++j)
            readRow(job, 2 * y + j, rows[j]);
        float* const out = job.target + 4 * std::size_t{y} * shape.width;
        if (weights.taps() == 2)
            meanRow<2>(weightRow, {rows[0], rows[1], rows[2]}, out);
        else
            meanRow<3>(weightRow, {rows[0], rows[1], rows[2]}, out);
    };
    for (std::uint32_t row = weights.rowBegin; row < weights.rowEnd; ++row)
    {
        if (!shape.isCentreRow(row)) // which is its own mirror image
            make(shape.top(row), {weights, row, true});
        make(shape.bottom(row), {weights, row, false});
    }
}

} // namespace HWY_NAMESPACE
} // namespace pn
HWY_AFTER_NAMESPACE();
