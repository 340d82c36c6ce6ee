// The part of the pipeline that has to do with devices.
#include "bake/pipeline.h"

#include "support/interrupt.h"

#include <algorithm>
#include <utility>

namespace pn::cli {

std::vector<DeviceStage>& Pipeline::openDevices()
{
    std::vector<DeviceStage>& devices = m_devices.open();
    const std::lock_guard lock(m_mutex);
    m_batchBytes = m_options.batchBytes / devices.size();
    for (const DeviceStage& device : devices)
        m_takersOfAll += takesOf(device) == Takes::All ? 1 : 0;
    m_areDevicesOpen = true;
    m_commitWake.notify_all();
    return devices;
}

Takes Pipeline::takesOf(const DeviceStage& device) const
{
    return m_devices.cpuPart == CpuPart::Always && device.isCpu() ? Takes::Large : Takes::All;
}

void Pipeline::runDevice(DeviceStage& device)
{
    const Takes takes = takesOf(device);
    bool isLost = false;
    Lock lock(m_mutex);
    while (!isOver() && !isLost)
        if (m_loaded.has(takes))
        {
            std::vector<Work> batch = m_loaded.takeBatch(takes, m_batchBytes);
            m_jobWake.notify_all();
            isLost = !runBatch(device, std::move(batch), lock);
        }
        else
            m_deviceWake.wait_for(lock, kInterruptInterval);
    m_takersOfAll -= takes == Takes::All ? 1 : 0;
    wakeAll();
}

// Whether the jobs compute what they load, as there is nobody else who takes it.
bool Pipeline::isCpusTurn() const
{
    const bool takesPart = m_areDevicesOpen ? m_devices.cpuPart == CpuPart::Always : m_devices.cpuPart != CpuPart::None;
    return takesPart && m_takersOfAll == 0 && m_loaded.hasSmall();
}

// Whether a job that can do nothing else may take work from GPUs.
bool Pipeline::canCpuHelp() const
{
    return m_devices.cpuPart == CpuPart::Always && m_loaded.hasSmall() && !isBehindWithWriting();
}

void Pipeline::compute(std::unique_ptr<JobCpu>& cpu, Lock& lock)
{
    std::vector<Work> batch;
    batch.push_back(m_loaded.takeSmall());
    lock.unlock();
    try
    {
        if (!cpu)
            cpu = std::make_unique<JobCpu>(m_devices.openCpu());
        lock.lock();
    }
    catch (...)
    {
        fail(batch.front()->index);
        lock.lock();
        return end(lock, batch.front()->reservedBytes);
    }
    runBatch(cpu->stage, std::move(batch), lock);
}

// False for a device that was lost, when others do the rest.
bool Pipeline::runBatch(DeviceStage& device, std::vector<Work> batch, Lock& lock)
{
    lock.unlock();
    const BatchOutcome outcome = device.run(batch);
    for (const DeviceFailure& failure : outcome.failures)
        try
        {
            std::rethrow_exception(failure.error);
        }
        catch (...)
        {
            fail(failure.work->index);
        }
    lock.lock();
    giveOn(std::move(batch), outcome, lock);
    return outcome.left.empty();
}

// What a device has done is written, and what it left is done by another one.
void Pipeline::giveOn(std::vector<Work> batch, const BatchOutcome& outcome, Lock& lock)
{
    for (Work& work : batch)
    {
        const bool hasFailed = std::any_of(outcome.failures.begin(), outcome.failures.end(),
                                           [&](const DeviceFailure& failure) { return failure.work == work.get(); });
        if (hasFailed)
            end(lock, work->reservedBytes);
        else if (std::find(outcome.left.begin(), outcome.left.end(), work.get()) != outcome.left.end())
            m_loaded.giveBack(std::move(work));
        else
            m_computed.push_back(std::move(work));
    }
    m_jobWake.notify_all();
    if (!outcome.left.empty())
        wakeDevices();
}

// All of them, as one may not take what another one does.
void Pipeline::wakeDevices()
{
    if (m_takersOfAll > 0 || m_loaded.has(Takes::Large))
        m_deviceWake.notify_all();
}

} // namespace pn::cli
