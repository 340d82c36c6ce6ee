// Highway's foreach_target.h compiles this file once per instruction set, each time in another namespace
// (HWY_NAMESPACE).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernel/luminance.cpp"
#include "core/kernel/simd_config.h"

#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "core/kernel/luminance.h"

#include "core/kernel/texel_loader-inl.h"

// The operations of luminanceExact, for blocks of texels none of which is special.
HWY_BEFORE_NAMESPACE();
namespace pn {
namespace HWY_NAMESPACE {
namespace {

#if HWY_TARGET != HWY_SCALAR

inline constexpr std::size_t kBytesAhead = 4096; // the processor's own prefetcher stops at the end of a page

// LuminanceBins::of()
HWY_INLINE VU binsOf(VF luminance)
{
    const VU first = hn::Set(U(), LuminanceBins::kFirstBits), last = hn::Set(U(), LuminanceBins::kCount - 1);
    const VU bits = hn::Max(hn::BitCast(U(), luminance), first);
    return hn::Min(hn::ShiftRight<LuminanceBins::kShift>(hn::Sub(bits, first)), last);
}

template <PnFormat kFormat>
float luminanceBlocks(const LuminanceJob& job)
{
    const Limits limits(job.policy);
    const float* const table = job.face.format == PN_FORMAT_RGBA8_SRGB ? srgbTable().data() : unormTable().data();
    const VF red = hn::Set(F(), 0.2126f), green = hn::Set(F(), 0.7152f), blue = hn::Set(F(), 0.0722f);
    const std::uint32_t lanes = std::uint32_t(PN_LANES);
    const std::byte* from = job.face.texel(0, job.y);
    VF most = hn::Zero(F());
    float mostExact = 0.0f;
    std::uint32_t x = 0;
    const std::size_t blockBytes = lanes * formatBytes(kFormat);
    for (; x + lanes <= job.width; x += lanes, from += blockBytes)
    {
        for (std::size_t i = 0; i < blockBytes; i += kLineBytes)
            prefetchLine(from + kBytesAhead + i);
        Range range = Range::none();
        const Rgb rgb = Texels<kFormat>::template load<false>(from, table, range);
        if (HWY_UNLIKELY(!Texels<kFormat>::ordinary(range)))
        {
            mostExact = std::max(mostExact, luminanceExact(job, x, x + lanes));
            continue;
        }
        const VF r = limits.apply(rgb.channel[0]), g = limits.apply(rgb.channel[1]), b = limits.apply(rgb.channel[2]);
        const VF luminance = hn::Add(hn::Add(hn::Mul(r, red), hn::Mul(g, green)), hn::Mul(b, blue));
        most = hn::Max(most, luminance);
        if (job.luminances != nullptr)
            hn::StoreU(luminance, F(), job.luminances + x);
        if (job.bins != nullptr)
            hn::StoreU(binsOf(luminance), U(), job.bins + x);
        if (job.radiance != nullptr)
            hn::StoreInterleaved4(r, g, b, hn::Set(F(), 1.0f), F(), job.radiance + 4 * std::size_t{x});
    }
    return std::max({hn::GetLane(hn::MaxOfLanes(F(), most)), mostExact, luminanceExact(job, x, job.width)});
}

#endif

float luminanceOfFormat(const LuminanceJob& job)
{
#if HWY_TARGET == HWY_SCALAR
    return luminanceExact(job, 0, job.width);
#else
    switch (job.face.format)
    {
    case PN_FORMAT_RGBA32F: return luminanceBlocks<PN_FORMAT_RGBA32F>(job);
    case PN_FORMAT_RGB32F: return luminanceBlocks<PN_FORMAT_RGB32F>(job);
    case PN_FORMAT_RGBA16F: return luminanceBlocks<PN_FORMAT_RGBA16F>(job);
    case PN_FORMAT_RGB9E5: return luminanceBlocks<PN_FORMAT_RGB9E5>(job);
    case PN_FORMAT_R11G11B10F: return luminanceBlocks<PN_FORMAT_R11G11B10F>(job);
    default: return luminanceBlocks<PN_FORMAT_RGBA8>(job);
    }
#endif
}

} // namespace

float luminanceRow(const LuminanceJob& job)
{
    const float most = luminanceOfFormat(job);
    if (job.streamed != nullptr)
        streamBytes(reinterpret_cast<const std::byte*>(job.radiance), reinterpret_cast<std::byte*>(job.streamed),
                    std::size_t{job.width} * 4 * sizeof(float));
    return most;
}

} // namespace HWY_NAMESPACE
} // namespace pn
HWY_AFTER_NAMESPACE();
