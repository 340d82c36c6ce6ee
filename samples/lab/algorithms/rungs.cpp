#include "lab/algorithms/rungs.h"

#include "lab/shaders/lab_reduce.h"

namespace pn::lab {
namespace {

// Kernels of these names.
constexpr Rung kRungs[] = {
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
    {"subgroup_add", 11, {.arithmetic = true}},
    {"butterfly", 12, {.shuffle = true}, shared::kLabButterflyElements},
    {"vectorized", 13, {.arithmetic = true, .memoryModel = true}, 0, Ending::LastGroup},
};

} // namespace

std::span<const Rung> allRungs()
{
    return kRungs;
}

const Rung* findRung(std::string_view name)
{
    for (const Rung& rung : kRungs)
        if (rung.name == name)
            return &rung;
    return nullptr;
}

} // namespace pn::lab
