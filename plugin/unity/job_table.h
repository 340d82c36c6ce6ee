#pragma once

#include "probenorm/probenorm_unity.h"

#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace pn::unity {

// A copy of a PnUnityJobDesc. It points to no memory of the script, only to the engine's own objects.
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

// The jobs of scripts, by number. Scripts read them on any thread; the render thread changes their states. Device
// objects are elsewhere, because a script may release a job while the device works on it.
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

    // For the render thread. Results of jobs that were released are dropped.
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

// The error for a number that names no job.
[[noreturn]] void throwNoSuchJob(PnUnityJob job);

} // namespace pn::unity
