#pragma once

#include "unity/job_pool.h"
#include "unity/job_resources.h"
#include "unity/message_log.h"
#include "unity/own_submission.h"

#include <atomic>
#include <memory>
#include <vector>

namespace pn::unity {

// The engine's latest frame numbers.
struct Frames
{
    std::atomic<std::uint64_t> current = 0;
    std::atomic<std::uint64_t> safe = 0; // the device is done with this frame and all before
};

// The jobs on the engine's device, between its Initialize and Shutdown events. The engine's calls come one at a time.
class DeviceJobs
{
public:
    DeviceJobs(const UnityVulkan& engine, JobTable& jobs, MessageLog& log, Frames& frames);
    ~DeviceJobs(); // waits for the device; the caller must mark its jobs as failed
    DeviceJobs(const DeviceJobs&) = delete;
    DeviceJobs& operator=(const DeviceJobs&) = delete;

    // Takes the results of what the device has finished, and frees what it used.
    void collect();

    // Records a job that waits for its event. If that fails, the job fails with the same error. Returns true if the
    // caller must ask for the engine's queue and call submit() there.
    bool run(PnUnityJob job);
    void submit(PnUnityJob job);

    VkDevice device() const { return m_device.device; }

private:
    struct ContextDeleter
    {
        void operator()(PnContext context) const { pnDestroyContext(context); }
    };
    using Context = std::unique_ptr<PnContext_T, ContextDeleter>;

    // Work that the device may still be running. The script may have released its job already.
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
    Context m_context; // created with the first job, so that engines without jobs pay nothing
    JobPool m_pool;
    std::vector<Work> m_works;
};

} // namespace pn::unity
