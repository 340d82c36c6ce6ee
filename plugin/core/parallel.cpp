#include "core/parallel.h"

#include "core/float_environment.h"

#include <algorithm>

namespace pn {

WorkerTeam::~WorkerTeam()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isOver = true;
    }
    m_begun.notify_all();
    for (std::thread& thread : m_threads)
        thread.join();
}

bool WorkerTeam::run(std::size_t taskCount, const Task& task, const ShouldStop& shouldStop, std::uint32_t maxThreads)
{
    return Loop(*this, taskCount, task, maxThreads).join(shouldStop);
}

// The first loop with work for that helper; null if there is none. Call it under the mutex.
WorkerTeam::Loop* WorkerTeam::loopFor(std::uint32_t worker) const
{
    const auto found = std::find_if(m_loops.begin(), m_loops.end(),
                                    [&](const Loop* loop) { return worker < loop->m_threads && loop->hasTasks(); });
    return found != m_loops.end() ? *found : nullptr;
}

void WorkerTeam::help(std::uint32_t worker)
{
    std::unique_lock lock(m_mutex);
    for (;;)
    {
        Loop* loop = nullptr;
        m_begun.wait(lock, [&] { return (loop = loopFor(worker)) != nullptr || m_isOver; });
        if (loop == nullptr)
            return;
        ++loop->m_busy;
        lock.unlock();
        loop->work(worker, {});
        lock.lock();
        if (--loop->m_busy == 0)
            m_left.notify_one();
    }
}

void WorkerTeam::begin(Loop& loop)
{
    m_threads.reserve(loop.m_threads - 1); // now, because a loop that others see must come to its end
    {
        const std::lock_guard lock(m_mutex);
        m_loops.push_back(&loop);
    }
    m_begun.notify_all();
    startHelpers(loop);
}

// Starts the helpers that are missing, as long as the loop has tasks left. Each goes to work at once, while the next
// one is being started.
void WorkerTeam::startHelpers(const Loop& loop) noexcept
try
{
    while (m_threads.size() + 1 < loop.m_threads && loop.hasTasks())
        m_threads.emplace_back(&WorkerTeam::help, this, std::uint32_t(m_threads.size() + 1));
}
catch (...)
{
    // No more threads to be had: those that started, or the calling one alone, do the work.
    m_threadCount = std::uint32_t(m_threads.size() + 1);
}

// Waits for the helpers in the loop. A helper that has not come yet is not waited for: where other threads keep the
// processors busy, it may take milliseconds.
void WorkerTeam::end(Loop& loop)
{
    std::unique_lock lock(m_mutex);
    std::erase(m_loops, &loop);
    m_left.wait(lock, [&] { return loop.m_busy == 0; });
}

WorkerTeam::Loop::Loop(WorkerTeam& team, std::size_t taskCount, const Task& task, std::uint32_t maxThreads)
    : m_team(team), m_taskCount(taskCount), m_task(task),
      m_threads(std::uint32_t(std::min<std::size_t>(taskCount, std::min(maxThreads, team.m_threadCount))))
{
    if (m_threads > 1)
        m_team.begin(*this);
}

WorkerTeam::Loop::~Loop()
{
    m_stop = true;
    if (m_threads > 1)
        m_team.end(*this);
}

bool WorkerTeam::Loop::join(const ShouldStop& shouldStop)
{
    work(0, shouldStop);
    if (m_threads > 1)
        m_team.end(*this);
    if (m_exception)
        std::rethrow_exception(m_exception);
    return !m_stop;
}

bool WorkerTeam::Loop::hasTasks() const
{
    return m_next.load(std::memory_order_relaxed) < m_taskCount && !m_stop.load(std::memory_order_relaxed);
}

void WorkerTeam::Loop::work(std::uint32_t worker, const ShouldStop& shouldStop) noexcept
{
    const FloatEnvironment environment;
    try
    {
        while (!m_stop.load(std::memory_order_relaxed))
        {
            if (shouldStop && shouldStop())
                break;
            const std::size_t index = m_next.fetch_add(1, std::memory_order_relaxed);
            if (index >= m_taskCount)
                return;
            m_task(worker, index);
        }
    }
    catch (...)
    {
        const std::lock_guard lock(m_mutex);
        if (!m_exception)
            m_exception = std::current_exception();
    }
    m_stop = true;
}

bool parallelFor(std::uint32_t threadCount, std::size_t taskCount, const WorkerTeam::Task& task,
                 const WorkerTeam::ShouldStop& shouldStop)
{
    return WorkerTeam(threadCount).run(taskCount, task, shouldStop);
}

std::uint32_t resolveThreadCount(std::uint32_t requested)
{
    return requested != 0 ? requested : std::max(1u, std::thread::hardware_concurrency());
}

} // namespace pn
