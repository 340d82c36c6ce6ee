#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace pn::bench {

struct Spread
{
    double median, fastest, slowest;
};

inline Spread spread(std::vector<double> times)
{
    std::sort(times.begin(), times.end());
    return {times[times.size() / 2], times.front(), times.back()};
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
