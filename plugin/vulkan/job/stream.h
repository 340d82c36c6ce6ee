// A job's steps on our own device, each a submission: while one step's texels are copied by the host, the one before
// travels and the one before that is computed.
#pragma once

#include "vulkan/job/host_rows.h"
#include "vulkan/job/job.h"

#include <chrono>

namespace pn::vulkan {

class Stream
{
public:
    Stream(Device& device, std::chrono::milliseconds timeout);
    ~Stream(); // waits for the device

    // Runs the job; probes are those of its description. Results are handed over in order, as steps end.
    BackendTimes run(Job& job, std::span<const ProbeTask> probes, const PipelineLayout& layout, WorkerTeam& team,
                     const Job::Receive& receive, Monitor& monitor);

    // Waits for what is on its way and lets go of all memory: after an error, and before kernels go.
    void clear();

private:
    struct Slot;
    struct Run;

    void submit(Slot& slot, const Run& run);
    void finish(Slot& slot, Run& run);
    Slot& slotFor(const StepSizes& sizes, Run& run);

    static constexpr std::size_t kSlotCount = 3; // one fills, one travels, one computes

    Device& m_device;
    std::chrono::milliseconds m_timeout;
    std::array<std::unique_ptr<Slot>, kSlotCount> m_slots;
    std::size_t m_next = 0;
};

} // namespace pn::vulkan
