#pragma once

#include "lab/bench/clock.h"
#include "lab/bench/read_limit.h"
#include "lab/bench/statistics.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pn::bench {

// One run of work to warm up, then as many as asked for, in wall-clock time.
template <typename Work>
Spread timeRuns(std::uint32_t runs, Work&& work)
{
    std::vector<double> times;
    for (std::uint32_t run = 0; run < runs + 1; ++run)
    {
        const double taken = seconds(work);
        if (run > 0)
            times.push_back(taken);
    }
    return spread(times);
}

// Bytes a second at which so many threads read this memory.
inline double cpuReadLimit(std::uint32_t threads, std::span<const std::byte> bytes, std::uint32_t runs)
{
    volatile std::uint64_t sink = 0; // so that nothing is optimized away
    return double(bytes.size()) / timeRuns(runs, [&] { sink = readAll(threads, bytes); }).median;
}

} // namespace pn::bench
