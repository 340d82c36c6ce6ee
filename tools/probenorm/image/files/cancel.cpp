#include "image/files/cancel.h"

#include <poll.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>

namespace pn::image {

namespace {

std::atomic<void (*)()> cancelCheck = nullptr;

} // namespace

void setCancelCheck(void (*check)())
{
    cancelCheck.store(check);
}

void throwIfCancelled()
{
    if (void (*const check)() = cancelCheck.load(std::memory_order_relaxed))
        check();
}

bool isReadySoon(int file, short events)
{
    constexpr int kMilliseconds = 20;
    pollfd entry{file, events, 0};
    const int count = poll(&entry, 1, kMilliseconds);
    if (count > 0 || (count < 0 && errno != EINTR)) // where poll() fails, the next call says why
        return true;
    throwIfCancelled();
    return false;
}

void copyUnlessCancelled(std::byte* to, const std::byte* from, std::size_t count)
{
    constexpr std::size_t kStep = std::size_t{16} << 20;
    for (std::size_t done = 0; done < count; done += kStep)
    {
        throwIfCancelled();
        std::memcpy(to + done, from + done, std::min(kStep, count - done));
    }
}

} // namespace pn::image
