#include "api/call.h"

#include <atomic>

namespace pn::api {
namespace {

void storeWord(std::uint32_t& word, std::uint32_t value)
{
    std::atomic_ref(word).store(value, std::memory_order_release);
}

} // namespace

Call::Call(std::size_t count, const PnProjectOptions& options, std::uint32_t* completed, PnProgress* progress)
    : m_options(options), m_count(std::uint32_t(count)), m_completedOut(completed), m_progress(progress)
{
}

void Call::begin()
{
    storeCompleted(0);
    if (m_progress != nullptr)
        storeWord(m_progress->total, m_count);
}

bool Call::isCancelled() const
{
    return m_wasStopped || (m_options.progress != nullptr &&
                            std::atomic_ref(m_options.progress->cancel).load(std::memory_order_acquire) != 0);
}

void Call::storeCompleted(std::uint32_t completed)
{
    m_completed = completed;
    if (m_completedOut != nullptr)
        *m_completedOut = completed;
    if (m_progress != nullptr)
        storeWord(m_progress->completed, completed);
}

void Call::report()
{
    if (m_options.onProgress != nullptr && m_options.onProgress(m_options.userData, m_completed, m_count) != 0)
        m_wasStopped = true;
    if (m_completed < m_count)
        requireGoing();
}

void Call::requireGoing(bool isGoing) const
{
    if (!isGoing || isCancelled())
        throw Error(PN_ERROR_CANCELLED, "cancelled by the caller");
}

void BackendCall::run(PnContext_T& context)
{
    const auto start = std::chrono::steady_clock::now();
    begin();
    while (completed() < count())
    {
        m_first = completed();
        m_choice = choiceOf(context, m_first);
        std::uint32_t end = m_first + 1;
        while (end < count() && choiceOf(context, end) == m_choice)
            ++end;
        tryRange(context, end);
    }
    m_nanoseconds = std::uint64_t(std::chrono::nanoseconds(std::chrono::steady_clock::now() - start).count());
    handOverTimes();
}

void BackendCall::finished(std::uint32_t done)
{
    while (completed() < m_first + done)
    {
        const std::uint32_t index = completed();
        handOver(index);
        storeCompleted(index + 1);
    }
    report();
}

BackendChoice BackendCall::choiceOf(PnContext_T& context, std::uint32_t index) const
{
    return m_usesCpu ? cpuChoice(context) : choose(context, index);
}

void BackendCall::tryRange(PnContext_T& context, std::uint32_t end)
try
{
    m_times.add(runRange(m_first, end));
}
catch (const Error& e)
{
    if (!canRepeat(completed()) || !replaceDevice(context, m_choice, e))
        throw;
    m_usesCpu = true;
}

} // namespace pn::api
