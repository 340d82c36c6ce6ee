// The functions that the engine calls. They never throw, and run one at a time.
#include "unity/plugin.h"

#include <type_traits>
#include <utility>

namespace pn::unity {

static_assert(std::is_trivially_destructible_v<PluginSlot>, "a closed library must have nothing left to run");

constinit PluginSlot slot;

namespace {

thread_local bool isInside = false;

// Runs one call of the engine. A call within a call is dropped, because the engine's log may run a script that calls
// the plugin.
template <typename Body>
void contained(Body&& body) noexcept
{
    if (std::exchange(isInside, true))
        return;
    try
    {
        const std::lock_guard lock(slot.engineMutex);
        body();
    }
    catch (...) // out of memory: the work is not done, and jobs stay as they were
    {
    }
    isInside = false;
}

void PN_UNITY_CALL onDeviceEvent(DeviceEvent event) noexcept
{
    contained([event] {
        if (slot.plugin != nullptr)
            slot.plugin->onDeviceEvent(event);
    });
}

void PN_UNITY_CALL onQueueAccess(int, void* data) noexcept
{
    contained([data] {
        if (slot.plugin != nullptr)
            slot.plugin->onQueueAccess(reinterpret_cast<PnUnityJob>(data));
    });
}

const UnityGraphics* load(const UnityInterfaces* interfaces)
{
    const UnityGraphics* graphics = nullptr;
    contained([&] {
        auto plugin = std::make_unique<Plugin>(*interfaces);
        graphics = plugin->graphics();
        const std::lock_guard lock(slot.scriptMutex);
        slot.plugin = plugin.release();
    });
    return graphics;
}

void unload()
{
    const UnityGraphics* graphics = nullptr;
    contained([&] { graphics = slot.plugin != nullptr ? slot.plugin->graphics() : nullptr; });
    if (graphics != nullptr)
        graphics->unregisterDeviceEventCallback(&onDeviceEvent);
    contained([] {
        std::unique_ptr<Plugin>
            ended; // destroyed after the lock is released, so that scripts need not wait for the device
        const std::lock_guard lock(slot.scriptMutex);
        ended.reset(std::exchange(slot.plugin, nullptr));
    });
}

} // namespace

// The engine's functions that may call back are called without our locks. The queue's callback may come at once or
// later, on this or another thread.
void PN_UNITY_CALL onRenderEvent(int eventId, void* data) noexcept
{
    const UnityVulkan* vulkan = nullptr;
    contained([&] {
        if (slot.plugin != nullptr && slot.plugin->onRenderEvent(reinterpret_cast<PnUnityJob>(data)))
            vulkan = slot.plugin->vulkan();
    });
    if (vulkan != nullptr)
        vulkan->accessQueue(&onQueueAccess, eventId, data, true); // true: the engine first submits what it has recorded
}

} // namespace pn::unity

// NOLINTBEGIN(readability-identifier-naming): the engine's names
extern "C" PN_UNITY_EXPORT void PN_UNITY_CALL UnityPluginLoad(pn::unity::UnityInterfaces* interfaces)
{
    pn::unity::unload(); // the engine may load the plugin twice
    if (interfaces == nullptr)
        return;
    const pn::unity::UnityGraphics* graphics = pn::unity::load(interfaces);
    if (graphics == nullptr)
        return;
    graphics->registerDeviceEventCallback(&pn::unity::onDeviceEvent);
    pn::unity::onDeviceEvent(pn::unity::kDeviceInitialize); // the engine may have sent it before the plugin was loaded
}

extern "C" PN_UNITY_EXPORT void PN_UNITY_CALL UnityPluginUnload()
{
    pn::unity::unload();
}
// NOLINTEND(readability-identifier-naming)
