#include "bench/graphics.h"

#include "core/error.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace pn::bench {

using Property = vk::MemoryPropertyFlagBits;

Graphics::Graphics(const vulkan::Instance& instance, const vulkan::Device& from)
    : device(from.handle()), memory(from.memory())
{
    const VkPhysicalDevice physical = from.physical().handle;
    std::uint32_t count = 0;
    instance.fn().vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    instance.fn().vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, families.data());
    if ((families[from.computeQueue().family].queueFlags & VK_QUEUE_GRAPHICS_BIT) == 0)
        throw Error(PN_ERROR_UNSUPPORTED_DEVICE, "the device has no queue that draws and computes");
    fn.vkGetDeviceProcAddr = instance.fn().vkGetDeviceProcAddr;
    fn.init(device);
}

Owned<vk::DeviceMemory> Graphics::allocate(const vk::MemoryRequirements& needed,
                                           vk::MemoryPropertyFlags properties) const
{
    for (const vk::MemoryPropertyFlags wanted :
         {properties, properties & ~vk::MemoryPropertyFlags(Property::eDeviceLocal)})
        for (std::uint32_t type = 0; type < memory.memoryTypeCount; ++type)
            if ((needed.memoryTypeBits >> type & 1u) != 0 &&
                (vk::MemoryPropertyFlags(memory.memoryTypes[type].propertyFlags) & wanted) == wanted)
                return device.allocateMemoryUnique({.allocationSize = needed.size, .memoryTypeIndex = type}, nullptr,
                                                   fn);
    throw Error(PN_ERROR_UNSUPPORTED_DEVICE, "the device has no memory for pictures");
}

Image::Image(const Graphics& graphics, const vk::ImageCreateInfo& info)
    : m_graphics(graphics), m_info(info), m_image(graphics.device.createImageUnique(info, nullptr, graphics.fn))
{
    const bool isDepth = info.format == vk::Format::eD16Unorm;
    m_range = {isDepth ? vk::ImageAspectFlagBits::eDepth : vk::ImageAspectFlagBits::eColor, 0, info.mipLevels, 0,
               info.arrayLayers};
    const vk::Device device = graphics.device;
    m_memory = graphics.allocate(device.getImageMemoryRequirements(*m_image, graphics.fn), Property::eDeviceLocal);
    device.bindImageMemory(*m_image, *m_memory, 0, graphics.fn);
    m_view = device.createImageViewUnique(
        {.image = *m_image,
         .viewType = info.arrayLayers == 6 ? vk::ImageViewType::eCube : vk::ImageViewType::e2D,
         .format = info.format,
         .subresourceRange = m_range},
        nullptr, graphics.fn);
}

void Image::recordUpload(vk::CommandBuffer commands, vk::Buffer from, std::uint32_t texelBytes) const
{
    using Stage = vk::PipelineStageFlagBits;
    vk::ImageMemoryBarrier change{.dstAccessMask = vk::AccessFlagBits::eTransferWrite,
                                  .newLayout = vk::ImageLayout::eTransferDstOptimal,
                                  .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                  .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                  .image = *m_image,
                                  .subresourceRange = m_range};
    commands.pipelineBarrier(Stage::eTopOfPipe, Stage::eTransfer, {}, {}, {}, change, m_graphics.fn);
    vk::DeviceSize offset = 0;
    for (std::uint32_t mip = 0; mip < m_info.mipLevels; ++mip)
    {
        const vk::Extent3D size{std::max(1u, m_info.extent.width >> mip), std::max(1u, m_info.extent.height >> mip), 1};
        const vk::BufferImageCopy copy{.bufferOffset = offset,
                                       .imageSubresource = {m_range.aspectMask, mip, 0, m_info.arrayLayers},
                                       .imageExtent = size};
        commands.copyBufferToImage(from, *m_image, change.newLayout, copy, m_graphics.fn);
        offset += vk::DeviceSize{size.width} * size.height * m_info.arrayLayers * texelBytes;
    }
    change.srcAccessMask = change.dstAccessMask;
    change.dstAccessMask = vk::AccessFlagBits::eShaderRead;
    change.oldLayout = change.newLayout;
    change.newLayout = vk::ImageLayout::eShaderReadOnlyOptimal;
    commands.pipelineBarrier(Stage::eTransfer, Stage::eComputeShader, {}, {}, {}, change, m_graphics.fn);
}

UniformBuffer::UniformBuffer(const Graphics& graphics, std::span<const std::byte> bytes)
    : m_buffer(graphics.device.createBufferUnique(
          {.size = bytes.size(), .usage = vk::BufferUsageFlagBits::eUniformBuffer}, nullptr, graphics.fn))
{
    const vk::Device device = graphics.device;
    m_memory = graphics.allocate(device.getBufferMemoryRequirements(*m_buffer, graphics.fn),
                                 Property::eHostVisible | Property::eHostCoherent | Property::eDeviceLocal);
    device.bindBufferMemory(*m_buffer, *m_memory, 0, graphics.fn);
    std::memcpy(device.mapMemory(*m_memory, 0, bytes.size(), {}, graphics.fn), bytes.data(), bytes.size());
}

} // namespace pn::bench
