#include "lab/algorithms/rungs.h"

#include "lab/shaders/lab_reduce.h"

namespace pn::lab {
namespace {

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

// lanes, groups, subgroups: one of these per segment
constexpr Rung kSegmented[] = {
    {"lanes", 1},
    {"groups", 2},
    {"subgroups", 3, kShuffle},
};

// naive: straight to their places; tiled: through shared memory; padded: without conflicts of its banks; blocks:
// through registers; bound: as blocks, but each block of 4 x 4 words of a whole tile stays at its place in the tile
constexpr Rung kTranspose[] = {
    {"naive", 1}, {"tiled", 2}, {"padded", 3}, {"blocks", 4}, {"bound", 0},
};

constexpr std::span<const Rung> kLadders[] = {kReduce, kScan, kHistogram, kCompact, kSegmented, kTranspose};

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

} // namespace pn::lab
