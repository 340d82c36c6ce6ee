// Multiplies rows of texels of every format by their factors, for normalize.cpp. Compiled once for each instruction
// set.
#if defined(PN_CORE_NORMALIZE_TEXELS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PN_CORE_NORMALIZE_TEXELS_INL_H
#undef PN_CORE_NORMALIZE_TEXELS_INL_H
#else
#define PN_CORE_NORMALIZE_TEXELS_INL_H
#endif

#include "core/kernel/encode-inl.h"
#include "core/kernel/normalize_exact.h"
#include "core/kernel/normalize_made-inl.h"
#include "core/kernel/policy-inl.h"
#include "core/kernel/quad_loader-inl.h"
#include "core/kernel/spread-inl.h"

HWY_BEFORE_NAMESPACE();
namespace pn {
namespace HWY_NAMESPACE {
namespace {

#if HWY_TARGET != HWY_SCALAR

// A block of as many texels as there are lanes: writes them multiplied, or returns false where one needs the exact
// path. from may be to. These take the texels' channels as they lie in memory.
template <PnFormat kFormat, bool kRgb>
class Block
{
public:
    explicit HWY_INLINE Block(const NormalizeRowsJob& job) : m_limits(job.policy) {}

    HWY_INLINE bool normalize(const std::byte* from, std::byte* to, const ChannelFactors& factors,
                              std::uint32_t x) const
    {
        const auto* words = reinterpret_cast<const std::uint32_t*>(from);
        const VU colour = kChannels == 4 ? hn::Load(U(), colourMask<std::uint32_t>()) : hn::Set(U(), ~0u);
        const VU magnitude = hn::And(colour, hn::Set(U(), ~shared::kSignBit));
        VU texels[kChannels];
        Range range = Range::none();
        for (std::uint32_t part = 0; part < kChannels; ++part)
        {
            texels[part] = hn::LoadU(U(), words + part * PN_LANES);
            range.include(hn::And(texels[part], magnitude));
        }
        if (HWY_UNLIKELY(!range.within(shared::kExactBits, shared::kLargestBits)))
            return false;
        VF parts[kChannels];
        m_spread.load(factors, x, parts);
        for (std::uint32_t part = 0; part < kChannels; ++part)
        {
            const VF value = hn::Mul(m_limits.apply(hn::BitCast(F(), texels[part])), parts[part]);
            hn::StoreU(hn::IfVecThenElse(colour, hn::BitCast(U(), value), texels[part]), U(),
                       reinterpret_cast<std::uint32_t*>(to) + part * PN_LANES);
        }
        return true;
    }

private:
    static constexpr std::uint32_t kChannels = kFormat == PN_FORMAT_RGBA32F ? 4 : 3;

    Limits m_limits;
    Spread<kChannels, kRgb> m_spread;
};

template <bool kRgb>
class Block<PN_FORMAT_RGBA16F, kRgb>
{
public:
    explicit HWY_INLINE Block(const NormalizeRowsJob& job) : m_limits(job.policy) {}

    HWY_INLINE bool normalize(const std::byte* from, std::byte* to, const ChannelFactors& factors,
                              std::uint32_t x) const
    {
        const VH colour = hn::Load(H(), colourMask<std::uint16_t>());
        const VH2 magnitude = hn::And(hn::Load(H2(), colourMask<std::uint16_t>()), hn::Set(H2(), 0x7fff));
        if (HWY_UNLIKELY(!halvesAreFinite(from, magnitude)))
            return false;
        VF parts[4];
        m_spread.load(factors, x, parts);
        for (std::uint32_t part = 0; part < 4; ++part)
        {
            const VH texels = hn::LoadU(H(), reinterpret_cast<const std::uint16_t*>(from) + part * PN_LANES);
            const VH value = halvesOf(hn::Mul(m_limits.apply(floatsOf(texels)), parts[part]));
            hn::StoreU(hn::IfVecThenElse(colour, value, texels), H(),
                       reinterpret_cast<std::uint16_t*>(to) + part * PN_LANES);
        }
        return true;
    }

private:
    Limits m_limits;
    Spread<4, kRgb> m_spread;
};

// Packed formats: a vector for each channel.
template <PnFormat kFormat>
class PlanarBlock
{
public:
    explicit HWY_INLINE PlanarBlock(const NormalizeRowsJob& job)
        : m_limits(job.policy),
          m_table(job.source.format == PN_FORMAT_RGBA8_SRGB ? srgbTable().data() : unormTable().data()),
          m_alphas(unormTable().data())
    {
    }

    HWY_INLINE bool normalize(const std::byte* from, std::byte* to, const ChannelFactors& factors,
                              std::uint32_t x) const
    {
        Range range = Range::none();
        Rgb rgb = Texels<kFormat>::template load<false>(from, m_table, range);
        if (HWY_UNLIKELY(!Texels<kFormat>::ordinary(range)))
            return false;
        for (std::uint32_t channel = 0; channel < 3; ++channel)
            rgb.channel[channel] = hn::Mul(m_limits.apply(rgb.channel[channel]), hn::LoadU(F(), factors[channel] + x));
        auto* words = reinterpret_cast<std::uint32_t*>(to);
        if constexpr (kFormat == PN_FORMAT_RGB9E5)
            hn::StoreU(sharedExponent(rgb), U(), words);
        else if constexpr (kFormat == PN_FORMAT_R11G11B10F)
            hn::StoreU(packedFloats(rgb), U(), words);
        else
            storeHalves(rgb, alphaOf(from), words);
        return true;
    }

private:
    HWY_INLINE VF alphaOf(const std::byte* from) const
    {
        const VU word = hn::LoadU(U(), reinterpret_cast<const std::uint32_t*>(from));
        return hn::GatherIndex(F(), m_alphas, hn::BitCast(hn::RebindToSigned<F>(), hn::ShiftRight<24>(word)));
    }

    Limits m_limits;
    const float* m_table;
    const float* m_alphas;
};

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

} // namespace
} // namespace HWY_NAMESPACE
} // namespace pn
HWY_AFTER_NAMESPACE();

#endif
