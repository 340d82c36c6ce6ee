#include "unity/device_jobs.h"

#include "core/error.h"

#include <algorithm>
#include <utility>

namespace pn::unity {
namespace {

void check(PnResult result)
{
    if (result != PN_SUCCESS)
        throw Error(result, pnGetLastErrorMessage());
}

PnVulkanJobInfo vulkanInfo(PnVulkanJob job)
{
    PnVulkanJobInfo info{};
    info.structSize = sizeof(info);
    check(pnGetVulkanJobInfo(job, &info));
    return info;
}

PnVulkanImage toImage(const VulkanImage& image, const JobRequest& request, const Use& use)
{
    PnVulkanImage result{};
    result.structSize = sizeof(result);
    result.mip = request.mip;
    result.layout = image.layout; // the layout that the engine assumes before and after
    result.stage = use.stage;
    result.access = use.access;
    result.image = image.image;
    return result;
}

JobKind kindOf(const JobRequest& request, const VulkanImage& texture)
{
    JobKind kind;
    kind.faceSize = mipSize(texture, request.mip);
    kind.format = texture.format;
    kind.usage = texture.usage;
    kind.mipCount = request.target != nullptr ? request.mipCount : 0;
    kind.options = request.options;
    kind.normalization = request.normalization;
    return kind;
}

void checkTargetFormat(PnVulkanJob job, const JobRequest& request, const JobResources& resources)
{
    const VkFormat format = vulkanInfo(job).targetFormat;
    if (request.target != nullptr && resources.target.format != format)
        throw Error(PN_ERROR_UNSUPPORTED_FORMAT, "target must have VkFormat " + std::to_string(format) + "; it has " +
                                                     std::to_string(resources.target.format));
}

void recordJob(PnVulkanJob job, VkCommandBuffer commands, const JobRequest& request, const JobResources& resources)
{
    const PnVulkanImage source = toImage(resources.texture, request, kTextureUse);
    const PnVulkanImage target = toImage(resources.target, request, kTargetUse);
    PnVulkanRecordInfo info{};
    info.structSize = sizeof(info);
    info.commandBuffer = commands;
    info.source = &source;
    info.target = request.target != nullptr ? &target : nullptr;
    info.buffer = resources.buffer.buffer;
    info.bufferOffset = request.bufferOffset;
    info.bufferStage = kTargetUse.stage;
    info.bufferAccess = kTargetUse.access;
    check(pnRecordVulkanJob(job, &info));
}

PnUnityJobInfo describe(const JobRequest& request, const JobResources& resources, PnVulkanJob job, std::uint64_t frame)
{
    PnUnityJobInfo info{};
    info.faceSize = mipSize(resources.texture, request.mip);
    info.vulkanFormat = resources.texture.format;
    info.route = vulkanInfo(job).route;
    info.isOwnSubmission = request.ownSubmission ? 1 : 0;
    info.frame = frame;
    return info;
}

} // namespace

DeviceJobs::DeviceJobs(const UnityVulkan& engine, JobTable& jobs, MessageLog& log, Frames& frames)
    : m_engine(engine), m_jobs(jobs), m_log(log), m_frames(frames), m_device(engine.instance())
{
    if (m_device.device == VK_NULL_HANDLE || m_device.getInstanceProcAddr == nullptr)
        throw Error(PN_ERROR_UNSUPPORTED_DEVICE, "the engine has no Vulkan device");
}

DeviceJobs::~DeviceJobs()
{
    if (!m_works.empty())
        m_functions.vkDeviceWaitIdle(m_device.device); // this also returns if the device was lost
}

void DeviceJobs::createContext()
{
    const auto instance = vulkan::loadInstanceFunctions(m_device.getInstanceProcAddr, m_device.instance);
    m_functions = vulkan::loadDeviceFunctions(instance.vkGetDeviceProcAddr, m_device.device);

    PnVulkanDevice device{};
    device.structSize = sizeof(device);
    device.queueFamilyIndex = m_device.queueFamilyIndex;
    device.instance = m_device.instance;
    device.physicalDevice = m_device.physicalDevice;
    device.device = m_device.device;
    device.getInstanceProcAddr = m_device.getInstanceProcAddr;
    PnContextDesc desc{};
    desc.structSize = sizeof(desc);
    desc.log = [](void* log, PnLogLevel level, const char* text) {
        static_cast<MessageLog*>(log)->add(level, 0, text);
    };
    desc.logUserData = &m_log;
    PnContext context = nullptr;
    check(pnCreateVulkanContext(&device, &desc, &context));
    m_context.reset(context);
}

void DeviceJobs::readFrames()
{
    RecordingState state{};
    if (!m_engine.commandRecordingState(&state, kQueueDontCare))
        return;
    m_frames.current = state.currentFrameNumber;
    m_frames.safe = state.safeFrameNumber;
}

void DeviceJobs::collect()
{
    readFrames();
    for (std::size_t i = 0; i < m_works.size();)
    {
        if (!isDone(m_works[i]))
        {
            ++i;
            continue;
        }
        Work work = std::move(m_works[i]);
        m_works.erase(m_works.begin() + std::ptrdiff_t(i)); // done first, because the next calls may throw
        if (handOver(work))
            m_pool.give(work.kind, std::move(work.job), m_frames.current);
    }
    m_pool.trim(m_frames.current);
}

bool DeviceJobs::isDone(Work& work)
try
{
    return work.submission ? work.submission->isDone() : m_frames.safe >= work.frame;
}
catch (const Error& e)
{
    if (work.number != 0)
        fail(std::exchange(work.number, 0), e.result(), e.what());
    return e.result() == PN_ERROR_DEVICE_LOST; // else the device may be at it still, with memory that is ours to keep
}

// Returns whether the job ran and can be used again.
bool DeviceJobs::handOver(const Work& work)
{
    JobOutcome outcome;
    outcome.info.structSize = sizeof(outcome.info);
    outcome.result = pnGetVulkanJobResult(work.job.get(), &outcome.sh, &outcome.info);
    outcome.message = pnGetLastErrorMessage();
    if (outcome.result != PN_SUCCESS && m_jobs.contains(work.number))
        m_log.add(PN_LOG_ERROR, work.number, outcome.message);
    m_jobs.finish(work.number, outcome);
    return outcome.result == PN_SUCCESS || outcome.result == PN_ERROR_BAD_TEXEL;
}

bool DeviceJobs::run(PnUnityJob job)
{
    collect();
    const std::optional<JobRequest> request = m_jobs.request(job);
    if (!request) // the command buffer was executed again, or its job was destroyed
        return false;
    try
    {
        return record(job, *request);
    }
    catch (const Error& e)
    {
        fail(job, e.result(), e.what());
    }
    catch (const std::bad_alloc&)
    {
        fail(job, PN_ERROR_OUT_OF_MEMORY, "out of host memory");
    }
    return false;
}

// The engine requires this order: leave the render pass, access resources, ask for the command buffer. Each of these
// calls may record commands, which makes what an earlier call returned out of date.
bool DeviceJobs::record(PnUnityJob number, const JobRequest& request)
{
    if (!m_context)
        createContext();
    m_engine.ensureOutsideRenderPass();
    const JobResources observed = access(m_engine, request, kAccessObserve);
    checkResources(request, observed);
    const JobKind kind = kindOf(request, observed.texture);
    Work work{number, kind, makeJob(kind), m_frames.current, nullptr};
    checkTargetFormat(work.job.get(), request, observed);

    m_works.reserve(m_works.size() +
                    1); // now, because nothing may fail after recording: it would free objects that the device uses
    const JobResources resources = access(m_engine, request, kAccessBarrier);
    const VkCommandBuffer commands = request.ownSubmission ? ownCommands(work) : engineCommands(work);
    const PnUnityJobInfo info = describe(request, resources, work.job.get(), work.frame);
    recordJob(work.job.get(), commands, request, resources);
    if (work.submission)
        work.submission->end();
    m_works.push_back(std::move(work));
    m_jobs.setRecorded(number, info);
    return request.ownSubmission;
}

VulkanJob DeviceJobs::makeJob(const JobKind& kind)
{
    if (VulkanJob idle = m_pool.take(kind))
        return idle;
    PnVulkanJobDesc desc{};
    desc.structSize = sizeof(desc);
    desc.faceSize = kind.faceSize;
    desc.format = kind.format;
    desc.usage = kind.usage;
    desc.options = &kind.options;
    desc.normalization = kind.mipCount > 0 ? &kind.normalization : nullptr;
    desc.mipCount = kind.mipCount;
    PnVulkanJob job = nullptr;
    check(pnCreateVulkanJob(m_context.get(), &desc, &job));
    return VulkanJob(job);
}

VkCommandBuffer DeviceJobs::engineCommands(Work& work)
{
    RecordingState state{};
    if (!m_engine.commandRecordingState(&state, kQueueDontCare) || state.commandBuffer == VK_NULL_HANDLE)
        throw Error(PN_ERROR_UNSUPPORTED,
                    "the engine gives no command buffer; issue the event on its render thread, or "
                    "set PN_UNITY_JOB_OWN_SUBMISSION");
    if (state.subPassIndex >= 0)
        throw Error(PN_ERROR_UNSUPPORTED, "the engine does not leave its render pass here; issue the event between "
                                          "passes, or set PN_UNITY_JOB_OWN_SUBMISSION");
    work.frame = state.currentFrameNumber;
    return state.commandBuffer;
}

VkCommandBuffer DeviceJobs::ownCommands(Work& work)
{
    work.submission = std::make_unique<OwnSubmission>(m_functions, m_device.device, m_device.queueFamilyIndex);
    return work.submission->begin();
}

void DeviceJobs::submit(PnUnityJob job)
{
    const auto work = std::find_if(m_works.begin(), m_works.end(), [job](const Work& w) { return w.number == job; });
    if (work == m_works.end() || !work->submission || work->submission->isSubmitted())
        return;
    try
    {
        work->submission->submit(m_device.graphicsQueue);
    }
    catch (const Error& e)
    {
        fail(job, e.result(), e.what());
        m_works.erase(work);
    }
}

void DeviceJobs::fail(PnUnityJob number, PnResult result, const std::string& message)
{
    m_jobs.finish(number, JobOutcome{result, message, {}, {}});
    m_log.add(PN_LOG_ERROR, number, message);
}

} // namespace pn::unity
