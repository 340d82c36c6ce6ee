#pragma once

#include <algorithm>
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

} // namespace pn::bench
