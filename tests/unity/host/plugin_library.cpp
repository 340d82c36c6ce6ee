#include "plugin_library.h"

#include <dlfcn.h>

#include <stdexcept>

namespace pn::testing {

PluginLibrary::PluginLibrary(const std::string& path) : m_handle(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL))
{
    if (m_handle == nullptr)
        throw std::runtime_error(dlerror());
    find(load, "UnityPluginLoad");
    find(unload, "UnityPluginUnload");
    find(getInfo, "pnUnityGetInfo");
    find(getRenderEvent, "pnUnityGetRenderEvent");
    find(getEventId, "pnUnityGetEventId");
    find(createJob, "pnUnityCreateJob");
    find(getJobState, "pnUnityGetJobState");
    find(getJobResult, "pnUnityGetJobResult");
    find(getJobInfo, "pnUnityGetJobInfo");
    find(releaseJob, "pnUnityReleaseJob");
    find(releaseAllJobs, "pnUnityReleaseAllJobs");
    find(takeMessage, "pnUnityTakeMessage");
    find(getLastErrorMessage, "pnGetLastErrorMessage");
    find(createContext, "pnCreateContext");
    find(destroyContext, "pnDestroyContext");
    find(projectCubemap, "pnProjectCubemap");
}

PluginLibrary::~PluginLibrary()
{
    dlclose(m_handle);
}

template <typename Function>
void PluginLibrary::find(Function& function, const char* name)
{
    function = reinterpret_cast<Function>(dlsym(m_handle, name));
    if (function == nullptr)
        throw std::runtime_error(std::string("the plugin lacks ") + name);
}

} // namespace pn::testing
