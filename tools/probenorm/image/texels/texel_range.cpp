#include "image/texels/texel_range.h"

#include "image/files/cancel.h"
#include "image/files/parallel.h"
#include "image/texels/texel.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>
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

// The least and the largest of a row of floats as integers of the same order, in which -0 comes before 0 and NaNs are
// outermost. Integers, because a loop that compares floats is not vectorized.
struct OrderedRange
{
    std::int32_t min = std::numeric_limits<std::int32_t>::max();
    std::int32_t max = std::numeric_limits<std::int32_t>::min();
};

constexpr std::int32_t kInfinityBits = 0x7F800000;

OrderedRange orderedRangeOf(const float* values, std::size_t count)
{
    OrderedRange range;
    for (std::size_t i = 0; i < count; ++i)
    {
        const auto bits = std::bit_cast<std::int32_t>(values[i]);
        const std::int32_t ordered = bits ^ (bits >> 31 & 0x7FFFFFFF);
        range.min = std::min(range.min, ordered);
        range.max = std::max(range.max, ordered);
    }
    return range;
}

void addRow(const std::vector<Rgb>& row, TexelRange& range)
{
    const OrderedRange ordered = orderedRangeOf(&row.front().r, 3 * row.size());
    const bool isPlain = ordered.min >= 0 && ordered.max < kInfinityBits; // nothing to count
    if (!isPlain)
    {
        for (const Rgb& texel : row)
            addTexel(texel, range);
        return;
    }
    range.min = std::min(range.min, std::bit_cast<float>(ordered.min));
    range.max = std::max(range.max, std::bit_cast<float>(ordered.max));
}

constexpr std::uint64_t kTexelsWorthThreads = 1 << 18;

TexelRange emptyRange()
{
    TexelRange range;
    range.min = std::numeric_limits<float>::infinity();
    range.max = -range.min;
    return range;
}

TexelRange rangeOfRows(const Image& image, std::uint32_t begin, std::uint32_t end)
{
    TexelRange range = emptyRange();
    std::vector<Rgb> row(image.width);
    for (std::uint32_t y = begin; y < end; ++y)
    {
        throwIfCancelled();
        decodeRow(image.format, image.row(y), image.width, row.data());
        addRow(row, range);
    }
    return range;
}

} // namespace

TexelRange measureRange(const Image& image, unsigned threadCount)
{
    std::map<std::uint32_t, TexelRange> parts; // by their first row: of 0 and -0 the first one counts
    std::mutex mutex;
    const bool isSmall = std::uint64_t{image.width} * image.height < kTexelsWorthThreads;
    parallelRanges(image.height, isSmall ? 1 : threadCount, [&](std::uint32_t begin, std::uint32_t end) {
        const TexelRange part = rangeOfRows(image, begin, end);
        const std::lock_guard lock(mutex);
        parts.emplace(begin, part);
    });
    TexelRange range = emptyRange();
    for (const auto& [begin, part] : parts)
    {
        range.nonFinite += part.nonFinite;
        range.negative += part.negative;
        range.min = std::min(range.min, part.min);
        range.max = std::max(range.max, part.max);
    }
    if (range.min > range.max)
        range.min = range.max = 0.0f;
    return range;
}

} // namespace pn::image
