#pragma once

#include "engine_abi.h"
#include "engine_device.h"
#include "plugin_library.h"
#include "task_thread.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace pn::testing {

struct EngineOptions
{
    int renderer = abi::kRendererVulkan;
    bool offersV2 = true;
    bool offersV1 = true;
    bool offersLog = true;
    bool defersQueueCallback = false; // AccessQueue returns before the callback has run, at the frame's end
    bool rotatesCommands = false;     // each resource access goes on in another command buffer
};

// What the engine refuses, to see what the plugin makes of it.
struct EngineFaults
{
    bool refusesTextures = false;
    bool refusesCommandBuffer = false;
    bool givesNullCommandBuffer = false;
};

// Plays the engine: a main thread (the test's), a render thread, interfaces behind GUIDs, frames, and barriers that are
// tracked. It is no engine, and has what the plugin uses and nothing else. What the plugin must not do is collected as
// a violation, and fails the test in the end, as messages of the validation layer do. One at a time: the interface's
// functions carry no pointer of the engine's.
class EngineStandIn
{
public:
    explicit EngineStandIn(const EngineOptions& options = {});
    ~EngineStandIn();
    EngineStandIn(const EngineStandIn&) = delete;
    EngineStandIn& operator=(const EngineStandIn&) = delete;

    void load(const PluginLibrary& plugin) { plugin.load(m_interfaces.data()); }
    static void unload(const PluginLibrary& plugin) { plugin.unload(); }

    // The graphics device comes and goes, with its event or, as when a plugin is loaded too late, without.
    void createDevice(bool sendsEvent = true);
    void destroyDevice();
    EngineDevice& device() { return *m_device; }
    EngineFaults& faults() { return m_faults; }
    void onLog(std::function<void()> script) { m_onLog = std::move(script); } // as Application.logMessageReceived

    // Runs the body on the render thread, within a frame of its own.
    void frame(const std::function<void()>& body);
    // Within a frame: what IssuePluginEventAndData leads to. The events' configuration is respected.
    void issueEvent(void* callback, int eventId, std::uint64_t data);
    TaskThread& renderThread() { return m_renderThread; }

    std::vector<std::string> takeErrors(); // errors and warnings in the engine's log, since the last time
    int reservedEvents() const { return m_reservedEvents; }
    bool hasDeviceCallback() const { return m_deviceCallback != nullptr; }

    static constexpr int kFirstEvent = 4711;

private:
    using DeviceCallback = void (*)(int);
    using RenderCallback = void (*)(int, void*);

    void fillTables();
    void sendDeviceEvent(int event);
    void violate(const std::string& what);
    void checkRecording(const char* function);
    void leaveRenderPass();
    void describe(const EngineTexture& texture, void* outImage) const;

    static void unexpected();
    static void* getInterface(unsigned long long high, unsigned long long low);
    static int getRenderer();
    static void registerCallback(DeviceCallback callback);
    static void unregisterCallback(DeviceCallback callback);
    static int reserveEvents(int count);
    static void log(int type, const char* message, const char* file, int line);
    static void configureEvent(int eventId, const abi::EventConfig* config);
    static abi::Instance instance();
    static bool commandRecordingState(void* outState, int queueAccess);
    static bool accessTexture(void* native, const VkImageSubresource* part, VkImageLayout layout,
                              VkPipelineStageFlags stage, VkAccessFlags access, int mode, void* outImage);
    static bool accessBuffer(void* native, VkPipelineStageFlags stage, VkAccessFlags access, int mode, void* outBuffer);
    static void ensureOutsideRenderPass();
    static void accessQueue(RenderCallback callback, int eventId, void* data, bool flush);

    static EngineStandIn* s_engine;

    EngineOptions m_options;
    EngineFaults m_faults;
    abi::Table<abi::kInterfacesCount> m_interfaces{};
    abi::Table<abi::kGraphicsCount> m_graphics{};
    abi::Table<abi::kVulkanV2Count> m_vulkan{};
    abi::Table<1> m_log{};
    DeviceCallback m_deviceCallback = nullptr;
    int m_reservedEvents = 0;
    std::map<int, abi::EventConfig> m_eventConfigs;
    std::unique_ptr<EngineDevice> m_device;
    std::vector<std::function<void()>> m_deferred; // queue callbacks that are to come
    std::function<void()> m_onLog;
    std::mutex m_reportMutex;
    std::vector<std::pair<int, std::string>> m_logLines;
    std::vector<std::string> m_violations;
    TaskThread m_submissionThread;
    TaskThread m_renderThread;
};

} // namespace pn::testing
