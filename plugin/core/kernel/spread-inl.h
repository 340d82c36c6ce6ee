// Spreads the factors of a block of texels over their channels, for normalize.cpp. Compiled once for each instruction
// set.
#if defined(PN_CORE_SPREAD_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PN_CORE_SPREAD_INL_H
#undef PN_CORE_SPREAD_INL_H
#else
#define PN_CORE_SPREAD_INL_H
#endif

#include "core/kernel/normalize_exact.h"
#include "core/kernel/texel_loader-inl.h"

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

#endif // HWY_SCALAR

} // namespace
} // namespace HWY_NAMESPACE
} // namespace pn
HWY_AFTER_NAMESPACE();

#endif
