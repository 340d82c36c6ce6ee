#include "host.h"

#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#endif

#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

// The loader stays open until the program ends.
PFN_vkGetInstanceProcAddr openLoader()
{
#ifdef _WIN32
    const HMODULE library = LoadLibraryExW(L"vulkan-1.dll", nullptr, LOAD_LIBRARY_SEARCH_SYSTEM32);
    void* const function =
        library ? reinterpret_cast<void*>(GetProcAddress(library, "vkGetInstanceProcAddr")) : nullptr;
#else
    void* const library = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
    void* const function = library ? dlsym(library, "vkGetInstanceProcAddr") : nullptr;
#endif
    return reinterpret_cast<PFN_vkGetInstanceProcAddr>(function);
}

void check(VkResult result, const char* call)
{
    if (result < 0)
        throw std::runtime_error(std::string(call) + " failed with " + std::to_string(result));
}

} // namespace

Host::Host() : getInstanceProcAddr(openLoader())
{
    if (getInstanceProcAddr == nullptr)
        throw std::runtime_error("this machine has no Vulkan loader");
    createInstance();
#define HOST_LOAD(name) name = reinterpret_cast<PFN_##name>(getInstanceProcAddr(instance, #name));
    HOST_FUNCTIONS(HOST_LOAD)
#undef HOST_LOAD
    createDevice();
}

Host::~Host()
{
    vkDestroyImage(device, cube, nullptr);
    vkFreeMemory(device, m_cubeMemory, nullptr);
    vkDestroyCommandPool(device, m_pool, nullptr);
    vkDestroyDevice(device, nullptr);
    vkDestroyInstance(instance, nullptr);
}

void Host::createInstance()
{
    VkApplicationInfo application{};
    application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
    application.apiVersion = kApiVersion;
    VkInstanceCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
    info.pApplicationInfo = &application;
    const auto create = reinterpret_cast<PFN_vkCreateInstance>(getInstanceProcAddr(VK_NULL_HANDLE, "vkCreateInstance"));
    check(create(&info, nullptr, &instance), "vkCreateInstance");
}

