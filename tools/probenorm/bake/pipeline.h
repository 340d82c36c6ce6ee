#pragma once

#include "bake/device_stage.h"
#include "bake/probe_queue.h"
#include "bake/probe_work.h"
#include "run/device_team.h"
#include "run/fallback_context.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace pn::cli {

struct PipelineOptions
{
    std::uint32_t jobs = 1;       // threads that load and write probes
    std::uint64_t maxMemory = 0;  // bytes of the probes at hand; one probe is always let in
    std::uint64_t batchBytes = 0; // of one visit to each of the devices, in all
};

// Takes probes from their files to their results. Threads called jobs load probes and write their results; one thread
// for each device runs it with what is loaded, batch by batch; one makes what is written durable, group by group. A job
// prefers what is nearest to its end, so that memory is given back before more is taken.
//
// Where the CPU takes part, jobs also compute what is small, each with a CPU device of its own, so that texels stay in
// a processor's cache from the file to the results. They do so until the devices are open, as a GPU's driver takes a
// quarter of a second to start; where no GPU is open; and beside GPUs, when enough waits for these. A CPU among the
// devices does what is large, with all its threads. Files get their names once the devices are open.
class Pipeline
{
public:
    // Called from several threads at a time.
    struct Events
    {
        std::function<bool(const Probe&)> isDone;      // before it is loaded
        std::function<void(std::size_t)> onSkipped;    // the index of a probe that isDone() knows
        std::function<void(const ProbeWork&)> onBaked; // it is durable
        std::function<bool(std::size_t)> onFailed;     // in a catch block; false ends the run
    };

    struct Devices
    {
        std::function<std::vector<DeviceStage>&()> open; // called once; what it returns must outlive the pipeline
        CpuPart cpuPart = CpuPart::None;                 // of the jobs; the devices must give the CPU's bits then
        std::function<FallbackContext()> openCpu;        // for a job
    };

    Pipeline(const BakeContext& context, const std::vector<const Probe*>& probes, Devices devices,
             const PipelineOptions& options, Events events);
    Pipeline(const Pipeline&) = delete;
    Pipeline& operator=(const Pipeline&) = delete;

    // Returns when all probes have ended, one has ended the run, or the run was cancelled. Throws what Devices::open
    // throws, and what the start of a thread does.
    void run();

private:
    using Work = std::unique_ptr<ProbeWork>;
    using Lock = std::unique_lock<std::mutex>;

    struct JobCpu
    {
        explicit JobCpu(FallbackContext&& context) : device(std::move(context)) {}

        FallbackContext device;
        DeviceStage stage{device};
    };

    std::exception_ptr start(std::vector<std::jthread>& threads);
    std::vector<DeviceStage>& openDevices();
    void runJobs();
    void runDevice(DeviceStage& device);
    bool runBatch(DeviceStage& device, std::vector<Work> batch, Lock& lock);
    void runCommits();

    bool isBehindWithWriting() const;
    bool canLoad() const;
    void load(Lock& lock);
    void write(Lock& lock);
    Takes takesOf(const DeviceStage& device) const;
    bool isCpusTurn() const;
    bool canCpuHelp() const;
    void compute(std::unique_ptr<JobCpu>& cpu, Lock& lock);
    void giveOn(std::vector<Work> batch, const BatchOutcome& outcome, Lock& lock);
    void fail(std::size_t index);
    void end(Lock& lock, std::uint64_t bytes);
    bool isOver() const;
    void wakeDevices();
    void wakeAll();

    const BakeContext& m_context;
    const std::vector<const Probe*>& m_probes;
    Devices m_devices;
    PipelineOptions m_options;
    Events m_events;
    std::size_t m_mostNamed;

    std::mutex m_mutex; // for what follows
    std::condition_variable m_jobWake;
    std::condition_variable m_deviceWake;
    std::condition_variable m_commitWake;
    std::size_t m_next = 0;     // the probe to load next
    std::size_t m_inFlight = 0; // probes that were begun and have not ended
    std::size_t m_named = 0;    // those of them whose files are open
    std::uint64_t m_memory = 0; // bytes of those at hand
    std::uint64_t m_batchBytes;
    bool m_areDevicesOpen = false;
    std::size_t m_takersOfAll = 0; // devices that compute whatever is loaded
    bool m_isStopped = false;
    bool m_isClosing = false; // nothing will be written any more
    ProbeQueue m_loaded;
    std::deque<Work> m_computed;
    std::vector<Work> m_written;
};

} // namespace pn::cli
