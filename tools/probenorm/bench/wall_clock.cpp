#include "bench/wall_clock.h"

#include "core/parallel.h"

#include <algorithm>
#include <atomic>
#include <cstring>

namespace pn::bench {
namespace {

constexpr std::size_t kPartBytes = 1u << 20;

std::uint64_t sumWords(std::span<const std::byte> bytes)
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

} // namespace

double cpuReadLimit(std::uint32_t threads, std::span<const std::byte> bytes, std::uint32_t runs)
{
    std::atomic<std::uint64_t> sink = 0;
    const std::size_t parts = (bytes.size() + kPartBytes - 1) / kPartBytes;
    const Spread times = timeRuns(runs, [&] {
        parallelFor(threads, parts, [&](std::uint32_t, std::size_t i) {
            const std::size_t at = i * kPartBytes;
            sink += sumWords(bytes.subspan(at, std::min(kPartBytes, bytes.size() - at)));
        });
    });
    return double(bytes.size()) / times.median;
}

} // namespace pn::bench
