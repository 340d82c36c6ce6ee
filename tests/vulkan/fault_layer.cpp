// A Vulkan layer for fault_test.cpp: the call of number PN_FAULT_CALL (from 1, those that return a VkResult) fails with
// PN_FAULT_RESULT, and its output is garbage, as Vulkan allows. With PN_FAULT_NAME, calls of that function alone count.
// With PN_FAULT_STICKY, all calls after it fail, too; with PN_FAULT_AGAIN that many calls after it another one, which
// meets the clean-up or the second try.
// When the device goes and when the instance does, PN_FAULT_REPORT receives "calls live name": calls made, objects that
// nobody destroyed, and the name of the call that failed. With PN_FAULT_GPU devices say that they are of that
// VkPhysicalDeviceType: 1 for integrated GPUs, 2 for discrete ones, which are sent texels by way of staging memory.
// One instance and device at a time, one thread.
#include <vulkan/vk_layer.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <tuple>

namespace {

struct State
{
    int failingCall = 0, again = 0, calls = 0, live = 0;
    bool isSticky = false;
    VkResult fault = VK_ERROR_UNKNOWN;
    const char* failed = "-";
    VkInstance instance = VK_NULL_HANDLE;
    PFN_vkGetInstanceProcAddr nextInstance = nullptr;
    PFN_vkDestroyInstance nextDestroyInstance = nullptr;
    PFN_vkGetPhysicalDeviceProperties2 nextProperties = nullptr;
    PFN_vkGetDeviceProcAddr nextDevice = nullptr;
};

State state;

int number(const char* variable)
{
    const char* text = std::getenv(variable);
    return text != nullptr ? std::atoi(text) : 0;
}

bool fails(const char* name)
{
    const char* only = std::getenv("PN_FAULT_NAME");
    if (only != nullptr && std::strcmp(name, only) != 0)
        return false;
    const int call = ++state.calls;
    const int since = state.failingCall > 0 ? call - state.failingCall : -1;
    const bool isFault = since == 0 || (since > 0 && (state.isSticky || since == state.again));
    if (isFault && std::strcmp(state.failed, "-") == 0)
        state.failed = name;
    return isFault;
}

void report()
{
    const char* path = std::getenv("PN_FAULT_REPORT");
    std::FILE* file = path != nullptr ? std::fopen(path, "w") : nullptr;
    if (file == nullptr)
        return;
    std::fprintf(file, "%d %d %s\n", state.calls, state.live, state.failed);
    std::fclose(file);
}

bool startsWith(const char* name, const char* prefix)
{
    return std::strncmp(name, prefix, std::strlen(prefix)) == 0;
}

#define PN_RESULT_FUNCTIONS(X)                                                                                         \
    X(vkEnumeratePhysicalDevices)                                                                                      \
    X(vkEnumerateDeviceExtensionProperties)                                                                            \
    X(vkDeviceWaitIdle)                                                                                                \
    X(vkQueueSubmit)                                                                                                   \
    X(vkCreateBuffer)                                                                                                  \
    X(vkAllocateMemory)                                                                                                \
    X(vkBindBufferMemory)                                                                                              \
    X(vkMapMemory)                                                                                                     \
    X(vkInvalidateMappedMemoryRanges)                                                                                  \
    X(vkFlushMappedMemoryRanges)                                                                                       \
    X(vkCreateShaderModule)                                                                                            \
    X(vkCreateDescriptorSetLayout)                                                                                     \
    X(vkCreatePipelineLayout)                                                                                          \
    X(vkCreateComputePipelines)                                                                                        \
    X(vkCreateDescriptorPool)                                                                                          \
    X(vkAllocateDescriptorSets)                                                                                        \
    X(vkCreateCommandPool)                                                                                             \
    X(vkAllocateCommandBuffers)                                                                                        \
    X(vkBeginCommandBuffer)                                                                                            \
    X(vkEndCommandBuffer)                                                                                              \
    X(vkCreateQueryPool)                                                                                               \
    X(vkGetQueryPoolResults)                                                                                           \
    X(vkCreateFence)                                                                                                   \
    X(vkResetFences)                                                                                                   \
    X(vkWaitForFences)                                                                                                 \
    X(vkCreateSemaphore)

#define PN_DESTROY_FUNCTIONS(X)                                                                                        \
    X(vkDestroyBuffer)                                                                                                 \
    X(vkFreeMemory)                                                                                                    \
    X(vkDestroyShaderModule)                                                                                           \
    X(vkDestroyDescriptorSetLayout)                                                                                    \
    X(vkDestroyPipelineLayout)                                                                                         \
    X(vkDestroyPipeline)                                                                                               \
    X(vkDestroyDescriptorPool)                                                                                         \
    X(vkDestroyCommandPool)                                                                                            \
    X(vkDestroyQueryPool)                                                                                              \
    X(vkDestroyFence)                                                                                                  \
    X(vkDestroySemaphore)

// Vulkan leaves the output of a failed call undefined: whoever uses it must crash here.
template <typename Handle>
void spoil(Handle** output) // a handle is a pointer; so is what vkMapMemory returns
{
    std::memset(output, 0xAB, sizeof(*output));
}

template <typename Value>
void spoil(Value)
{
}

bool hasOutput(const char* name)
{
    return startsWith(name, "vkCreate") || startsWith(name, "vkAllocate") || startsWith(name, "vkMap");
}

// Each wrapped function has a class, so that each has a pointer to the next one of its kind.
template <typename Tag, typename Signature>
struct Wrapper;

template <typename Tag, typename... Arguments>
struct Wrapper<Tag, VkResult(VKAPI_PTR*)(Arguments...)>
{
    static inline VkResult(VKAPI_PTR* next)(Arguments...) = nullptr;

