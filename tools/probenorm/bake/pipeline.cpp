#include "bake/pipeline.h"

#include "bake/write_probe.h"
#include "support/interrupt.h"

#include "image/texels/limits.h"

#include <sys/resource.h>

#include <algorithm>
#include <optional>
#include <thread>
#include <utility>

namespace pn::cli {
namespace {

constexpr std::uint32_t kMostSyncThreads = 32;

// A probe of at most so many bytes is computed by the job that loaded it: 512^2 of half floats with their mips. What a
// context keeps for a shape grows with the faces, so for larger ones there is one context, with all threads.
constexpr std::uint64_t kMostOfJob = 64u << 20;

// A batch for a GPU: enough to hide copies behind its work, and little enough to be in the caches when it is written.
constexpr std::uint64_t kBatchBytes = std::uint64_t{128} << 20;
constexpr std::size_t kMostOfBatch = 256; // probes

// How many probes may have open files.
std::size_t mostOpenProbes(std::uint32_t jobs)
{
    constexpr std::size_t kFilesOfProbe = 3;
    constexpr std::size_t kMost = 256;
    const rlim_t others = 64 + 4 * rlim_t{jobs}; // files of drivers, decoders, logs
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 1;
    const rlim_t wanted = kMost * kFilesOfProbe + others;
    if (limit.rlim_cur < wanted && limit.rlim_max > limit.rlim_cur)
    {
        limit.rlim_cur = std::min(wanted, limit.rlim_max);
        static_cast<void>(setrlimit(RLIMIT_NOFILE, &limit));
        static_cast<void>(getrlimit(RLIMIT_NOFILE, &limit));
    }
    const rlim_t left = limit.rlim_cur > others ? limit.rlim_cur - others : 0;
    return std::clamp<std::size_t>(left / kFilesOfProbe, 1, kMost);
}

// Each probe that is being loaded may have a decoder, a process of its own.
constexpr std::uint64_t kDecoderBytes = 16u << 20;

// What a probe takes whose decoded texels have so many bytes: its files here and in a decoder; texels in the decoder
// and on their way here; then the cubemap and its mips as floats, which may have four times as many bytes as the input,
// what they are divided to, and the encoded file.
std::uint64_t bytesOf(const Probe& probe, std::uint64_t decodedBytes)
{
    constexpr std::uint64_t kLeast = 1 << 20;
    constexpr std::uint64_t kFloatsWithMips = 6 * 16 * 4 / 3; // bytes per texel of a face
    const std::uint64_t size = probe.settings.wantsCubemap() ? probe.settings.faceSize : 0;
    const std::uint64_t copies = probe.settings.wantsCubemap() && size == 0 ? 12 : 2;
    return kLeast + 2 * probe.fileBytes + copies * decodedBytes + 3 * kFloatsWithMips * size * size;
}

// Thrown through loadProbe() by admit(). It is no std::exception, as image::ClaimScope demands.
struct NoRoom
{
    std::uint64_t bytes; // that the probe will take
};

} // namespace

// The CPU context of a job, which is opened for the first probe that the job computes.
class Pipeline::JobCpu
{
public:
    explicit JobCpu(const Device& device) : m_device(device) {}

    void compute(ProbeWork& work)
    {
        if (!m_context)
        {
            m_context.emplace(m_device.openForJob());
            m_stage.emplace(*m_context);
        }
        m_stage->run(work);
    }

private:
    const Device& m_device;
    std::optional<FallbackContext> m_context;
    std::optional<DeviceStage> m_stage;
};

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
    {
        const std::jthread commits([this] { runCommits(); });
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
        threads.clear(); // waits for them
        const std::lock_guard lock(m_mutex);
        m_isClosing = true;
        m_commitWake.notify_all();
    }
    if (m_error)
        std::rethrow_exception(m_error);
}

void Pipeline::runJobs()
{
    JobCpu cpu(m_device);
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
    FallbackContext context = m_device.open();
    DeviceStage stage(context);
    lock.lock();
    while (!isOver())
        if (!m_loaded.empty())
            computeBatch(stage, lock);
        else
            m_deviceWake.wait_for(lock, kInterruptInterval);
}
catch (...)
{
    stop(std::current_exception());
}

void Pipeline::runCommits()
{
    CommitTeam team(std::min(m_options.jobs, kMostSyncThreads));
    Lock lock(m_mutex);
    while (true)
        if (!m_written.empty())
            commit(std::exchange(m_written, {}), team, lock);
        else if (m_isClosing)
            return;
        else
            m_commitWake.wait_for(lock, kInterruptInterval);
}

// The probe to load now, if any can be.
std::optional<Pipeline::Pending> Pipeline::findNext() const
{
    if (m_loading >= m_mostLoading)
        return std::nullopt; // each of them may have a decoder
    if (m_computed.size() >= m_options.jobs)
        return std::nullopt; // files wait for the disk
    if (!m_loaded.empty() && (m_loadedBytes >= m_batchBytes || m_loaded.size() >= kMostOfBatch))
        return std::nullopt; // enough for the device to go on with; more would only leave the caches
    std::optional<Pending> next;
    if (!m_postponed.empty())
        next = m_postponed.front();
    else if (m_next < m_probes.size())
        next = {m_next, bytesOf(*m_probes[m_next], 0)};
    const bool hasRoom = next && (m_memory == 0 || m_memory + next->bytes <= m_options.maxMemory);
    return hasRoom ? next : std::nullopt;
}

void Pipeline::load(const Pending& next, JobCpu& cpu, Lock& lock)
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
        m_loadedBytes += bytes;
        m_loaded.push_back(std::move(work));
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

Pipeline::LoadResult Pipeline::tryToLoad(ProbeWork& work, JobCpu& cpu)
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
    if (!m_device.isCpu || work.bytes() > kMostOfJob)
        return LoadResult::Loaded;
    cpu.compute(work);
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
    fail(work.index);
    return LoadResult::Ended;
}

void Pipeline::wakeDevice()
{
    m_isDeviceWanted = true;
    m_deviceWake.notify_one();
}

// The loaded probes that fit into a batch, but one at least.
std::vector<Pipeline::Work> Pipeline::takeBatch()
{
    std::vector<Work> batch;
    std::uint64_t taken = 0;
    while (!m_loaded.empty() && (batch.empty() || taken + m_loaded.front()->reservedBytes <= m_batchBytes))
    {
        taken += m_loaded.front()->reservedBytes;
        batch.push_back(std::move(m_loaded.front()));
        m_loaded.pop_front();
    }
    m_loadedBytes -= taken;
    return batch;
}

void Pipeline::computeBatch(DeviceStage& stage, Lock& lock)
{
    std::vector<Work> batch = takeBatch();
    m_jobWake.notify_all();
    lock.unlock();
    const std::vector<DeviceFailure> failures = stage.run(batch);
    for (const DeviceFailure& failure : failures)
        try
        {
            std::rethrow_exception(failure.error);
        }
        catch (...)
        {
            fail(failure.work->index);
        }
    lock.lock();
    for (Work& work : batch)
        if (std::any_of(failures.begin(), failures.end(), [&](const auto& f) { return f.work == work.get(); }))
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
        --m_open;
        return end(0);
    }
    m_written.push_back(std::move(work));
    m_commitWake.notify_one();
}

void Pipeline::commit(std::vector<Work> group, CommitTeam& team, Lock& lock)
{
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
    m_open -= count;
    m_inFlight -= count;
    m_jobWake.notify_all();
    m_deviceWake.notify_one(); // it may have been the last
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

void Pipeline::fail(std::size_t index)
{
    if (!m_events.onFailed(index))
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
