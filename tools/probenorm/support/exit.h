#pragma once

#include <array>

namespace pn::cli {

// What the process ends with: the numbers of the Khronos ktx tool. Documented in docs/cli.md and part of the contract.
enum class Exit : int
{
    Success = 0,
    CommandLine = 1, // unknown option, wrong value, missing argument
    FileIo = 2,      // missing, unreadable, unwritable
    InvalidInput = 3,
    RunTime = 4, // device, memory, cancelled
    Unsupported = 5,

    // `compare` keeps diff's numbers, where 1 is an answer and not a mistake.
    CompareDiffers = 1,
    CompareCommandLine = 2,
};

struct ExitName
{
    Exit exit;
    const char* name;
};

inline constexpr std::array<ExitName, 6> kExitNames = {{
    {Exit::Success, "success"},
    {Exit::CommandLine, "command line"},
    {Exit::FileIo, "file I/O"},
    {Exit::InvalidInput, "invalid input"},
    {Exit::RunTime, "run time"},
    {Exit::Unsupported, "unsupported"},
}};

} // namespace pn::cli
