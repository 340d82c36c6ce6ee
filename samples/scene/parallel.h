// A loop over several threads. Which thread takes which index makes no difference to what is written.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace scene {

// Calls work(index) for each index below count. The first exception ends the loop and is thrown again.
template <typename Work>
void parallelFor(std::size_t count, unsigned threadCount, const Work& work)
{
    std::atomic<std::size_t> next = 0;
    std::exception_ptr failure;
    std::mutex failureMutex;
    const auto run = [&] {
        try
        {
            for (std::size_t i = next++; i < count; i = next++)
                work(i);
        }
        catch (...)
        {
            const std::lock_guard lock(failureMutex);
            failure = std::current_exception();
            next = count;
        }
    };

    std::vector<std::jthread> threads;
    for (unsigned i = 1; i < std::max(1u, threadCount); ++i)
        threads.emplace_back(run);
    run();
    threads.clear();
    if (failure)
        std::rethrow_exception(failure);
}

} // namespace scene
