#include "vulkan/device/functions.h"

#include "core/error.h"

#include <string>

namespace pn::vulkan {
namespace {

PnResult toResult(VkResult result)
{
    switch (result)
    {
    case VK_ERROR_DEVICE_LOST: return PN_ERROR_DEVICE_LOST;
    case VK_ERROR_OUT_OF_HOST_MEMORY:
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
    case VK_ERROR_OUT_OF_POOL_MEMORY:
    case VK_ERROR_TOO_MANY_OBJECTS: return PN_ERROR_OUT_OF_MEMORY;
    case VK_ERROR_INCOMPATIBLE_DRIVER:
    case VK_ERROR_INITIALIZATION_FAILED:
    case VK_ERROR_LAYER_NOT_PRESENT:
    case VK_ERROR_EXTENSION_NOT_PRESENT:
    case VK_ERROR_FEATURE_NOT_PRESENT: return PN_ERROR_UNSUPPORTED_DEVICE;
    default: return PN_ERROR_UNKNOWN;
    }
}

template <typename Function>
void require(Function function, const char* name)
{
    if (function == nullptr)
        throw Error(PN_ERROR_UNSUPPORTED_DEVICE, std::string("the Vulkan driver lacks ") + name);
}

} // namespace

void check(VkResult result, const char* call)
{
    if (result >= 0)
        return;
    const std::string_view text(call);
    const std::size_t begin = text.find("vk"); // after "device.fn()."
    const std::string name(text.substr(begin, text.find('(', begin) - begin));
    throw Error(toResult(result), name + " failed with VkResult " + std::to_string(result));
}

#define PN_LOAD_INSTANCE(name)                                                                                         \
    functions.name = reinterpret_cast<PFN_##name>(getInstanceProcAddr(instance, #name));                               \
    require(functions.name, #name);

InstanceFunctions loadInstanceFunctions(PFN_vkGetInstanceProcAddr getInstanceProcAddr, VkInstance instance)
{
    InstanceFunctions functions;
    PN_INSTANCE_FUNCTIONS(PN_LOAD_INSTANCE)
    return functions;
}

#define PN_LOAD_DEVICE(name)                                                                                           \
    functions.name = reinterpret_cast<PFN_##name>(getDeviceProcAddr(device, #name));                                   \
    require(functions.name, #name);

DeviceFunctions loadDeviceFunctions(PFN_vkGetDeviceProcAddr getDeviceProcAddr, VkDevice device)
{
    DeviceFunctions functions;
    PN_DEVICE_FUNCTIONS(PN_LOAD_DEVICE)
    return functions;
}

} // namespace pn::vulkan
