#pragma once

#include "bench/statistics.h"

#include "core/parallel.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

// How fast the processor merely reads memory.
namespace pn::bench {

inline std::uint64_t sumWords(std::span<const std::byte> bytes)
{
    std::uint64_t sums[8] = {};
    for (std::size_t i = 0; i + 64 <= bytes.size(); i += 64)
        for (std::size_t k = 0; k < 8; ++k)
        {
            std::uint64_t word;
            std::memcpy(&word, &bytes[i + 8 * k], 8);
            sums[k] += word;
        }
    return sums[0] + sums[1] + sums[2] + sums[3] + sums[4] + sums[5] + sums[6] + sums[7];
}

// Reads all of the memory on so many threads and does next to nothing with it: the limit of what a projection can do.
inline std::uint64_t readAll(std::uint32_t threads, std::span<const std::byte> bytes)
{
    constexpr std::size_t kPartBytes = 1u << 20;
    std::atomic<std::uint64_t> sum = 0;
    parallelFor(threads, (bytes.size() + kPartBytes - 1) / kPartBytes, [&](std::uint32_t, std::size_t i) {
        const std::size_t at = i * kPartBytes;
        sum += sumWords(bytes.subspan(at, std::min(kPartBytes, bytes.size() - at)));
    });
    return sum;
}

// Bytes per second at which so many threads read this memory.
inline double cpuReadLimit(std::uint32_t threads, std::span<const std::byte> bytes, std::uint32_t runs)
{
    volatile std::uint64_t sink = 0; // so that nothing is optimized away
    return double(bytes.size()) / timeRuns(runs, [&] { sink = readAll(threads, bytes); }).median;
}

} // namespace pn::bench
