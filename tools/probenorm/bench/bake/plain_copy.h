#pragma once

#include <cstdint>
#include <string>

namespace pn::cli {

struct CopyTimes
{
    std::uint64_t bytes = 0;
    double copy = 0.0;        // seconds, to the system's cache
    double copyAndSync = 0.0; // seconds, until all is on the disk
};

// Copies a folder file by file with plain reads and writes, as cp -r does, and then asks for its file system to be
// synced, once.
CopyTimes timePlainCopy(const std::string& from, const std::string& to);

} // namespace pn::cli
