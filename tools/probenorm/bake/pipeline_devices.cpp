// The part of the pipeline that has to do with devices.
#include "bake/pipeline.h"

#include "support/interrupt.h"

#include <algorithm>

namespace pn::cli {

std::vector<DeviceStage>& Pipeline::openDevices()
{
    std::vector<DeviceStage>& devices = m_devices.open();
    const std::lock_guard lock(m_mutex);
    m_batchBytes = m_options.batchBytes / devices.size();
    m_areDevicesOpen = true;
    m_commitWake.notify_all();
    return devices;
}

std::vector<Pipeline::Work> Pipeline::takeBatch()
{
    std::vector<Work> batch;
    std::uint64_t bytes = 0;
    while (!m_loaded.empty() && (batch.empty() || bytes + m_loaded.front()->reservedBytes <= m_batchBytes))
    {
        bytes += m_loaded.front()->reservedBytes;
        batch.push_back(std::move(m_loaded.front()));
        m_loaded.pop_front();
    }
    m_ahead -= bytes;
    if (!batch.empty())
        m_jobWake.notify_all();
    return batch;
}

// A stand-in ends with the batch at which the devices are open.
void Pipeline::runDevice(DeviceStage& device, bool isStandIn)
{
    Lock lock(m_mutex);
    while (!isOver() && !(isStandIn && m_areDevicesOpen))
        if (m_loaded.empty())
            m_deviceWake.wait_for(lock, kInterruptInterval);
        else if (!runBatch(device, lock))
            return;
}

// False for a device that was lost, when others do the rest.
bool Pipeline::runBatch(DeviceStage& device, Lock& lock)
{
    std::vector<Work> batch = takeBatch();
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
        {
            m_ahead += work->reservedBytes;
            m_loaded.push_front(std::move(work));
        }
        else
            m_computed.push_back(std::move(work));
    }
    wakeAll();
}

} // namespace pn::cli
