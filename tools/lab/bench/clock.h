#pragma once

#include <chrono>

namespace pn::bench {

// Seconds on the wall that work takes.
template <typename Work>
double seconds(Work&& work)
{
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

} // namespace pn::bench
