#pragma once

#include "probenorm/probenorm_unity.h"

#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace pn::unity {

// A PnUnityJobDesc that points at nothing of the script's but the engine's own objects.
struct JobRequest
{
    void* texture = nullptr;
    void* target = nullptr;
    void* buffer = nullptr;
    std::uint64_t bufferOffset = 0;
    std::uint32_t mip = 0;
    std::uint32_t mipCount = 1;
    bool ownSubmission = false;
    PnProjectOptions options{};
    PnNormalization normalization{};
};

struct JobOutcome
{
    PnResult result = PN_SUCCESS;
    std::string message; // of a failure
    PnSh sh{};
    PnProjectInfo info{};
};

// The jobs that scripts know of, by number. Scripts ask on any thread; the render thread moves jobs on. What lives on
// the device is not here: a job may be released while the device works on it.
class JobTable
{
public:
    JobTable();

    PnUnityJob create(const JobRequest& request); // throws Error(PN_ERROR_OUT_OF_MEMORY) when there are too many

    // These throw Error(PN_ERROR_INVALID_ARGUMENT) for a number that names no job.
    PnUnityJobState state(PnUnityJob job) const;
    JobOutcome outcome(PnUnityJob job) const; // PN_ERROR_NOT_READY of a job that is neither done nor failed
    PnUnityJobInfo info(PnUnityJob job) const;
    void release(PnUnityJob job);

    void releaseAll();
    std::uint64_t count() const;
    std::uint64_t pendingCount() const;

    // For the render thread; what became of a job that was released interests nobody.
    bool contains(PnUnityJob job) const;
    std::optional<JobRequest> request(PnUnityJob job) const; // of a job that waits for its event
    void setRecorded(PnUnityJob job, const PnUnityJobInfo& info);
    void finish(PnUnityJob job, const JobOutcome& outcome);
    void failPending(PnResult result, const std::string& message);

private:
    struct Entry
    {
        PnUnityJobState state = PN_UNITY_JOB_CREATED;
        JobRequest request;
        PnUnityJobInfo info{};
        JobOutcome outcome;
    };

    static bool isPending(const Entry& entry);
    static void finish(Entry& entry, const JobOutcome& outcome);
    const Entry& find(PnUnityJob job) const;

    mutable std::mutex m_mutex;
    std::map<PnUnityJob, Entry> m_entries;
    PnUnityJob m_next;
};

// What a call with a number that names no job comes to.
[[noreturn]] void throwNoSuchJob(PnUnityJob job);

} // namespace pn::unity
