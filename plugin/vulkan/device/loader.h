#pragma once

#include "vulkan/device/functions.h"

namespace pn::vulkan {

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
