// A Vulkan layer for fault_test.cpp: the call of number PN_FAULT_CALL (from 1, those that return a VkResult) fails with
// PN_FAULT_RESULT, and its output is garbage, as Vulkan allows. With PN_FAULT_NAME, calls of that function alone count.
// With PN_FAULT_STICKY, all calls after it fail, too; with PN_FAULT_AGAIN that many calls after it another one, which
// meets the clean-up or the second try.
// When the device goes and when the instance does, PN_FAULT_REPORT receives "calls live name": calls made, objects that
// nobody destroyed, and the name of the call that failed. With PN_FAULT_GPU devices say that they are of that
// VkPhysicalDeviceType: 1 for integrated GPUs, 2 for discrete ones, which are sent texels by way of staging memory.
// With PN_FAULT_CALLER only calls count that come from a library with that in its name: not those of a host.
// One instance and device at a time, whose threads may call at once.
#include "fault_layer_state.h"

#include <initializer_list>

using namespace fault;

namespace {

// The loader chains what comes after this layer through pNext.
template <typename LayerInfo>
LayerInfo* findLink(const void* next, VkStructureType type)
{
    for (auto* info = static_cast<const LayerInfo*>(next); info != nullptr;
         info = static_cast<const LayerInfo*>(info->pNext))
        if (info->sType == type && info->function == VK_LAYER_LINK_INFO)
            return const_cast<LayerInfo*>(info);
    return nullptr;
}

VKAPI_ATTR VkResult VKAPI_CALL createInstance(const VkInstanceCreateInfo* info, const VkAllocationCallbacks* allocator,
                                              VkInstance* instance)
{
    begin();
    auto* link = findLink<VkLayerInstanceCreateInfo>(info->pNext, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO);
    if (fails("vkCreateInstance", __builtin_return_address(0)))
    {
        spoil(instance);
        report();
        return state.fault;
    }
    state.nextInstance = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    const auto next = reinterpret_cast<PFN_vkCreateInstance>(state.nextInstance(nullptr, "vkCreateInstance"));
    const VkResult result = next(info, allocator, instance);
    if (result < 0)
        return result;
    state.instance = *instance;
    // Now, because later the loader answers with what stands first in the chain, which is this layer.
    state.nextDestroyInstance =
        reinterpret_cast<PFN_vkDestroyInstance>(state.nextInstance(*instance, "vkDestroyInstance"));
    state.nextProperties = reinterpret_cast<PFN_vkGetPhysicalDeviceProperties2>(
        state.nextInstance(*instance, "vkGetPhysicalDeviceProperties2"));
    for (const char* name : {"vkEnumeratePhysicalDevices", "vkEnumerateDeviceExtensionProperties"})
        wrapped(name, state.nextInstance(*instance, name));
    return result;
}

VKAPI_ATTR void VKAPI_CALL destroyInstance(VkInstance instance, const VkAllocationCallbacks* allocator)
{
    report();
    state.nextDestroyInstance(instance, allocator);
}

VKAPI_ATTR void VKAPI_CALL getProperties(VkPhysicalDevice device, VkPhysicalDeviceProperties2* properties)
{
    state.nextProperties(device, properties);
    if (const int type = number("PN_FAULT_GPU"); type != 0)
        properties->properties.deviceType = VkPhysicalDeviceType(type);
}

VKAPI_ATTR VkResult VKAPI_CALL createDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo* info,
                                            const VkAllocationCallbacks* allocator, VkDevice* device)
{
    auto* link = findLink<VkLayerDeviceCreateInfo>(info->pNext, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO);
    if (fails("vkCreateDevice", __builtin_return_address(0)))
    {
        spoil(device);
        return state.fault;
    }
    const auto nextInstance = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    state.nextDevice = link->u.pLayerInfo->pfnNextGetDeviceProcAddr;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    const auto next = reinterpret_cast<PFN_vkCreateDevice>(nextInstance(state.instance, "vkCreateDevice"));
    const VkResult result = next(physical, info, allocator, device);
    state.live += result >= 0;
    return result;
}

VKAPI_ATTR void VKAPI_CALL destroyDevice(VkDevice device, const VkAllocationCallbacks* allocator)
{
    state.live -= device != VK_NULL_HANDLE;
    report();
    reinterpret_cast<PFN_vkDestroyDevice>(state.nextDevice(device, "vkDestroyDevice"))(device, allocator);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL getDeviceProcAddr(VkDevice device, const char* name)
{
    if (std::strcmp(name, "vkDestroyDevice") == 0)
        return reinterpret_cast<PFN_vkVoidFunction>(&destroyDevice);
    if (std::strcmp(name, "vkGetDeviceProcAddr") == 0)
        return reinterpret_cast<PFN_vkVoidFunction>(&getDeviceProcAddr);
    return wrapped(name, state.nextDevice(device, name));
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL getInstanceProcAddr(VkInstance instance, const char* name)
{
    if (std::strcmp(name, "vkCreateInstance") == 0)
        return reinterpret_cast<PFN_vkVoidFunction>(&createInstance);
    if (std::strcmp(name, "vkDestroyInstance") == 0)
        return reinterpret_cast<PFN_vkVoidFunction>(&destroyInstance);
    if (std::strcmp(name, "vkGetPhysicalDeviceProperties2") == 0)
        return reinterpret_cast<PFN_vkVoidFunction>(&getProperties);
    if (std::strcmp(name, "vkCreateDevice") == 0)
        return reinterpret_cast<PFN_vkVoidFunction>(&createDevice);
    if (std::strcmp(name, "vkGetInstanceProcAddr") == 0)
        return reinterpret_cast<PFN_vkVoidFunction>(&getInstanceProcAddr);
    if (std::strcmp(name, "vkGetDeviceProcAddr") == 0)
        return reinterpret_cast<PFN_vkVoidFunction>(&getDeviceProcAddr);
    if (instance == VK_NULL_HANDLE)
        return nullptr;
    if (const PFN_vkVoidFunction own = wrappedOfInstance(name))
        return own;
    return state.nextInstance(instance, name);
}

} // namespace

extern "C" __attribute__((visibility("default"))) VkResult
vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface* version)
{
    version->loaderLayerInterfaceVersion = 2;
    version->pfnGetInstanceProcAddr = &getInstanceProcAddr;
    version->pfnGetDeviceProcAddr = &getDeviceProcAddr;
    version->pfnGetPhysicalDeviceProcAddr = nullptr;
    return VK_SUCCESS;
}
