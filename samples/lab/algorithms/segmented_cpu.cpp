// The twins of the segmented kernels.
#include "lab/algorithms/operators.h"
#include "lab/algorithms/segmented.h"

#include "lab/shaders/lab_segmented.h"

#include <algorithm>

namespace pn::lab {
namespace {

using namespace pn::shared;
using Word = std::uint32_t;
using Words = std::vector<Word>;

constexpr std::size_t kLongDistance = 64; // tiles; see segmented_carries.comp

struct Marked
{
    Word value; // since the last head
    bool hasHead;
};

class SegmentedTwin
{
public:
    explicit SegmentedTwin(Operator op) : m_operator(op) {}

    Word add(Word a, Word b) const { return combine(m_operator, a, b); }
    Marked add(Marked a, Marked b) const
    {
        return {b.hasHead ? b.value : add(a.value, b.value), a.hasHead || b.hasHead};
    }

    // The tree of the kernels segmented_groups and segmented_subgroups: lanes stride over the words, then halves are
    // combined.
    Word stridedSum(std::span<const Word> words, std::size_t laneCount) const
    {
        Words lanes(laneCount);
        for (std::size_t i = 0; i < words.size(); ++i)
            lanes[i % laneCount] = add(lanes[i % laneCount], words[i]);
        for (std::size_t stride = laneCount / 2; stride > 0; stride /= 2)
            for (std::size_t i = 0; i < stride; ++i)
                lanes[i] = add(lanes[i], lanes[i + stride]);
        return lanes[0];
    }

    Word serialSum(std::span<const Word> words) const
    {
        Word value = 0;
        for (const Word word : words)
            value = add(value, word);
        return value;
    }

    // One tile, scanned in place; returns what it comes to since its last head. isHead: of the tile's elements.
    Word scanTile(std::span<Word> words, const std::vector<bool>& isHead) const
    {
        constexpr std::size_t kRow = 4 * kLabRowVectors;
        Word before = 0;
        for (std::size_t row = 0; row < kLabTile; row += kRow)
            before = scanRow(
                words.subspan(row, kRow), [&](std::size_t i) { return bool(isHead[row + i]); }, before);
        return before;
    }

private:
    // Lanes after Sklansky, as in segmented_lanes.glsl.
    std::vector<Marked> lanesBefore(std::vector<Marked> own, Marked& total) const
    {
        std::vector<Marked> before(own.size(), Marked{});
        for (std::size_t width = 1; width < own.size(); width *= 2)
            for (std::size_t lane = 0; lane < own.size(); ++lane)
                if ((lane & width) != 0)
                {
                    const Marked left = own[(lane & ~(width - 1)) - 1];
                    before[lane] = add(left, before[lane]);
                    own[lane] = add(left, own[lane]);
                }
        total = own.back();
        return before;
    }

    template <typename IsHead>
    Word scanRow(std::span<Word> words, IsHead&& isHead, Word start) const
    {
        std::vector<Marked> own;
        for (std::size_t first = 0; first < words.size(); first += 4)
        {
            bool hasHead = isHead(first);
            for (std::size_t i = first + 1; i < first + 4; ++i)
            {
                words[i] = isHead(i) ? words[i] : add(words[i - 1], words[i]);
                hasHead = hasHead || isHead(i);
            }
            own.push_back({words[first + 3], hasHead});
        }
        Marked total{};
        const std::vector<Marked> before = lanesBefore(own, total);
        for (std::size_t first = 0; first < words.size(); first += 4)
        {
            const Marked& lane = before[first / 4];
            const Word laneStart = lane.hasHead ? lane.value : add(start, lane.value);
            for (std::size_t i = first; i < first + 4 && !isHead(i); ++i)
                words[i] = add(laneStart, words[i]);
        }
        return total.hasHead ? total.value : add(start, total.value);
    }

    Operator m_operator;
};

struct ScannedTiles
{
    Words words; // padded to whole tiles
    Words tails; // one per tile
};

ScannedTiles scanTiles(const SegmentedTwin& twin, std::span<const Word> words, const std::vector<bool>& isHead)
{
    ScannedTiles result;
    result.words.assign(words.begin(), words.end());
    result.words.resize((words.size() + kLabTile - 1) / kLabTile * kLabTile);
    for (std::size_t first = 0; first < words.size(); first += kLabTile)
    {
        std::vector<bool> heads(kLabTile);
        for (std::size_t i = first; i < std::min<std::size_t>(first + kLabTile, words.size()); ++i)
            heads[i - first] = isHead[i];
        result.tails.push_back(twin.scanTile(std::span(result.words).subspan(first, kLabTile), heads));
    }
    return result;
}

Words sumOfTiles(const SegmentedTwin& twin, std::span<const Word> words, std::span<const Word> offsets)
{
    std::vector<bool> isHead(words.size());
    for (const Word offset : offsets)
        if (offset < words.size())
            isHead[offset] = true;
    const ScannedTiles tiles = scanTiles(twin, words, isHead);
    Words sums(offsets.size() - 1);
    for (std::size_t s = 0; s < sums.size(); ++s)
    {
        if (offsets[s] == offsets[s + 1])
            continue;
        const std::size_t last = offsets[s + 1] - 1;
        sums[s] = tiles.words[last];
        const std::size_t firstTile = offsets[s] / kLabTile, lastTile = last / kLabTile;
        if (firstTile == lastTile)
            continue;
        const auto parts = std::span(tiles.tails).subspan(firstTile, lastTile - firstTile);
        const Word carry = parts.size() > kLongDistance ? twin.stridedSum(parts, kLabLanes) : [&] {
            Word value = parts[0];
            for (const Word part : parts.subspan(1))
                value = twin.add(value, part);
            return value;
        }();
        sums[s] = twin.add(carry, sums[s]);
    }
    return sums;
}

} // namespace

std::vector<std::uint32_t> segmentedSumOnCpu(const Rung& rung, Operator op, std::span<const std::uint32_t> words,
                                             std::span<const std::uint32_t> offsets)
{
    const SegmentedTwin twin(op);
    if (rung.name == "tiles")
        return sumOfTiles(twin, words, offsets);
    Words sums;
    for (std::size_t s = 0; s + 1 < offsets.size(); ++s)
    {
        const auto segment = words.subspan(offsets[s], offsets[s + 1] - offsets[s]);
        if (rung.name == "lanes")
            sums.push_back(twin.serialSum(segment));
        else
            sums.push_back(twin.stridedSum(segment, rung.name == "groups" ? kLabLanes : kLabSegmentLanes));
    }
    return sums;
}

} // namespace pn::lab
