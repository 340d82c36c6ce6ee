#include "core/kernel/make_mip_exact.h"

#include "core/kernel/texel_bits.h"

namespace pn {
namespace {

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

} // namespace

void readExact(const MakeMipJob& job, const TexelRun& run, float* out)
{
    for (std::uint32_t x = run.xBegin; x < run.xEnd; ++x)
    {
        const std::byte* texel = job.source.texel(x, run.y);
        TexelFlags flags;
        RgbBits rgb = texel_bits::decodeTexel(job.source.format, texel);
        for (std::uint32_t& bits : rgb)
            bits = texel_bits::applyPolicy(bits, job.policy, flags);
        const std::array words{rgb[0], rgb[1], rgb[2], cleanAlpha(alphaBits(job.source.format, texel))};
        std::memcpy(out + 4 * std::size_t{x}, words.data(), sizeof(words));
    }
}

} // namespace pn
