// Highway's foreach_target.h compiles this file once per instruction set, each time in another namespace
// (HWY_NAMESPACE).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernel/bc6h_encode.cpp"
#include "core/kernel/simd_config.h"

#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "core/kernel/bc6h_encode.h"

#include "core/kernel/bc6h_code-inl.h"
#include "core/kernel/encode.h"
#include "core/kernel/texel_bits.h"

#include <algorithm>
#include <bit>

// A lane encodes a block. Lanes part by masks alone, as a device's threads part by branches.
HWY_BEFORE_NAMESPACE();
namespace pn {
namespace HWY_NAMESPACE {
namespace {

template <bool kSigned, bool kTwo>
HWY_INLINE Coder<kSigned, kTwo> coderOf(const Texels& texels, VI shape)
{
    const VI bits = hn::GatherIndex(I(), kTables.shapes, shape), anchor = hn::GatherIndex(I(), kTables.anchors, shape);
    return {texels, {bits}, shape, anchor};
}

// Lines along the axes of the subsets.
template <bool kSigned, bool kTwo>
HWY_INLINE Fit firstFit(const Coder<kSigned, kTwo>& coder, const Texels& texels, const TexelMoments& moments,
                        const Shape& shape)
{
    const Moments second = kTwo ? moments.second(shape) : moments.all;
    const Moments first = kTwo ? moments.first(second) : moments.all;
    Fit fit;
    fit.subsets[0] =
        lineAlong(texels, axisOf(first), first.sums[0], [&](std::uint32_t i) { return coder.belongs(0, i); });
    fit.subsets[1] =
        kTwo ? lineAlong(texels, axisOf(second), second.sums[0], [&](std::uint32_t i) { return coder.belongs(1, i); })
             : fit.subsets[0];
    coder.orient(fit);
    return fit;
}

// The shapes or modes of each lane with the least errors, sorted.
template <std::uint32_t kCount>
struct Ranking
{
    VI errors[kCount], numbers[kCount];

    Ranking()
    {
        std::fill(errors, errors + kCount, set(0x7FFFFFFF));
        std::fill(numbers, numbers + kCount, set(0));
    }

    HWY_INLINE void add(VI error, VI number)
    {
        for (std::uint32_t i = 0; i < kCount; ++i)
        {
            const MI isLess = error < errors[i];
            const VI nextError = select(isLess, errors[i], error), nextNumber = select(isLess, numbers[i], number);
            errors[i] = select(isLess, error, errors[i]);
            numbers[i] = select(isLess, number, numbers[i]);
            error = nextError;
            number = nextNumber;
        }
    }
};

template <bool kSigned>
class Encoder
{
public:
    explicit HWY_INLINE Encoder(const Texels& texels) : m_texels(texels), m_moments(texels) {}

    Coding low() const
    {
        Coding best;
        oneSubset(best);
        return best;
    }

    Coding middle() const
    {
        Coding best;
        oneSubset(best);
        for (const VI shape : likelyShapes<2>().numbers)
            twoSubsets(shape, best);
        return best;
    }

    Coding high() const
    {
        Coding best;
        oneSubset(best);
        coderOf<kSigned, false>(m_texels, set(0)).polish(best);
        Ranking<shared::kBc6hBestShapes> shapes;
        for (const VI shape : likelyShapes<shared::kBc6hLikelyShapes>().numbers)
        {
            Coding found;
            twoSubsets(shape, found);
            shapes.add(found.error, shape);
        }
        for (const VI shape : shapes.numbers)
        {
            const auto coder = coderOf<kSigned, true>(m_texels, shape);
            Coding found;
            tryModes(coder, twoSubsets(shape, found), found);
            coder.polish(found);
            best.take(found.error < best.error, found);
        }
        return best;
    }

private:
    void oneSubset(Coding& best) const
    {
        const auto coder = coderOf<kSigned, false>(m_texels, set(0));
        coder.improve(firstFit(coder, m_texels, m_moments, {set(0)}), nullptr, best);
    }

    Fit twoSubsets(VI shape, Coding& best) const
    {
        const auto coder = coderOf<kSigned, true>(m_texels, shape);
        const Shape bits{hn::GatherIndex(I(), kTables.shapes, shape)};
        return coder.improve(firstFit(coder, m_texels, m_moments, bits), nullptr, best);
    }

    // The shapes whose texels lie nearest to two lines.
    template <std::uint32_t kCount>
    Ranking<kCount> likelyShapes() const
    {
        Ranking<kCount> shapes;
        for (std::uint32_t s = 0; s < bc6h::kShapeCount; ++s)
        {
            const Moments second = m_moments.second(OneShape{bc6h::kShapes[s]});
            shapes.add(restOf(m_moments.first(second)) + restOf(second), set(std::int32_t(s)));
        }
        return shapes;
    }

