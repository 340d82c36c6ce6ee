#pragma once

#include "bench/bench.h"
#include "bench/stopwatch.h"

#include "vulkan/device/compute_pipeline.h"
#include "vulkan/device/instance.h"

#include <span>

// What every measurement on a device begins with.
namespace pn::bench {

// Throws Error(PN_ERROR_UNSUPPORTED_DEVICE) where there is none of this index.
vulkan::PhysicalDevice findDevice(const vulkan::Instance& instance, std::uint32_t index);

// The bytes from the start of a range to the next possible start. No device asks for an alignment above 256.
constexpr std::uint64_t alignedRange(std::uint64_t bytes)
{
    return (bytes + 255) / 256 * 256;
}

// The bytes that a buffer needs besides those of its ranges, for the gaps between them.
inline constexpr std::uint64_t kRangeSlack = 1u << 20;

// It runs on the CPU, which has no memory to spare.
bool isSoftware(const vulkan::PhysicalDevice& physical);

// The bytes of texels to measure over.
std::uint64_t measuredBytes(const vulkan::PhysicalDevice& physical, const Settings& settings,
                            const DefaultBytes& defaults);

// As many probes as the case asks for, or as fit. Throws Error(PN_ERROR_INVALID_ARGUMENT) where these do not fit.
std::uint32_t probesThatFit(const ProbeCase& what, std::uint64_t most);

// What one bench on a device measures of all cases.
template <typename Bench>
Report reportOf(Bench&& bench, const std::vector<ProbeCase>& cases, const Settings& settings)
{
    return {.device = bench.physical().properties.deviceName,
            .driver = bench.physical().driver,
            .rows = measureCases(cases, settings, [&](const ProbeCase& what) { return bench.measure(what); })};
}

// The block, or one of random texels, doubled until the range or the buffer is full.
void fillBuffer(vulkan::Device& device, Stopwatch& stopwatch, const vulkan::BufferRange& range,
                std::span<const std::byte> block);
void fillBuffer(vulkan::Device& device, Stopwatch& stopwatch, const vulkan::Buffer& buffer, PnFormat format);

} // namespace pn::bench
