#include "support/interrupt.h"

#include "windows/system.h"

#include <atomic>

namespace pn::cli {
namespace {

// Runs in a thread of its own. The second time the system ends the process, as it does some seconds after it has asked
// for an end itself.
BOOL WINAPI onControl(DWORD event)
{
    const bool isFirst = std::atomic_ref<std::uint32_t>(sharedProgress().cancel).exchange(1) == 0;
    if (isFirst && event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT)
        Sleep(INFINITE);
    return isFirst;
}

} // namespace

void catchInterrupt()
{
    SetConsoleCtrlHandler(onControl, TRUE);
}

} // namespace pn::cli
