#include "image/texels/texel_range.h"

#include "image/files/cancel.h"
#include "image/files/parallel.h"
#include "image/texels/half_rows.h"
#include "image/texels/texel.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
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

constexpr std::size_t kHalfLanes = 8; // of two RGBA texels
constexpr std::int16_t kInfiniteHalf = 0x7C00;
// A vector type, because compilers keep arrays in memory.
using HalfLanes = std::int16_t __attribute__((vector_size(2 * kHalfLanes)));

// The last texel of a row, twice.
HalfLanes loadLast(const std::byte* texel)
{
    HalfLanes halves;
    std::memcpy(&halves, texel, sizeof(halves) / 2);
    for (std::size_t i = kHalfLanes / 2; i < kHalfLanes; ++i)
        halves[i] = halves[i - kHalfLanes / 2];
    return halves;
}

// The least and the largest half of the rows that addPlainHalves() has added.
using HalfLimits = std::array<std::int16_t, 2>;
constexpr HalfLimits kNoHalves = {kInfiniteHalf, 0};

// The range of a row of RGBA halves, as integers, which have the order of halves that are not negative. False where
// the row has something to count.
bool addPlainHalves(const std::byte* row, std::uint32_t width, HalfLimits& known, TexelRange& range)
{
    HalfLanes min = HalfLanes{} + kInfiniteHalf, max{};
    const auto add = [&](const HalfLanes& halves) {
        min = halves < min ? halves : min;
        max = halves > max ? halves : max;
    };
    for (std::uint32_t pair = 0; pair < width / 2; ++pair)
    {
        HalfLanes halves;
        std::memcpy(&halves, row + sizeof(halves) * pair, sizeof(halves));
        add(halves);
    }
    if (width % 2 != 0)
        add(loadLast(row + std::size_t{8} * (width - 1)));
    HalfLimits limits = kNoHalves;
    for (std::size_t i = 0; i < kHalfLanes; ++i)
        if (i % 4 != 3) // no alpha
            limits = {std::min<std::int16_t>(limits[0], min[i]), std::max<std::int16_t>(limits[1], max[i])};
    if (limits[0] < 0 || limits[1] >= kInfiniteHalf)
        return false;
    if (limits[0] >= known[0] && limits[1] <= known[1])
        return true;
    known = {std::min(limits[0], known[0]), std::max(limits[1], known[1])};
    std::array<float, 2> values{};
    halvesToFloats(reinterpret_cast<const std::byte*>(limits.data()), limits.size(), values.data());
    range.min = std::min(range.min, values[0]);
    range.max = std::max(range.max, values[1]);
    return true;
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
    HalfLimits known = kNoHalves;
    std::vector<Rgb> row(image.width);
    for (std::uint32_t y = begin; y < end; ++y)
    {
        throwIfCancelled();
        if (image.format == PN_FORMAT_RGBA16F && addPlainHalves(image.row(y), image.width, known, range))
            continue;
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
