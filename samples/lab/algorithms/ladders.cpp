#include "lab/algorithms/ladders.h"

#include "lab/shaders/lab.h"

namespace pn::lab {
namespace {

constexpr Needs kShuffle{.shuffle = true}, kArithmetic{.arithmetic = true}, kBallot{.ballot = true};
constexpr Needs kChain{.shuffle = true, .ballot = true, .arithmetic = true};

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
    {"vectorized", 13, kArithmetic, 0, Ending::LastGroup},
    {"last_on_cpu", 14, {}, 0, Ending::Cpu},
};

constexpr Rung kScan[] = {
    {"hillis_steele", 1},   {"blelloch", 2}, {"subgroups", 3, kShuffle}, {"reduce_then_scan", 4, kShuffle},
    {"chained", 5, kChain},
};

constexpr Rung kSegmentedScan[] = {{"reduce_then_scan", 1, kShuffle}, {"chained", 2, kChain}};

constexpr Rung kHistogram[] = {{"global", 1}, {"blocks", 2}, {"copies", 3}, {"subgroups", 4, kBallot}};

constexpr Rung kCompact[] = {
    {"scan", 1, kShuffle}, {"ballot", 2, {.shuffle = true, .ballot = true}}, {"chained", 3, kChain}};

constexpr Rung kSegmentedSum[] = {{"lanes", 1}, {"groups", 2}, {"subgroups", 3, {.ballot = true, .arithmetic = true}}};

constexpr Rung kTranspose[] = {{"naive", 1}, {"tiled", 2}, {"padded", 3}, {"blocks", 4}};

constexpr std::span<const Rung> kLadders[] = {kReduce,  kScan,         kSegmentedScan, kHistogram,
                                              kCompact, kSegmentedSum, kTranspose};

} // namespace

std::span<const Rung> rungsOf(Algorithm algorithm)
{
    return kLadders[std::size_t(algorithm)];
}

} // namespace pn::lab
