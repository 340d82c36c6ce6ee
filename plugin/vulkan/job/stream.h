// Runs the steps of a job on our own device, each as one submission. Three steps overlap: the host copies one, the bus
// transfers another, and the device computes the third.
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

    // Runs the job. probes are those of its description. Results are delivered in order, as steps end.
    BackendTimes run(Job& job, std::span<const ProbeTask> probes, const PipelineLayout& layout, WorkerTeam& team,
                     const Job::Receive& receive, Monitor& monitor);

    // Waits for all work in flight and frees all memory. Call it after an error, and before kernels are destroyed.
    void clear();

private:
    struct Slot;
    struct Run;

    void submit(Slot& slot, const Run& run);
    void finish(Slot& slot, Run& run);
    Slot& slotFor(const StepSizes& sizes, Run& run);

    static constexpr std::size_t kSlotCount = 3; // one is filled, one is transferred, one is computed

    Device& m_device;
    std::chrono::milliseconds m_timeout;
    std::array<std::unique_ptr<Slot>, kSlotCount> m_slots;
    std::size_t m_next = 0;
};

} // namespace pn::vulkan
