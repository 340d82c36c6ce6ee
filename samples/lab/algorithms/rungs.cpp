#include "lab/algorithms/rungs.h"

#include "lab/shaders/lab_reduce.h"

#include <algorithm>
#include <bit>

namespace pn::lab {
namespace {

// As many lanes as the largest GPU tried runs at once: each more is a partial more, and a group's share of the tail.
// Over a gigabyte that no longer shows, and groups that take turns hide each other's ends. On smaller devices some
// wait, which costs next to nothing.
constexpr std::uint32_t kStridingLanes = 132 * 2048;
constexpr std::uint32_t kManyElements = 1u << 28, kManyElementsLanes = 8 * kStridingLanes;
constexpr std::uint32_t kLeastStridedElements = 16; // of a lane, before another group is worth its partial

constexpr Needs kShuffle{.shuffle = true}, kArithmetic{.arithmetic = true};
constexpr Needs kBallots{.shuffle = true, .ballot = true};
constexpr Needs kChain{.shuffle = true, .ballot = true, .arithmetic = true, .memoryModel = true};

// Kernels of these names.
constexpr Rung kReduce[] = {
    {"interleaved_modulo", 1, {}, 1},
    {"interleaved_strided", 2, {}, 1},
    {"sequential", 3, {}, 1},
    {"first_add", 4, {}, 2},
    {"last_subgroup", 5, {.basic = true}, 2},
    {"unrolled", 6, {.basic = true}, 2},
    {"multiple_adds", 7},
    {"atomic", 8, {}, 0, Ending::Atomic},
    {"recursive", 9, {}, shared::kLabRecursiveElements},
    {"shuffle_down", 10, {.shuffleRelative = true}},
    {"subgroup_add", 11, kArithmetic},
    {"butterfly", 12, kShuffle, shared::kLabButterflyElements},
    {"vectorized", 13, {.arithmetic = true, .memoryModel = true}, 0, Ending::LastGroup},
};

// hillis_steele, blelloch, subgroups: each tile by itself, its sums by recursion, then added to the tile
// reduce_then_scan: chunks of tiles are reduced, their sums scanned, then chunks scanned after them
// chained: a single pass (samples/lab/shaders/chain.glsl)
constexpr Rung kScan[] = {
    {"hillis_steele", 1},   {"blelloch", 2}, {"subgroups", 3, kShuffle}, {"reduce_then_scan", 4, kShuffle},
    {"chained", 5, kChain},
};

// global: atomics on global memory; shared: bins of each group; copies: several of them per group; subgroups: and one
// addition for a subgroup whose elements share a bin
constexpr Rung kHistogram[] = {
    {"global", 1},
    {"shared", 2},
    {"copies", 3},
    {"subgroups", 4, {.ballot = true}},
};

// scan: flags, their scan, and a pass that moves; ballot: counts per tile, their scan, and a pass that moves; packed:
// chunks are packed in scratch memory as they are read, and moved; chained: a single pass; bound: reads and counts
// alone, and leaves the number of kept elements of each tile
constexpr Rung kCompact[] = {
    {"scan", 1, kShuffle},  {"ballot", 2, kBallots},   {"packed", 3, kBallots},
    {"chained", 4, kChain}, {"bound", 0, kArithmetic},
};

// lanes, groups, subgroups: one of these per segment; tiles: equal tiles of elements, and the parts of segments that
// several of them hold added afterwards
constexpr Rung kSegmented[] = {
    {"lanes", 1},
    {"groups", 2},
    {"subgroups", 3, kShuffle},
    {"tiles", 4, kShuffle},
};

// naive: straight to their places; tiled: through shared memory; padded: without conflicts of its banks; blocks:
// through registers; bound: as blocks, but each block of 4 x 4 words of a whole tile stays at its place in the tile
constexpr Rung kTranspose[] = {
    {"naive", 1}, {"tiled", 2}, {"padded", 3}, {"blocks", 4}, {"bound", 0},
};

constexpr std::span<const Rung> kLadders[] = {kReduce, kScan, kHistogram, kCompact, kSegmented, kTranspose};

// Elements over elements of a group, rounded up. A power of two is shifted by: no rounded logarithm, and no division,
// decides how many passes there are.
std::uint32_t groupsOf(std::uint32_t count, std::uint32_t groupElements)
{
    const int shift = std::bit_width(groupElements) - 1;
    return count == 0 ? 1 : ((count - 1) >> shift) + 1;
}

} // namespace

std::span<const Rung> rungsOf(Algorithm algorithm)
{
    return kLadders[std::size_t(algorithm)];
}

const Rung* findRung(Algorithm algorithm, std::string_view name)
{
    for (const Rung& rung : rungsOf(algorithm))
        if (rung.name == name)
            return &rung;
    return nullptr;
}

std::vector<Pass> planPasses(const Rung& rung, std::uint32_t count, std::uint32_t groupSize)
{
    const bool strides = rung.laneElements == 0;
    const std::uint32_t groupElements = groupSize * (strides ? kLeastStridedElements : rung.laneElements);
    std::vector<Pass> passes;
    do
    {
        const std::uint32_t groups = groupsOf(count, groupElements);
        const std::uint32_t lanes = count < kManyElements ? kStridingLanes : kManyElementsLanes;
        passes.push_back({count, strides ? std::min(groups, lanes / groupSize) : groups});
        count = passes.back().groupCount;
    } while (count > 1 && !rung.isOneDispatch());
    return passes;
}

} // namespace pn::lab
