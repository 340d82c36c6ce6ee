#include "api/normalize_items.h"

#include "api/views.h"

#include <algorithm>
#include <cmath>

namespace pn::api {
namespace {

// The light to divide by; rows beyond its bands are zero. No projection gives values above 2^68, and up to that limit
// no product overflows.
PnSh readDivisor(const PnSh* light)
{
    const PnSh sh = roundSh(readFiniteSh(light, "light"));
    for (const auto& rgb : sh.rgb)
        for (const float channel : rgb)
            require(std::abs(channel) <= 0x1p68f, "light must be at most 2^68");
    return sh;
}

void requireMips(const std::vector<ProbeView>& mips)
{
    for (std::size_t i = 1; i < mips.size(); ++i)
    {
        const Element mip{"mip", std::uint32_t(i), std::uint32_t(mips.size())};
        require(mips[i].format == mips[0].format, mip, ".format must be that of the first mip");
        require(mips[i].shape.width == std::max(1u, mips[i - 1].shape.width / 2), mip,
                ".faceSize must be half of the mip's before, at least 1");
    }
}

// Mips that are made have a shape and a format, and no texels yet.
void addMadeMips(NormalizeItem& item, std::uint32_t mipCount)
{
    item.madeMips = mipCount - item.mips.size();
    while (item.mips.size() < mipCount)
    {
        const ProbeView& last = item.mips.back();
        require(last.shape.width >= 2, "mipCount must end with the mip of one texel where mips are made");
        item.mips.push_back({Shape::cubemap(last.shape.width / 2), last.format, 0, {}});
    }
}

} // namespace

NormalizeItem readItem(const PnNormalizeItem& from, const PnProjectOptions& options)
{
    const std::uint32_t mipCount = from.mipCount;
    require(mipCount >= 1 && mipCount <= 15, "mipCount must be in 1..15");
    require(from.givenMipCount <= mipCount, "givenMipCount must be at most mipCount");
    require(from.reserved == 0, "reserved must be 0");
    NormalizeItem item;
    item.mips = readViews(from.mips, from.givenMipCount != 0 ? from.givenMipCount : mipCount, "mip");
    requireMips(item.mips);
    addMadeMips(item, mipCount);
    if (from.light != nullptr)
        item.light = readDivisor(from.light);
    require(from.light == nullptr || options.badTexels == PN_BAD_TEXEL_REPLACE,
            "options.badTexels must be PN_BAD_TEXEL_REPLACE where the light is given, since nothing is counted");
    item.targets = readTargets(from.targets, item.mips);
    return item;
}

NormalizeItem readItem(const PnNormalizeItem& item, const Element& subject, const PnProjectOptions& options)
try
{
    return readItem(item, options);
}
catch (const Error& e)
{
    throw Error(e.result(), joined(subject, ".", e.what()));
}

} // namespace pn::api
