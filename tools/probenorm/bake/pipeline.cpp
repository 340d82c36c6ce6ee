#include "bake/pipeline.h"

#include "bake/write_probe.h"
#include "support/interrupt.h"

#include "image/texels/limits.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace pn::cli {
namespace {

// A probe of at most so many bytes is computed by the job that loaded it: 512^2 of half floats with their mips. What a
// context keeps for a shape grows with the faces, so for larger ones there is one context, with all threads.
constexpr std::uint64_t kMostOfJob = 64u << 20;

// A batch for a GPU: enough to hide copies behind its work, and little enough to be in the caches when it is written.
constexpr std::uint64_t kBatchBytes = std::uint64_t{128} << 20;

// Each probe that is being loaded may have a decoder, a process of its own.
constexpr std::uint64_t kDecoderBytes = 16u << 20;

// Thrown through loadProbe() by admit(). It is no std::exception, as image::ClaimScope demands.
struct NoRoom
{
    std::uint64_t bytes; // that the probe will take
};

} // namespace

Pipeline::Pipeline(const BakeContext& context, const std::vector<const Probe*>& probes, Device device,
                   const PipelineOptions& options, Events events)
    : m_context(context), m_probes(probes), m_device(std::move(device)), m_options(options),
      m_events(std::move(events)), m_batchBytes(std::min(options.maxMemory / 4, kBatchBytes)),
      m_mostOpen(mostOpenProbes(options.jobs)),
      m_mostLoading(std::max<std::uint64_t>(options.maxMemory / kDecoderBytes, 1))
{
}

void Pipeline::run()
{
    m_commits.emplace(
        [this, team = CommitTeam(m_options.jobs)](std::vector<Work> group) mutable { commit(std::move(group), team); });
    std::vector<std::jthread> threads;
    try
    {
        threads.emplace_back([this] { runDevice(); });
        for (std::uint32_t job = 0; job < m_options.jobs; ++job)
            threads.emplace_back([this] { runJobs(); });
    }
    catch (...)
    {
        stop(std::current_exception()); // the threads that have started must hear of it
    }
    threads.clear();   // waits for them
    m_commits.reset(); // and for what they have written
    if (m_error)
        std::rethrow_exception(m_error);
}

void Pipeline::runJobs()
{
    std::optional<DeviceStage> cpu; // of this job, opened for the first probe that it computes
    Lock lock(m_mutex);
    while (!isOver())
        if (!m_computed.empty() && m_open < m_mostOpen)
            write(lock);
        else if (const std::optional<Pending> next = findNext())
            load(*next, cpu, lock);
        else
            m_jobWake.wait_for(lock, kInterruptInterval);
}

void Pipeline::runDevice()
try
{
    Lock lock(m_mutex);
    while (!isOver() && !m_isDeviceWanted)
        m_deviceWake.wait_for(lock, kInterruptInterval);
    if (isOver())
        return;
    lock.unlock();
    DeviceStage stage(m_device.open());
    lock.lock();
    while (!isOver())
        if (!m_loaded.isEmpty())
            computeBatch(stage, lock);
        else
            m_deviceWake.wait_for(lock, kInterruptInterval);
}
catch (...)
{
    stop(std::current_exception());
}

// The probe to load now, if any can be.
std::optional<Pipeline::Pending> Pipeline::findNext() const
{
    if (m_loading >= m_mostLoading)
        return std::nullopt; // each of them may have a decoder
    if (m_computed.size() >= m_options.jobs)
        return std::nullopt; // files wait for the disk
    if (m_loaded.isBatch(m_batchBytes))
        return std::nullopt; // enough for the device to go on with; more would only leave the caches
    std::optional<Pending> next;
    if (!m_postponed.empty())
        next = m_postponed.front();
    else if (m_next < m_probes.size())
        next = {m_next, bytesOf(*m_probes[m_next], 0)};
    const bool hasRoom = next && (m_memory == 0 || m_memory + next->bytes <= m_options.maxMemory);
    return hasRoom ? next : std::nullopt;
}

void Pipeline::load(const Pending& next, std::optional<DeviceStage>& cpu, Lock& lock)
{
    auto work = std::make_unique<ProbeWork>(*m_probes[next.index], next.index);
    if (m_postponed.empty())
        ++m_next;
    else
        m_postponed.pop_front();
    ++m_inFlight;
    ++m_loading;
    work->reservedBytes = next.bytes;
    m_memory += next.bytes;
    lock.unlock();
    const LoadResult result = tryToLoad(*work, cpu);
    const std::uint64_t bytes = work->bytes();
    lock.lock();
    --m_loading;
    if (result == LoadResult::Ended)
        return end(work->reservedBytes);
    m_memory += bytes - work->reservedBytes;
    work->reservedBytes = bytes;
    if (result == LoadResult::Computed)
        m_computed.push_back(std::move(work));
    else
    {
        m_loaded.add(std::move(work));
        wakeDevice();
    }
    m_jobWake.notify_all(); // there may be room for others now
}

