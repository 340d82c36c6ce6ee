#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace pn::cli {

// A thread that works on what others add, group by group: each group is all that was added while it worked on the one
// before.
template <typename Item>
class GroupThread
{
public:
    using Work = std::function<void(std::vector<Item>)>; // must not throw

    explicit GroupThread(Work work) : m_work(std::move(work)), m_thread([this] { run(); }) {}

    // Ends after the last group.
    ~GroupThread()
    {
        const std::lock_guard lock(m_mutex);
        m_isClosing = true;
        m_wake.notify_one();
    }
    GroupThread(const GroupThread&) = delete;
    GroupThread& operator=(const GroupThread&) = delete;

    void add(Item item)
    {
        const std::lock_guard lock(m_mutex);
        m_items.push_back(std::move(item));
        m_wake.notify_one();
    }

private:
    void run()
    {
        std::unique_lock lock(m_mutex);
        for (;;)
        {
            m_wake.wait(lock, [this] { return m_isClosing || !m_items.empty(); });
            if (m_items.empty())
                return;
            std::vector<Item> group = std::exchange(m_items, {});
            lock.unlock();
            m_work(std::move(group));
            lock.lock();
        }
    }

    Work m_work;
    std::mutex m_mutex; // for what follows
    std::condition_variable m_wake;
    std::vector<Item> m_items;
    bool m_isClosing = false;
    std::jthread m_thread; // last, as it uses all others
};

} // namespace pn::cli
