#pragma once

#include "vulkan/device/commands.h"
#include "vulkan/device/imported_memory.h"
#include "vulkan/device/memory.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>

namespace pn::bench {

// Copies from the host's memory to a device's, where nothing is computed: as fast as the bus between them allows.
class Bus
{
public:
    static constexpr std::uint32_t kImportThreads = 8; // that may import at a time

    // Throws Error(PN_ERROR_UNSUPPORTED_DEVICE) where there is no such device.
    static std::unique_ptr<Bus> open(std::uint32_t deviceIndex);

    const vulkan::PhysicalDevice& physical() const { return m_device.physical(); }

    // Copies so many bytes from memory that was pinned and filled beforehand.
    void upload(std::uint64_t bytes);

    // What the address and the size of an import must be a multiple of, or 0 where the caller's memory cannot be
    // imported (VK_EXT_external_memory_host); and its most bytes.
    std::uint64_t importAlignment() const { return m_device.importAlignment(); }
    std::uint64_t importBytes() const { return m_target.size() / kImportThreads; }

    // Imports pages of the caller's memory, copies them and gives them back. Several threads may call this at a time,
    // each with a number of its own below kImportThreads.
    void uploadImported(std::span<const std::byte> pages, std::uint32_t thread);

private:
    Bus(const std::shared_ptr<vulkan::Instance>& instance, const vulkan::PhysicalDevice& physical);

    vulkan::Queue queue() const { return m_device.transferQueue().value_or(m_device.computeQueue()); }

    vulkan::Device m_device;
    vulkan::Buffer m_staging, m_target;
    vulkan::Commands m_commands;
    std::mutex m_queueMutex; // a queue takes one submission at a time
};

} // namespace pn::bench
