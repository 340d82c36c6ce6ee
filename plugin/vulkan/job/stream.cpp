#include "vulkan/job/stream.h"

#include "core/error.h"

#include <utility>

namespace pn::vulkan {

// The objects of one submission in flight. A device with a copy engine uploads texels on a second queue.
struct Stream::Slot
{
    Slot(Device& device, const PipelineLayout& layout, const StepSizes& sizes)
        : buffers(device, layout, sizes, StepBuffers::HostAccess::Staged), source(device, buffers),
          target(device, buffers), timer(device, 1), compute(device, device.computeQueue())
    {
        if (!buffers.isStaged() || !device.transferQueue())
            return;
        uploaded = std::make_unique<Semaphore>(device);
        transfer = std::make_unique<Commands>(device, *device.transferQueue());
    }

    StepBuffers buffers;
    HostSource source;
    HostTarget target;
    Timer timer;
    PreparedStep prepared; // its step is null if nothing is in flight
    std::unique_ptr<Semaphore> uploaded;
    std::unique_ptr<Commands>
        transfer; // declared last: their destructors wait for the device before the rest is destroyed
    Commands compute;
};

// The state of one call.
struct Stream::Run
{
    Job& job;
    std::span<const ProbeTask> probes;
    const PipelineLayout& layout;
    WorkerTeam& team;
    const Job::Receive& receive;
    Monitor& monitor;
    BackendTimes times{};
    std::uint32_t finished = 0; // probes
};

Stream::Stream(Device& device, std::chrono::milliseconds timeout) : m_device(device), m_timeout(timeout) {}

Stream::~Stream() = default;

void Stream::clear()
{
    for (auto& slot : m_slots)
        slot.reset();
}

BackendTimes Stream::run(Job& job, std::span<const ProbeTask> probes, const PipelineLayout& layout, WorkerTeam& team,
                         const Job::Receive& receive, Monitor& monitor)
{
    Run run{.job = job, .probes = probes, .layout = layout, .team = team, .receive = receive, .monitor = monitor};
    const StepSizes sizes = job.largestSizes(); // the sizes of the largest step, so that no slot has to grow
    for (const Step& step : job.steps())
    {
        if (monitor.cancelled())
            throw Error(PN_ERROR_CANCELLED, "cancelled by the caller");
        Slot& slot = slotFor(sizes, run);
        slot.prepared = job.prepare(step);
        slot.source.write(step, probes, team);
        submit(slot, run);
        if (slot.buffers.isStaged())
            run.times.uploadedBytes += step.inputBytes;
    }
    for (std::size_t i = 0; i < kSlotCount; ++i) // oldest first
        if (const auto& slot = m_slots[(m_next + i) % kSlotCount])
            finish(*slot, run);
    return run.times;
}

// Returns the next slot, after the device has finished with it.
Stream::Slot& Stream::slotFor(const StepSizes& sizes, Run& run)
{
    auto& slot = m_slots[m_next++ % kSlotCount];
    if (slot)
        finish(*slot, run);
    if (!slot || !slot->buffers.sizes().holds(sizes))
    {
        slot.reset();
        slot = std::make_unique<Slot>(m_device, run.layout, sizes);
    }
    return *slot;
}

void Stream::submit(Slot& slot, const Run& run)
{
    const Step& step = *slot.prepared.step;
    if (slot.transfer) // a semaphore makes the compute queue wait for the copy
    {
        slot.source.recordCopy(slot.transfer->begin(), step, slot.buffers.texels());
        slot.transfer->submit(VK_NULL_HANDLE, slot.uploaded->handle());
    }
    const VkCommandBuffer commands = slot.compute.begin();
    if (!slot.transfer)
        slot.source.recordLoad(commands, step, slot.buffers.texels());
    slot.timer.reset(commands, 0);
    slot.timer.begin(commands, 0);
    run.job.recordPasses(commands, slot.prepared, slot.buffers);
    slot.timer.end(commands, 0);
    slot.target.recordStore(commands, step, slot.buffers.results());
    slot.compute.submit(slot.transfer ? slot.uploaded->handle() : VK_NULL_HANDLE);
}

// Waits for the slot's step and delivers its results.
void Stream::finish(Slot& slot, Run& run)
{
    if (slot.prepared.step == nullptr)
        return;
    if (slot.transfer)
        slot.transfer->wait(m_timeout);
    slot.compute.wait(m_timeout);
    run.times.addGpuTime(slot.timer.nanoseconds(0));
    const PreparedStep prepared = std::exchange(slot.prepared, {});
    slot.target.read(*prepared.step, run.probes, run.team);
    run.job.readReport(prepared, slot.buffers, run.receive);
    while (run.finished < prepared.step->finishedProbes)
        run.monitor.finished(++run.finished);
}

} // namespace pn::vulkan
