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

// From the system's folder only: a plugin must not pick up a file that lies beside the project.
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

void keepLoaded(const char*) {} // the limit below is glibc's

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

// The Vulkan loader drops its drivers with the last instance. NVIDIA's takes a piece of the static thread-local storage
// each time it comes and gives none back: after 30 instances it was "cannot allocate memory in static TLS block", and
// the machine had no device any more.
void keepDriversLoaded() noexcept
{
    for (const char* driver : {"libGLX_nvidia.so.0", "libEGL_nvidia.so.0"})
        keepLoaded(driver);
}

} // namespace pn::vulkan
