#include "core/kernel/normalize_exact.h"

#include "core/kernel/texel_bits.h"

namespace pn {
namespace {

// The bits of alpha as the target keeps it.
inline std::uint32_t readAlpha(PnFormat format, PnFormat targetFormat, const std::byte* texel)
{
    std::uint32_t word = 0;
    switch (format)
    {
    case PN_FORMAT_RGBA32F:
        std::memcpy(&word, texel + 12, 4);
        return targetFormat == PN_FORMAT_RGBA16F ? halfBits(word) : word;
    case PN_FORMAT_RGBA16F: std::memcpy(&word, texel + 4, 4); return word >> 16;
    case PN_FORMAT_RGBA8:
    case PN_FORMAT_RGBA8_SRGB: // alpha is linear in both
        std::memcpy(&word, texel, 4);
        return halfBits(std::bit_cast<std::uint32_t>(unormTable()[word >> 24]));
    default: return 0;
    }
}

template <PnFormat kFormat, PnFormat kTarget = normalizedFormat(kFormat)>
void normalizeRun(const NormalizeRowsJob& job, const TexelRun& run, const ChannelFactors& rowFactors, std::byte* to)
{
    const std::byte* from = job.source.texel(run.xBegin, run.y);
    const std::size_t fromBytes = formatBytes(kFormat), toBytes = formatBytes(kTarget);
    for (std::uint32_t x = run.xBegin; x < run.xEnd; ++x, from += fromBytes, to += toBytes)
    {
        RgbBits rgb = texel_bits::decodeTexel(kFormat, from);
        TexelFlags flags;
        for (std::size_t channel = 0; channel < 3; ++channel)
        {
            const float value = std::bit_cast<float>(texel_bits::applyPolicy(rgb[channel], job.policy, flags));
            rgb[channel] = std::bit_cast<std::uint32_t>(value * rowFactors[channel][x]);
        }
        encodeTexel(kTarget, rgb, readAlpha(kFormat, kTarget, from), to);
    }
}

// A mip that was made, into the format of the cubemap that it is of.
void normalizeMade(const NormalizeRowsJob& job, const TexelRun& run, const ChannelFactors& rowFactors, std::byte* to)
{
    switch (job.target.format)
    {
    case PN_FORMAT_RGB32F: return normalizeRun<PN_FORMAT_RGBA32F, PN_FORMAT_RGB32F>(job, run, rowFactors, to);
    case PN_FORMAT_RGBA16F: return normalizeRun<PN_FORMAT_RGBA32F, PN_FORMAT_RGBA16F>(job, run, rowFactors, to);
    case PN_FORMAT_RGB9E5: return normalizeRun<PN_FORMAT_RGBA32F, PN_FORMAT_RGB9E5>(job, run, rowFactors, to);
    case PN_FORMAT_R11G11B10F: return normalizeRun<PN_FORMAT_RGBA32F, PN_FORMAT_R11G11B10F>(job, run, rowFactors, to);
    default: return normalizeRun<PN_FORMAT_RGBA32F>(job, run, rowFactors, to);
    }
}

} // namespace

// The multiplication is that of normalize.comp.
void normalizeExact(const NormalizeRowsJob& job, const TexelRun& run, const ChannelFactors& rowFactors, std::byte* to)
{
    switch (job.source.format)
    {
    case PN_FORMAT_RGBA32F: return normalizeMade(job, run, rowFactors, to);
    case PN_FORMAT_RGB32F: return normalizeRun<PN_FORMAT_RGB32F>(job, run, rowFactors, to);
    case PN_FORMAT_RGBA16F: return normalizeRun<PN_FORMAT_RGBA16F>(job, run, rowFactors, to);
    case PN_FORMAT_RGB9E5: return normalizeRun<PN_FORMAT_RGB9E5>(job, run, rowFactors, to);
    case PN_FORMAT_R11G11B10F: return normalizeRun<PN_FORMAT_R11G11B10F>(job, run, rowFactors, to);
    case PN_FORMAT_RGBA8: return normalizeRun<PN_FORMAT_RGBA8>(job, run, rowFactors, to);
    default: return normalizeRun<PN_FORMAT_RGBA8_SRGB>(job, run, rowFactors, to);
    }
}

} // namespace pn
