#pragma once

#include <cstdint>
#include <functional>

namespace pn::image {

// Cuts 0..count into one range for each thread and runs body(begin, end) on all of them. 0 threads is one for each
// processor.
void parallelRanges(std::uint32_t count, unsigned threadCount,
                    const std::function<void(std::uint32_t begin, std::uint32_t end)>& body);

} // namespace pn::image
