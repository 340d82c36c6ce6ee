#include "core/kernel/format.h"

#include "core/kernel/channel_tables.h"
#include "core/kernel/texel_bits.h"

namespace pn {

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
