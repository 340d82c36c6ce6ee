#pragma once

#include "bench/statistics.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>

namespace pn::bench {

// One run of work to warm up, then as many as asked for, by the clock on the wall.
template <typename Work>
Spread timeRuns(std::uint32_t runs, Work&& work)
{
    std::vector<double> times;
    for (std::uint32_t run = 0; run < runs + 1; ++run)
    {
        const auto start = std::chrono::steady_clock::now();
        work();
        if (run > 0)
            times.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    return spread(times);
}

// Bytes a second at which so many threads read this memory and do next to nothing with it.
double cpuReadLimit(std::uint32_t threads, std::span<const std::byte> bytes, std::uint32_t runs);

} // namespace pn::bench
