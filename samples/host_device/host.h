// What an engine has anyway: an instance, a device, a queue, and a cubemap in the device's memory. Nothing here knows
// ProbeNorm.
#pragma once

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan_core.h>

#include <cstdint>
#include <span>

#define HOST_FUNCTIONS(X)                                                                                              \
    X(vkDestroyInstance)                                                                                               \
    X(vkEnumeratePhysicalDevices)                                                                                      \
    X(vkGetPhysicalDeviceQueueFamilyProperties)                                                                        \
    X(vkGetPhysicalDeviceMemoryProperties)                                                                             \
    X(vkCreateDevice)                                                                                                  \
    X(vkDestroyDevice)                                                                                                 \
    X(vkGetDeviceQueue)                                                                                                \
    X(vkCreateBuffer)                                                                                                  \
    X(vkDestroyBuffer)                                                                                                 \
    X(vkGetBufferMemoryRequirements)                                                                                   \
    X(vkBindBufferMemory)                                                                                              \
    X(vkCreateImage)                                                                                                   \
    X(vkDestroyImage)                                                                                                  \
    X(vkGetImageMemoryRequirements)                                                                                    \
    X(vkBindImageMemory)                                                                                               \
    X(vkAllocateMemory)                                                                                                \
    X(vkFreeMemory)                                                                                                    \
    X(vkMapMemory)                                                                                                     \
    X(vkCreateCommandPool)                                                                                             \
    X(vkDestroyCommandPool)                                                                                            \
    X(vkAllocateCommandBuffers)                                                                                        \
    X(vkBeginCommandBuffer)                                                                                            \
    X(vkEndCommandBuffer)                                                                                              \
    X(vkCmdPipelineBarrier)                                                                                            \
    X(vkCmdCopyBufferToImage)                                                                                          \
    X(vkQueueSubmit)                                                                                                   \
    X(vkQueueWaitIdle)

class Host
{
public:
    Host(); // throws std::runtime_error where there is no Vulkan device
    ~Host();
    Host(const Host&) = delete;
    Host& operator=(const Host&) = delete;

    // Six faces of RGBA32F texels, one after the other. The cubemap is left as a shader reads it.
    void createCube(std::uint32_t faceSize, std::span<const float> texels);

    VkCommandBuffer begin();
    void submitAndWait(VkCommandBuffer commands);

    static constexpr VkFormat kCubeFormat = VK_FORMAT_R32G32B32A32_SFLOAT;
    static constexpr VkImageUsageFlags kCubeUsage =
        VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    static constexpr std::uint32_t kApiVersion = VK_API_VERSION_1_1;

    PFN_vkGetInstanceProcAddr getInstanceProcAddr = nullptr;
    VkInstance instance = VK_NULL_HANDLE;
    VkPhysicalDevice physicalDevice = VK_NULL_HANDLE;
    VkDevice device = VK_NULL_HANDLE;
    std::uint32_t queueFamily = 0;
    VkImage cube = VK_NULL_HANDLE;

private:
    void createInstance();
    void createDevice();
    VkDeviceMemory allocate(const VkMemoryRequirements& requirements, VkMemoryPropertyFlags properties);
    void uploadCube(std::uint32_t faceSize, VkBuffer from);

#define HOST_DECLARE(name) PFN_##name name = nullptr;
    HOST_FUNCTIONS(HOST_DECLARE)
#undef HOST_DECLARE

    VkQueue m_queue = VK_NULL_HANDLE;
    VkCommandPool m_pool = VK_NULL_HANDLE;
    VkDeviceMemory m_cubeMemory = VK_NULL_HANDLE;
};
