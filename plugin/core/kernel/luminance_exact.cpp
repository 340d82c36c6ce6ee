#include "core/kernel/luminance.h"

#include "core/kernel/texel_bits.h"

namespace pn {
namespace {

template <PnFormat kFormat>
float luminanceRun(const LuminanceJob& job, std::uint32_t xBegin, std::uint32_t xEnd)
{
    float most = 0.0f;
    for (std::uint32_t x = xBegin; x < xEnd; ++x)
    {
        const RgbBits bits = texel_bits::decodeTexel(kFormat, job.face.texel(x, job.y));
        TexelFlags flags;
        std::array<float, 4> rgb1{0.0f, 0.0f, 0.0f, 1.0f};
        for (std::size_t c = 0; c < 3; ++c)
            rgb1[c] = std::bit_cast<float>(texel_bits::applyPolicy(bits[c], job.policy, flags));
        const float luminance = luminanceOf({rgb1[0], rgb1[1], rgb1[2]});
        most = std::max(most, luminance);
        if (job.luminances != nullptr)
            job.luminances[x] = luminance;
        if (job.bins != nullptr)
            job.bins[x] = LuminanceBins::of(luminance);
        if (job.radiance != nullptr)
            std::copy(rgb1.begin(), rgb1.end(), job.radiance + 4 * std::size_t{x});
    }
    return most;
}

} // namespace

float luminanceExact(const LuminanceJob& job, std::uint32_t xBegin, std::uint32_t xEnd)
{
    switch (job.face.format)
    {
    case PN_FORMAT_RGBA32F: return luminanceRun<PN_FORMAT_RGBA32F>(job, xBegin, xEnd);
    case PN_FORMAT_RGB32F: return luminanceRun<PN_FORMAT_RGB32F>(job, xBegin, xEnd);
    case PN_FORMAT_RGBA16F: return luminanceRun<PN_FORMAT_RGBA16F>(job, xBegin, xEnd);
    case PN_FORMAT_RGB9E5: return luminanceRun<PN_FORMAT_RGB9E5>(job, xBegin, xEnd);
    case PN_FORMAT_R11G11B10F: return luminanceRun<PN_FORMAT_R11G11B10F>(job, xBegin, xEnd);
    case PN_FORMAT_RGBA8: return luminanceRun<PN_FORMAT_RGBA8>(job, xBegin, xEnd);
    default: return luminanceRun<PN_FORMAT_RGBA8_SRGB>(job, xBegin, xEnd);
    }
}

} // namespace pn
