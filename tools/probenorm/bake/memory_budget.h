#pragma once

#include <cstdint>

namespace pn::cli {

// Bytes that a process may still take: what the machine has free, within the limits of its control group and of the
// process (ulimit -v, -d).
std::uint64_t availableMemory();

} // namespace pn::cli
