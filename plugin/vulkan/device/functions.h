#pragma once

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan.h>

#include "vulkan/device/structs.h"

namespace pn::vulkan {

// The Vulkan functions that ProbeNorm calls. Each instance and each device has its own table, because a host may bring
// its own device, and because two contexts may use two drivers at once. Nothing here is global.

#define PN_INSTANCE_FUNCTIONS(X)                                                                                       \
    X(vkDestroyInstance)                                                                                               \
    X(vkEnumeratePhysicalDevices)                                                                                      \
    X(vkGetPhysicalDeviceProperties2)                                                                                  \
    X(vkGetPhysicalDeviceFeatures2)                                                                                    \
    X(vkGetPhysicalDeviceQueueFamilyProperties)                                                                        \
    X(vkGetPhysicalDeviceMemoryProperties)                                                                             \
    X(vkGetPhysicalDeviceFormatProperties)                                                                             \
    X(vkEnumerateDeviceExtensionProperties)                                                                            \
    X(vkCreateDevice)                                                                                                  \
    X(vkGetDeviceProcAddr)

#define PN_DEVICE_FUNCTIONS(X)                                                                                         \
    X(vkDestroyDevice)                                                                                                 \
    X(vkGetDeviceQueue)                                                                                                \
    X(vkDeviceWaitIdle)                                                                                                \
    X(vkQueueSubmit)                                                                                                   \
    X(vkCreateBuffer)                                                                                                  \
    X(vkDestroyBuffer)                                                                                                 \
    X(vkGetBufferMemoryRequirements)                                                                                   \
    X(vkAllocateMemory)                                                                                                \
    X(vkFreeMemory)                                                                                                    \
    X(vkBindBufferMemory)                                                                                              \
    X(vkMapMemory)                                                                                                     \
    X(vkInvalidateMappedMemoryRanges)                                                                                  \
    X(vkFlushMappedMemoryRanges)                                                                                       \
    X(vkCreateImageView)                                                                                               \
    X(vkDestroyImageView)                                                                                              \
    X(vkCreateShaderModule)                                                                                            \
    X(vkDestroyShaderModule)                                                                                           \
    X(vkCreateDescriptorSetLayout)                                                                                     \
    X(vkDestroyDescriptorSetLayout)                                                                                    \
    X(vkCreatePipelineLayout)                                                                                          \
    X(vkDestroyPipelineLayout)                                                                                         \
    X(vkCreateComputePipelines)                                                                                        \
    X(vkCreatePipelineCache)                                                                                           \
    X(vkDestroyPipelineCache)                                                                                          \
    X(vkGetPipelineCacheData)                                                                                          \
    X(vkDestroyPipeline)                                                                                               \
    X(vkCreateDescriptorPool)                                                                                          \
    X(vkDestroyDescriptorPool)                                                                                         \
    X(vkAllocateDescriptorSets)                                                                                        \
    X(vkUpdateDescriptorSets)                                                                                          \
    X(vkCreateCommandPool)                                                                                             \
    X(vkDestroyCommandPool)                                                                                            \
    X(vkAllocateCommandBuffers)                                                                                        \
    X(vkBeginCommandBuffer)                                                                                            \
    X(vkEndCommandBuffer)                                                                                              \
    X(vkCmdBindPipeline)                                                                                               \
    X(vkCmdBindDescriptorSets)                                                                                         \
    X(vkCmdPushConstants)                                                                                              \
    X(vkCmdDispatch)                                                                                                   \
    X(vkCmdPipelineBarrier)                                                                                            \
    X(vkCmdCopyBuffer)                                                                                                 \
    X(vkCmdCopyImageToBuffer)                                                                                          \
    X(vkCmdCopyBufferToImage)                                                                                          \
    X(vkCmdFillBuffer)                                                                                                 \
    X(vkCmdResetQueryPool)                                                                                             \
    X(vkCmdWriteTimestamp)                                                                                             \
    X(vkCreateQueryPool)                                                                                               \
    X(vkDestroyQueryPool)                                                                                              \
    X(vkGetQueryPoolResults)                                                                                           \
    X(vkCreateFence)                                                                                                   \
    X(vkDestroyFence)                                                                                                  \
    X(vkResetFences)                                                                                                   \
    X(vkWaitForFences)                                                                                                 \
    X(vkCreateSemaphore)                                                                                               \
    X(vkDestroySemaphore)

#define PN_DECLARE_FUNCTION(name) PFN_##name name = nullptr;

struct InstanceFunctions
{
    PN_INSTANCE_FUNCTIONS(PN_DECLARE_FUNCTION)
};

struct DeviceFunctions
{
    PN_DEVICE_FUNCTIONS(PN_DECLARE_FUNCTION)
};

#undef PN_DECLARE_FUNCTION

// Both throw Error(PN_ERROR_UNSUPPORTED_DEVICE) when a function is missing.
InstanceFunctions loadInstanceFunctions(PFN_vkGetInstanceProcAddr getInstanceProcAddr, VkInstance instance);
DeviceFunctions loadDeviceFunctions(PFN_vkGetDeviceProcAddr getDeviceProcAddr, VkDevice device);

// Turns a failing VkResult into an Error that names the call.
void check(VkResult result, const char* call);

// Vulkan leaves the output of a failed call undefined. This macro assigns the handle only if the call succeeded, so
// that cleanup never destroys an object that was not created.
template <typename Handle, typename Function, typename... Arguments>
void createInto(Handle& handle, const char* name, Function function, const Arguments&... arguments)
{
    Handle created{};
    check(function(arguments..., &created), name);
    handle = created;
}

// The system's Vulkan loader. It is opened at run time, so that the library also loads on machines without Vulkan.
class Loader
{
public:
    Loader(); // throws Error(PN_ERROR_UNSUPPORTED_DEVICE) where there is no loader
    ~Loader();
    Loader(const Loader&) = delete;
    Loader& operator=(const Loader&) = delete;

    PFN_vkGetInstanceProcAddr getInstanceProcAddr() const { return m_getInstanceProcAddr; }

private:
    void* m_library = nullptr;
    PFN_vkGetInstanceProcAddr m_getInstanceProcAddr = nullptr;
};

// Keeps drivers loaded that cannot be loaded many times in one process. Call it after an instance has loaded them.
void keepDriversLoaded() noexcept;

} // namespace pn::vulkan

#define PN_VK(call) ::pn::vulkan::check((call), #call)

// PN_VK_CREATE(handle, function, arguments but for the output)
#define PN_VK_CREATE(handle, function, ...) ::pn::vulkan::createInto(handle, #function, function, __VA_ARGS__)
