#pragma once

#include "vulkan/device/device.h"

#include <chrono>

namespace pn::vulkan {

// A command buffer with its own pool. It is recorded again for every submission, and keeps the fence of the last one.
class Commands
{
public:
    Commands(Device& device, const Queue& queue);
    ~Commands(); // waits for the device
    Commands(const Commands&) = delete;
    Commands& operator=(const Commands&) = delete;

    // Waits until the last submission is done; throws Error(PN_ERROR_TIMEOUT) and abandons the device if that takes
    // longer.
    void wait(std::chrono::milliseconds timeout);

    VkCommandBuffer begin(); // the last submission must be done
    void submit(VkSemaphore waitFor = VK_NULL_HANDLE, VkSemaphore signal = VK_NULL_HANDLE);

private:
    void destroy() noexcept;

    Device& m_device;
    Queue m_queue;
    VkCommandPool m_pool = VK_NULL_HANDLE;
    VkCommandBuffer m_buffer = VK_NULL_HANDLE;
    VkFence m_fence = VK_NULL_HANDLE;
    bool m_isPending = false;
};

class Semaphore
{
public:
    explicit Semaphore(Device& device);
    ~Semaphore();
    Semaphore(const Semaphore&) = delete;
    Semaphore& operator=(const Semaphore&) = delete;

    VkSemaphore handle() const { return m_handle; }

private:
    Device& m_device;
    VkSemaphore m_handle = VK_NULL_HANDLE;
};

// Device time between the begin and the end of each pair of time stamps.
class Timer
{
public:
    Timer(Device& device, std::uint32_t pairCount);
    ~Timer();
    Timer(const Timer&) = delete;
    Timer& operator=(const Timer&) = delete;

    bool isSupported() const { return m_pool != VK_NULL_HANDLE; }
    void reset(VkCommandBuffer commands, std::uint32_t pair);
    void begin(VkCommandBuffer commands, std::uint32_t pair);
    void end(VkCommandBuffer commands, std::uint32_t pair);
    // Call it when the commands are done. Empty where the device has no time stamps, or where they cannot be read.
    std::optional<std::uint64_t> nanoseconds(std::uint32_t pair) const;

private:
    Device& m_device;
    VkQueryPool m_pool = VK_NULL_HANDLE;
};

struct Access
{
    VkPipelineStageFlags stage;
    VkAccessFlags access;
};

inline constexpr Access kTransferWrite{VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT};
inline constexpr Access kTransferRead{VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT};
inline constexpr Access kKernelWrite{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT};
inline constexpr Access kKernelRead{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT};
inline constexpr Access kKernelReadWrite{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                                         VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
inline constexpr Access kResultsRead{VK_PIPELINE_STAGE_TRANSFER_BIT | VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                                     VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_SHADER_READ_BIT};
inline constexpr Access kHostRead{VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT};

// A global memory barrier: writes before it are finished and visible to what follows.
void barrier(const Device& device, VkCommandBuffer commands, const Access& before, const Access& after);

} // namespace pn::vulkan
