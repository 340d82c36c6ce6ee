#pragma once

#include "vulkan/device/functions.h"
#include "vulkan/device/instance.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace pn::vulkan {

struct MemoryBlock
{
    VkDeviceMemory handle = VK_NULL_HANDLE;
    VkDeviceSize size = 0;
    std::uint32_t type = 0;
    std::byte* mapped = nullptr; // null until it is mapped; it stays mapped
};

// Memory blocks of destroyed buffers, kept for new ones. A driver may take a millisecond to allocate a block and
// another to free it, and normalizing one cubemap makes a dozen buffers. The owner of the pool frees what is left.
class MemoryPool
{
public:
    explicit MemoryPool(VkDeviceSize mostBytes) : m_mostBytes(mostBytes) {}

    // Returns a block of that memory type that is large enough and not much larger than needed.
    std::optional<MemoryBlock> take(std::uint32_t type, VkDeviceSize size) noexcept;

    // Returns whether the block was kept. It is not kept when the pool already holds its maximum.
    bool give(const MemoryBlock& block) noexcept;

    std::optional<MemoryBlock> takeAny() noexcept;

private:
    VkDeviceSize m_mostBytes;
    std::array<MemoryBlock, 64> m_blocks{};
    std::size_t m_count = 0;
    VkDeviceSize m_bytes = 0;
};

struct Queue
{
    VkQueue handle = VK_NULL_HANDLE;
    std::uint32_t family = 0;
    std::uint32_t timestampBits = 0;
};

// Extensions and features beyond those of the library, for samples/lab. The device must support them.
struct DeviceExtras
{
    std::vector<const char*> extensions;
    const void* features = nullptr; // a pNext chain
};

// A logical device that the host owns, and the family of the queue that the host submits to.
struct HostDeviceHandles
{
    VkDevice device = VK_NULL_HANDLE;
    std::uint32_t queueFamily = 0;
};

// A logical device, ours or a host's. Objects made from it keep a reference to it, so they must be destroyed first.
class Device
{
public:
    Device(std::shared_ptr<Instance> instance, const PhysicalDevice& physical, const DeviceExtras& extras = {});
    // A host device. It is never destroyed, waited for or submitted to: it has a queue family, but no queue.
    Device(std::shared_ptr<Instance> instance, const PhysicalDevice& physical, const HostDeviceHandles& host);
    ~Device();
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    VkDevice handle() const { return m_handle; }
    const DeviceFunctions& fn() const { return m_functions; }
    const PhysicalDevice& physical() const { return m_physical; }
    const VkPhysicalDeviceLimits& limits() const { return m_physical.properties.limits; }
    const VkPhysicalDeviceMemoryProperties& memory() const { return m_memory; }

    const Queue& computeQueue() const { return m_compute; }

    // Copy engines beside the compute queue: one for texels on their way to the device, and another of its family for
    // results on their way back.
    const std::optional<Queue>& transferQueue() const { return m_transfer; }
    const std::optional<Queue>& readbackQueue() const { return m_readback; }

    // Lock it to submit: a queue takes one submission at a time.
    std::mutex& submitMutex() { return m_submitMutex; }

    // Call this when the device did not answer in time. It may still use its objects, so neither they nor the instance
    // are destroyed from then on.
    void abandon() { m_isAbandoned = true; }
    bool isAbandoned() const { return m_isAbandoned; }

    // Memory of destroyed buffers, kept for the next buffers. On a host device nothing is kept: it is freed at once.
    MemoryPool& memoryPool() { return m_memoryPool; }
    bool freeIdleMemory() noexcept; // returns whether there was any

    // What pipelines are compiled with; null without a cache. The cache belongs to the caller.
    VkPipelineCache pipelineCache() const { return m_pipelineCache; }
    void setPipelineCache(VkPipelineCache cache) { m_pipelineCache = cache; }

    // The memory of all buffers that exist.
    std::uint64_t bufferBytes() const { return m_bufferBytes; }
    void addBufferBytes(std::uint64_t bytes) { m_bufferBytes += bytes; }
    void removeBufferBytes(std::uint64_t bytes) { m_bufferBytes -= bytes; }

    bool sharesHostMemory() const
    {
        const VkPhysicalDeviceType type = m_physical.properties.deviceType;
        return type == VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU || type == VK_PHYSICAL_DEVICE_TYPE_CPU;
    }

private:
    void requireSupport() const;
    std::vector<VkQueueFamilyProperties> queueFamilies() const;
    void chooseQueues();

    std::shared_ptr<Instance> m_instance;
    PhysicalDevice m_physical;
    VkPhysicalDeviceMemoryProperties m_memory{};
    VkDevice m_handle = VK_NULL_HANDLE;
    DeviceFunctions m_functions;
    Queue m_compute;
    std::optional<Queue> m_transfer, m_readback;
    VkPipelineCache m_pipelineCache = VK_NULL_HANDLE;
    MemoryPool m_memoryPool;
    std::uint64_t m_bufferBytes = 0;
    bool m_isHostDevice = false;
    std::mutex m_submitMutex;
    std::atomic<bool> m_isAbandoned = false;
};

} // namespace pn::vulkan
