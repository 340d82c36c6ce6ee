#include "engine_stand_in.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace pn::testing {

using namespace abi;

EngineStandIn* EngineStandIn::s_engine = nullptr;

EngineStandIn::EngineStandIn(const EngineOptions& options) : m_options(options)
{
    s_engine = this;
    fillTables();
}

EngineStandIn::~EngineStandIn()
{
    m_device.reset();
    EXPECT_EQ(m_deviceCallback, nullptr) << "the plugin left its callback behind";
    EXPECT_TRUE(m_violations.empty()) << m_violations.size() << " violations, the first: " << m_violations.front();
    EXPECT_EQ(takeErrors(), std::vector<std::string>{});
    s_engine = nullptr;
}

void EngineStandIn::fillTables()
{
    m_interfaces.fill(&unexpected);
    m_interfaces[kGetInterfaceSplit] = function(&getInterface);
    m_graphics[kGetRenderer] = function(&getRenderer);
    m_graphics[kRegisterDeviceEventCallback] = function(&registerCallback);
    m_graphics[kUnregisterDeviceEventCallback] = function(&unregisterCallback);
    m_graphics[kReserveEventIdRange] = function(&reserveEvents);
    m_vulkan.fill(&unexpected);
    m_vulkan[kConfigureEvent] = function(&configureEvent);
    m_vulkan[kInstance] = function(&instance);
    m_vulkan[kCommandRecordingState] = function(&commandRecordingState);
    m_vulkan[kAccessTexture] = function(&accessTexture);
    m_vulkan[kAccessBuffer] = function(&accessBuffer);
    m_vulkan[kEnsureOutsideRenderPass] = function(&ensureOutsideRenderPass);
    m_vulkan[kAccessQueue] = function(&accessQueue);
    m_log[0] = function(&log);
}

void EngineStandIn::createDevice(bool sendsEvent)
{
    if (m_options.renderer == kRendererVulkan)
        m_device = std::make_unique<EngineDevice>();
    if (sendsEvent)
        sendDeviceEvent(kDeviceInitialize);
}

void EngineStandIn::destroyDevice()
{
    sendDeviceEvent(kDeviceShutdown);
    EXPECT_EQ(EngineDevice::liveAllocations(), 0) << "the plugin keeps memory of a device that goes";
    m_device.reset();
}

void EngineStandIn::sendDeviceEvent(int event)
{
    m_renderThread.run([this, event] {
        if (m_deviceCallback != nullptr)
            m_deviceCallback(event);
    });
}

void EngineStandIn::frame(const std::function<void()>& body)
{
    m_renderThread.run([&] {
        m_device->beginFrame();
        body();
        m_device->endFrame();
        for (const auto& callback : std::exchange(m_deferred, {}))
            m_submissionThread.run(callback);
    });
}

void EngineStandIn::issueEvent(void* callback, int eventId, std::uint64_t data)
{
    const auto config = m_eventConfigs.find(eventId);
    if (config != m_eventConfigs.end() && config->second.renderPass == kRenderPassEnsureOutside)
        leaveRenderPass();
    reinterpret_cast<RenderCallback>(callback)(eventId, reinterpret_cast<void*>(data));
}

std::vector<std::string> EngineStandIn::takeErrors()
{
    const std::lock_guard lock(m_reportMutex);
    std::vector<std::string> errors;
    for (const auto& [type, text] : m_logLines)
        errors.push_back(text);
    m_logLines.clear();
    return errors;
}

void EngineStandIn::violate(const std::string& what)
{
    const std::lock_guard lock(m_reportMutex);
    m_violations.push_back(what);
}

void EngineStandIn::leaveRenderPass()
{
    if (m_device->isInRenderPass())
        m_device->endRenderPass();
}

void EngineStandIn::unexpected()
{
    s_engine->violate("a function was called that the plugin does not need");
}

