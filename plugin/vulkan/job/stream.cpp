#include "vulkan/job/stream.h"

#include "core/error.h"

#include <utility>

namespace pn::vulkan {

// The objects of one submission in flight. A device with copy engines uploads texels on a second queue and brings
// results back on a third; semaphores make the kernels wait for the texels, and the third queue for the kernels.
struct Stream::Slot
{
    Slot(Device& device, const PipelineLayout& layout, const StepSizes& sizes)
        : buffers(device, layout, sizes, StepBuffers::HostAccess::Ringed), source(device, buffers),
          target(device, buffers), timer(device, 1), compute(device, device.computeQueue())
    {
        if (buffers.isStaged() && device.transferQueue())
            uploaded = std::make_unique<Semaphore>(device);
        if (buffers.isStaged() && device.readbackQueue() && sizes.resultBytes > 0)
        {
            computed = std::make_unique<Semaphore>(device);
            store = std::make_unique<Commands>(device, *device.readbackQueue());
        }
    }

    VkSemaphore semaphore() const { return uploaded ? uploaded->handle() : VK_NULL_HANDLE; }

    StepBuffers buffers;
    HostSource source;
    HostTarget target;
    Timer timer;
    PreparedStep prepared; // its step is null if nothing is in flight
    std::unique_ptr<Semaphore> uploaded, computed;
    std::unique_ptr<Commands> store; // of results; null where the kernels' own queue stores them
    Commands compute; // commands are declared last: they wait for the device before the rest is destroyed
};

// The state of one call.
struct Stream::Run
{
    StreamWork& work;
    std::span<const ProbeTask> probes;
    const PipelineLayout& layout;
    WorkerTeam& team;
    Monitor& monitor;
    BackendTimes times{};
    std::uint32_t finished = 0; // probes
};

// A step whose texels travel, or are about to.
struct Stream::Load
{
    const Step* step = nullptr;
    Slot* slot = nullptr;
    std::unique_ptr<UploadRing::Upload> upload = nullptr; // null where nothing has to travel
};

Stream::Stream(Device& device, std::chrono::milliseconds timeout)
    : m_device(device), m_timeout(timeout), m_ring(device, timeout)
{
}

Stream::~Stream() = default;

void Stream::clear()
{
    m_ring.clear();
    for (auto& slot : m_slots)
        slot.reset();
}

BackendTimes Stream::run(StreamWork& work, std::span<const ProbeTask> probes, const PipelineLayout& layout,
                         WorkerTeam& team, Monitor& monitor)
{
    Run run{.work = work, .probes = probes, .layout = layout, .team = team, .monitor = monitor};
    const StepSizes sizes = work.largestSizes(); // the sizes of the largest step, so that no slot has to grow
    m_ring.begin(sizes.texelBytes);
    Load last;
    for (const Step& step : work.steps())
    {
        if (monitor.cancelled())
            throw Error(PN_ERROR_CANCELLED, "cancelled by the caller");
        Load next = load(step, sizes, run);
        if (last.step != nullptr)
            submit(last, run);
        last = std::move(next);
    }
    if (last.step != nullptr)
        submit(last, run);
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

// Lets the step's texels set out for the device.
Stream::Load Stream::load(const Step& step, const StepSizes& sizes, Run& run)
{
    Load load{.step = &step, .slot = &slotFor(sizes, run)};
    Slot& slot = *load.slot;
    if (!slot.buffers.isStaged())
        return load;
    load.upload = m_ring.start(step, run.probes, slot.buffers.texels(), slot.semaphore(), run.team);
    run.times.uploadedBytes += step.inputBytes;
    return load;
}

// Submits the step's kernels, once all its texels are on their way.
void Stream::submit(Load& load, Run& run)
{
    const Step& step = *load.step;
    Slot& slot = *load.slot;
    if (load.upload)
        load.upload->finish();
    else if (!slot.buffers.isStaged())
        slot.source.write(step, run.probes, run.team);
    slot.prepared = run.work.prepare(step);
    const VkCommandBuffer commands = slot.compute.begin();
    if (slot.buffers.isStaged() && !slot.uploaded)
        barrier(m_device, commands, kTransferWrite, kKernelRead); // the copies were submitted to the same queue
    slot.timer.reset(commands, 0);
    slot.timer.begin(commands, 0);
    run.work.recordPasses(commands, slot.prepared, slot.buffers);
    slot.timer.end(commands, 0);
    const VkSemaphore waitFor = load.upload ? slot.semaphore() : VK_NULL_HANDLE;
    if (!slot.store || step.resultBytes == 0)
    {
        slot.target.recordStore(commands, step, slot.buffers.results());
        slot.compute.submit(waitFor);
        return;
    }
    slot.compute.submit(waitFor, slot.computed->handle());
    slot.target.recordStore(slot.store->begin(), step, slot.buffers.results());
    slot.store->submit(slot.computed->handle());
}

// Waits for the slot's step and delivers its results.
void Stream::finish(Slot& slot, Run& run)
{
    if (slot.prepared.step == nullptr)
        return;
    slot.compute.wait(m_timeout);
    if (slot.store)
        slot.store->wait(m_timeout);
    run.times.addGpuTime(slot.timer.nanoseconds(0));
    const PreparedStep prepared = std::exchange(slot.prepared, {});
    slot.target.read(*prepared.step, run.probes, run.team);
    run.work.finish(prepared, slot.buffers);
    while (run.finished < prepared.step->finishedProbes)
        run.monitor.finished(++run.finished);
}

} // namespace pn::vulkan
