// What the fault layer counts, and which call it lets fail (fault_layer.cpp).
#pragma once

#include <vulkan/vk_layer.h>

#include <atomic>
#include <cstring>

namespace fault {

struct State
{
    std::atomic<int> calls = 0, live = 0;
    int failingCall = 0, again = 0;
    bool isSticky = false;
    VkResult fault = VK_ERROR_UNKNOWN;
    std::atomic<const char*> failed = "-";
    VkInstance instance = VK_NULL_HANDLE;
    PFN_vkGetInstanceProcAddr nextInstance = nullptr;
    PFN_vkDestroyInstance nextDestroyInstance = nullptr;
    PFN_vkGetPhysicalDeviceProperties2 nextProperties = nullptr;
    PFN_vkGetDeviceProcAddr nextDevice = nullptr;
};

extern State state;

int number(const char* variable); // of the environment; 0 if it is not there
void begin();                     // with a new instance: reads the environment
void report();

// Counts a call, and says whether it is to fail. caller is the address that it returns to.
bool fails(const char* name, void* caller);

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

// The layer's function of that name, which goes on to next; next itself for a function that the layer leaves alone.
PFN_vkVoidFunction wrapped(const char* name, PFN_vkVoidFunction next);

// The layer's functions that the loader asks for by an instance.
PFN_vkVoidFunction wrappedOfInstance(const char* name);

} // namespace fault
