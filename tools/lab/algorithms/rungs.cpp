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

constexpr Rung kRungs[] = {
    {"interleaved_modulo", 1, 1},
    {"interleaved_strided", 2, 1},
    {"sequential", 3, 1},
    {"first_add", 4, 2},
    {"last_subgroup", 5, 2, Subgroups::Basic},
    {"unrolled", 6, 2, Subgroups::Basic},
    {"multiple_adds", 7, 0},
    {"atomic", 8, 0, Subgroups::None, Ending::Atomic},
    {"recursive", 9, shared::kLabRecursiveElements},
    {"shuffle_down", 10, 0, Subgroups::ShuffleRelative},
    {"subgroup_add", 11, 0, Subgroups::Arithmetic},
    {"butterfly", 12, shared::kLabButterflyElements, Subgroups::Shuffle},
    {"vectorized", 13, 0, Subgroups::Arithmetic, Ending::LastGroup},
};

// Elements over elements of a group, rounded up. A power of two is shifted by: no rounded logarithm, and no division,
// decides how many passes there are.
std::uint32_t groupsOf(std::uint32_t count, std::uint32_t groupElements)
{
    const int shift = std::bit_width(groupElements) - 1;
    return count == 0 ? 1 : ((count - 1) >> shift) + 1;
}

} // namespace

std::span<const Rung> rungs()
{
    return kRungs;
}

const Rung* findRung(std::string_view name)
{
    const auto found =
        std::find_if(std::begin(kRungs), std::end(kRungs), [&](const Rung& r) { return r.name == name; });
    return found == std::end(kRungs) ? nullptr : found;
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
