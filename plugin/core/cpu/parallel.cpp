#include "core/cpu/parallel.h"

#include "core/cpu/float_environment.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <system_error>

namespace pn {

class WorkerTeam::Loop
{
public:
    Loop(std::size_t taskCount, const Task& task) : m_taskCount(taskCount), m_task(task) {}

    void run(std::uint32_t worker, const ShouldStop& shouldStop) noexcept
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

    bool finish() const
    {
        if (m_exception)
            std::rethrow_exception(m_exception);
        return !m_stop;
    }

private:
    const std::size_t m_taskCount;
    const Task& m_task;
    std::atomic<std::size_t> m_next = 0;
    std::atomic<bool> m_stop = false;
    std::mutex m_mutex;
    std::exception_ptr m_exception;
};

WorkerTeam::~WorkerTeam()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isOver = true;
    }
    m_shared.notify_all();
    for (std::thread& thread : m_threads)
        thread.join();
}

bool WorkerTeam::run(std::size_t taskCount, const Task& task, const ShouldStop& shouldStop, std::uint32_t maxThreads)
{
    Loop loop(taskCount, task);
    const std::uint32_t helpers = helperCount(taskCount, maxThreads);
    if (helpers > 0)
        share(&loop, helpers);
    loop.run(0, shouldStop);
    if (helpers > 0)
        waitForHelpers();
    return loop.finish();
}

// How many helpers such a loop gets; starts those that are missing.
std::uint32_t WorkerTeam::helperCount(std::size_t taskCount, std::uint32_t maxThreads)
{
    const auto threads = std::uint32_t(std::min<std::size_t>(taskCount, std::min(maxThreads, m_threadCount)));
    const std::uint32_t wanted = std::max(threads, 1u) - 1;
    try
    {
        while (m_threads.size() < wanted)
            m_threads.emplace_back(&WorkerTeam::help, this, std::uint32_t(m_threads.size() + 1), m_loopCount);
    }
    catch (const std::system_error&)
    {
        // No more threads to be had: those that started, or the calling one alone, do the work.
        m_threadCount = std::uint32_t(m_threads.size() + 1);
    }
    return std::min(wanted, std::uint32_t(m_threads.size()));
}

void WorkerTeam::help(std::uint32_t worker, std::uint64_t seen)
{
    std::unique_lock lock(m_mutex);
    for (;;)
    {
        m_shared.wait(lock, [&] { return m_isOver || m_loopCount != seen; });
        if (m_isOver)
            return;
        seen = m_loopCount;
        Loop* const loop = m_loop;
        if (loop == nullptr || worker > m_helpers)
            continue;
        ++m_busy;
        lock.unlock();
        loop->run(worker, {});
        lock.lock();
        if (--m_busy == 0)
            m_left.notify_one();
    }
}

void WorkerTeam::share(Loop* loop, std::uint32_t helpers)
{
    {
        const std::lock_guard lock(m_mutex);
        m_loop = loop;
        m_helpers = helpers;
        ++m_loopCount;
    }
    m_shared.notify_all();
}

// The tasks are given out, so a helper that has not come yet is not waited for: where other threads keep the processors
// busy, it may take milliseconds.
void WorkerTeam::waitForHelpers()
{
    std::unique_lock lock(m_mutex);
    m_loop = nullptr;
    m_left.wait(lock, [this] { return m_busy == 0; });
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
