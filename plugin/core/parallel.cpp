#include "core/parallel.h"

#include "core/float_environment.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace pn {
namespace {

class TaskLoop
{
public:
    TaskLoop(std::size_t taskCount, const std::function<void(std::uint32_t, std::size_t)>& task)
        : m_taskCount(taskCount), m_task(task)
    {
    }

    void run(std::uint32_t worker, const std::function<bool()>& shouldStop) noexcept
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
    const std::function<void(std::uint32_t, std::size_t)>& m_task;
    std::atomic<std::size_t> m_next = 0;
    std::atomic<bool> m_stop = false;
    std::mutex m_mutex;
    std::exception_ptr m_exception;
};

} // namespace

bool parallelFor(std::uint32_t threadCount, std::size_t taskCount,
                 const std::function<void(std::uint32_t, std::size_t)>& task, const std::function<bool()>& shouldStop)
{
    TaskLoop loop(taskCount, task);
    std::vector<std::jthread> threads;
    try
    {
        for (std::uint32_t worker = 1; worker < std::min<std::size_t>(threadCount, taskCount); ++worker)
            threads.emplace_back([&loop, worker] { loop.run(worker, {}); });
    }
    catch (const std::system_error&)
    {
        // No more threads to be had: those that started, or this one alone, do the work.
    }
    loop.run(0, shouldStop);
    threads.clear(); // joins
    return loop.finish();
}

std::uint32_t resolveThreadCount(std::uint32_t requested)
{
    return requested != 0 ? requested : std::max(1u, std::thread::hardware_concurrency());
}

} // namespace pn
