#include "interrupt.h"

#include "failure.h"

#include <atomic>
#include <csignal>

namespace pn::cli {
namespace {

PnProgress progress; // static: a signal handler has nowhere else to look

extern "C" void onInterrupt(int)
{
    static_assert(std::atomic_ref<std::uint32_t>::is_always_lock_free, "the handler may not take a lock");
    std::atomic_ref<std::uint32_t>(progress.cancel).store(1);
    std::signal(SIGINT, SIG_DFL);
}

} // namespace

void catchInterrupt()
{
    std::signal(SIGINT, onInterrupt);
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
