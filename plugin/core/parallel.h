#pragma once

#include <cstdint>
#include <functional>

namespace pn {

// Calls task(worker, index) for every index below taskCount, on up to threadCount threads, the calling one among them
// as worker 0. Threads live for the call only: a plugin must not own any while it is idle. Before each of its tasks
// the calling thread asks shouldStop (may be empty); once it says yes, no further task starts and the call returns
// false. The first exception of a task ends the call in the same way and is rethrown.
bool parallelFor(std::uint32_t threadCount, std::size_t taskCount,
                 const std::function<void(std::uint32_t worker, std::size_t index)>& task,
                 const std::function<bool()>& shouldStop = {});

// As many as the machine runs at once, or what was asked for.
std::uint32_t resolveThreadCount(std::uint32_t requested);

} // namespace pn
