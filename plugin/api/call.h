#pragma once

#include "api/context.h"

#include <chrono>

namespace pn::api {

// What the calls on many items have in common: progress for the caller, and his wish to stop.
class Call
{
public:
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

protected:
    // completed and progress are written as items are done; each may be null. options.progress is read for the wish to
    // stop even where progress is null.
    Call(std::size_t count, const PnProjectOptions& options, std::uint32_t* completed, PnProgress* progress);
    ~Call() = default;

    std::uint32_t count() const { return m_count; }
    std::uint32_t completed() const { return m_completed; }
    bool isCancelled() const;

    void begin(); // nothing is completed yet
    void storeCompleted(std::uint32_t completed);
    void report(); // calls onProgress; throws as requireGoing() does while items are left
    void requireGoing(bool isGoing = true) const; // throws Error(PN_ERROR_CANCELLED) if not, or if the caller stops

private:
    const PnProjectOptions& m_options;
    std::uint32_t m_count;
    std::uint32_t* m_completedOut;
    PnProgress* m_progress;
    std::uint32_t m_completed = 0;
    bool m_wasStopped = false; // by onProgress
};

// A call whose items go to the backends, in ranges that use the same one. If a device fails and the CPU may replace it,
// the CPU does the rest of the call.
class BackendCall : protected Call, protected Monitor
{
public:
    void run(PnContext_T& context);

protected:
    using Call::Call;
    ~BackendCall() override = default;

    const BackendChoice& choice() const { return m_choice; } // of the range at work
    void writeTimes(PnProjectInfo& info) const { writeTimesTo(info); }
    void writeTimes(PnNormalizeInfo& info) const { writeTimesTo(info); }
    void writeTimes(PnPrefilterInfo& info) const { writeTimesTo(info); }

    virtual BackendChoice choose(PnContext_T& context, std::uint32_t index) const = 0;
    virtual BackendTimes runRange(std::uint32_t begin, std::uint32_t end) = 0; // on choice().backend
    virtual bool canRepeat(std::uint32_t begin) const = 0; // the items from begin on, after a device failed
    virtual void handOver(std::uint32_t index) = 0;        // writes the outputs of an item
    virtual void handOverTimes() = 0;

private:
    void finished(std::uint32_t completed) override;
    bool cancelled() const override { return isCancelled(); }

    BackendChoice choiceOf(PnContext_T& context, std::uint32_t index) const;
    void tryRange(PnContext_T& context, std::uint32_t end);

    template <typename Info>
    void writeTimesTo(Info& info) const
    {
        info.uploadedBytes = m_times.uploadedBytes;
        info.gpuNanoseconds = m_times.gpuNanoseconds;
        info.callNanoseconds = m_nanoseconds;
    }

    BackendChoice m_choice;
    BackendTimes m_times;
    std::uint64_t m_nanoseconds = 0;
    std::uint32_t m_first = 0; // of the range at work
    bool m_usesCpu = false;    // since a device failed
};

// An element of a caller's array of versioned structs; null if the caller wants none.
template <typename Struct>
Struct* elementAt(Struct* first, std::uint32_t size, std::size_t index)
{
    return reinterpret_cast<Struct*>(reinterpret_cast<std::byte*>(first) + index * size);
}

} // namespace pn::api
