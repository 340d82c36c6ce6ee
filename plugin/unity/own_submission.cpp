#include "unity/own_submission.h"

namespace pn::unity {

OwnSubmission::OwnSubmission(const vulkan::DeviceFunctions& functions, VkDevice device, std::uint32_t queueFamily)
    : m_functions(functions), m_device(device)
{
    try
    {
        create(queueFamily);
    }
    catch (...)
    {
        destroy();
        throw;
    }
}

OwnSubmission::~OwnSubmission()
{
    destroy();
}

void OwnSubmission::create(std::uint32_t queueFamily)
{
    auto pool = vulkan::vkStruct<VkCommandPoolCreateInfo>();
    pool.queueFamilyIndex = queueFamily;
    PN_VK_CREATE(m_pool, m_functions.vkCreateCommandPool, m_device, &pool, nullptr);
    auto buffer = vulkan::vkStruct<VkCommandBufferAllocateInfo>();
    buffer.commandPool = m_pool;
    buffer.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    buffer.commandBufferCount = 1;
    PN_VK_CREATE(m_commands, m_functions.vkAllocateCommandBuffers, m_device, &buffer);
    auto fence = vulkan::vkStruct<VkFenceCreateInfo>();
    PN_VK_CREATE(m_fence, m_functions.vkCreateFence, m_device, &fence, nullptr);
}

void OwnSubmission::destroy() noexcept
{
    m_functions.vkDestroyFence(m_device, m_fence, nullptr);
    m_functions.vkDestroyCommandPool(m_device, m_pool, nullptr);
}

VkCommandBuffer OwnSubmission::begin()
{
    auto info = vulkan::vkStruct<VkCommandBufferBeginInfo>();
    info.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    PN_VK(m_functions.vkBeginCommandBuffer(m_commands, &info));
    return m_commands;
}

void OwnSubmission::end()
{
    PN_VK(m_functions.vkEndCommandBuffer(m_commands));
}

void OwnSubmission::submit(VkQueue queue)
{
    auto info = vulkan::vkStruct<VkSubmitInfo>();
    info.commandBufferCount = 1;
    info.pCommandBuffers = &m_commands;
    PN_VK(m_functions.vkQueueSubmit(queue, 1, &info, m_fence));
    m_isSubmitted = true;
}

bool OwnSubmission::isDone() const
{
    if (!m_isSubmitted)
        return false;
    const VkResult result = m_functions.vkWaitForFences(m_device, 1, &m_fence, VK_TRUE, 0);
    vulkan::check(result, "vkWaitForFences");
    return result == VK_SUCCESS;
}

} // namespace pn::unity
