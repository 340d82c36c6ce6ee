#include "bake/probe_queue.h"

#include <utility>

namespace pn::cli {
namespace {

constexpr std::uint64_t kMostSmall = 64u << 20; // bytes of memory: 512^2 of half floats with their mips

} // namespace

std::deque<ProbeQueue::Work>& ProbeQueue::queueOf(const ProbeWork& work)
{
    return work.reservedBytes <= kMostSmall ? m_small : m_large;
}

void ProbeQueue::add(Work work)
{
    m_bytes += work->reservedBytes;
    std::deque<Work>& queue = queueOf(*work);
    queue.push_back(std::move(work));
}

void ProbeQueue::giveBack(Work work)
{
    m_bytes += work->reservedBytes;
    std::deque<Work>& queue = queueOf(*work);
    queue.push_front(std::move(work));
}

std::vector<ProbeQueue::Work> ProbeQueue::takeBatch(Takes takes, std::uint64_t bytes)
{
    std::vector<Work> batch;
    std::uint64_t taken = 0;
    const auto takeFrom = [&](std::deque<Work>& queue) {
        while (!queue.empty() && (batch.empty() || taken + queue.front()->reservedBytes <= bytes))
        {
            taken += queue.front()->reservedBytes;
            batch.push_back(std::move(queue.front()));
            queue.pop_front();
        }
    };
    takeFrom(m_large);
    if (takes == Takes::All)
        takeFrom(m_small);
    m_bytes -= taken;
    return batch;
}

ProbeQueue::Work ProbeQueue::takeSmall()
{
    Work work = std::move(m_small.back());
    m_small.pop_back();
    m_bytes -= work->reservedBytes;
    return work;
}

} // namespace pn::cli
