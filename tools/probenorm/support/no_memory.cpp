#include "support/no_memory.h"

#include "support/failure.h"

#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <new>

namespace pn::cli {
namespace {

// Enough to unwind: some destructors allocate, that of a JSON value among them, and so does every message.
constexpr std::size_t kReserve = std::size_t{4} << 20;

std::atomic<void*> reserve;
std::atomic<bool> isExhausted;

// The first time there is a reserve, and the allocation is tried again. From then on it fails.
void onNoMemory()
{
    if (void* memory = reserve.exchange(nullptr))
    {
        std::free(memory);
        return;
    }
    isExhausted = true;
    throw std::bad_alloc();
}

// Where no exception may pass, as in a destructor or a thread's function, the process has to end.
[[noreturn]] void onTerminate()
{
    if (!isExhausted)
        std::abort();
    reportNoMemory();
    _exit(static_cast<int>(Exit::RunTime));
}

} // namespace

void reportLackOfMemory()
{
    std::set_new_handler(onNoMemory);
    std::set_terminate(onTerminate);
}

void prepareForNoMemory()
{
    reserve = std::malloc(kReserve);
    reportLackOfMemory();
}

void reportNoMemory() noexcept
{
    static std::atomic<bool> isReported;
    constexpr char kLine[] = "probenorm: out of memory\n";
    if (!isReported.exchange(true) && write(STDERR_FILENO, kLine, sizeof(kLine) - 1) < 0)
        return; // nobody can read the message
}

} // namespace pn::cli
