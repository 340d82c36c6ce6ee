#include "support/interrupt.h"

#include <atomic>
#include <csignal>
#include <cstdint>

namespace pn::cli {
namespace {

extern "C" void onInterrupt(int /*signal*/)
{
    static_assert(std::atomic_ref<std::uint32_t>::is_always_lock_free, "the handler may not take a lock");
    std::atomic_ref<std::uint32_t>(sharedProgress().cancel).store(1);
}

} // namespace

void catchInterrupt()
{
    struct sigaction action
    {
    };
    action.sa_handler = onInterrupt;
    action.sa_flags = SA_RESETHAND; // without SA_RESTART: a call that blocks its thread ends with EINTR
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    {
        struct sigaction present
        {
        };
        sigaction(signal, nullptr, &present);
        if (present.sa_handler != SIG_IGN) // it is ignored under nohup, and where a shell runs it in the background
            sigaction(signal, &action, nullptr);
    }
    std::signal(SIGXFSZ, SIG_IGN); // writing then fails with a reason, and cleans up
}

} // namespace pn::cli
