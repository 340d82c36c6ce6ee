#include "vulkan/device/functions.h"

#include "core/error.h"

#include <string>

#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#endif

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
