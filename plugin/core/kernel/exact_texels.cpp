#include "core/kernel/exact_texels.h"

#include "core/kernel/encode.h"
#include "core/kernel/luminance.h"
#include "core/kernel/texel_bits.h"

#include <bit>
#include <cmath>

namespace pn {
namespace {

struct Position
{
    std::uint32_t x, y;
    bool counts; // the centre row and column of an odd face are loaded twice and counted once
};

Position sidePosition(const Shape& shape, std::uint32_t side, std::uint32_t column, std::uint32_t row)
{
    const bool isRight = side == kTopRight || side == kBottomRight;
    const bool isBottom = side == kBottomLeft || side == kBottomRight;
    return {isRight ? shape.right(column) : shape.left(column), isBottom ? shape.bottom(row) : shape.top(row),
            !(isRight && shape.isCentreColumn(column)) && !(isBottom && shape.isCentreRow(row))};
}

// A texel with the policy applied and its special values counted.
RgbBits decodeSpecial(const SegmentJob& job, const Position& p)
{
    TexelFlags flags;
    RgbBits bits = decodeTexel(job.face.format, job.face.texel(p.x, p.y));
    for (std::uint32_t& channel : bits)
        channel = applyPolicy(channel, job.policy, flags);
    if (p.counts && flags.any())
        job.counts.add(flags, job.faceFirst + p.y * job.geometry.shape.width + p.x);
    return bits;
}

template <PnFormat kFormat>
float luminanceRun(const LuminanceJob& job, std::uint32_t xBegin, std::uint32_t xEnd)
{
    float most = 0.0f;
    for (std::uint32_t x = xBegin; x < xEnd; ++x)
    {
        const RgbBits bits = decodeTexel(kFormat, job.face.texel(x, job.y));
        TexelFlags flags;
        std::array<float, 4> rgb1{0.0f, 0.0f, 0.0f, 1.0f};
        for (std::size_t c = 0; c < 3; ++c)
            rgb1[c] = std::bit_cast<float>(applyPolicy(bits[c], job.policy, flags));
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

// Alpha as float32; 1 where there is none.
std::uint32_t alphaBits(PnFormat format, const std::byte* texel)
{
    using texel_bits::read;
    switch (format)
    {
    case PN_FORMAT_RGBA32F: return read<std::uint32_t>(texel + 12);
    case PN_FORMAT_RGBA16F: return texel_bits::halfToFloatBits(read<std::uint16_t>(texel + 6));
    case PN_FORMAT_RGBA8:
    case PN_FORMAT_RGBA8_SRGB: // alpha is linear in both
        return std::bit_cast<std::uint32_t>(unormTable()[read<std::uint32_t>(texel) >> 24]);
    default: return 0x3f800000u;
    }
}

// What applyPolicy does to a channel when nothing is asked for.
std::uint32_t cleanAlpha(std::uint32_t bits)
{
    const std::uint32_t sign = bits & shared::kSignBit;
    std::uint32_t magnitude = bits & ~shared::kSignBit;
    if (magnitude > shared::kInfinityBits)
        return 0;
    if (magnitude > shared::kLargestBits)
        magnitude = shared::kReplacementBits;
    if (magnitude < shared::kExactBits)
    {
        const std::uint32_t exponent = magnitude >> 23;
        magnitude =
            exponent < shared::kLeastExponent ? 0 : magnitude & (~0u << ((shared::kExactBits >> 23) - exponent));
    }
    return magnitude == 0 ? 0 : sign | magnitude;
}

// The bits of alpha as the target keeps it.
inline std::uint32_t readAlpha(PnFormat format, PnFormat targetFormat, const std::byte* texel)
{
    if (format == PN_FORMAT_RGBA16F)
        return texel_bits::read<std::uint16_t>(texel + 6);
    const std::uint32_t word = alphaBits(format, texel);
    return targetFormat == PN_FORMAT_RGBA16F ? halfBits(word) : word;
}

template <PnFormat kFormat, PnFormat kTarget = normalizedFormat(kFormat)>
void normalizeRun(const NormalizeRowsJob& job, const TexelRun& run, const ChannelFactors& rowFactors, std::byte* to)
{
    const std::byte* from = job.source.texel(run.xBegin, run.y);
    const std::size_t fromBytes = formatBytes(kFormat), toBytes = formatBytes(kTarget);
    for (std::uint32_t x = run.xBegin; x < run.xEnd; ++x, from += fromBytes, to += toBytes)
    {
        RgbBits rgb = decodeTexel(kFormat, from);
        TexelFlags flags;
        for (std::size_t channel = 0; channel < 3; ++channel)
        {
            const float value = std::bit_cast<float>(applyPolicy(rgb[channel], job.policy, flags));
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

std::uint16_t halfLuminanceOf(const RgbBits& rgb)
{
    const auto channel = [&](std::size_t c) { return double(std::bit_cast<float>(rgb[c])); };
    const double luminance = 0.2126 * channel(0) + 0.7152 * channel(1) + 0.0722 * channel(2);
    if (std::isnan(luminance)) // also of infinities of both signs
        return 0;
    return std::uint16_t(halfBits(std::bit_cast<std::uint32_t>(float(luminance))));
}

} // namespace

void TexelCounts::add(const TexelFlags& flags, std::uint32_t index)
{
    nonFinite += flags.nonFinite;
    negative += flags.negative;
    clamped += flags.clamped;
    if (flags.nonFinite)
        firstBad = std::min(firstBad, index);
}

void TexelCounts::merge(const TexelCounts& other)
{
    nonFinite += other.nonFinite;
    negative += other.negative;
    clamped += other.clamped;
    firstBad = std::min(firstBad, other.firstBad);
}

void decodeSpecialQuad(const SegmentJob& job, const BlockPosition& at, TexelBlock& block)
{
    for (std::uint32_t side = 0; side < kSideCount; ++side)
        for (std::uint32_t lane = 0; lane < at.count; ++lane)
        {
            const RgbBits bits = decodeSpecial(job, sidePosition(job.geometry.shape, side, at.column + lane, at.row));
            for (std::uint32_t channel = 0; channel < 3; ++channel)
                block.values[side][channel][lane] = std::bit_cast<float>(bits[channel]);
        }
}

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

void readExact(const FaceTexels& face, const TexelPolicy& policy, const TexelRun& run, float* out)
{
    for (std::uint32_t x = run.xBegin; x < run.xEnd; ++x)
    {
        const std::byte* texel = face.texel(x, run.y);
        TexelFlags flags;
        RgbBits rgb = decodeTexel(face.format, texel);
        for (std::uint32_t& bits : rgb)
            bits = applyPolicy(bits, policy, flags);
        const std::array words{rgb[0], rgb[1], rgb[2], cleanAlpha(alphaBits(face.format, texel))};
        std::memcpy(out + 4 * std::size_t{x}, words.data(), sizeof(words));
    }
}

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

void packLuminance(const FaceTexels& face, std::uint32_t faceSize, std::uint16_t* halves)
{
    for (std::uint32_t y = 0; y < faceSize; ++y)
        for (std::uint32_t x = 0; x < faceSize; ++x)
            *halves++ = halfLuminanceOf(decodeTexel(face.format, face.texel(x, y)));
}

} // namespace pn
