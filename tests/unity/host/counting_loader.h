#pragma once

#include <vulkan/vulkan_core.h>

namespace pn::testing {

// The loader's vkGetInstanceProcAddr, with calls of vkAllocateMemory and vkFreeMemory counted on the way.
PFN_vkVoidFunction VKAPI_CALL countingGetInstanceProcAddr(VkInstance instance, const char* name);

int countedAllocations(); // that live

} // namespace pn::testing