// The first device, and its first queue that computes.
void Host::createDevice()
{
    std::uint32_t count = 1;
    check(vkEnumeratePhysicalDevices(instance, &count, &physicalDevice), "vkEnumeratePhysicalDevices");
    if (count == 0)
        throw std::runtime_error("this machine has no Vulkan device");
    vkGetPhysicalDeviceQueueFamilyProperties(physicalDevice, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    vkGetPhysicalDeviceQueueFamilyProperties(physicalDevice, &count, families.data());
    while (queueFamily + 1 < count && (families[queueFamily].queueFlags & VK_QUEUE_COMPUTE_BIT) == 0)
        ++queueFamily;

    constexpr float kPriority = 1.0f;
    VkDeviceQueueCreateInfo queue{};
    queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
    queue.queueFamilyIndex = queueFamily;
    queue.queueCount = 1;
    queue.pQueuePriorities = &kPriority;
    VkDeviceCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queue;
    check(vkCreateDevice(physicalDevice, &info, nullptr, &device), "vkCreateDevice");
    vkGetDeviceQueue(device, queueFamily, 0, &m_queue);

    VkCommandPoolCreateInfo pool{};
    pool.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
    pool.queueFamilyIndex = queueFamily;
    check(vkCreateCommandPool(device, &pool, nullptr, &m_pool), "vkCreateCommandPool");
}

VkDeviceMemory Host::allocate(const VkMemoryRequirements& requirements, VkMemoryPropertyFlags properties)
{
    VkPhysicalDeviceMemoryProperties memory{};
    vkGetPhysicalDeviceMemoryProperties(physicalDevice, &memory);
    VkMemoryAllocateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
    info.allocationSize = requirements.size;
    while (info.memoryTypeIndex + 1 < memory.memoryTypeCount &&
           ((requirements.memoryTypeBits >> info.memoryTypeIndex & 1u) == 0 ||
            (memory.memoryTypes[info.memoryTypeIndex].propertyFlags & properties) != properties))
        ++info.memoryTypeIndex;
    VkDeviceMemory result = VK_NULL_HANDLE;
    check(vkAllocateMemory(device, &info, nullptr, &result), "vkAllocateMemory");
    return result;
}

void Host::createCube(std::uint32_t faceSize, std::span<const float> texels)
{
    VkImageCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO;
    info.flags = VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT;
    info.imageType = VK_IMAGE_TYPE_2D;
    info.format = kCubeFormat;
    info.extent = {faceSize, faceSize, 1};
    info.mipLevels = 1;
    info.arrayLayers = 6;
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    info.usage = kCubeUsage;
    VkImage created = VK_NULL_HANDLE; // a failed call may leave anything there
    check(vkCreateImage(device, &info, nullptr, &created), "vkCreateImage");
    cube = created;
    VkMemoryRequirements requirements{};
    vkGetImageMemoryRequirements(device, cube, &requirements);
    m_cubeMemory = allocate(requirements, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
    check(vkBindImageMemory(device, cube, m_cubeMemory, 0), "vkBindImageMemory");

    VkBufferCreateInfo bufferInfo{};
    bufferInfo.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
    bufferInfo.size = texels.size_bytes();
    bufferInfo.usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT;
    VkBuffer staging = VK_NULL_HANDLE;
    check(vkCreateBuffer(device, &bufferInfo, nullptr, &staging), "vkCreateBuffer");
    vkGetBufferMemoryRequirements(device, staging, &requirements);
    const VkDeviceMemory memory =
        allocate(requirements, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
    check(vkBindBufferMemory(device, staging, memory, 0), "vkBindBufferMemory");
    void* mapped = nullptr;
    check(vkMapMemory(device, memory, 0, VK_WHOLE_SIZE, 0, &mapped), "vkMapMemory");
    std::memcpy(mapped, texels.data(), texels.size_bytes());
    uploadCube(faceSize, staging);
    vkDestroyBuffer(device, staging, nullptr);
    vkFreeMemory(device, memory, nullptr);
}

void Host::uploadCube(std::uint32_t faceSize, VkBuffer from)
{
    const VkCommandBuffer commands = begin();
    VkImageMemoryBarrier barrier{};
    barrier.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER;
    barrier.dstAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
    barrier.newLayout = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
    barrier.srcQueueFamilyIndex = barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.image = cube;
    barrier.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 6};
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0, nullptr, 0,
                         nullptr, 1, &barrier);
    VkBufferImageCopy copy{};
    copy.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 6};
    copy.imageExtent = {faceSize, faceSize, 1};
    vkCmdCopyBufferToImage(commands, from, cube, barrier.newLayout, 1, &copy);
    barrier.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
    barrier.dstAccessMask = VK_ACCESS_SHADER_READ_BIT;
    barrier.oldLayout = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
    barrier.newLayout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 0, nullptr,
                         0, nullptr, 1, &barrier);
    submitAndWait(commands);
}

VkCommandBuffer Host::begin()
{
    VkCommandBufferAllocateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
    info.commandPool = m_pool;
    info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    info.commandBufferCount = 1;
    VkCommandBuffer commands = VK_NULL_HANDLE;
    check(vkAllocateCommandBuffers(device, &info, &commands), "vkAllocateCommandBuffers");
    VkCommandBufferBeginInfo beginInfo{};
    beginInfo.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
    check(vkBeginCommandBuffer(commands, &beginInfo), "vkBeginCommandBuffer");
    return commands;
}

void Host::submitAndWait(VkCommandBuffer commands)
{
    check(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
    VkSubmitInfo info{};
    info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
    info.commandBufferCount = 1;
    info.pCommandBuffers = &commands;
    check(vkQueueSubmit(m_queue, 1, &info, VK_NULL_HANDLE), "vkQueueSubmit");
    check(vkQueueWaitIdle(m_queue), "vkQueueWaitIdle");
}
