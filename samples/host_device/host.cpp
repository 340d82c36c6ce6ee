#include "host.h"

#include <cstring>
#include <stdexcept>
#include <utility>

namespace {

vk::raii::Instance createInstance(const vk::raii::Context& context)
{
    const vk::ApplicationInfo application{.apiVersion = Host::kApiVersion};
    return {context, vk::InstanceCreateInfo{.pApplicationInfo = &application}};
}

vk::raii::PhysicalDevice firstDevice(const vk::raii::Instance& instance)
{
    vk::raii::PhysicalDevices devices(instance);
    if (devices.empty())
        throw std::runtime_error("this machine has no Vulkan device");
    return std::move(devices.front());
}

// The first one that computes.
std::uint32_t findQueueFamily(const vk::raii::PhysicalDevice& device)
{
    const std::vector<vk::QueueFamilyProperties> families = device.getQueueFamilyProperties();
    std::uint32_t family = 0;
    while (family + 1 < families.size() && !(families[family].queueFlags & vk::QueueFlagBits::eCompute))
        ++family;
    return family;
}

vk::raii::Device createDevice(const vk::raii::PhysicalDevice& physicalDevice, std::uint32_t queueFamily)
{
    constexpr float kPriority = 1.0f;
    const vk::DeviceQueueCreateInfo queue{
        .queueFamilyIndex = queueFamily, .queueCount = 1, .pQueuePriorities = &kPriority};
    return {physicalDevice, vk::DeviceCreateInfo{.queueCreateInfoCount = 1, .pQueueCreateInfos = &queue}};
}

} // namespace

Host::Host()
    : instance(createInstance(context)), physicalDevice(firstDevice(instance)),
      queueFamily(findQueueFamily(physicalDevice)), device(createDevice(physicalDevice, queueFamily)),
      m_queue(device, queueFamily, 0), m_pool(device, vk::CommandPoolCreateInfo{.queueFamilyIndex = queueFamily})
{
}

vk::raii::DeviceMemory Host::allocate(const vk::MemoryRequirements& requirements,
                                      vk::MemoryPropertyFlags properties) const
{
    const vk::PhysicalDeviceMemoryProperties memory = physicalDevice.getMemoryProperties();
    std::uint32_t type = 0;
    while (type + 1 < memory.memoryTypeCount && ((requirements.memoryTypeBits >> type & 1u) == 0 ||
                                                 (memory.memoryTypes[type].propertyFlags & properties) != properties))
        ++type;
    return {device, vk::MemoryAllocateInfo{.allocationSize = requirements.size, .memoryTypeIndex = type}};
}

void Host::createCube(std::uint32_t faceSize, std::span<const float> texels)
{
    using Property = vk::MemoryPropertyFlagBits;
    cube = vk::raii::Image(device, vk::ImageCreateInfo{.flags = vk::ImageCreateFlagBits::eCubeCompatible,
                                                       .imageType = vk::ImageType::e2D,
                                                       .format = kCubeFormat,
                                                       .extent = {faceSize, faceSize, 1},
                                                       .mipLevels = 1,
                                                       .arrayLayers = 6,
                                                       .usage = kCubeUsage});
    cubeMemory = allocate(cube.getMemoryRequirements(), Property::eDeviceLocal);
    cube.bindMemory(*cubeMemory, 0);

    const vk::raii::Buffer staging(
        device, vk::BufferCreateInfo{.size = texels.size_bytes(), .usage = vk::BufferUsageFlagBits::eTransferSrc});
    const vk::raii::DeviceMemory memory =
        allocate(staging.getMemoryRequirements(), Property::eHostVisible | Property::eHostCoherent);
    staging.bindMemory(*memory, 0);
    std::memcpy(memory.mapMemory(0, texels.size_bytes()), texels.data(), texels.size_bytes());
    uploadCube(faceSize, *staging);
}

void Host::uploadCube(std::uint32_t faceSize, vk::Buffer from) const
{
    using Stage = vk::PipelineStageFlagBits;
    const vk::raii::CommandBuffer commands = begin();
    vk::ImageMemoryBarrier barrier{.dstAccessMask = vk::AccessFlagBits::eTransferWrite,
                                   .newLayout = vk::ImageLayout::eTransferDstOptimal,
                                   .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                   .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                   .image = *cube,
                                   .subresourceRange = {vk::ImageAspectFlagBits::eColor, 0, 1, 0, 6}};
    commands.pipelineBarrier(Stage::eTopOfPipe, Stage::eTransfer, {}, {}, {}, barrier);
    const vk::BufferImageCopy copy{.imageSubresource = {vk::ImageAspectFlagBits::eColor, 0, 0, 6},
                                   .imageExtent = {faceSize, faceSize, 1}};
    commands.copyBufferToImage(from, *cube, barrier.newLayout, copy);
    barrier.srcAccessMask = barrier.dstAccessMask;
    barrier.dstAccessMask = vk::AccessFlagBits::eShaderRead;
    barrier.oldLayout = barrier.newLayout;
    barrier.newLayout = vk::ImageLayout::eShaderReadOnlyOptimal;
    commands.pipelineBarrier(Stage::eTransfer, Stage::eComputeShader, {}, {}, {}, barrier);
    submitAndWait(commands);
}

vk::raii::CommandBuffer Host::begin() const
{
    vk::raii::CommandBuffers made(device, {.commandPool = *m_pool, .commandBufferCount = 1});
    made.front().begin(vk::CommandBufferBeginInfo{});
    return std::move(made.front());
}

void Host::submitAndWait(const vk::raii::CommandBuffer& commands) const
{
    commands.end();
    const vk::CommandBuffer handle = *commands;
    m_queue.submit(vk::SubmitInfo{.commandBufferCount = 1, .pCommandBuffers = &handle});
    m_queue.waitIdle();
}
