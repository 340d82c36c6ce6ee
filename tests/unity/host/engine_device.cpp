#include "engine_device.h"

#include "vulkan/device/structs.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <string_view>

namespace pn::testing {
namespace {

constexpr HostImageState kCopyTarget{VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_PIPELINE_STAGE_TRANSFER_BIT,
                                     VK_ACCESS_TRANSFER_WRITE_BIT};
constexpr HostImageState kCopySource{VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, VK_PIPELINE_STAGE_TRANSFER_BIT,
                                     VK_ACCESS_TRANSFER_READ_BIT};

std::atomic<int> liveCount = 0;

VkResult VKAPI_CALL allocateMemory(VkDevice device, const VkMemoryAllocateInfo* info,
                                   const VkAllocationCallbacks* callbacks, VkDeviceMemory* memory)
{
    const VkResult result = vkAllocateMemory(device, info, callbacks, memory);
    liveCount += result == VK_SUCCESS ? 1 : 0;
    return result;
}

void VKAPI_CALL freeMemory(VkDevice device, VkDeviceMemory memory, const VkAllocationCallbacks* callbacks)
{
    vkFreeMemory(device, memory, callbacks);
    liveCount -= memory != VK_NULL_HANDLE ? 1 : 0;
}

PFN_vkVoidFunction VKAPI_CALL getDeviceProcAddr(VkDevice device, const char* name)
{
    if (std::string_view(name) == "vkAllocateMemory")
        return reinterpret_cast<PFN_vkVoidFunction>(&allocateMemory);
    if (std::string_view(name) == "vkFreeMemory")
        return reinterpret_cast<PFN_vkVoidFunction>(&freeMemory);
    return vkGetDeviceProcAddr(device, name);
}

} // namespace

PFN_vkVoidFunction VKAPI_CALL EngineDevice::getInstanceProcAddr(VkInstance instance, const char* name)
{
    if (std::string_view(name) == "vkGetDeviceProcAddr")
        return reinterpret_cast<PFN_vkVoidFunction>(&getDeviceProcAddr);
    return vkGetInstanceProcAddr(instance, name);
}

int EngineDevice::liveAllocations()
{
    return liveCount;
}

EngineDevice::EngineDevice()
{
    createRenderPass();
    for (Slot& slot : m_slots)
    {
        auto pool = vulkan::vkStruct<VkCommandPoolCreateInfo>();
        pool.queueFamilyIndex = m_host.queueFamily();
        PN_HOST_VK(vkCreateCommandPool(m_host.device(), &pool, nullptr, &slot.pool));
        auto fence = vulkan::vkStruct<VkFenceCreateInfo>();
        PN_HOST_VK(vkCreateFence(m_host.device(), &fence, nullptr, &slot.fence));
    }
}

EngineDevice::~EngineDevice()
{
    vkDeviceWaitIdle(m_host.device());
    for (const Slot& slot : m_slots)
    {
        vkDestroyFence(m_host.device(), slot.fence, nullptr);
        vkDestroyCommandPool(m_host.device(), slot.pool, nullptr);
    }
    vkDestroyFramebuffer(m_host.device(), m_framebuffer, nullptr);
    vkDestroyRenderPass(m_host.device(), m_renderPass, nullptr);
}

// A pass that draws nothing anywhere: enough to be inside of.
void EngineDevice::createRenderPass()
{
    VkSubpassDescription subpass{};
    subpass.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
    auto pass = vulkan::vkStruct<VkRenderPassCreateInfo>();
    pass.subpassCount = 1;
    pass.pSubpasses = &subpass;
    PN_HOST_VK(vkCreateRenderPass(m_host.device(), &pass, nullptr, &m_renderPass));
    auto framebuffer = vulkan::vkStruct<VkFramebufferCreateInfo>();
    framebuffer.renderPass = m_renderPass;
    framebuffer.width = framebuffer.height = framebuffer.layers = 1;
    PN_HOST_VK(vkCreateFramebuffer(m_host.device(), &framebuffer, nullptr, &m_framebuffer));
}

void EngineDevice::beginFrame()
{
    ++m_frame;
    if (slot().frame != 0)
    {
        constexpr std::uint64_t kNanoseconds = 300'000'000'000;
        if (vkWaitForFences(m_host.device(), 1, &slot().fence, VK_TRUE, kNanoseconds) != VK_SUCCESS)
            throw std::runtime_error("a frame does not end");
        PN_HOST_VK(vkResetFences(m_host.device(), 1, &slot().fence));
        m_safeFrame = slot().frame;
    }
    PN_HOST_VK(vkResetCommandPool(m_host.device(), slot().pool, 0));
    slot().lifetime.clear();
    slot().frame = m_frame;
    m_isInFrame = true;
    beginCommands();
}

void EngineDevice::endFrame()
{
    if (m_isInRenderPass)
        endRenderPass();
    endCommands();
    submit(slot().fence);
    m_isInFrame = false;
}

void EngineDevice::beginCommands()
{
    auto info = vulkan::vkStruct<VkCommandBufferAllocateInfo>();
    info.commandPool = slot().pool;
    info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    info.commandBufferCount = 1;
    PN_HOST_VK(vkAllocateCommandBuffers(m_host.device(), &info, &m_commands));
    auto begin = vulkan::vkStruct<VkCommandBufferBeginInfo>();
    PN_HOST_VK(vkBeginCommandBuffer(m_commands, &begin));
}

void EngineDevice::endCommands()
{
    PN_HOST_VK(vkEndCommandBuffer(m_commands));
    slot().recorded.push_back(m_commands);
    m_commands = VK_NULL_HANDLE;
}

void EngineDevice::rotateCommands()
{
    endCommands();
    beginCommands();
}

void EngineDevice::flush()
{
    endCommands();
    submit(VK_NULL_HANDLE);
    beginCommands();
}

void EngineDevice::submit(VkFence fence)
{
    auto info = vulkan::vkStruct<VkSubmitInfo>();
    info.commandBufferCount = std::uint32_t(slot().recorded.size());
    info.pCommandBuffers = slot().recorded.data();
    PN_HOST_VK(vkQueueSubmit(m_host.queue(), 1, &info, fence));
    slot().recorded.clear();
}

void EngineDevice::beginRenderPass()
{
    auto info = vulkan::vkStruct<VkRenderPassBeginInfo>();
    info.renderPass = m_renderPass;
    info.framebuffer = m_framebuffer;
    info.renderArea.extent = {1, 1};
    vkCmdBeginRenderPass(m_commands, &info, VK_SUBPASS_CONTENTS_INLINE);
    m_isInRenderPass = true;
}

void EngineDevice::endRenderPass()
{
    vkCmdEndRenderPass(m_commands);
    m_isInRenderPass = false;
}

EngineTexture& EngineDevice::makeTexture(const HostImageDesc& desc)
{
    return m_textures.emplace_back(m_host, desc);
}

EngineBuffer& EngineDevice::makeBuffer(VkDeviceSize size)
{
    return m_buffers.emplace_back(m_host, size);
}

EngineTexture* EngineDevice::findTexture(const void* native)
{
    const auto found =
        std::find_if(m_textures.begin(), m_textures.end(), [native](const auto& t) { return &t == native; });
    return found != m_textures.end() ? &*found : nullptr;
}

EngineBuffer* EngineDevice::findBuffer(const void* native)
{
    const auto found =
        std::find_if(m_buffers.begin(), m_buffers.end(), [native](const auto& b) { return &b == native; });
    return found != m_buffers.end() ? &*found : nullptr;
}

void EngineDevice::use(EngineTexture& texture, const HostImageState& state)
{
    auto barrier = vulkan::vkStruct<VkImageMemoryBarrier>();
    barrier.srcAccessMask = texture.state.access;
    barrier.dstAccessMask = state.access;
    barrier.oldLayout = texture.state.layout;
    barrier.newLayout = state.layout;
    barrier.srcQueueFamilyIndex = barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.image = texture.image.handle();
    barrier.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS};
    vkCmdPipelineBarrier(m_commands, texture.state.stage, state.stage, 0, 0, nullptr, 0, nullptr, 1, &barrier);
    texture.state = state;
}