void* EngineStandIn::getInterface(unsigned long long high, unsigned long long low)
{
    const auto is = [high, low](const std::uint64_t(&guid)[2]) { return guid[0] == high && guid[1] == low; };
    if (is(kGraphicsGuid))
        return s_engine->m_graphics.data();
    if (is(kLogGuid) && s_engine->m_options.offersLog)
        return s_engine->m_log.data();
    if (is(kVulkanV2Guid) && s_engine->m_options.offersV2)
        return s_engine->m_vulkan.data();
    if (is(kVulkanGuid) && s_engine->m_options.offersV1)
        return s_engine->m_vulkan.data();
    return nullptr;
}

int EngineStandIn::getRenderer()
{
    const bool isReady = s_engine->m_options.renderer != kRendererVulkan || s_engine->m_device != nullptr;
    return isReady ? s_engine->m_options.renderer : kRendererNull; // as an engine that has no device yet, or any more
}

void EngineStandIn::registerCallback(DeviceCallback callback)
{
    if (s_engine->m_deviceCallback != nullptr)
        s_engine->violate("a second device callback was registered");
    s_engine->m_deviceCallback = callback;
}

void EngineStandIn::unregisterCallback(DeviceCallback callback)
{
    if (s_engine->m_deviceCallback != callback)
        s_engine->violate("a device callback was unregistered that is not registered");
    s_engine->m_deviceCallback = nullptr;
}

int EngineStandIn::reserveEvents(int count)
{
    s_engine->m_reservedEvents += count;
    return kFirstEvent;
}

void EngineStandIn::log(int type, const char* message, const char* file, int)
{
    if (message == nullptr || file == nullptr)
        s_engine->violate("a null string was logged");
    {
        const std::lock_guard lock(s_engine->m_reportMutex);
        s_engine->m_logLines.emplace_back(type, message);
    }
    if (s_engine->m_onLog)
        s_engine->m_onLog();
}

void EngineStandIn::configureEvent(int eventId, const EventConfig* config)
{
    if (eventId < kFirstEvent || eventId >= kFirstEvent + s_engine->m_reservedEvents)
        s_engine->violate("an event was configured that was not reserved");
    s_engine->m_eventConfigs[eventId] = *config;
}

Instance EngineStandIn::instance()
{
    Instance result;
    const VulkanHost& host = s_engine->m_device->host();
    put(&result, kInstanceInstance, host.instance());
    put(&result, kInstancePhysicalDevice, host.physicalDevice());
    put(&result, kInstanceDevice, host.device());
    put(&result, kInstanceQueue, host.queue());
    put(&result, kInstanceGetProcAddr, &EngineDevice::getInstanceProcAddr);
    put(&result, kInstanceQueueFamily, host.queueFamily());
    return result;
}

bool EngineStandIn::commandRecordingState(void* outState, int queueAccess)
{
    if (queueAccess != kQueueDontCare)
        s_engine->violate("CommandRecordingState was asked for queue access outside of a queue callback");
    const EngineDevice& device = *s_engine->m_device;
    if (!s_engine->m_renderThread.isCurrent() || !device.isInFrame() || s_engine->m_faults.refusesCommandBuffer)
        return false;
    std::memset(outState, 0, kStateBytes);
    const bool givesNull = s_engine->m_faults.givesNullCommandBuffer;
    put(outState, kStateCommandBuffer, givesNull ? VK_NULL_HANDLE : device.commands());
    put(outState, kStateLevel, VK_COMMAND_BUFFER_LEVEL_PRIMARY);
    put(outState, kStateRenderPass, device.renderPass());
    put(outState, kStateFramebuffer, device.framebuffer());
    put(outState, kStateSubPassIndex, device.isInRenderPass() ? 0 : -1);
    put(outState, kStateCurrentFrame, device.frame());
    put(outState, kStateSafeFrame, device.safeFrame());
    return true;
}

