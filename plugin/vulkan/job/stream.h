// Runs the steps of a job on our own device. Their texels travel through an UploadRing, and each step's kernels are one
// submission. Steps overlap: one begins to travel before the one before it has set out whole, and meanwhile the device
// computes yet another.
#pragma once

#include "vulkan/job/host_rows.h"
#include "vulkan/job/job.h"
#include "vulkan/job/upload_ring.h"

#include <chrono>

namespace pn::vulkan {

class Stream
{
public:
    Stream(Device& device, std::chrono::milliseconds timeout);
    ~Stream(); // waits for the device

    // Runs the job. probes are those of its description. Results are delivered in order, as steps end.
    BackendTimes run(Job& job, std::span<const ProbeTask> probes, const PipelineLayout& layout, WorkerTeam& team,
                     const Job::Receive& receive, Monitor& monitor);

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
