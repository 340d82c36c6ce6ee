#include "unity/job_table.h"

#include "core/error.h"

#include <algorithm>
#include <chrono>

namespace pn::unity {

void throwNoSuchJob(PnUnityJob job)
{
    throw Error(PN_ERROR_INVALID_ARGUMENT,
                "job " + std::to_string(job) +
                    " does not exist; it was released, or made before the plugin was loaded");
}

// Job numbers start at the nanoseconds of a monotonic clock and increase by one. Nobody creates jobs that fast, so
// numbers are not reused when the plugin is loaded again in the same process.
JobTable::JobTable()
    : m_next(PnUnityJob(std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1)))
{
}

PnUnityJob JobTable::create(const JobRequest& request)
{
    const std::lock_guard lock(m_mutex);
    if (m_entries.size() >= PN_UNITY_MAX_JOBS)
        throw Error(PN_ERROR_OUT_OF_MEMORY,
                    "there are " + std::to_string(PN_UNITY_MAX_JOBS) + " jobs already; release those that are done");
    Entry entry;
    entry.request = request;
    m_entries.emplace(++m_next, entry);
    return m_next;
}

PnUnityJobState JobTable::state(PnUnityJob job) const
{
    const std::lock_guard lock(m_mutex);
    return find(job).state;
}

JobOutcome JobTable::outcome(PnUnityJob job) const
{
    const std::lock_guard lock(m_mutex);
    const Entry& entry = find(job);
    if (isPending(entry))
        throw Error(PN_ERROR_NOT_READY, entry.state == PN_UNITY_JOB_CREATED ? "the job waits for its render event"
                                                                            : "the device works on the job");
    return entry.outcome;
}

PnUnityJobInfo JobTable::info(PnUnityJob job) const
{
    const std::lock_guard lock(m_mutex);
    return find(job).info;
}

void JobTable::release(PnUnityJob job)
{
    const std::lock_guard lock(m_mutex);
    find(job);
    m_entries.erase(job);
}

void JobTable::releaseAll()
{
    const std::lock_guard lock(m_mutex);
    m_entries.clear();
}

std::uint64_t JobTable::count() const
{
    const std::lock_guard lock(m_mutex);
    return m_entries.size();
}

std::uint64_t JobTable::pendingCount() const
{
    const std::lock_guard lock(m_mutex);
    return std::uint64_t(
        std::count_if(m_entries.begin(), m_entries.end(), [](const auto& item) { return isPending(item.second); }));
}

bool JobTable::contains(PnUnityJob job) const
{
    const std::lock_guard lock(m_mutex);
    return m_entries.contains(job);
}

std::optional<JobRequest> JobTable::request(PnUnityJob job) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_entries.find(job);
    if (found == m_entries.end() || found->second.state != PN_UNITY_JOB_CREATED)
        return std::nullopt;
    return found->second.request;
}

void JobTable::setRecorded(PnUnityJob job, const PnUnityJobInfo& info)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_entries.find(job);
    if (found == m_entries.end())
        return;
    found->second.state = PN_UNITY_JOB_RECORDED;
    found->second.info = info;
}

void JobTable::finish(PnUnityJob job, const JobOutcome& outcome)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_entries.find(job);
    if (found != m_entries.end())
        finish(found->second, outcome);
}

void JobTable::failPending(PnResult result, const std::string& message)
{
    const std::lock_guard lock(m_mutex);
    for (auto& [job, entry] : m_entries)
        if (isPending(entry))
            finish(entry, JobOutcome{result, message, {}, {}});
}

bool JobTable::isPending(const Entry& entry)
{
    return entry.state == PN_UNITY_JOB_CREATED || entry.state == PN_UNITY_JOB_RECORDED;
}

void JobTable::finish(Entry& entry, const JobOutcome& outcome)
{
    entry.state = outcome.result == PN_SUCCESS ? PN_UNITY_JOB_DONE : PN_UNITY_JOB_FAILED;
    entry.outcome = outcome;
}

const JobTable::Entry& JobTable::find(PnUnityJob job) const
{
    const auto found = m_entries.find(job);
    if (found == m_entries.end())
        throwNoSuchJob(job);
    return found->second;
}

} // namespace pn::unity
