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
        lineAlong(texels, Axis(first), first.sums[0], [&](std::uint32_t i) { return coder.belongs(0, i); });
    fit.subsets[1] =
        kTwo ? lineAlong(texels, Axis(second), second.sums[0], [&](std::uint32_t i) { return coder.belongs(1, i); })
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
        oneSubset(2, best);
        return best;
    }

    Coding middle() const
    {
        Coding best;
        oneSubset(2, best);
        for (const VI shape : likelyShapes<2>().numbers)
            twoSubsets(shape, 2, best);
        return best;
    }

    Coding high() const
    {
        Coding best, two;
        const auto coder = coderOf<kSigned, false>(m_texels, set(0));
        tryModes<4>(coder, firstFit(coder, m_texels, m_moments, {set(0)}), best);
        coder.polish(4, best);
        Ranking<4> shapes;
        for (const VI shape : likelyShapes<12>().numbers)
        {
            Coding found;
            twoSubsets(shape, 2, found);
            shapes.add(found.error, shape);
        }
        for (const VI shape : shapes.numbers)
        {
            const auto shapeCoder = coderOf<kSigned, true>(m_texels, shape);
            Coding found, polished;
            tryModes<3>(shapeCoder, twoSubsets(shape, 2, found), polished);
            shapeCoder.polish(4, polished);
            two.take(polished.error < two.error, polished);
        }
        best.take(two.error < best.error, two);
        return best;
    }

private:
    void oneSubset(std::uint32_t rounds, Coding& best) const
    {
        const auto coder = coderOf<kSigned, false>(m_texels, set(0));
        coder.improve(firstFit(coder, m_texels, m_moments, {set(0)}), rounds, nullptr, best);
    }

    Fit twoSubsets(VI shape, std::uint32_t rounds, Coding& best) const
    {
        const auto coder = coderOf<kSigned, true>(m_texels, shape);
        const Shape bits{hn::GatherIndex(I(), kTables.shapes, shape)};
        return coder.improve(firstFit(coder, m_texels, m_moments, bits), rounds, nullptr, best);
    }

    // The shapes whose texels lie nearest to two lines.
    template <std::uint32_t kCount>
    Ranking<kCount> likelyShapes() const
    {
        Ranking<kCount> shapes;
        for (std::uint32_t s = 0; s < bc6h::kShapeCount; ++s)
        {
            const Moments second = m_moments.second(OneShape{bc6h::kShapes[s]});
            shapes.add(Axis(m_moments.first(second)).rest + Axis(second).rest, set(std::int32_t(s)));
        }
        return shapes;
    }

    // Codes a fit by the modes that change its ends least.
    template <std::uint32_t kCount, bool kTwo>
    void tryModes(const Coder<kSigned, kTwo>& coder, const Fit& fit, Coding& best) const
    {
        Ranking<kCount> modes;
        const Points wide = coder.widePoints(fit);
        for (const std::uint32_t mode : Subsets<kTwo>::kModes)
            modes.add(coder.loss(wide, Mode(mode)), set(std::int32_t(mode)));
        for (const VI number : modes.numbers)
        {
            const Mode mode(number);
            coder.improve(fit, 2, &mode, best);
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

// The first 8 bytes of a texel as RGBA16F. NaN of floats becomes 0.
std::array<std::uint32_t, 2> wordsOf(const FaceTexels& picture, std::uint32_t x, std::uint32_t y)
{
    std::array<std::uint32_t, 2> words;
    if (picture.format == PN_FORMAT_RGBA16F)
    {
        std::memcpy(words.data(), picture.texel(x, y), sizeof(words));
        return words;
    }
    TexelFlags flags;
    RgbBits bits = decodeTexel(picture.format, picture.texel(x, y));
    for (std::uint32_t& channel : bits)
        channel = halfBits(applyPolicy(channel, {}, flags));
    return {bits[0] | bits[1] << 16, bits[2]};
}

} // namespace

void readBlock(const Bc6hJob& job, std::uint32_t column, std::uint32_t row, std::uint32_t place, Bc6hTexels& texels)
{
    for (std::uint32_t i = 0; i < bc6h::kTexels; ++i)
    {
        const std::uint32_t x = std::min(4 * column + i % 4, job.width - 1);
        const std::uint32_t y = std::min(4 * row + i / 4, job.height - 1);
        const std::array<std::uint32_t, 2> words = wordsOf(job.picture, x, y);
        texels.words[i][0][place] = words[0];
        texels.words[i][1][place] = words[1];
    }
}

} // namespace pn

#endif
