#pragma once

#include "bake/probe_work.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

namespace pn::cli {

// Which probes somebody takes from the queue.
enum class Takes
{
    All,
    Large,
};

// Probes that are loaded and wait for a device. The small ones among them are work for one processor: they fit into its
// caches, and tables for their shapes cost little memory, even where each thread has its own.
class ProbeQueue
{
public:
    using Work = std::unique_ptr<ProbeWork>;

    void add(Work work);
    void giveBack(Work work); // it is the next of its kind

    bool has(Takes takes) const { return !m_large.empty() || (takes == Takes::All && !m_small.empty()); }
    bool hasSmall() const { return !m_small.empty(); }
    std::uint64_t bytes() const { return m_bytes; } // of memory, as ProbeWork::reservedBytes

    // Some probes of at most so many bytes together, but one at least if there is any.
    std::vector<Work> takeBatch(Takes takes, std::uint64_t bytes);

    // The small probe that was loaded last, since its texels are the most likely to be in a cache. There must be one.
    Work takeSmall();

private:
    std::deque<Work>& queueOf(const ProbeWork& work);

    std::deque<Work> m_small;
    std::deque<Work> m_large;
    std::uint64_t m_bytes = 0;
};

} // namespace pn::cli
