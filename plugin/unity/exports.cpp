// What the engine calls. Nothing is thrown into it, and its calls are taken one at a time.
#include "unity/plugin.h"

#include <type_traits>
#include <utility>

namespace pn::unity {

static_assert(std::is_trivially_destructible_v<PluginSlot>, "a closed library must have nothing left to run");

constinit PluginSlot slot;

namespace {

thread_local bool isInside = false;

// One call of the engine's. A call within a call is dropped: the engine's log may run a script that comes back here.
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
    catch (...) // out of memory: what could not be done is missing, and a job stays as it was
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
        std::unique_ptr<Plugin> ended; // outlives the lock: scripts need not wait while the device is left
        const std::lock_guard lock(slot.scriptMutex);
        ended.reset(std::exchange(slot.plugin, nullptr));
    });
}

} // namespace

// The engine's functions are called without our locks where they may call back: the queue's callback comes at once or
// later, on this thread or another.
void PN_UNITY_CALL onRenderEvent(int eventId, void* data) noexcept
{
    const UnityVulkan* vulkan = nullptr;
    contained([&] {
        if (slot.plugin != nullptr && slot.plugin->onRenderEvent(reinterpret_cast<PnUnityJob>(data)))
            vulkan = slot.plugin->vulkan();
    });
    if (vulkan != nullptr)
        vulkan->accessQueue(&onQueueAccess, eventId, data, true); // what the engine recorded so far goes before
}

} // namespace pn::unity

// NOLINTBEGIN(readability-identifier-naming): the engine's names
extern "C" PN_UNITY_EXPORT void PN_UNITY_CALL UnityPluginLoad(pn::unity::UnityInterfaces* interfaces)
{
    pn::unity::unload(); // an engine that loads twice starts anew
    if (interfaces == nullptr)
        return;
    const pn::unity::UnityGraphics* graphics = pn::unity::load(interfaces);
    if (graphics == nullptr)
        return;
    graphics->registerDeviceEventCallback(&pn::unity::onDeviceEvent);
    pn::unity::onDeviceEvent(pn::unity::kDeviceInitialize); // it may have come before us
}

extern "C" PN_UNITY_EXPORT void PN_UNITY_CALL UnityPluginUnload()
{
    pn::unity::unload();
}
// NOLINTEND(readability-identifier-naming)
