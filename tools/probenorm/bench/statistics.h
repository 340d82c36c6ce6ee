#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <vector>

namespace pn::bench {

struct Spread
{
    double median = 0, fastest = 0, slowest = 0;
};

inline Spread spread(std::vector<double> times)
{
    std::sort(times.begin(), times.end());
    return {times[times.size() / 2], times.front(), times.back()};
}

// How many seconds work takes, wall-clock.
template <typename Work>
double wallSeconds(Work&& work)
{
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Some runs of work to warm up, then as many as asked for.
template <typename Work>
Spread timeRuns(std::uint32_t runs, Work&& work, std::uint32_t warmUps = 1)
{
    std::vector<double> times;
    for (std::uint32_t run = 0; run < warmUps + runs; ++run)
    {
        const double taken = wallSeconds(work);
        if (run >= warmUps)
            times.push_back(taken);
    }
    return spread(times);
}

// How fast something runs, and how fast the same memory is in the same run where nothing is computed.
struct Speed
{
    Spread seconds{};
    std::uint64_t bytes = 0; // that must be read and written
    double limit = 0;        // bytes per second of plain reads, copies or uploads; 0: there is none

    double bytesPerSecond() const { return double(bytes) / seconds.median; }
    double share() const { return bytesPerSecond() / limit; } // of the limit
};

} // namespace pn::bench
