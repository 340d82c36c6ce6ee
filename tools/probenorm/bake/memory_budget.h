#pragma once

#include <cstdint>

namespace pn::cli {

// Bytes that a process may still take: what the machine has free, within the limits of its control group and of the
// process (ulimit -v, -d).
std::uint64_t availableMemory();

// From now on the heap keeps what is freed for what comes next. Buffers of one probe are as large as those of the next,
// and memory that goes to the system and comes back costs a page fault for each of its pages.
void keepFreedMemory();

} // namespace pn::cli
