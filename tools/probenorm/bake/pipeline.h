#pragma once

#include "bake/commit_probes.h"
#include "bake/device_stage.h"
#include "bake/group_thread.h"
#include "bake/probe_work.h"
#include "run/device.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace pn::cli {

struct PipelineOptions
{
    std::uint32_t jobs = 1;      // threads that load and write probes
    std::uint64_t maxMemory = 0; // bytes of the probes in memory; a larger probe is let in alone
};

// Takes probes from their files to their results. The states of a probe, and who moves it on:
//
//     to load -> (job) -> loaded -> (device thread) -> computed -> (job) -> written -> (commit thread) -> durable
//
// Memory is counted before it is taken. A probe that is begun counts with its files. When the header of a file tells
// how large its texels are, the probe counts with all that it will take. Where there is no room for that, it goes back
// to the probes that are to be loaded, and no other is begun before it. So nobody who holds memory waits for memory.
//
// There are three kinds of threads:
// - Jobs, as many as the options say, load probes and write results. A job prefers to write, since that gives memory
//   back. Where the device is the CPU, a job also computes the probe that it has just loaded, with a CPU context of its
//   own, so that the texels stay in the caches of one processor. It leaves probes to prefilter to the device thread.
// - The device thread owns the device and computes what is loaded, batch by batch. It opens the device for the first
//   probe that is not done. Where the device is the CPU, it gets only large probes and those to prefilter, whose tables
//   its context keeps, and works on each with all threads.
// - The commit thread makes written probes durable and gives their files their names, group by group.
class Pipeline
{
public:
    // Called from several threads at a time.
    struct Events
    {
        std::function<bool(const Probe&)> isDone;      // before it is loaded
        std::function<void(std::size_t)> onSkipped;    // the index of a probe that isDone() knows
        std::function<void(const ProbeWork&)> onBaked; // it is durable
        std::function<bool(std::size_t, const std::exception_ptr&)> onFailed; // false ends the run
    };

    struct Device
    {
        bool isCpu = true;
        std::function<FallbackContext()> open;       // with all threads
        std::function<FallbackContext()> openForJob; // the CPU, with the threads of one job; unused where !isCpu
    };

    Pipeline(const BakeContext& context, const std::vector<const Probe*>& probes, Device device,
             const PipelineOptions& options, Events events);
    Pipeline(const Pipeline&) = delete;
    Pipeline& operator=(const Pipeline&) = delete;

    // Returns when all probes have ended, one has ended the run, or the run was cancelled. Throws what Device::open
    // throws, and what the start of a thread does.
    void run();

private:
    using Work = std::unique_ptr<ProbeWork>;
    using Lock = std::unique_lock<std::mutex>;
    enum class LoadResult
    {
        Loaded,
        Computed, // too, by the job
        Ended,    // it was done before, or failed
    };

    // A probe that is to be loaded.
    struct Pending
    {
        std::size_t index;
        std::uint64_t bytes; // that it will take, as far as is known
    };

    void runJobs();
    void runDevice();

    std::optional<Pending> findNext() const;
    void load(const Pending& next, std::optional<DeviceStage>& cpu, Lock& lock);
    void admit(ProbeWork& work, std::uint64_t claimedBytes);
    LoadResult tryToLoad(ProbeWork& work, std::optional<DeviceStage>& cpu);
    void wakeDevice();
    void write(Lock& lock);
    void computeBatch(DeviceStage& stage, Lock& lock);
    void commit(std::vector<Work> group, CommitTeam& team);

    bool isOver() const;
    void end(std::uint64_t bytes);
    void fail(std::size_t index, const std::exception_ptr& error);
    void stop(std::exception_ptr error);
    void wakeAll();

    const BakeContext& m_context;
    const std::vector<const Probe*>& m_probes;
    Device m_device;
    PipelineOptions m_options;
    Events m_events;
    std::uint64_t m_batchBytes;
    std::size_t m_mostOpen;    // probes whose files are open
    std::size_t m_mostLoading; // probes at a time
    std::optional<GroupThread<Work>> m_commits;

    std::mutex m_mutex; // for what follows
    std::condition_variable m_jobWake;
    std::condition_variable m_deviceWake;
    std::size_t m_next = 0;          // the first probe that was never begun
    std::deque<Pending> m_postponed; // there was no room for them
    std::size_t m_loading = 0;       // probes that are being loaded
    std::size_t m_inFlight = 0;      // probes that were begun and have not ended
    std::size_t m_open = 0;          // those of them whose files are open
    std::uint64_t m_memory = 0;      // bytes of the probes in flight
    bool m_isDeviceWanted = false;
    LoadedProbes m_loaded;
    std::deque<Work> m_computed;
    bool m_isStopped = false;
    std::exception_ptr m_error;
};

} // namespace pn::cli
