#pragma once

#include "bench/statistics.h"

#include "vulkan/device/commands.h"

#include <chrono>
#include <cstdint>
#include <functional>

namespace pn::bench {

inline constexpr std::chrono::milliseconds kTimeout{120'000}; // of commands that are waited for

// Runs commands and measures them by the device's own clock.
class Stopwatch
{
public:
    // Throws Error(PN_ERROR_UNSUPPORTED_DEVICE) where the device has no timestamps.
    explicit Stopwatch(vulkan::Device& device);

    // Once, untimed.
    void run(const std::function<void(VkCommandBuffer)>& record);

    // Once; returns seconds.
    double timeOnce(const std::function<void(VkCommandBuffer)>& record);

    // Some runs to warm up, then as many as asked for.
    Spread time(std::uint32_t runs, const std::function<void(VkCommandBuffer)>& record);

private:
    vulkan::Device& m_device;
    vulkan::Commands m_commands;
    vulkan::Timer m_timer;
};

} // namespace pn::bench
