#include "vulkan/device/commands.h"

#include "core/error.h"

#include <array>
#include <cmath>

namespace pn::vulkan {
namespace {

constexpr std::uint64_t kLastWaitNanoseconds = 120'000'000'000;

} // namespace

Commands::Commands(Device& device, const Queue& queue) : m_device(device), m_queue(queue)
{
    auto poolInfo = vkStruct<VkCommandPoolCreateInfo>();
    poolInfo.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
    poolInfo.queueFamilyIndex = queue.family;
    auto fenceInfo = vkStruct<VkFenceCreateInfo>();
    try
    {
        PN_VK_CREATE(m_pool, device.fn().vkCreateCommandPool, device.handle(), &poolInfo, nullptr);
        auto info = vkStruct<VkCommandBufferAllocateInfo>();
        info.commandPool = m_pool;
        info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
        info.commandBufferCount = 1;
        PN_VK_CREATE(m_buffer, device.fn().vkAllocateCommandBuffers, device.handle(), &info);
        PN_VK_CREATE(m_fence, device.fn().vkCreateFence, device.handle(), &fenceInfo, nullptr);
    }
    catch (...)
    {
        destroy();
        throw;
    }
}

Commands::~Commands()
{
    // Abandoned work gets the same timeout as any other, so that a hung device cannot hang the process.
    if (m_isPending && !m_device.isAbandoned() &&
        m_device.fn().vkWaitForFences(m_device.handle(), 1, &m_fence, VK_TRUE, kLastWaitNanoseconds) == VK_TIMEOUT)
        m_device.abandon();
    destroy();
}

void Commands::destroy() noexcept
{
    if (m_device.isAbandoned())
        return;
    m_device.fn().vkDestroyFence(m_device.handle(), m_fence, nullptr);
    m_device.fn().vkDestroyCommandPool(m_device.handle(), m_pool, nullptr);
}

void Commands::wait(std::chrono::milliseconds timeout)
{
    if (!m_isPending)
        return;
    const auto nanoseconds = std::chrono::nanoseconds(timeout).count();
    const VkResult result =
        m_device.fn().vkWaitForFences(m_device.handle(), 1, &m_fence, VK_TRUE, std::uint64_t(nanoseconds));
    if (result == VK_TIMEOUT)
    {
        m_device.abandon();
        throw Error(PN_ERROR_TIMEOUT, "the device did not finish within " + std::to_string(timeout.count()) + " ms");
    }
    m_isPending =
        result != VK_SUCCESS && result != VK_ERROR_DEVICE_LOST; // after any other error the work may still be running
    check(result, "vkWaitForFences(");
}

VkCommandBuffer Commands::begin()
{
    auto info = vkStruct<VkCommandBufferBeginInfo>();
    info.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    PN_VK(m_device.fn().vkBeginCommandBuffer(m_buffer, &info));
    return m_buffer;
}

void Commands::submit(VkSemaphore waitFor, VkSemaphore signal)
{
    PN_VK(m_device.fn().vkEndCommandBuffer(m_buffer));
    PN_VK(m_device.fn().vkResetFences(m_device.handle(), 1, &m_fence));
    constexpr VkPipelineStageFlags kStage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    auto info = vkStruct<VkSubmitInfo>();
    info.waitSemaphoreCount = waitFor != VK_NULL_HANDLE ? 1 : 0;
    info.pWaitSemaphores = &waitFor;
    info.pWaitDstStageMask = &kStage;
    info.commandBufferCount = 1;
    info.pCommandBuffers = &m_buffer;
    info.signalSemaphoreCount = signal != VK_NULL_HANDLE ? 1 : 0;
    info.pSignalSemaphores = &signal;
    {
        const std::lock_guard lock(m_device.submitMutex());
        PN_VK(m_device.fn().vkQueueSubmit(m_queue.handle, 1, &info, m_fence));
    }
    m_isPending = true;
}

Semaphore::Semaphore(Device& device) : m_device(device)
{
    auto info = vkStruct<VkSemaphoreCreateInfo>();
    PN_VK_CREATE(m_handle, device.fn().vkCreateSemaphore, device.handle(), &info, nullptr);
}

Semaphore::~Semaphore()
{
    if (!m_device.isAbandoned())
        m_device.fn().vkDestroySemaphore(m_device.handle(), m_handle, nullptr);
}

Timer::Timer(Device& device, std::uint32_t pairCount) : m_device(device)
{
    if (device.computeQueue().timestampBits == 0)
        return;
    auto info = vkStruct<VkQueryPoolCreateInfo>();
    info.queryType = VK_QUERY_TYPE_TIMESTAMP;
    info.queryCount = pairCount * 2;
    PN_VK_CREATE(m_pool, device.fn().vkCreateQueryPool, device.handle(), &info, nullptr);
}

Timer::~Timer()
{
    if (!m_device.isAbandoned())
        m_device.fn().vkDestroyQueryPool(m_device.handle(), m_pool, nullptr);
}

void Timer::reset(VkCommandBuffer commands, std::uint32_t pair)
{
    if (isSupported())
        m_device.fn().vkCmdResetQueryPool(commands, m_pool, 2 * pair, 2);
}

void Timer::begin(VkCommandBuffer commands, std::uint32_t pair)
{
    if (isSupported())
        m_device.fn().vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, m_pool, 2 * pair);
}

void Timer::end(VkCommandBuffer commands, std::uint32_t pair)
{
    if (isSupported())
        m_device.fn().vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, m_pool, 2 * pair + 1);
}

std::optional<std::uint64_t> Timer::nanoseconds(std::uint32_t pair) const
{
    if (!isSupported())
        return std::nullopt;
    std::array<std::uint64_t, 2> ticks{};
    if (m_device.fn().vkGetQueryPoolResults(m_device.handle(), m_pool, 2 * pair, 2, sizeof(ticks), ticks.data(),
                                            sizeof(std::uint64_t), VK_QUERY_RESULT_64_BIT) != VK_SUCCESS)
        return std::nullopt;
    const std::uint32_t bits = m_device.computeQueue().timestampBits;
    const std::uint64_t mask = bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    const double period = double(m_device.limits().timestampPeriod);
    return std::uint64_t(std::llround(double((ticks[1] - ticks[0]) & mask) * period));
}

void barrier(const Device& device, VkCommandBuffer commands, const Access& before, const Access& after)
{
    auto memory = vkStruct<VkMemoryBarrier>();
    memory.srcAccessMask = before.access;
    memory.dstAccessMask = after.access;
    device.fn().vkCmdPipelineBarrier(commands, before.stage, after.stage, 0, 1, &memory, 0, nullptr, 0, nullptr);
}

} // namespace pn::vulkan
