#pragma once

#include "probenorm/probenorm_unity.h"

#include <stdexcept>
#include <string>

#include <dlfcn.h>

namespace pn::testing {

// The plugin as an engine and its scripts see it: a file that is opened, and functions found by name. Throws
// std::runtime_error.
class PluginLibrary
{
    // A function under its name, whatever its type.
    struct Found
    {
        void* address;

        template <typename Function>
        operator Function*() const
        {
            return reinterpret_cast<Function*>(address);
        }
    };

    static void* open(const std::string& path)
    {
        void* const handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
        return handle != nullptr ? handle : throw std::runtime_error(dlerror());
    }

    Found find(const char* name) const
    {
        void* const address = dlsym(m_handle, name);
        return {address != nullptr ? address : throw std::runtime_error(std::string("the plugin lacks ") + name)};
    }

    void* m_handle;

public:
    explicit PluginLibrary(const std::string& path) : m_handle(open(path)) {}
    ~PluginLibrary() { dlclose(m_handle); }
    PluginLibrary(const PluginLibrary&) = delete;
    PluginLibrary& operator=(const PluginLibrary&) = delete;

    // The engine's
    void (*load)(void* interfaces) = find("UnityPluginLoad");
    void (*unload)() = find("UnityPluginUnload");

    // The scripts'
    decltype(&pnGetUnityInfo) getInfo = find("pnGetUnityInfo");
    decltype(&pnGetUnityRenderEvent) getRenderEvent = find("pnGetUnityRenderEvent");
    decltype(&pnGetUnityEventId) getEventId = find("pnGetUnityEventId");
    decltype(&pnCreateUnityJob) createJob = find("pnCreateUnityJob");
    decltype(&pnGetUnityJobState) getJobState = find("pnGetUnityJobState");
    decltype(&pnGetUnityJobResult) getJobResult = find("pnGetUnityJobResult");
    decltype(&pnGetUnityJobInfo) getJobInfo = find("pnGetUnityJobInfo");
    decltype(&pnReleaseUnityJob) releaseJob = find("pnReleaseUnityJob");
    decltype(&pnReleaseAllUnityJobs) releaseAllJobs = find("pnReleaseAllUnityJobs");
    decltype(&pnTakeUnityMessage) takeMessage = find("pnTakeUnityMessage");
    decltype(&pnGetLastErrorMessage) getLastErrorMessage = find("pnGetLastErrorMessage");
};

} // namespace pn::testing
