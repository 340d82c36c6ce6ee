#pragma once

#include "vulkan/device/functions.h"

#include <cstdint>

namespace pn::unity {

// A command buffer of ours on the engine's device, submitted once, while the engine gives us access to its queue.
class OwnSubmission
{
public:
    OwnSubmission(const vulkan::DeviceFunctions& functions, VkDevice device, std::uint32_t queueFamily);
    ~OwnSubmission(); // the device must be done with it
    OwnSubmission(const OwnSubmission&) = delete;
    OwnSubmission& operator=(const OwnSubmission&) = delete;

    VkCommandBuffer begin();
    void end();
    void submit(VkQueue queue);

    bool isSubmitted() const { return m_isSubmitted; }
    bool isDone() const; // throws Error(PN_ERROR_DEVICE_LOST) when the device is

private:
    void create(std::uint32_t queueFamily);
    void destroy() noexcept;

    const vulkan::DeviceFunctions& m_functions;
    VkDevice m_device;
    VkCommandPool m_pool = VK_NULL_HANDLE;
    VkCommandBuffer m_commands = VK_NULL_HANDLE;
    VkFence m_fence = VK_NULL_HANDLE;
    bool m_isSubmitted = false;
};

} // namespace pn::unity
