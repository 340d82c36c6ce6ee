#include "bench/shade/graphics.h"

#include "core/error.h"

#include <algorithm>
#include <vector>

namespace pn::bench {

using namespace pn::vulkan;

namespace {

// The first type that has the properties; where none has them all, the first that is allowed.
Owned<VkDeviceMemory> allocate(Device& device, const VkMemoryRequirements& needed, VkMemoryPropertyFlags properties)
{
    auto info = vkStruct<VkMemoryAllocateInfo>();
    info.allocationSize = needed.size;
    const VkPhysicalDeviceMemoryProperties& memory = device.memory();
    const auto has = [&](std::uint32_t type, VkMemoryPropertyFlags flags) {
        return (needed.memoryTypeBits >> type & 1u) != 0 && (memory.memoryTypes[type].propertyFlags & flags) == flags;
    };
    const auto find = [&](VkMemoryPropertyFlags flags) {
        std::uint32_t type = 0;
        while (type < memory.memoryTypeCount && !has(type, flags))
            ++type;
        return type;
    };
    const VkMemoryPropertyFlags least = properties & ~VkMemoryPropertyFlags{VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT};
    info.memoryTypeIndex = find(properties);
    if (info.memoryTypeIndex == memory.memoryTypeCount)
        info.memoryTypeIndex = find(least);
    if (info.memoryTypeIndex == memory.memoryTypeCount)
        throw Error(PN_ERROR_UNSUPPORTED_DEVICE, "the device has no memory for pictures");
    VkDeviceMemory handle = VK_NULL_HANDLE;
    PN_VK_CREATE(handle, device.fn().vkAllocateMemory, device.handle(), &info, nullptr);
    return {device.handle(), handle, device.fn().vkFreeMemory};
}

VkImageAspectFlags aspectOf(const ImageInfo& info)
{
    return info.format == VK_FORMAT_D16_UNORM ? VK_IMAGE_ASPECT_DEPTH_BIT : VK_IMAGE_ASPECT_COLOR_BIT;
}

Owned<VkImage> createImage(Device& device, const GraphicsFunctions& graphics, const ImageInfo& image)
{
    auto info = vkStruct<VkImageCreateInfo>();
    if (image.isCube)
        info.flags = VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT;
    info.imageType = VK_IMAGE_TYPE_2D;
    info.format = image.format;
    info.extent = {image.width, image.height, 1};
    info.mipLevels = image.mips;
    info.arrayLayers = image.isCube ? 6 : 1;
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    info.usage = image.usage;
    return PN_OWNED(device, graphics, Image, info);
}

Owned<VkImageView> createView(Device& device, VkImage image, const ImageInfo& from)
{
    auto info = vkStruct<VkImageViewCreateInfo>();
    info.image = image;
    info.viewType = from.isCube ? VK_IMAGE_VIEW_TYPE_CUBE : VK_IMAGE_VIEW_TYPE_2D;
    info.format = from.format;
    info.subresourceRange = {aspectOf(from), 0, from.mips, 0, from.isCube ? 6u : 1u};
    return PN_OWNED(device, device.fn(), ImageView, info);
}

void changeLayout(Device& device, VkCommandBuffer commands, VkImageMemoryBarrier image, const Access& before,
                  const Access& after)
{
    image.srcAccessMask = before.access;
    image.dstAccessMask = after.access;
    image.srcQueueFamilyIndex = image.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    device.fn().vkCmdPipelineBarrier(commands, before.stage, after.stage, 0, 0, nullptr, 0, nullptr, 1, &image);
}

} // namespace

GraphicsFunctions loadGraphicsFunctions(const Instance& instance, const Device& device)
{
    const VkPhysicalDevice physical = device.physical().handle;
    std::uint32_t count = 0;
    instance.fn().vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    instance.fn().vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, families.data());
    if ((families[device.computeQueue().family].queueFlags & VK_QUEUE_GRAPHICS_BIT) == 0)
        throw Error(PN_ERROR_UNSUPPORTED_DEVICE, "the device has no queue that draws and computes");
    GraphicsFunctions functions;
#define PN_LOAD_FUNCTION(name)                                                                                         \
    functions.name = reinterpret_cast<PFN_##name>(instance.fn().vkGetDeviceProcAddr(device.handle(), #name));          \
    if (functions.name == nullptr)                                                                                     \
        throw Error(PN_ERROR_UNSUPPORTED_DEVICE, "the driver lacks " #name);
    PN_GRAPHICS_FUNCTIONS(PN_LOAD_FUNCTION)
#undef PN_LOAD_FUNCTION
    return functions;
}

Image::Image(Device& device, const GraphicsFunctions& graphics, const ImageInfo& info)
    : m_device(device), m_info(info), m_image(createImage(device, graphics, info))
{
    VkMemoryRequirements needed{};
    graphics.vkGetImageMemoryRequirements(device.handle(), m_image.get(), &needed);
    m_memory = allocate(device, needed, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
    PN_VK(graphics.vkBindImageMemory(device.handle(), m_image.get(), m_memory.get(), 0));
    m_view = createView(device, m_image.get(), info);
}

void Image::recordUpload(VkCommandBuffer commands, VkBuffer from, std::uint32_t texelBytes) const
{
    auto change = vkStruct<VkImageMemoryBarrier>();
    change.newLayout = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
    change.image = m_image.get();
    change.subresourceRange = {aspectOf(m_info), 0, m_info.mips, 0, layers()};
    changeLayout(m_device, commands, change, {VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, 0}, kTransferWrite);
    VkDeviceSize offset = 0;
    for (std::uint32_t mip = 0; mip < m_info.mips; ++mip)
    {
        VkBufferImageCopy copy{};
        copy.bufferOffset = offset;
        copy.imageSubresource = {aspectOf(m_info), mip, 0, layers()};
        copy.imageExtent = {std::max(1u, m_info.width >> mip), std::max(1u, m_info.height >> mip), 1};
        m_device.fn().vkCmdCopyBufferToImage(commands, from, m_image.get(), change.newLayout, 1, &copy);
        offset += VkDeviceSize{copy.imageExtent.width} * copy.imageExtent.height * layers() * texelBytes;
    }
    change.oldLayout = change.newLayout;
    change.newLayout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
    changeLayout(m_device, commands, change, kTransferWrite,
                 {VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT});
}

UniformBuffer::UniformBuffer(Device& device, std::span<const std::byte> bytes)
{
    auto info = vkStruct<VkBufferCreateInfo>();
    info.size = bytes.size();
    info.usage = VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT;
    m_buffer = PN_OWNED(device, device.fn(), Buffer, info);
    VkMemoryRequirements needed{};
    device.fn().vkGetBufferMemoryRequirements(device.handle(), m_buffer.get(), &needed);
    m_memory = allocate(device, needed,
                        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT |
                            VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
    PN_VK(device.fn().vkBindBufferMemory(device.handle(), m_buffer.get(), m_memory.get(), 0));
    void* mapped = nullptr;
    PN_VK_CREATE(mapped, device.fn().vkMapMemory, device.handle(), m_memory.get(), VkDeviceSize{0},
                 VkDeviceSize{VK_WHOLE_SIZE}, VkMemoryMapFlags{0});
    std::memcpy(mapped, bytes.data(), bytes.size());
}

} // namespace pn::bench
