#include "bake/worker_pool.h"

#include <algorithm>
#include <thread>

namespace pn::cli {

std::uint32_t threadsOfEach(std::uint32_t threads, std::uint32_t jobs)
{
    const std::uint32_t all = threads != 0 ? threads : std::max(std::thread::hardware_concurrency(), 1u);
    return std::max(all / jobs, 1u);
}

WorkerPool::WorkerPool(const DeviceOptions& options, std::uint32_t jobs, Console& console)
{
    m_workers.push_back(std::make_unique<FallbackContext>(makeFallbackContext(options, console)));
    if (info().backend == PN_BACKEND_CPU && jobs > 1)
    {
        DeviceOptions each = options;
        each.device = "cpu";
        each.threads = threadsOfEach(options.threads, jobs);
        m_workers.clear();
        while (m_workers.size() < jobs)
            m_workers.push_back(std::make_unique<FallbackContext>(makeFallbackContext(each, console)));
    }
    for (const auto& worker : m_workers)
        m_free.push_back(worker.get());
}

FallbackContext* WorkerPool::take()
{
    std::unique_lock lock(m_mutex);
    m_isFree.wait(lock, [this] { return !m_free.empty(); });
    FallbackContext* worker = m_free.back();
    m_free.pop_back();
    return worker;
}

void WorkerPool::giveBack(FallbackContext* worker)
{
    {
        const std::lock_guard lock(m_mutex);
        m_free.push_back(worker);
    }
    m_isFree.notify_one();
}

} // namespace pn::cli
