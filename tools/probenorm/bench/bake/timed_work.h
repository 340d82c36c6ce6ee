#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace pn::cli {

struct ProcessTimes
{
    double wall = 0.0;           // seconds
    double processor = 0.0;      // seconds, of all threads and of the processes that it started
    std::uint64_t peakBytes = 0; // of its memory
};

// Runs a program to its end, its stdout dropped. Throws Failure if it does not end with 0, or is interrupted.
ProcessTimes timeProcess(const std::string& program, const std::vector<std::string>& arguments);

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
