// What tests ask the system about the threads of this process. POSIX; the counts need Linux.
#pragma once

#include <time.h>

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <thread>

namespace pn::testing {

// Processor time that this thread has taken. Other processes hardly change it.
inline double threadSeconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

inline std::size_t threadCount()
{
    const std::filesystem::directory_iterator tasks("/proc/self/task");
    return std::size_t(std::distance(begin(tasks), end(tasks)));
}

// Whether there are so many threads within five seconds. A joined thread's entry may stay a moment longer than the
// thread.
inline bool threadsSettleAt(std::size_t count)
{
    const auto giveUp = std::chrono::steady_clock::now() + std::chrono::seconds(5);
    while (threadCount() != count && std::chrono::steady_clock::now() < giveUp)
        std::this_thread::yield();
    return threadCount() == count;
}

} // namespace pn::testing