// Asked when a header has told the size of its file's texels.
void Pipeline::admit(ProbeWork& work, std::uint64_t claimedBytes)
{
    const std::uint64_t bytes = bytesOf(work.probe, claimedBytes * work.probe.files.size());
    const std::lock_guard lock(m_mutex);
    const std::uint64_t others = m_memory - work.reservedBytes;
    if (bytes <= work.reservedBytes)
        return;
    if (others > 0 && others + bytes > m_options.maxMemory)
        throw NoRoom{bytes};
    m_memory = others + bytes;
    work.reservedBytes = bytes;
}

Pipeline::LoadResult Pipeline::tryToLoad(ProbeWork& work, std::optional<DeviceStage>& cpu)
try
{
    if (m_events.isDone(work.probe))
    {
        m_events.onSkipped(work.index);
        return LoadResult::Ended;
    }
    if (!m_device.isCpu)
    {
        const std::lock_guard lock(m_mutex);
        wakeDevice(); // a driver takes a quarter of a second to start
    }
    {
        const image::ClaimScope claims([&](std::uint64_t byteCount) { admit(work, byteCount); });
        loadProbe(m_context, work);
    }
    if (!m_device.isCpu || (work.cubemap && work.cubemap->mapping != 0) || work.bytes() > kMostOfJob)
        return LoadResult::Loaded;
    if (!cpu)
        cpu.emplace(m_device.openForJob());
    cpu->run(work);
    return LoadResult::Computed;
}
catch (const NoRoom& claim)
{
    const std::lock_guard lock(m_mutex);
    m_postponed.push_back({work.index, claim.bytes});
    return LoadResult::Ended;
}
catch (...)
{
    fail(work.index, std::current_exception());
    return LoadResult::Ended;
}

void Pipeline::wakeDevice()
{
    m_isDeviceWanted = true;
    m_deviceWake.notify_one();
}

void Pipeline::computeBatch(DeviceStage& stage, Lock& lock)
{
    std::vector<Work> batch = m_loaded.takeBatch(m_batchBytes);
    m_jobWake.notify_all();
    lock.unlock();
    stage.run(batch);
    for (const Work& work : batch)
        if (work->error)
            fail(work->index, work->error);
    lock.lock();
    for (Work& work : batch)
        if (work->error)
            end(work->reservedBytes);
        else
            m_computed.push_back(std::move(work));
    m_jobWake.notify_all();
}

void Pipeline::write(Lock& lock)
{
    Work work = std::move(m_computed.front());
    m_computed.pop_front();
    ++m_open;
    lock.unlock();
    try
    {
        writeProbe(m_context, *work);
    }
    catch (...)
    {
        work->error = std::current_exception();
        fail(work->index, work->error);
        work->files.clear();
    }
    lock.lock();
    m_memory -= std::exchange(work->reservedBytes, 0);
    m_jobWake.notify_one();
    if (!work->error)
        return m_commits->add(std::move(work));
    --m_open;
    end(0);
}

void Pipeline::commit(std::vector<Work> group, CommitTeam& team)
{
    try
    {
        team.commitProbes(group);
        for (const Work& work : group)
            m_events.onBaked(*work);
    }
    catch (...)
    {
        fail(group.front()->index, std::current_exception());
    }
    const std::size_t count = group.size();
    group.clear(); // closes what has no name
    const std::lock_guard lock(m_mutex);
    m_open -= count;
    m_inFlight -= count;
    wakeAll(); // it may have been the last
}

bool Pipeline::isOver() const
{
    return m_isStopped || isInterrupted() || (m_next == m_probes.size() && m_postponed.empty() && m_inFlight == 0);
}

// A probe has ended, well or not.
void Pipeline::end(std::uint64_t bytes)
{
    m_memory -= bytes;
    --m_inFlight;
    wakeAll();
}

void Pipeline::fail(std::size_t index, const std::exception_ptr& error)
{
    if (!m_events.onFailed(index, error))
        stop(nullptr);
}

void Pipeline::stop(std::exception_ptr error)
{
    const std::lock_guard lock(m_mutex);
    m_isStopped = true;
    if (!m_error)
        m_error = std::move(error);
    wakeAll();
}

void Pipeline::wakeAll()
{
    m_jobWake.notify_all();
    m_deviceWake.notify_all();
}

} // namespace pn::cli
