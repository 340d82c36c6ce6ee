#pragma once

#include "vulkan/device/functions.h"

namespace pn::vulkan {

// The system's Vulkan loader, opened at run time so that the library also loads where there is none.
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

// Keeps those drivers in the process that cannot be loaded again and again. An instance has to have loaded them.
void keepDriversLoaded() noexcept;

} // namespace pn::vulkan
