#pragma once

#include "run/fallback_context.h"
#include "support/console.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

namespace pn::cli {

// The contexts that several jobs share: one for a GPU, which the jobs use in turn; one for each job on the CPU, with
// its share of the threads.
class WorkerPool
{
public:
    WorkerPool(const DeviceOptions& options, std::uint32_t jobs, Console& console);

    // A worker of one's own until this goes.
    class Lease
    {
    public:
        explicit Lease(WorkerPool& pool) : m_pool(pool), m_worker(pool.take()) {}
        ~Lease() { m_pool.giveBack(m_worker); }
        Lease(const Lease&) = delete;
        Lease& operator=(const Lease&) = delete;

        FallbackContext& worker() const { return *m_worker; }

    private:
        WorkerPool& m_pool;
        FallbackContext* m_worker;
    };

    PnContextInfo info() const { return contextInfo(m_workers.front()->context()); }

private:
    FallbackContext* take();
    void giveBack(FallbackContext* worker);

    std::vector<std::unique_ptr<FallbackContext>> m_workers;
    std::mutex m_mutex;
    std::condition_variable m_isFree;
    std::vector<FallbackContext*> m_free;
};

// Threads for each of several jobs, when threads (0: one for each processor) are there for all.
std::uint32_t threadsOfEach(std::uint32_t threads, std::uint32_t jobs);

} // namespace pn::cli
