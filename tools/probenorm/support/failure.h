#pragma once

#include "probenorm/probenorm.h"

#include <stdexcept>
#include <string>

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

// Ends a command with one line on stderr. Messages read "FILE: reason", or only the reason where no file is to blame.
class Failure : public std::runtime_error
{
public:
    Failure(Exit exit, const std::string& message) : std::runtime_error(message), m_exit(exit) {}

    Exit exit() const noexcept { return m_exit; }

private:
    Exit m_exit;
};

// "cpu" or "vulkan".
const char* backendName(PnBackend backend);

// The Failure of a result of the library.
Failure failureOf(PnResult result, const std::string& message);

// A Failure that says what the library said. about is the file or the thing the call was for.
[[noreturn]] void throwResult(PnResult result, const std::string& about);

} // namespace pn::cli
