#pragma once

#include "unity/device_jobs.h"

namespace pn::unity {

// The object between UnityPluginLoad and UnityPluginUnload: the engine's interfaces, the jobs, the messages, and the
// engine's device while it has one.
class Plugin
{
public:
    explicit Plugin(const UnityInterfaces& interfaces);
    ~Plugin();
    Plugin(const Plugin&) = delete;
    Plugin& operator=(const Plugin&) = delete;

    const UnityGraphics* graphics() const { return m_graphics; } // null: the engine has no graphics
    std::int32_t eventId(PnUnityEvent event) const { return m_firstEventId + event; }

    // The engine's calls, one at a time.
    void onDeviceEvent(DeviceEvent event);
    bool onRenderEvent(PnUnityJob job); // 0: only collect. True: call onQueueAccess from the engine's queue
    void onQueueAccess(PnUnityJob job);
    const UnityVulkan* vulkan() const { return m_vulkan; }

    // Scripts' calls, on any thread.
    PnUnityJob createJob(const JobRequest& request);
    PnUnityInfo info() const;
    JobTable& jobs() { return m_jobs; }
    MessageLog& messages() { return m_messages; }

private:
    void attachDevice();
    void detachDevice();
    void useDevice();
    void setStatus(Renderer renderer, const std::string& reason);

    const UnityInterfaces& m_interfaces;
    const UnityGraphics* m_graphics;
    const UnityVulkan* m_vulkan = nullptr; // V2 or V1; null if the engine's current device is not Vulkan
    std::int32_t m_firstEventId = 0;
    MessageLog m_messages;
    JobTable m_jobs;
    Frames m_frames;
    std::unique_ptr<DeviceJobs> m_device;

    mutable std::mutex m_statusMutex;
    Renderer m_renderer = kRendererNull;
    std::string m_reason; // why jobs cannot run; empty when they can
};

// std::mutex is not trivially destructible everywhere (MinGW's is not), and this one must be.
class StaticMutex
{
public:
    void lock()
    {
        while (m_isLocked.test_and_set(std::memory_order_acquire))
            m_isLocked.wait(true, std::memory_order_relaxed);
    }

    void unlock()
    {
        m_isLocked.clear(std::memory_order_release);
        m_isLocked.notify_one();
    }

private:
    std::atomic_flag m_isLocked;
};

// The only plugin of the process, because the engine's callbacks carry no pointer of ours. engineMutex is held during
// the engine's calls, scriptMutex during scripts' calls. The pointer changes under both; engineMutex is locked first.
// So a script never waits for the render thread. Nothing here has a destructor that runs when the library is closed.
struct PluginSlot
{
    StaticMutex engineMutex;
    StaticMutex scriptMutex;
    Plugin* plugin = nullptr;
};

extern PluginSlot slot;

// For CommandBuffer.IssuePluginEventAndData.
void PN_UNITY_CALL onRenderEvent(int eventId, void* data) noexcept;

} // namespace pn::unity
