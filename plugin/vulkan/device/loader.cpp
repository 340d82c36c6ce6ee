#include "vulkan/device/loader.h"

#include "core/error.h"

#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#endif

namespace pn::vulkan {
namespace {

#ifdef _WIN32

// Loads from the system's folder only: a plugin must not load a file that happens to lie beside the project.
void* openLibrary()
{
    return LoadLibraryExW(L"vulkan-1.dll", nullptr, LOAD_LIBRARY_SEARCH_SYSTEM32);
}

void* findSymbol(void* library, const char* name)
{
    return reinterpret_cast<void*>(GetProcAddress(static_cast<HMODULE>(library), name));
}

void closeLibrary(void* library)
{
    FreeLibrary(static_cast<HMODULE>(library));
}

void keepLoaded(const char*) {} // only glibc has the limit that is described below

#else

void* openLibrary()
{
    return dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
}

void* findSymbol(void* library, const char* name)
{
    return dlsym(library, name);
}

void closeLibrary(void* library)
{
    dlclose(library);
}

void keepLoaded(const char* library)
{
    if (void* loaded = dlopen(library, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE))
        dlclose(loaded);
}

#endif

} // namespace

Loader::Loader() : m_library(openLibrary())
{
    if (m_library == nullptr)
        throw Error(PN_ERROR_UNSUPPORTED_DEVICE, "there is no Vulkan device: this machine has no Vulkan loader");
    m_getInstanceProcAddr = reinterpret_cast<PFN_vkGetInstanceProcAddr>(findSymbol(m_library, "vkGetInstanceProcAddr"));
    if (m_getInstanceProcAddr == nullptr)
    {
        closeLibrary(m_library);
        throw Error(PN_ERROR_UNSUPPORTED_DEVICE, "the Vulkan loader lacks vkGetInstanceProcAddr");
    }
}

Loader::~Loader()
{
    closeLibrary(m_library);
}

// Keeps the drivers loaded. The Vulkan loader unloads them with the last instance. Each time NVIDIA's driver is loaded
// again, it takes a part of the static thread-local storage and never returns it. After 30 instances loading failed
// with "cannot allocate memory in static TLS block", and the machine seemed to have no device.
void keepDriversLoaded() noexcept
{
    for (const char* driver : {"libGLX_nvidia.so.0", "libEGL_nvidia.so.0"})
        keepLoaded(driver);
}

} // namespace pn::vulkan
