#include "core/kernel/format.h"

#include "core/kernel/channel_tables.h"
#include "core/kernel/texel_bits.h"

namespace pn {
std::uint32_t formatBytes(PnFormat format)
{
    switch (format)
    {
    case PN_FORMAT_RGBA32F: return 16;
    case PN_FORMAT_RGB32F: return 12;
    case PN_FORMAT_RGBA16F: return 8;
    case PN_FORMAT_RGB9E5:
    case PN_FORMAT_R11G11B10F:
    case PN_FORMAT_RGBA8:
    case PN_FORMAT_RGBA8_SRGB: return 4;
    default: return 0;
    }
}

const std::array<float, 256>& unormTable()
{
    return kUnormTable;
}

const std::array<float, 256>& srgbTable()
{
    return kSrgbTable;
}

RgbBits decodeTexel(PnFormat format, const std::byte* texel)
{
    return texel_bits::decodeTexel(format, texel);
}

std::uint32_t applyPolicy(std::uint32_t bits, const TexelPolicy& policy, TexelFlags& flags)
{
    return texel_bits::applyPolicy(bits, policy, flags);
}

} // namespace pn
