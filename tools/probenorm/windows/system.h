// windows.h, for the sources of this folder alone: its macros have the names of others.
#pragma once

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace pn {

// Both return -1, as POSIX calls that fail do.
inline int fail(int error)
{
    errno = error;
    return -1;
}

inline int failOfSystem()
{
    const auto error = std::system_category().default_error_condition(static_cast<int>(GetLastError()));
    return fail(error.category() == std::generic_category() ? error.value() : EIO);
}

} // namespace pn
