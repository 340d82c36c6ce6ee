#include "bake/pipeline.h"

#include "bake/commit_probes.h"
#include "bake/pipeline_limits.h"
#include "support/interrupt.h"

#include <algorithm>
#include <thread>

namespace pn::cli {
namespace {

constexpr std::uint32_t kMostSyncThreads = 32;

} // namespace

Pipeline::Pipeline(const BakeContext& context, const std::vector<const Probe*>& probes, Devices devices,
                   const PipelineOptions& options, Events events)
    : m_context(context), m_probes(probes), m_devices(std::move(devices)), m_options(options),
      m_events(std::move(events)), m_mostNamed(findMostNamed(options.jobs)), m_batchBytes(options.batchBytes)
{
}

void Pipeline::run()
{
    std::exception_ptr error;
    {
        const std::jthread commits([this] { runCommits(); });
        {
            std::vector<std::jthread> threads;
            error = start(threads);
        }
        const std::lock_guard lock(m_mutex);
        m_isClosing = true;
        m_commitWake.notify_all();
    }
    if (error)
        std::rethrow_exception(error);
}

// Starts the jobs, opens the devices, and starts their threads. Returns what one of these threw, which ends the run:
// the threads that have started must hear of it, or they wait for ever.
std::exception_ptr Pipeline::start(std::vector<std::jthread>& threads)
{
    try
    {
        for (std::uint32_t job = 0; job < m_options.jobs; ++job)
            threads.emplace_back([this] { runJobs(); });
        for (DeviceStage& device : openDevices())
            threads.emplace_back([this, &device] { runDevice(device); });
        return nullptr;
    }
    catch (...)
    {
        const std::lock_guard lock(m_mutex);
        m_isStopped = true;
        wakeAll();
        return std::current_exception();
    }
}

bool Pipeline::isOver() const
{
    return m_isStopped || isInterrupted() || (m_next == m_probes.size() && m_inFlight == 0);
}

void Pipeline::wakeAll()
{
    m_jobWake.notify_all();
    m_deviceWake.notify_all();
}

void Pipeline::runJobs()
{
    std::unique_ptr<JobCpu> cpu;
    Lock lock(m_mutex);
    while (!isOver())
        if (!m_computed.empty() && m_named < m_mostNamed)
            write(lock);
        else if (isCpusTurn())
            compute(cpu, lock);
        else if (canLoad())
            load(lock);
        else if (canCpuHelp())
            compute(cpu, lock);
        else
            m_jobWake.wait_for(lock, kInterruptInterval);
}

// Whether so many computed probes wait for files that more would only take memory and leave the caches. Files wait for
// the disk. While devices are opened they wait for these, and then there is time to compute ahead.
bool Pipeline::isBehindWithWriting() const
{
    return m_areDevicesOpen && m_computed.size() >= m_options.jobs;
}

bool Pipeline::canLoad() const
{
    if (m_next == m_probes.size())
        return false;
    if (isBehindWithWriting())
        return false;
    if (m_inFlight - m_named >= std::size_t{8} * m_options.jobs + 256)
        return false;
    if (m_loaded.bytes() > 0 && m_loaded.bytes() >= m_options.batchBytes)
        return false; // enough for the devices to go on with; more would only leave the caches
    return m_memory == 0 || m_memory + guessBytes(*m_probes[m_next]) <= m_options.maxMemory;
}

void Pipeline::load(Lock& lock)
{
    auto work = std::make_unique<ProbeWork>(*m_probes[m_next], m_next);
    ++m_next;
    ++m_inFlight;
    work->reservedBytes = guessBytes(work->probe);
    m_memory += work->reservedBytes;
    lock.unlock();
    bool isLoaded = false;
    try
    {
        if (m_events.isDone(work->probe))
            m_events.onSkipped(work->index);
        else
        {
            loadProbe(m_context, *work);
            isLoaded = true;
        }
    }
    catch (...)
    {
        fail(work->index);
    }
    const std::uint64_t bytes = work->bytes();
    lock.lock();
    if (!isLoaded)
        return end(lock, work->reservedBytes);
    m_memory += bytes - work->reservedBytes;
    work->reservedBytes = bytes;
    m_loaded.add(std::move(work));
    wakeDevices();
    m_jobWake.notify_one(); // it may have taken less than was guessed
}

void Pipeline::write(Lock& lock)
{
    Work work = std::move(m_computed.front());
    m_computed.pop_front();
    ++m_named;
    lock.unlock();
    bool isWritten = false;
    try
    {
        writeProbe(m_context, *work);
        isWritten = true;
    }
    catch (...)
    {
        fail(work->index);
        work->files.clear();
    }
    lock.lock();
    m_memory -= std::exchange(work->reservedBytes, 0);
    m_jobWake.notify_one();
    if (!isWritten)
    {
        --m_named;
        return end(lock, 0);
    }
    m_written.push_back(std::move(work));
    m_commitWake.notify_one();
}

void Pipeline::fail(std::size_t index)
{
    if (m_events.onFailed(index))
        return;
    const std::lock_guard lock(m_mutex);
    m_isStopped = true;
    wakeAll();
}

// A probe has ended, well or not.
void Pipeline::end(Lock&, std::uint64_t bytes)
{
    m_memory -= bytes;
    --m_inFlight;
    if (isOver())
        wakeAll();
    else
        m_jobWake.notify_one();
}

void Pipeline::runCommits()
{
    CommitTeam team(std::min(m_options.jobs, kMostSyncThreads));
    Lock lock(m_mutex);
    while (true)
    {
        if (m_written.empty() || !m_areDevicesOpen)
        {
            if (m_isClosing)
                return; // what jobs computed in place of devices that could not be opened never gets a name
            m_commitWake.wait_for(lock, kInterruptInterval);
            continue;
        }
        std::vector<Work> group = std::exchange(m_written, {});
        lock.unlock();
        try
        {
            team.commitProbes(group);
            for (const Work& work : group)
                m_events.onBaked(*work);
        }
        catch (...)
        {
            fail(group.front()->index);
        }
        const std::size_t count = group.size();
        group.clear(); // closes what has no name
        lock.lock();
        m_named -= count;
        m_inFlight -= count;
        if (isOver())
            wakeAll();
        else
            m_jobWake.notify_all();
    }
}

} // namespace pn::cli
