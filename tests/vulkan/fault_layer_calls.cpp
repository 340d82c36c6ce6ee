// The functions that the fault layer wraps.
#include "fault_layer_state.h"

#include <tuple>

namespace fault {
namespace {

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

// A device that is lost has stopped, even if nobody waited for it so far.
void stop(VkDevice device)
{
    reinterpret_cast<PFN_vkDeviceWaitIdle>(state.nextDevice(device, "vkDeviceWaitIdle"))(device);
}

template <typename Value>
void stop(Value)
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
        const bool isFault = fails(Tag::functionName(), __builtin_return_address(0));
        const bool waits = startsWith(Tag::functionName(), "vkWait") || startsWith(Tag::functionName(), "vkDeviceWait");
        const VkResult result = isFault && !waits ? state.fault : next(arguments...);
        if (isFault && waits && state.fault == VK_ERROR_DEVICE_LOST)
            stop(std::get<0>(std::make_tuple(arguments...)));
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

} // namespace

PFN_vkVoidFunction wrapped(const char* text, PFN_vkVoidFunction next)
{
    PN_RESULT_FUNCTIONS(PN_RETURN_WRAPPER)
    PN_DESTROY_FUNCTIONS(PN_RETURN_WRAPPER)
    return next;
}

PFN_vkVoidFunction wrappedOfInstance(const char* name)
{
    if (std::strcmp(name, "vkEnumeratePhysicalDevices") == 0)
        return reinterpret_cast<PFN_vkVoidFunction>(&Wrapped_vkEnumeratePhysicalDevices::call);
    if (std::strcmp(name, "vkEnumerateDeviceExtensionProperties") == 0)
        return reinterpret_cast<PFN_vkVoidFunction>(&Wrapped_vkEnumerateDeviceExtensionProperties::call);
    return nullptr;
}

} // namespace fault
