// Runs work on our own device, step by step. Their texels travel through an UploadRing, and each step's kernels are one
// submission. Steps overlap: one begins to travel before the one before it has set out whole, and meanwhile the device
// computes yet another.
#pragma once

#include "vulkan/job/host_rows.h"
#include "vulkan/job/job.h"
#include "vulkan/job/upload_ring.h"

#include <chrono>

namespace pn::vulkan {

// What a stream does step by step.
class StreamWork
{
public:
    virtual ~StreamWork() = default;

    virtual std::span<const Step> steps() const = 0;
    virtual StepSizes largestSizes() const = 0;
    virtual PreparedStep prepare(const Step& step) = 0; // everything that can fail; called for the steps in their order
    virtual void recordPasses(VkCommandBuffer commands, const PreparedStep& prepared, StepBuffers& buffers) = 0;
    virtual void finish(const PreparedStep& prepared, StepBuffers& buffers) = 0; // the device is done
};

// A job's. What receives its results must outlive it.
class JobWork final : public StreamWork
{
public:
    JobWork(const JobDevice& device, JobDesc desc, const Job::Receive& receive)
        : m_job(device, std::move(desc)), m_receive(receive)
    {
    }

    std::span<const Step> steps() const override { return m_job.steps(); }
    StepSizes largestSizes() const override { return m_job.largestSizes(); }
    PreparedStep prepare(const Step& step) override { return m_job.prepare(step); }
    void recordPasses(VkCommandBuffer commands, const PreparedStep& prepared, StepBuffers& buffers) override
    {
        m_job.recordPasses(commands, prepared, buffers);
    }
    void finish(const PreparedStep& prepared, StepBuffers& buffers) override
    {
        m_job.readReport(prepared, buffers, m_receive);
    }

private:
    Job m_job;
    const Job::Receive& m_receive;
};

class Stream
{
public:
    Stream(Device& device, std::chrono::milliseconds timeout);
    ~Stream(); // waits for the device

    // probes are those that the steps number. Results are delivered in order, as steps end.
    BackendTimes run(StreamWork& work, std::span<const ProbeTask> probes, const PipelineLayout& layout,
                     WorkerTeam& team, Monitor& monitor);

    // Waits for all work in flight and frees all memory. Call it after an error, and before kernels are destroyed.
    void clear();

private:
    struct Slot;
    struct Run;
    struct Load;

    Load load(const Step& step, const StepSizes& sizes, Run& run);
    void submit(Load& load, Run& run);
    void finish(Slot& slot, Run& run);
    Slot& slotFor(const StepSizes& sizes, Run& run);

    static constexpr std::size_t kSlotCount = 3; // two are filled, and one is computed

    Device& m_device;
    std::chrono::milliseconds m_timeout;
    std::array<std::unique_ptr<Slot>, kSlotCount> m_slots;
    std::size_t m_next = 0;
    UploadRing m_ring; // declared after the slots, whose memory it copies to
};

} // namespace pn::vulkan
