#pragma once

#include "unity/job_pool.h"
#include "unity/job_resources.h"
#include "unity/message_log.h"
#include "unity/own_submission.h"

#include <atomic>
#include <memory>
#include <vector>

namespace pn::unity {

// The engine's frame numbers, as it told them last.
struct Frames
{
    std::atomic<std::uint64_t> current = 0;
    std::atomic<std::uint64_t> safe = 0; // the device is done with this frame and all before
};

// Jobs on the engine's device, from its Initialize to its Shutdown event; one of the engine's calls at a time.
class DeviceJobs
{
public:
    DeviceJobs(const UnityVulkan& engine, JobTable& jobs, MessageLog& log, Frames& frames);
    ~DeviceJobs(); // waits for the device, since the engine takes it back; jobs are the caller's to fail
    DeviceJobs(const DeviceJobs&) = delete;
    DeviceJobs& operator=(const DeviceJobs&) = delete;

    // Takes the results of what the device has finished, and frees what it used.
    void collect();

    // Records a job that waits for its event; what goes wrong becomes the job's. True when the engine's queue has to be
    // asked for, and submit() called from there.
    bool run(PnUnityJob job);
    void submit(PnUnityJob job);

    VkDevice device() const { return m_device.device; }

private:
    struct ContextDeleter
    {
        void operator()(PnContext context) const { pnDestroyContext(context); }
    };
    using Context = std::unique_ptr<PnContext_T, ContextDeleter>;

    // What the device may be working on. The script's job may be gone already.
    struct Work
    {
        PnUnityJob number = 0;
        JobKind kind;
        VulkanJob job;
        std::uint64_t frame = 0;
        std::unique_ptr<OwnSubmission> submission; // null: it is part of the engine's frame
    };

    void readFrames();
    void createContext();
    bool record(PnUnityJob number, const JobRequest& request);
    VulkanJob makeJob(const JobKind& kind);
    VkCommandBuffer engineCommands(Work& work);
    VkCommandBuffer ownCommands(Work& work);
    bool isDone(Work& work);
    bool handOver(const Work& work);
    void fail(PnUnityJob number, PnResult result, const std::string& message);

    const UnityVulkan& m_engine;
    JobTable& m_jobs;
    MessageLog& m_log;
    Frames& m_frames;
    VulkanInstance m_device;
    vulkan::DeviceFunctions m_functions;
    Context m_context; // made with the first job, so that an engine that runs none pays nothing
    JobPool m_pool;
    std::vector<Work> m_works;
};

} // namespace pn::unity