// The rules for whatever may record into the engine's command buffer.
void EngineStandIn::checkRecording(const char* name)
{
    if (m_submissionThread.isCurrent())
        violate(std::string(name) + " was called with the queue");
    else if (m_renderThread.isCurrent() && m_device->isInRenderPass())
        violate(std::string(name) + " was called inside a render pass");
}

bool EngineStandIn::accessTexture(void* native, const VkImageSubresource* part, VkImageLayout layout,
                                  VkPipelineStageFlags stage, VkAccessFlags access, int mode, void* outImage)
{
    s_engine->checkRecording("AccessTexture");
    if (part != nullptr)
        s_engine->violate("AccessTexture was asked for a part of a texture");
    EngineDevice& device = *s_engine->m_device;
    EngineTexture* texture = device.findTexture(native);
    if (!s_engine->m_renderThread.isCurrent() || texture == nullptr || s_engine->m_faults.refusesTextures)
        return false;
    if (mode == kPipelineBarrier)
    {
        device.use(*texture, HostImageState{layout, stage, access});
        if (s_engine->m_options.rotatesCommands)
            device.rotateCommands();
    }
    s_engine->describe(*texture, outImage);
    return true;
}

void EngineStandIn::describe(const EngineTexture& texture, void* outImage) const
{
    const HostImageDesc& desc = texture.image.desc();
    std::memset(outImage, 0, kImageBytes);
    put(outImage, kImageImage, texture.image.handle());
    put(outImage, kImageLayout, texture.state.layout);
    put(outImage, kImageAspect, VK_IMAGE_ASPECT_COLOR_BIT);
    put(outImage, kImageUsage, VkImageUsageFlags(desc.usage | VK_IMAGE_USAGE_TRANSFER_DST_BIT));
    put(outImage, kImageFormat, desc.format);
    put(outImage, kImageExtent, VkExtent3D{desc.faceSize, desc.faceSize, 1});
    put(outImage, kImageTiling, VK_IMAGE_TILING_OPTIMAL);
    put(outImage, kImageType, VK_IMAGE_TYPE_2D);
    put(outImage, kImageSamples, VK_SAMPLE_COUNT_1_BIT);
    put(outImage, kImageLayers, int(desc.layerCount));
    put(outImage, kImageMipCount, int(desc.mipCount));
}

bool EngineStandIn::accessBuffer(void* native, VkPipelineStageFlags stage, VkAccessFlags access, int mode,
                                 void* outBuffer)
{
    s_engine->checkRecording("AccessBuffer");
    EngineDevice& device = *s_engine->m_device;
    EngineBuffer* buffer = device.findBuffer(native);
    if (!s_engine->m_renderThread.isCurrent() || buffer == nullptr)
        return false;
    if (mode == kPipelineBarrier)
        device.use(*buffer, stage, access);
    std::memset(outBuffer, 0, kBufferBytes);
    put(outBuffer, kBufferBuffer, buffer->buffer.handle());
    put(outBuffer, kBufferSize, std::size_t(buffer->buffer.size()));
    put(outBuffer, kBufferUsage,
        VkBufferUsageFlags(VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT));
    return true;
}

void EngineStandIn::ensureOutsideRenderPass()
{
    if (s_engine->m_submissionThread.isCurrent())
        s_engine->violate("EnsureOutsideRenderPass was called with the queue");
    if (s_engine->m_renderThread.isCurrent())
        s_engine->leaveRenderPass();
}

void EngineStandIn::accessQueue(RenderCallback callback, int eventId, void* data, bool flush)
{
    if (!s_engine->m_renderThread.isCurrent())
        return s_engine->violate("AccessQueue was called outside of the render thread");
    if (flush)
        s_engine->m_device->flush();
    const auto run = [callback, eventId, data] { callback(eventId, data); };
    if (s_engine->m_options.defersQueueCallback)
        s_engine->m_deferred.push_back(run);
    else
        s_engine->m_submissionThread.run(run); // the render thread waits: a lock it held would show as a hang
}

} // namespace pn::testing