    static VKAPI_ATTR VkResult VKAPI_CALL call(Arguments... arguments)
    {
        const bool isFault = fails(Tag::functionName());
        // A wait that fails comes after the work: a lost device has stopped.
        const bool waits = startsWith(Tag::functionName(), "vkWait") || startsWith(Tag::functionName(), "vkDeviceWait");
        const VkResult result = isFault && !waits ? state.fault : next(arguments...);
        if (isFault && hasOutput(Tag::functionName()))
            spoil(std::get<sizeof...(Arguments) - 1>(std::make_tuple(arguments...)));
        if (result >= 0 &&
            (startsWith(Tag::functionName(), "vkCreate") || startsWith(Tag::functionName(), "vkAllocateMemory")))
            ++state.live;
        return isFault ? state.fault : result;
    }
};

template <typename Tag, typename... Arguments>
struct Wrapper<Tag, void(VKAPI_PTR*)(Arguments...)>
{
    static inline void(VKAPI_PTR* next)(Arguments...) = nullptr;

    static VKAPI_ATTR void VKAPI_CALL call(Arguments... arguments)
    {
        if (std::get<1>(std::make_tuple(arguments...)) != VK_NULL_HANDLE)
            --state.live;
        next(arguments...);
    }
};

#define PN_DECLARE_WRAPPER(name)                                                                                       \
    struct Tag_##name                                                                                                  \
    {                                                                                                                  \
        static const char* functionName() { return #name; }                                                            \
    };                                                                                                                 \
    using Wrapped_##name = Wrapper<Tag_##name, PFN_##name>;

PN_RESULT_FUNCTIONS(PN_DECLARE_WRAPPER)
PN_DESTROY_FUNCTIONS(PN_DECLARE_WRAPPER)

template <typename Wrapped>
PFN_vkVoidFunction wrap(PFN_vkVoidFunction next)
{
    if (next == nullptr)
        return nullptr;
    Wrapped::next = reinterpret_cast<decltype(Wrapped::next)>(next);
    return reinterpret_cast<PFN_vkVoidFunction>(&Wrapped::call);
}

#define PN_RETURN_WRAPPER(name)                                                                                        \
    if (std::strcmp(text, #name) == 0)                                                                                 \
        return wrap<Wrapped_##name>(next);

PFN_vkVoidFunction wrapped(const char* text, PFN_vkVoidFunction next)
{
    PN_RESULT_FUNCTIONS(PN_RETURN_WRAPPER)
    PN_DESTROY_FUNCTIONS(PN_RETURN_WRAPPER)
    return next;
}

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
    state = {};
    state.failingCall = number("PN_FAULT_CALL");
    state.again = number("PN_FAULT_AGAIN");
    state.isSticky = number("PN_FAULT_STICKY") != 0;
    state.fault = VkResult(number("PN_FAULT_RESULT"));
    auto* link = findLink<VkLayerInstanceCreateInfo>(info->pNext, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO);
    if (fails("vkCreateInstance"))
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
    if (fails("vkCreateDevice"))
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
    if (std::strcmp(name, "vkEnumeratePhysicalDevices") == 0)
        return reinterpret_cast<PFN_vkVoidFunction>(&Wrapped_vkEnumeratePhysicalDevices::call);
    if (std::strcmp(name, "vkEnumerateDeviceExtensionProperties") == 0)
        return reinterpret_cast<PFN_vkVoidFunction>(&Wrapped_vkEnumerateDeviceExtensionProperties::call);
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
