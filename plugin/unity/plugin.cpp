#include "unity/plugin.h"

#include "api/message_ring.h"
#include "core/error.h"

#include <tuple>

namespace pn::unity {
namespace {

template <typename Interface>
const Interface* find(const UnityInterfaces& interfaces, const Guid& guid)
{
    return static_cast<const Interface*>(interfaces.getInterfaceSplit(guid.high, guid.low));
}

std::string rendererName(Renderer renderer)
{
    switch (renderer)
    {
    case 2: return "Direct3D 11";
    case kRendererNull: return "no graphics device, as in batch mode";
    case 8: return "OpenGL ES 2";
    case 11: return "OpenGL ES 3";
    case 16: return "Metal";
    case 17: return "OpenGL";
    case 18: return "Direct3D 12";
    default: return "renderer " + std::to_string(renderer);
    }
}

std::string otherRenderer(Renderer renderer)
{
    return "the engine runs on " + rendererName(renderer) +
           ", not on Vulkan: jobs cannot run; contexts of probenorm.h can";
}

// V2 starts with the functions of V1, and the plugin uses no others.
const UnityVulkan* findVulkan(const UnityInterfaces& interfaces)
{
    if (const auto* v2 = find<UnityVulkanV2>(interfaces, kVulkanV2Guid))
        return &v2->v1;
    if (const auto* v1 = find<UnityVulkan>(interfaces, kVulkanGuid))
        return v1;
    throw Error(PN_ERROR_UNSUPPORTED_DEVICE, "the engine runs on Vulkan but does not offer IUnityGraphicsVulkan");
}

constexpr const char* kNoDevice = "the engine has no graphics device now";
constexpr const char* kDeviceWent = "the engine's graphics device went away before the job was done; make the job anew";

} // namespace

Plugin::Plugin(const UnityInterfaces& interfaces)
    : m_interfaces(interfaces), m_graphics(find<UnityGraphics>(interfaces, kGraphicsGuid)),
      m_messages(find<UnityLog>(interfaces, kLogGuid))
{
    if (m_graphics != nullptr)
        m_firstEventId = m_graphics->reserveEventIdRange(2);
    setStatus(kRendererNull, m_graphics != nullptr ? kNoDevice : "the engine does not offer IUnityGraphics");
}

Plugin::~Plugin()
{
    detachDevice();
}

void Plugin::onDeviceEvent(DeviceEvent event)
{
    if (event == kDeviceInitialize)
        attachDevice();
    else if (event == kDeviceShutdown)
        detachDevice(); // the events before and after a reset do not occur on Vulkan
}

void Plugin::attachDevice()
try
{
    const Renderer renderer = m_graphics->getRenderer();
    const UnityVulkan* vulkan = renderer == kRendererVulkan ? findVulkan(m_interfaces) : nullptr;
    if (m_device && vulkan != nullptr && m_device->device() == vulkan->instance().device)
        return; // it arrives twice: we send one at load, in case the engine sent its own before that
    if (m_device)
    {
        std::ignore =
            m_device.release(); // the old device is gone without an event, so its objects are leaked on purpose
        detachDevice();
    }
    m_vulkan = vulkan;
    if (vulkan != nullptr)
        useDevice();
    else
        m_messages.add(PN_LOG_INFO, 0, otherRenderer(renderer));
    setStatus(renderer, vulkan != nullptr ? "" : otherRenderer(renderer));
}
catch (const Error& e)
{
    setStatus(kRendererVulkan, e.what());
    m_messages.add(PN_LOG_ERROR, 0, e.what());
}

void Plugin::useDevice()
{
    m_frames.current = 0;
    m_frames.safe = 0;
    m_device = std::make_unique<DeviceJobs>(*m_vulkan, m_jobs, m_messages, m_frames);
    constexpr std::uint32_t kFlags = kEventEnsurePreviousFrameSubmission | kEventModifiesCommandBufferState;
    constexpr EventConfig kRun{kRenderPassEnsureOutside, kQueueDontCare, kFlags};
    constexpr EventConfig kCollect{kRenderPassDontCare, kQueueDontCare, kEventEnsurePreviousFrameSubmission};
    m_vulkan->configureEvent(eventId(PN_UNITY_EVENT_RUN), &kRun);
    m_vulkan->configureEvent(eventId(PN_UNITY_EVENT_COLLECT), &kCollect);
}

// The status is set first: jobs that are created from now on are refused, so that none waits for ever.
void Plugin::detachDevice()
{
    setStatus(kRendererNull, kNoDevice);
    const std::uint64_t pending = m_jobs.pendingCount();
    if (pending > 0)
        m_messages.add(PN_LOG_WARNING, 0, std::string(kDeviceWent) + " (" + std::to_string(pending) + " in all)");
    m_jobs.failPending(PN_ERROR_DEVICE_LOST, kDeviceWent);
    m_device.reset();
}

bool Plugin::onRenderEvent(PnUnityJob job)
{
    if (!m_device)
        return false;
    if (job != 0)
        return m_device->run(job);
    m_device->collect();
    return false;
}

void Plugin::onQueueAccess(PnUnityJob job)
{
    if (m_device)
        m_device->submit(job);
}

PnUnityJob Plugin::createJob(const JobRequest& request)
{
    const std::lock_guard lock(m_statusMutex); // held until the job exists: see detachDevice
    if (!m_reason.empty())
        throw Error(PN_ERROR_UNSUPPORTED_DEVICE, m_reason);
    return m_jobs.create(request);
}

PnUnityInfo Plugin::info() const
{
    PnUnityInfo info{};
    info.isLoaded = 1;
    info.jobCount = m_jobs.count();
    info.pendingJobs = m_jobs.pendingCount();
    info.frame = m_frames.current;
    info.safeFrame = m_frames.safe;
    const std::lock_guard lock(m_statusMutex);
    info.hasDevice = m_reason.empty() ? 1 : 0;
    info.renderer = m_renderer;
    api::copyText(info.reason, m_reason.c_str());
    return info;
}

void Plugin::setStatus(Renderer renderer, const std::string& reason)
{
    const std::lock_guard lock(m_statusMutex);
    m_renderer = renderer;
    m_reason = reason;
}

} // namespace pn::unity
