#pragma once

#include "bench/stopwatch.h"

#include "probenorm/probenorm.h"
#include "vulkan/device/instance.h"
#include "vulkan/device/memory.h"

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

// The block, or one of random texels, doubled until the buffer is full.
void fillBuffer(vulkan::Device& device, Stopwatch& stopwatch, const vulkan::Buffer& buffer,
                std::span<const std::byte> block);
void fillBuffer(vulkan::Device& device, Stopwatch& stopwatch, const vulkan::Buffer& buffer, PnFormat format);

} // namespace pn::bench
