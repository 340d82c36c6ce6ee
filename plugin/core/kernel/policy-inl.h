// The policy of texels for vectors of them. Compiled once for each instruction set.
#if defined(PN_CORE_POLICY_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PN_CORE_POLICY_INL_H
#undef PN_CORE_POLICY_INL_H
#else
#define PN_CORE_POLICY_INL_H
#endif

#include "core/kernel/texel_loader-inl.h"

#include <bit>

HWY_BEFORE_NAMESPACE();
namespace pn {
namespace HWY_NAMESPACE {
namespace {

// All bits set in every channel but alpha; the pattern repeats after 4.
template <typename Word>
const Word* colourMask()
{
    constexpr Word kOnes = Word(~Word{0});
    alignas(64) static constexpr Word kMask[2 * kMaxBlock] = {
        kOnes, kOnes, kOnes, 0, kOnes, kOnes, kOnes, 0, kOnes, kOnes, kOnes, 0, kOnes, kOnes, kOnes, 0,
        kOnes, kOnes, kOnes, 0, kOnes, kOnes, kOnes, 0, kOnes, kOnes, kOnes, 0, kOnes, kOnes, kOnes, 0};
    return kMask;
}

// The policy for finite values, of which the small ones are exact.
struct Limits
{
    VF least, most;

    HWY_INLINE Limits(VF theLeast, VF theMost) : least(theLeast), most(theMost) {}
    explicit HWY_INLINE Limits(const TexelPolicy& policy)
    {
        const std::uint32_t bits = std::min(policy.maximumBits, shared::kLargestBits);
        most = hn::Set(F(), std::bit_cast<float>(bits));
        least = policy.zeroNegative ? hn::Zero(F()) : hn::Neg(most);
    }

    // The sum makes zeros positive.
    HWY_INLINE VF apply(VF value) const { return hn::Add(hn::Max(hn::Min(value, most), least), hn::Zero(F())); }

    // The same for texels as they lie in memory: no limits for alpha.
    HWY_INLINE Limits ofColours() const
    {
        const VU colour = hn::Load(U(), colourMask<std::uint32_t>());
        const VF infinity = hn::BitCast(F(), hn::Set(U(), shared::kInfinityBits));
        const auto either = [&](VF limit, VF none) {
            return hn::BitCast(F(), hn::IfVecThenElse(colour, hn::BitCast(U(), limit), hn::BitCast(U(), none)));
        };
        return {either(least, hn::Neg(infinity)), either(most, infinity)};
    }
};

} // namespace
} // namespace HWY_NAMESPACE
} // namespace pn
HWY_AFTER_NAMESPACE();

#endif
