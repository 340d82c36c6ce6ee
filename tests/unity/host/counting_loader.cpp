#include "counting_loader.h"

#include <atomic>
#include <string_view>

namespace pn::testing {
namespace {

std::atomic<int> liveAllocations = 0;

VkResult VKAPI_CALL allocateMemory(VkDevice device, const VkMemoryAllocateInfo* info,
                                   const VkAllocationCallbacks* callbacks, VkDeviceMemory* memory)
{
    const VkResult result = vkAllocateMemory(device, info, callbacks, memory);
    liveAllocations += result == VK_SUCCESS ? 1 : 0;
    return result;
}

void VKAPI_CALL freeMemory(VkDevice device, VkDeviceMemory memory, const VkAllocationCallbacks* callbacks)
{
    vkFreeMemory(device, memory, callbacks);
    liveAllocations -= memory != VK_NULL_HANDLE ? 1 : 0;
}

template <typename Function>
PFN_vkVoidFunction erase(Function function)
{
    return reinterpret_cast<PFN_vkVoidFunction>(function);
}

PFN_vkVoidFunction VKAPI_CALL getDeviceProcAddr(VkDevice device, const char* name)
{
    if (std::string_view(name) == "vkAllocateMemory")
        return erase(&allocateMemory);
    if (std::string_view(name) == "vkFreeMemory")
        return erase(&freeMemory);
    return vkGetDeviceProcAddr(device, name);
}

} // namespace

PFN_vkVoidFunction VKAPI_CALL countingGetInstanceProcAddr(VkInstance instance, const char* name)
{
    if (std::string_view(name) == "vkGetDeviceProcAddr")
        return erase(&getDeviceProcAddr);
    return vkGetInstanceProcAddr(instance, name);
}

int countedAllocations()
{
    return liveAllocations;
}

} // namespace pn::testing
