#include "support/interrupt.h"

#include "support/failure.h"

#include <atomic>
#include <cstdint>

namespace pn::cli {

PnProgress& sharedProgress()
{
    static constinit PnProgress progress{}; // a signal handler has nowhere else to look
    return progress;
}

bool isInterrupted()
{
    return std::atomic_ref<std::uint32_t>(sharedProgress().cancel).load() != 0;
}

void throwIfInterrupted()
{
    if (isInterrupted())
        throw Failure(Exit::RunTime, "cancelled");
}

} // namespace pn::cli
