// Divides mips that were made, for normalize.cpp. Compiled once for each instruction set.
#if defined(PN_CORE_NORMALIZE_MADE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PN_CORE_NORMALIZE_MADE_INL_H
#undef PN_CORE_NORMALIZE_MADE_INL_H
#else
#define PN_CORE_NORMALIZE_MADE_INL_H
#endif

#include "core/kernel/encode-inl.h"
#include "core/kernel/normalize_exact.h"
#include "core/kernel/policy-inl.h"
#include "core/kernel/spread-inl.h"

HWY_BEFORE_NAMESPACE();
namespace pn {
namespace HWY_NAMESPACE {
namespace {

#if HWY_TARGET != HWY_SCALAR

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
