#pragma once

#include "probenorm/probenorm.h"

#include <chrono>

namespace pn::cli {

// A signal wakes nobody, so who waits looks for one so often.
inline constexpr std::chrono::milliseconds kInterruptInterval{50};

// From here on Ctrl-C, SIGTERM and SIGHUP ask the running command to stop; a second one ends the process at once.
void catchInterrupt();

// The words that the library polls; its cancel is set by Ctrl-C.
PnProgress& sharedProgress();

bool isInterrupted();

// Throws the Failure of a cancelled command if Ctrl-C was pressed.
void throwIfInterrupted();

} // namespace pn::cli