void EngineDevice::use(EngineBuffer& buffer, VkPipelineStageFlags stage, VkAccessFlags access)
{
    auto barrier = vulkan::vkStruct<VkMemoryBarrier>();
    barrier.srcAccessMask = buffer.access;
    barrier.dstAccessMask = access;
    vkCmdPipelineBarrier(m_commands, buffer.stage, stage, 0, 1, &barrier, 0, nullptr, 0, nullptr);
    buffer.stage = stage;
    buffer.access = access;
}

VkBufferImageCopy EngineDevice::region(const EngineTexture& texture, std::uint32_t mip)
{
    const std::uint32_t size = std::max(1u, texture.image.desc().faceSize >> mip);
    VkBufferImageCopy copy{};
    copy.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, mip, 0, 6};
    copy.imageExtent = {size, size, 1};
    return copy;
}

void EngineDevice::write(EngineTexture& texture, std::uint32_t mip, std::span<const std::byte> texels)
{
    auto staging = std::make_shared<HostBuffer>(m_host, texels.size());
    std::memcpy(staging->data(), texels.data(), texels.size());
    use(texture, kCopyTarget);
    const VkBufferImageCopy copy = region(texture, mip);
    vkCmdCopyBufferToImage(m_commands, staging->handle(), texture.image.handle(), kCopyTarget.layout, 1, &copy);
    slot().lifetime.push_back(std::move(staging));
}

std::shared_ptr<HostBuffer> EngineDevice::read(EngineTexture& texture, std::uint32_t mip, std::size_t bytes)
{
    auto staging = std::make_shared<HostBuffer>(m_host, bytes);
    use(texture, kCopySource);
    const VkBufferImageCopy copy = region(texture, mip);
    vkCmdCopyImageToBuffer(m_commands, texture.image.handle(), kCopySource.layout, staging->handle(), 1, &copy);
    auto barrier = vulkan::vkStruct<VkMemoryBarrier>();
    barrier.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
    barrier.dstAccessMask = VK_ACCESS_HOST_READ_BIT;
    vkCmdPipelineBarrier(m_commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0,
                         nullptr, 0, nullptr);
    slot().lifetime.push_back(staging);
    return staging;
}

} // namespace pn::testing
