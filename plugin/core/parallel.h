#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
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

    class Loop;

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
    Loop* loopFor(std::uint32_t worker) const;
    void help(std::uint32_t worker);
    void begin(Loop& loop);
    void end(Loop& loop);
    void startHelpers(const Loop& loop) noexcept;

    std::uint32_t m_threadCount;
    std::mutex m_mutex;
    std::condition_variable m_begun, m_left;
    std::vector<Loop*> m_loops; // in the order of their beginnings
    bool m_isOver = false;
    std::vector<std::thread> m_threads;
};

// A loop that the team's other threads work at while the calling one does something else, until it joins them. A team
// may have several; its threads prefer the one that was begun first.
class WorkerTeam::Loop
{
public:
    // Begins the loop; see WorkerTeam::run. task must live as long as the loop.
    Loop(WorkerTeam& team, std::size_t taskCount, const Task& task, std::uint32_t maxThreads = ~0u);
    ~Loop(); // no further task starts; waits for those that run
    Loop(const Loop&) = delete;
    Loop& operator=(const Loop&) = delete;

    // Takes part until all tasks are done; see WorkerTeam::run for shouldStop, the result and exceptions.
    bool join(const ShouldStop& shouldStop = {});

private:
    friend WorkerTeam;

    bool hasTasks() const;
    void work(std::uint32_t worker, const ShouldStop& shouldStop) noexcept;

    WorkerTeam& m_team;
    const std::size_t m_taskCount;
    const Task& m_task;
    const std::uint32_t m_threads; // at most
    std::uint32_t m_busy = 0;      // helpers at work; the team's mutex guards it
    std::atomic<std::size_t> m_next = 0;
    std::atomic<bool> m_stop = false;
    std::mutex m_mutex;
    std::exception_ptr m_exception;
};

// One loop by a team of its own; see WorkerTeam::run.
bool parallelFor(std::uint32_t threadCount, std::size_t taskCount, const WorkerTeam::Task& task,
                 const WorkerTeam::ShouldStop& shouldStop = {});

// The number of threads that was asked for; 0 gives as many as the machine runs at once.
std::uint32_t resolveThreadCount(std::uint32_t requested);

} // namespace pn
