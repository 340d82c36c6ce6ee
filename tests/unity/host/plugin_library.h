#pragma once

#include "probenorm/probenorm_unity.h"

#include <string>

namespace pn::testing {

// The plugin as an engine and its scripts see it: a file that is opened, and functions found by name.
class PluginLibrary
{
public:
    explicit PluginLibrary(const std::string& path); // throws std::runtime_error
    ~PluginLibrary();
    PluginLibrary(const PluginLibrary&) = delete;
    PluginLibrary& operator=(const PluginLibrary&) = delete;

    // The engine's
    void (*load)(void* interfaces) = nullptr;
    void (*unload)() = nullptr;

    // The scripts'
    decltype(&pnUnityGetInfo) getInfo = nullptr;
    decltype(&pnUnityGetRenderEvent) getRenderEvent = nullptr;
    decltype(&pnUnityGetEventId) getEventId = nullptr;
    decltype(&pnUnityCreateJob) createJob = nullptr;
    decltype(&pnUnityGetJobState) getJobState = nullptr;
    decltype(&pnUnityGetJobResult) getJobResult = nullptr;
    decltype(&pnUnityGetJobInfo) getJobInfo = nullptr;
    decltype(&pnUnityReleaseJob) releaseJob = nullptr;
    decltype(&pnUnityReleaseAllJobs) releaseAllJobs = nullptr;
    decltype(&pnUnityTakeMessage) takeMessage = nullptr;
    decltype(&pnGetLastErrorMessage) getLastErrorMessage = nullptr;
    decltype(&pnCreateContext) createContext = nullptr;
    decltype(&pnDestroyContext) destroyContext = nullptr;
    decltype(&pnProjectCubemap) projectCubemap = nullptr;

private:
    template <typename Function>
    void find(Function& function, const char* name);

    void* m_handle;
};

} // namespace pn::testing
