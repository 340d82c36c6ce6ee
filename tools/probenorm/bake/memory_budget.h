#pragma once

#include <cstdint>

namespace pn::cli {

// Bytes that a process may still take: what the machine has free, within the limits of its control group and of the
// process (ulimit -v, -d).
std::uint64_t availableMemory();

// Lets the heap keep what is freed, if the bake may take at least 256 MiB: buffers of the next probe are as large, and
// memory that went to the system costs a page fault per page when it comes back. A smaller bound would be passed.
void keepFreedMemory(std::uint64_t maxMemory);

} // namespace pn::cli
