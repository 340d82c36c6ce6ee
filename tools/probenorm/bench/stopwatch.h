#pragma once

#include "bench/statistics.h"

#include "vulkan/device/commands.h"

#include <cstdint>
#include <functional>

namespace pn::bench {

// Runs commands and measures them by the device's own clock.
class Stopwatch
{
public:
    // Throws Error(PN_ERROR_UNSUPPORTED_DEVICE) where the device has no timestamps.
    explicit Stopwatch(vulkan::Device& device);

    // Once, untimed.
    void run(const std::function<void(VkCommandBuffer)>& record);

    // Some runs to warm up, then as many as asked for.
    Spread time(std::uint32_t runs, const std::function<void(VkCommandBuffer)>& record);

private:
    double seconds() const; // of the last run

    vulkan::Device& m_device;
    vulkan::Commands m_commands;
    vulkan::Timer m_timer;
};

} // namespace pn::bench
