#include "vulkan/loader.h"

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

} // namespace pn::vulkan
