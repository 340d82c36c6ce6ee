#include "support/interrupt.h"

#include "support/failure.h"

#include <atomic>
#include <csignal>

namespace pn::cli {
namespace {

PnProgress progress; // static: a signal handler has nowhere else to look

extern "C" void onInterrupt(int signal)
{
    static_assert(std::atomic_ref<std::uint32_t>::is_always_lock_free, "the handler may not take a lock");
    std::atomic_ref<std::uint32_t>(progress.cancel).store(1);
    std::signal(signal, SIG_DFL);
}

} // namespace

void catchInterrupt()
{
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        if (std::signal(signal, onInterrupt) == SIG_IGN)
            std::signal(signal, SIG_IGN); // nohup, or a shell that runs it in the background
    std::signal(SIGXFSZ, SIG_IGN);        // writing then fails with a reason, and cleans up
}

PnProgress& sharedProgress()
{
    return progress;
}

bool isInterrupted()
{
    return std::atomic_ref<std::uint32_t>(progress.cancel).load() != 0;
}

void throwIfInterrupted()
{
    if (isInterrupted())
        throw Failure(Exit::RunTime, "cancelled");
}

} // namespace pn::cli
