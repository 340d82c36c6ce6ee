#include "image/texel_range.h"

#include "image/texel.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace pn::image {

namespace {

void addTexel(const Rgb& texel, TexelRange& range)
{
    bool isFinite = true;
    bool isNegative = false;
    for (const float channel : {texel.r, texel.g, texel.b})
    {
        if (!std::isfinite(channel))
        {
            isFinite = false;
            continue;
        }
        isNegative = isNegative || channel < 0.0f;
        range.min = std::min(range.min, channel);
        range.max = std::max(range.max, channel);
    }
    range.nonFinite += isFinite ? 0 : 1;
    range.negative += isNegative ? 1 : 0;
}

} // namespace

TexelRange measureRange(const Image& image)
{
    TexelRange range;
    range.min = std::numeric_limits<float>::infinity();
    range.max = -range.min;
    std::vector<Rgb> row(image.width);
    for (std::uint32_t y = 0; y < image.height; ++y)
    {
        decodeRow(image.format, image.row(y), image.width, row.data());
        for (const Rgb& texel : row)
            addTexel(texel, range);
    }
    if (range.min > range.max)
        range.min = range.max = 0.0f;
    return range;
}

} // namespace pn::image
