#pragma once

#include <condition_variable>
#include <functional>
#include <future>
#include <mutex>
#include <queue>
#include <thread>

namespace pn::testing {

// A thread that runs what it is given, one after the other.
class TaskThread
{
public:
    TaskThread() : m_thread([this] { loop(); }) {}

    ~TaskThread()
    {
        run([this] { m_isEnding = true; });
        m_thread.join();
    }

    TaskThread(const TaskThread&) = delete;
    TaskThread& operator=(const TaskThread&) = delete;

    // What the task throws comes out of the future.
    std::future<void> post(std::function<void()> task)
    {
        std::packaged_task<void()> packaged(std::move(task));
        std::future<void> done = packaged.get_future();
        const std::lock_guard lock(m_mutex);
        m_tasks.push(std::move(packaged));
        m_wake.notify_one();
        return done;
    }

    void run(std::function<void()> task) { post(std::move(task)).get(); }
    bool isCurrent() const { return std::this_thread::get_id() == m_thread.get_id(); }

private:
    void loop()
    {
        while (!m_isEnding)
            next()();
    }

    std::packaged_task<void()> next()
    {
        std::unique_lock lock(m_mutex);
        m_wake.wait(lock, [this] { return !m_tasks.empty(); });
        std::packaged_task<void()> task = std::move(m_tasks.front());
        m_tasks.pop();
        return task;
    }

    bool m_isEnding = false; // the thread's own

    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::queue<std::packaged_task<void()>> m_tasks;
    std::thread m_thread;
};

} // namespace pn::testing
