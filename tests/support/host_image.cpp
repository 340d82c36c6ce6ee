#include "host_image.h"

#include "vulkan/device/structs.h"

#include <algorithm>
#include <cstring>

namespace pn::testing {
namespace {

constexpr HostImageState kCopyTarget{VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_PIPELINE_STAGE_TRANSFER_BIT,
                                     VK_ACCESS_TRANSFER_WRITE_BIT};
constexpr HostImageState kCopySource{VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, VK_PIPELINE_STAGE_TRANSFER_BIT,
                                     VK_ACCESS_TRANSFER_READ_BIT};

void hostBarrier(VkCommandBuffer commands)
{
    auto memory = vulkan::vkStruct<VkMemoryBarrier>();
    memory.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
    memory.dstAccessMask = VK_ACCESS_HOST_READ_BIT;
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &memory, 0,
                         nullptr, 0, nullptr);
}

} // namespace

HostBuffer::HostBuffer(VulkanHost& host, VkDeviceSize size) : m_host(host), m_size(size)
{
    auto info = vulkan::vkStruct<VkBufferCreateInfo>();
    info.size = size;
    info.usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    PN_HOST_VK(vkCreateBuffer(host.device(), &info, nullptr, &m_handle));
    VkMemoryRequirements requirements;
    vkGetBufferMemoryRequirements(host.device(), m_handle, &requirements);
    auto memory = vulkan::vkStruct<VkMemoryAllocateInfo>();
    memory.allocationSize = requirements.size;
    memory.memoryTypeIndex = host.memoryType(requirements.memoryTypeBits, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                                                              VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
    PN_HOST_VK(vkAllocateMemory(host.device(), &memory, nullptr, &m_memory));
    PN_HOST_VK(vkBindBufferMemory(host.device(), m_handle, m_memory, 0));
    void* data = nullptr;
    PN_HOST_VK(vkMapMemory(host.device(), m_memory, 0, VK_WHOLE_SIZE, 0, &data));
    m_data = static_cast<std::byte*>(data);
}

HostBuffer::~HostBuffer()
{
    vkDestroyBuffer(m_host.device(), m_handle, nullptr);
    vkFreeMemory(m_host.device(), m_memory, nullptr);
}

HostImage::HostImage(VulkanHost& host, const HostImageDesc& desc) : m_host(host), m_desc(desc)
{
    auto info = vulkan::vkStruct<VkImageCreateInfo>();
    info.flags = desc.isCube ? VkImageCreateFlags{VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT} : 0;
    if ((desc.usage & VK_IMAGE_USAGE_STORAGE_BIT) != 0) // as the contract wants it
        info.flags |= VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT | VK_IMAGE_CREATE_EXTENDED_USAGE_BIT;
    info.imageType = VK_IMAGE_TYPE_2D;
    info.format = desc.format;
    info.extent = {desc.faceSize, desc.faceSize, 1};
    info.mipLevels = desc.mipCount;
    info.arrayLayers = desc.layerCount;
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    info.usage = desc.usage | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    PN_HOST_VK(vkCreateImage(host.device(), &info, nullptr, &m_handle));
    VkMemoryRequirements requirements;
    vkGetImageMemoryRequirements(host.device(), m_handle, &requirements);
    auto memory = vulkan::vkStruct<VkMemoryAllocateInfo>();
    memory.allocationSize = requirements.size;
    memory.memoryTypeIndex = host.memoryType(requirements.memoryTypeBits, 0);
    PN_HOST_VK(vkAllocateMemory(host.device(), &memory, nullptr, &m_memory));
    PN_HOST_VK(vkBindImageMemory(host.device(), m_handle, m_memory, 0));
}

HostImage::~HostImage()
{
    vkDestroyImage(m_host.device(), m_handle, nullptr);
    vkFreeMemory(m_host.device(), m_memory, nullptr);
}

HostImageState HostImage::restingState() const
{
    return (m_desc.usage & VK_IMAGE_USAGE_SAMPLED_BIT) != 0 ? HostImageState{} : kCopySource;
}

VkBufferImageCopy HostImage::region(std::uint32_t mip, std::uint32_t firstLayer) const
{
    const std::uint32_t size = std::max(1u, m_desc.faceSize >> mip);
    VkBufferImageCopy copy{};
    copy.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, mip, firstLayer, 6};
    copy.imageExtent = {size, size, 1};
    return copy;
}

void HostImage::transition(VkCommandBuffer commands, const VkBufferImageCopy& copy, const HostImageState& before,
                           const HostImageState& after) const
{
    auto barrier = vulkan::vkStruct<VkImageMemoryBarrier>();
    barrier.srcAccessMask = before.access;
    barrier.dstAccessMask = after.access;
    barrier.oldLayout = before.layout;
    barrier.newLayout = after.layout;
    barrier.srcQueueFamilyIndex = barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.image = m_handle;
    barrier.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, copy.imageSubresource.mipLevel, 1,
                                copy.imageSubresource.baseArrayLayer, 6};
    vkCmdPipelineBarrier(commands, before.stage, after.stage, 0, 0, nullptr, 0, nullptr, 1, &barrier);
}

void HostImage::upload(std::uint32_t mip, std::uint32_t firstLayer, std::span<const std::byte> texels,
                       const HostImageState& after)
{
    HostBuffer staging(m_host, texels.size());
    std::memcpy(staging.data(), texels.data(), texels.size());
    const VkBufferImageCopy copy = region(mip, firstLayer);
    const HostImageState nothing{VK_IMAGE_LAYOUT_UNDEFINED, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, 0};
    m_host.run([&](VkCommandBuffer commands) {
        transition(commands, copy, nothing, kCopyTarget);
        vkCmdCopyBufferToImage(commands, staging.handle(), m_handle, kCopyTarget.layout, 1, &copy);
        transition(commands, copy, kCopyTarget, after);
    });
}

std::vector<std::byte> HostImage::download(std::uint32_t mip, std::uint32_t firstLayer, std::size_t bytes,
                                           const HostImageState& state)
{
    HostBuffer staging(m_host, bytes);
    const VkBufferImageCopy copy = region(mip, firstLayer);
    m_host.run([&](VkCommandBuffer commands) {
        transition(commands, copy, state, kCopySource);
        vkCmdCopyImageToBuffer(commands, m_handle, kCopySource.layout, staging.handle(), 1, &copy);
        transition(commands, copy, kCopySource, state);
        hostBarrier(commands);
    });
    return {staging.data(), staging.data() + bytes};
}

PnVulkanImage HostImage::subresource(std::uint32_t mip, std::uint32_t firstLayer, const HostImageState& state) const
{
    PnVulkanImage image{};
    image.structSize = sizeof(image);
    image.mip = mip;
    image.firstLayer = firstLayer;
    image.layout = state.layout;
    image.stage = state.stage;
    image.access = state.access;
    image.image = m_handle;
    return image;
}

} // namespace pn::testing
