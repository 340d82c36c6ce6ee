#pragma once

#include "lab/algorithms/operators.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace pn::lab {

// The ladder's counterpart on the CPU. words holds wordsOf(op) words per element; the result is bits, those of a single
// word the lower ones.
struct CpuRung
{
    std::string_view name;
    bool isThreaded = false;
    std::uint64_t (*reduce)(Operator op, std::span<const std::uint32_t> words, std::uint32_t threadCount);
};

// serial:     one accumulator, in order
// pairwise:   the tree of the butterfly kernel, and so its bits
// vectorized: 64 accumulators side by side, which the compiler keeps in vector registers
// threaded:   the same on all threads
std::span<const CpuRung> cpuRungs();

} // namespace pn::lab