    // Codes a fit by the modes that change its ends least.
    void tryModes(const Coder<kSigned, true>& coder, const Fit& fit, Coding& best) const
    {
        Ranking<shared::kBc6hLikelyModes> modes;
        const Points wide = coder.widePoints(fit);
        for (const std::uint32_t mode : Subsets<true>::kModes)
            modes.add(coder.loss(wide, Mode(mode)), set(std::int32_t(mode)));
        for (const VI number : modes.numbers)
        {
            const Mode mode(number);
            coder.improve(fit, &mode, best);
        }
    }

    const Texels& m_texels;
    TexelMoments m_moments;
};

template <bool kSigned>
Coding encodeTexels(const Bc6hTexels& values, std::uint32_t effort)
{
    const Texels texels(values, kSigned);
    const Encoder<kSigned> encoder(texels);
    if (effort == shared::kBc6hLow)
        return encoder.low();
    return effort == shared::kBc6hMiddle ? encoder.middle() : encoder.high();
}

// The bits of all indices, one after the other, in two words.
struct IndexBits
{
    VI low, high;

    explicit HWY_INLINE IndexBits(const Coding& coding) : low(set(0)), high(set(0))
    {
        const MI isOne = coding.mode > set(9);
        const VI anchor = select(isOne, set(0), hn::GatherIndex(I(), kTables.anchors, coding.shape));
        const VI bits = select(isOne, set(4), set(3));
        VI position = set(0);
        for (std::uint32_t i = 0; i < bc6h::kTexels; ++i)
        {
            const VI index = coding.indices[i], up = position & set(31);
            const MI isLow = position < set(32);
            const VI shifted = index << up;
            low = select(isLow, low | shifted, low);
            high = high | select(isLow, hn::ShiftRight<1>(index) >> (set(31) - up), shifted);
            position = position + bits;
            position = select(i == 0 ? set(0) == set(0) : anchor == set(std::int32_t(i)), position - set(1), position);
        }
    }
};

} // namespace

void encodeBc6h(const Bc6hJob& job)
{
    constexpr std::uint32_t kValues = 16; // per block
    const auto lanes = std::uint32_t(hn::Lanes(I()));
    const std::uint32_t columns = (job.width + 3) / 4, end = columns * job.rowEnd;
    Bc6hTexels texels{};
    alignas(64) std::int32_t values[kValues][Bc6hTexels::kMaxBlocks];
    for (std::uint32_t first = columns * job.rowBegin; first < end; first += lanes)
    {
        const std::uint32_t count = std::min(lanes, end - first);
        for (std::uint32_t i = 0; i < count; ++i)
            readBlock(job, (first + i) % columns, (first + i) / columns, i, texels);
        const Coding coding =
            job.isSigned ? encodeTexels<true>(texels, job.effort) : encodeTexels<false>(texels, job.effort);
        const IndexBits bits(coding);
        const VI others[] = {coding.mode, coding.shape, bits.low, bits.high};
        for (std::uint32_t k = 0; k < kValues; ++k)
            hn::Store(k < 12 ? coding.points.points[k / 3].c[k % 3] : others[k - 12], I(), values[k]);
        for (std::uint32_t i = 0; i < count; ++i)
        {
            bc6h::Block block{std::uint32_t(values[12][i]), std::uint32_t(values[13][i]), {}, {}};
            for (std::uint32_t k = 0; k < 12; ++k)
                block.endpoints[k / 3][k % 3] = values[k][i];
            block.indexBits = std::uint64_t{std::uint32_t(values[15][i])} << 32 | std::uint32_t(values[14][i]);
            bc6h::pack(block, job.blocks + std::size_t{bc6h::kBlockBytes} * (first + i));
        }
    }
}

} // namespace HWY_NAMESPACE
} // namespace pn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace pn {
namespace {

// A texel as the words of RGBA16F, but for alpha. NaN of floats becomes 0.
std::array<std::uint32_t, 2> wordsOf(PnFormat format, const std::byte* texel)
{
    std::array<std::uint32_t, 2> words;
    if (format == PN_FORMAT_RGBA16F)
    {
        std::memcpy(words.data(), texel, sizeof(words));
        return words;
    }
    TexelFlags flags;
    RgbBits bits = decodeTexel(format, texel);
    for (std::uint32_t& channel : bits)
        channel = halfBits(applyPolicy(channel, {}, flags));
    return {bits[0] | bits[1] << 16, bits[2]};
}

} // namespace

void readBlock(const Bc6hJob& job, std::uint32_t column, std::uint32_t row, std::uint32_t place, Bc6hTexels& texels)
{
    const std::size_t bytes = formatBytes(job.picture.format);
    for (std::uint32_t y = 0; y < 4; ++y)
    {
        const std::byte* const line = job.picture.texel(0, std::min(4 * row + y, job.height - 1));
        for (std::uint32_t x = 0; x < 4; ++x)
        {
            const std::size_t at = std::min(4 * column + x, job.width - 1);
            const std::array<std::uint32_t, 2> words = wordsOf(job.picture.format, line + at * bytes);
            texels.words[4 * y + x][0][place] = words[0];
            texels.words[4 * y + x][1][place] = words[1];
        }
    }
}

} // namespace pn

#endif
