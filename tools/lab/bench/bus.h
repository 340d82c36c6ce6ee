#pragma once

#include "vulkan/device/commands.h"
#include "vulkan/device/memory.h"

#include <cstdint>
#include <memory>

namespace pn::bench {

// Copies from the host's memory to a device's, where nothing is computed: as fast as the bus between them allows.
class Bus
{
public:
    // Throws Error(PN_ERROR_UNSUPPORTED_DEVICE) where there is no such device.
    static std::unique_ptr<Bus> open(std::uint32_t deviceIndex);

    const vulkan::PhysicalDevice& physical() const { return m_device.physical(); }

    // Copies so many bytes from memory that was pinned and filled beforehand.
    void upload(std::uint64_t bytes);

private:
    Bus(const std::shared_ptr<vulkan::Instance>& instance, const vulkan::PhysicalDevice& physical);

    vulkan::Queue queue() const { return m_device.transferQueue().value_or(m_device.computeQueue()); }

    vulkan::Device m_device;
    vulkan::Buffer m_staging, m_target;
    vulkan::Commands m_commands;
};

} // namespace pn::bench
