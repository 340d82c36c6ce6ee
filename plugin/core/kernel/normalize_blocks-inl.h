// Multiplies blocks of texels of every format by their factors, for normalize.cpp. Compiled once for each instruction
// set.
#if defined(PN_CORE_NORMALIZE_BLOCKS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PN_CORE_NORMALIZE_BLOCKS_INL_H
#undef PN_CORE_NORMALIZE_BLOCKS_INL_H
#else
#define PN_CORE_NORMALIZE_BLOCKS_INL_H
#endif

#include "core/kernel/encode-inl.h"

HWY_BEFORE_NAMESPACE();
namespace pn {
namespace HWY_NAMESPACE {
namespace {

#if HWY_TARGET != HWY_SCALAR

#if HWY_TARGET == HWY_AVX3
// R G B and any alpha of 16 texels by 8 shuffles; StoreInterleaved4 needs 16.
HWY_INLINE void interleave(VF red, VF green, VF blue, VF (&parts)[4])
{
    alignas(64) static constexpr std::uint32_t kRedGreen[16] = {0, 16, 0, 0, 1, 17, 1, 1, 2, 18, 2, 2, 3, 19, 3, 3};
    const VU first = hn::Load(U(), kRedGreen);
    for (std::uint32_t part = 0; part < 4; ++part)
    {
        const VU index = hn::Add(first, hn::Set(U(), 4 * part));
        const __m512 redGreen = _mm512_permutex2var_ps(red.raw, index.raw, green.raw);
        parts[part] = VF{_mm512_mask_permutexvar_ps(redGreen, 0x4444, index.raw, blue.raw)};
    }
}
#else
HWY_INLINE void interleave(VF red, VF green, VF blue, VF (&parts)[4])
{
    alignas(64) float mixed[4 * kMaxBlock];
    hn::StoreInterleaved4(red, green, blue, red, F(), mixed);
    for (std::uint32_t part = 0; part < 4; ++part)
        parts[part] = hn::Load(F(), mixed + part * PN_LANES);
}
#endif

HWY_INLINE void interleave(VF red, VF green, VF blue, VF (&parts)[3])
{
    alignas(64) float mixed[3 * kMaxBlock];
    hn::StoreInterleaved3(red, green, blue, F(), mixed);
    for (std::uint32_t part = 0; part < 3; ++part)
        parts[part] = hn::Load(F(), mixed + part * PN_LANES);
}

// Factors of a block of texels, spread over their channels, which lie one after the other as in memory.
template <std::uint32_t kChannels, bool kRgb>
class Spread
{
public:
    HWY_INLINE Spread()
    {
        alignas(64) std::int32_t index[kMaxBlock];
        for (std::uint32_t part = 0; part < kChannels; ++part)
        {
            for (std::uint32_t lane = 0; lane < PN_LANES; ++lane)
                index[lane] = std::int32_t((part * std::uint32_t(PN_LANES) + lane) / kChannels);
            m_indices[part] = hn::SetTableIndices(F(), index);
        }
    }

    // What alpha gets is not defined.
    HWY_INLINE void load(const ChannelFactors& factors, std::uint32_t x, VF (&parts)[kChannels]) const
    {
        const VF red = hn::LoadU(F(), factors[0] + x);
        if constexpr (kRgb)
            interleave(red, hn::LoadU(F(), factors[1] + x), hn::LoadU(F(), factors[2] + x), parts);
        else
            for (std::uint32_t part = 0; part < kChannels; ++part)
                parts[part] = hn::TableLookupLanes(red, m_indices[part]);
    }

private:
    using Indices = decltype(hn::SetTableIndices(F(), static_cast<const std::int32_t*>(nullptr)));
    Indices m_indices[kChannels];
};

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

// A mip that was made, as RGBA32F, into a format without alpha.
template <PnFormat kTarget>
class MadeBlock
{
public:
    explicit HWY_INLINE MadeBlock(const NormalizeRowsJob& job) : m_limits(job.policy) {}

    HWY_INLINE bool normalize(const std::byte* from, std::byte* to, const ChannelFactors& factors,
                              std::uint32_t x) const
    {
        VU texels[4];
        hn::LoadInterleaved4(U(), reinterpret_cast<const std::uint32_t*>(from), texels[0], texels[1], texels[2],
                             texels[3]);
        Range range = Range::none();
        Rgb rgb;
        for (std::uint32_t channel = 0; channel < 3; ++channel)
        {
            range.include(hn::And(texels[channel], hn::Set(U(), ~shared::kSignBit)));
            rgb.channel[channel] =
                hn::Mul(m_limits.apply(hn::BitCast(F(), texels[channel])), hn::LoadU(F(), factors[channel] + x));
        }
        if (HWY_UNLIKELY(!range.within(shared::kExactBits, shared::kLargestBits)))
            return false;
        storeTexels(rgb, reinterpret_cast<std::uint32_t*>(to));
        return true;
    }

private:
    static HWY_INLINE void storeTexels(const Rgb& rgb, std::uint32_t* words)
    {
        if constexpr (kTarget == PN_FORMAT_RGB32F)
            hn::StoreInterleaved3(rgb.channel[0], rgb.channel[1], rgb.channel[2], F(), reinterpret_cast<float*>(words));
        else if constexpr (kTarget == PN_FORMAT_RGB9E5)
            hn::StoreU(sharedExponent(zeroIfNegative(rgb)), U(), words);
        else
            hn::StoreU(packedFloats(zeroIfNegative(rgb)), U(), words);
    }

    Limits m_limits;
};

// The same into RGBA16F: the channels as they lie in memory.
class MadeHalves
{
public:
    explicit HWY_INLINE MadeHalves(const NormalizeRowsJob& job) : m_limits(Limits(job.policy).ofColours()) {}

    HWY_INLINE bool normalize(const std::byte* from, std::byte* to, const ChannelFactors& factors,
                              std::uint32_t x) const
    {
        const auto colour = hn::MaskFromVec(hn::BitCast(F(), hn::Load(U(), colourMask<std::uint32_t>())));
        VF texels[4];
        Range range = Range::none();
        for (std::uint32_t part = 0; part < 4; ++part)
        {
            texels[part] = hn::LoadU(F(), reinterpret_cast<const float*>(from) + part * PN_LANES);
            range.include(hn::And(hn::BitCast(U(), texels[part]), hn::Set(U(), ~shared::kSignBit)));
        }
        if (HWY_UNLIKELY(!range.within(shared::kExactBits, shared::kLargestBits)))
            return false;
        VF parts[4];
        m_spread.load(factors, x, parts);
        for (std::uint32_t part = 0; part < 4; ++part)
        {
            const VF value = m_limits.apply(texels[part]);
            hn::StoreU(halvesOf(hn::IfThenElse(colour, hn::Mul(value, parts[part]), value)), H(),
                       reinterpret_cast<std::uint16_t*>(to) + part * PN_LANES);
        }
        return true;
    }

private:
    Limits m_limits;
    Spread<4, true> m_spread;
};

#endif // HWY_SCALAR

} // namespace
} // namespace HWY_NAMESPACE
} // namespace pn
HWY_AFTER_NAMESPACE();

#endif
