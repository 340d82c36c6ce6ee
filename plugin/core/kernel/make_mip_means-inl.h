// Means of texels, several at a time, for make_mip.cpp. Compiled once for each instruction set.
#if defined(PN_CORE_MAKE_MIP_MEANS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PN_CORE_MAKE_MIP_MEANS_INL_H
#undef PN_CORE_MAKE_MIP_MEANS_INL_H
#else
#define PN_CORE_MAKE_MIP_MEANS_INL_H
#endif

#include "core/kernel/texel_loader-inl.h"

// Vectors of 128 bits hold one texel, and a compiler finds them by itself.
#undef PN_MEANS_OF_VECTORS
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
#define PN_MEANS_OF_VECTORS 1
#else
#define PN_MEANS_OF_VECTORS 0
#endif

HWY_BEFORE_NAMESPACE();
namespace pn {
namespace HWY_NAMESPACE {
namespace {

#if PN_MEANS_OF_VECTORS

inline constexpr std::uint32_t kTexelsPerVector = std::uint32_t(hn::MaxLanes(F())) / 4;

// R G B A of every second texel of a row, from the first and from the second.
struct TexelPairs
{
    VF first, second;
};

HWY_INLINE TexelPairs loadPairs(const float* texels)
{
    const VF low = hn::LoadU(F(), texels), high = hn::LoadU(F(), texels + PN_LANES);
#if HWY_TARGET == HWY_AVX3
    return {VF{_mm512_shuffle_f32x4(low.raw, high.raw, 0x88)}, VF{_mm512_shuffle_f32x4(low.raw, high.raw, 0xdd)}};
#else
    return {hn::ConcatLowerLower(F(), high, low), hn::ConcatUpperUpper(F(), high, low)};
#endif
}

// A weight for all channels of each texel of a vector. The order is reversed left of a face's middle.
HWY_INLINE VF loadWeights(const float* weights, bool isReversed)
{
#if HWY_TARGET == HWY_AVX3
    alignas(64) static constexpr std::uint32_t kTexels[2][16] = {{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3},
                                                                 {3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0}};
    const __m512i texels = hn::Load(U(), kTexels[isReversed]).raw;
    return VF{_mm512_permutexvar_ps(texels, _mm512_castps128_ps512(_mm_loadu_ps(weights)))};
#else
    const hn::Half<F> half;
    return hn::Combine(F(), hn::Set(half, weights[isReversed ? 0 : 1]), hn::Set(half, weights[isReversed ? 1 : 0]));
#endif
}

// The means of neighbours, 2 x 2 texels for each; weights: of the other three, of the columns that the means have.
HWY_INLINE VF meansOfFour(const float* top, const float* bottom, const float* const (&weights)[3], bool isReversed)
{
    const TexelPairs upper = loadPairs(top), lower = loadPairs(bottom);
    const VF others[3] = {upper.second, lower.first, lower.second};
    VF mean = upper.first;
    for (std::uint32_t i = 0; i < 3; ++i)
        mean = hn::Add(mean, hn::Mul(loadWeights(weights[i], isReversed), hn::Sub(others[i], upper.first)));
    return mean;
}

#endif // PN_MEANS_OF_VECTORS

} // namespace
} // namespace HWY_NAMESPACE
} // namespace pn
HWY_AFTER_NAMESPACE();

#endif
