#include "probenorm/probenorm_unity.h"

#include "unity/plugin.h"

#include "api/arguments.h"
#include "api/message_ring.h"

#include <algorithm>

using namespace pn;
using namespace pn::api;
using namespace pn::unity;

namespace {

constexpr const char* kNotLoaded = "no engine has loaded the plugin (UnityPluginLoad was not called)";

// Runs the body with the plugin, which is not destroyed before the body ends.
template <typename Body>
PnResult withJob(PnUnityJob job, Body&& body) noexcept
{
    return guarded([&] {
        const std::lock_guard lock(slot.scriptMutex);
        if (slot.plugin == nullptr)
            throwNoSuchJob(job);
        body(slot.plugin->jobs());
    });
}

JobRequest readRequest(const PnUnityJobDesc* desc)
{
    const PnUnityJobDesc read = readDesc(desc, sizeof(PnUnityJobDesc), "desc");
    require(read.texture != nullptr, "desc.texture is null");
    require(read.target != nullptr || read.normalization == nullptr, "desc.normalization needs desc.target");
    require(read.target != nullptr || read.mipCount <= 1, "desc.mipCount needs desc.target");
    require(read.target != read.texture, "desc.target must be another texture than desc.texture");
    require(read.buffer != nullptr || read.bufferOffset == 0, "desc.bufferOffset needs desc.buffer");
    require(read.bufferOffset % 4 == 0, "desc.bufferOffset must be a multiple of 4");
    require((read.flags & ~std::uint32_t{PN_UNITY_JOB_OWN_SUBMISSION}) == 0, "desc.flags has an unknown flag");
    require(read.mip < 32 && read.mipCount <= 32, "desc.mip must be below 32, and desc.mipCount at most 32");

    JobRequest request;
    request.texture = read.texture;
    request.target = read.target;
    request.buffer = read.buffer;
    request.bufferOffset = read.bufferOffset;
    request.mip = read.mip;
    request.mipCount = std::max(1u, read.mipCount);
    request.ownSubmission = (read.flags & PN_UNITY_JOB_OWN_SUBMISSION) != 0;
    request.options = readOptions(read.options);
    request.options.structSize = sizeof(PnProjectOptions); // a newer script's may be larger than this copy
    request.options.progress = nullptr; // the script's memory may move before the render thread comes
    request.options.onProgress = nullptr;
    if (read.normalization != nullptr)
        request.normalization = readDesc(read.normalization, kFirstNormalizationSize, "normalization");
    request.normalization.structSize = sizeof(PnNormalization);
    return request;
}

} // namespace

PnResult pnGetUnityInfo(PnUnityInfo* outInfo)
{
    return guarded([&] {
        const std::uint32_t size = readStructSize(outInfo, sizeof(PnUnityInfo), "outInfo");
        const std::lock_guard lock(slot.scriptMutex);
        PnUnityInfo info{};
        info.renderer = -1;
        copyText(info.reason, kNotLoaded);
        writeDesc(outInfo, size, slot.plugin != nullptr ? slot.plugin->info() : info);
    });
}

void* pnGetUnityRenderEvent(void)
{
    const std::lock_guard lock(slot.scriptMutex);
    return slot.plugin != nullptr ? reinterpret_cast<void*>(&onRenderEvent) : nullptr;
}

int32_t pnGetUnityEventId(PnUnityEvent event)
{
    const std::lock_guard lock(slot.scriptMutex);
    const bool isKnown = event == PN_UNITY_EVENT_RUN || event == PN_UNITY_EVENT_COLLECT;
    return slot.plugin != nullptr && isKnown ? slot.plugin->eventId(event) : -1;
}

PnResult pnCreateUnityJob(const PnUnityJobDesc* desc, PnUnityJob* outJob)
{
    return guarded([&] {
        require(outJob != nullptr, "outJob is null");
        *outJob = 0;
        const JobRequest request = readRequest(desc);
        const std::lock_guard lock(slot.scriptMutex);
        if (slot.plugin == nullptr)
            throw Error(PN_ERROR_UNSUPPORTED_DEVICE, kNotLoaded);
        *outJob = slot.plugin->createJob(request);
    });
}

PnResult pnGetUnityJobState(PnUnityJob job, PnUnityJobState* outState)
{
    return withJob(job, [&](JobTable& jobs) {
        require(outState != nullptr, "outState is null");
        *outState = jobs.state(job);
    });
}

PnResult pnGetUnityJobResult(PnUnityJob job, PnSh* outSh, PnProjectInfo* outInfo)
{
    return withJob(job, [&](JobTable& jobs) {
        require(outSh != nullptr, "outSh is null");
        const std::uint32_t size = readOptionalSize(outInfo, sizeof(PnProjectInfo), "outInfo");
        const JobOutcome outcome = jobs.outcome(job);
        const bool hasInfo = outcome.result == PN_SUCCESS || outcome.result == PN_ERROR_BAD_TEXEL;
        if (hasInfo)
            writeDesc(outInfo, size, outcome.info);
        if (outcome.result != PN_SUCCESS)
            throw Error(outcome.result, outcome.message);
        *outSh = outcome.sh;
    });
}

PnResult pnGetUnityJobInfo(PnUnityJob job, PnUnityJobInfo* outInfo)
{
    return withJob(job, [&](JobTable& jobs) {
        const std::uint32_t size = readStructSize(outInfo, sizeof(PnUnityJobInfo), "outInfo");
        writeDesc(outInfo, size, jobs.info(job));
    });
}

PnResult pnReleaseUnityJob(PnUnityJob job)
{
    return withJob(job, [&](JobTable& jobs) { jobs.release(job); });
}

void pnReleaseAllUnityJobs(void)
{
    const std::lock_guard lock(slot.scriptMutex);
    if (slot.plugin != nullptr)
        slot.plugin->jobs().releaseAll();
}

PnResult pnTakeUnityMessage(PnUnityMessage* outMessage)
{
    return guarded([&] {
        const std::uint32_t size = readStructSize(outMessage, sizeof(PnUnityMessage), "outMessage");
        const std::lock_guard lock(slot.scriptMutex);
        writeDesc(outMessage, size, slot.plugin != nullptr ? slot.plugin->messages().take() : PnUnityMessage{});
    });
}
