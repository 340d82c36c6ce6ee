#include "image/cancel.h"

#include <algorithm>
#include <atomic>
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
