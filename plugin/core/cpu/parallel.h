#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace pn {

// Threads for the loops of one call, started when a loop first has work for them and joined when the team goes: a
// plugin must not own any while it is idle. One thread, the calling one, uses a team.
class WorkerTeam
{
public:
    using Task = std::function<void(std::uint32_t worker, std::size_t index)>;
    using ShouldStop = std::function<bool()>;

    explicit WorkerTeam(std::uint32_t threadCount) : m_threadCount(threadCount) {} // the calling one counts
    ~WorkerTeam();
    WorkerTeam(const WorkerTeam&) = delete;
    WorkerTeam& operator=(const WorkerTeam&) = delete;

    std::uint32_t threadCount() const { return m_threadCount; } // at most; the calling one counts

    // Calls task(worker, index) for every index below taskCount, on up to maxThreads threads of the team, the calling
    // one among them as worker 0. Before each of its tasks the calling thread asks shouldStop (may be empty); once it
    // says yes, no further task starts and the call returns false. The first exception of a task ends the loop in the
    // same way and is rethrown.
    bool run(std::size_t taskCount, const Task& task, const ShouldStop& shouldStop = {},
             std::uint32_t maxThreads = ~0u);

private:
    class Loop;

    std::uint32_t helperCount(std::size_t taskCount, std::uint32_t maxThreads);
    void help(std::uint32_t worker, std::uint64_t seen);
    void share(Loop* loop, std::uint32_t helpers);
    void waitForHelpers();

    std::uint32_t m_threadCount;
    std::mutex m_mutex;
    std::condition_variable m_shared, m_left;
    Loop* m_loop = nullptr;        // null between loops
    std::uint64_t m_loopCount = 0; // a helper that has seen fewer takes m_loop for a new one
    std::uint32_t m_helpers = 0;   // helpers that may take part in the loop: workers 1 to m_helpers
    std::uint32_t m_busy = 0;      // those of them that are in it
    bool m_isOver = false;         // the team goes home
    std::vector<std::thread> m_threads;
};

// One loop by a team of its own; see WorkerTeam::run.
bool parallelFor(std::uint32_t threadCount, std::size_t taskCount, const WorkerTeam::Task& task,
                 const WorkerTeam::ShouldStop& shouldStop = {});

// As many as the machine runs at once, or what was asked for.
std::uint32_t resolveThreadCount(std::uint32_t requested);

} // namespace pn
