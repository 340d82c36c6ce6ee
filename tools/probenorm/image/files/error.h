#pragma once

#include <fmt/core.h>

#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

namespace pn::image {

// What kind of failure it is; the values are the exit codes of the command line tool.
enum class ErrorKind
{
    FileIo = 2,       // cannot open, read or write
    InvalidInput = 3, // broken, truncated, or not what it claims to be
    OutOfMemory = 4,
    Unsupported = 5, // well-formed, but nothing here reads it
};

// The one exception type of this layer. Messages read "path: reason"; readers of bytes, who know no path, give the
// reason.
class Error : public std::runtime_error
{
public:
    Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), m_kind(kind) {}

    ErrorKind kind() const noexcept { return m_kind; }
    int exitCode() const noexcept { return static_cast<int>(m_kind); }

private:
    ErrorKind m_kind;
};

// For what is broken, truncated, or not what it claims to be.
template <typename... Args>
[[noreturn]] void reject(fmt::format_string<Args...> reason, Args&&... args)
{
    throw Error(ErrorKind::InvalidInput, fmt::format(reason, std::forward<Args>(args)...));
}

// For what is well-formed.
template <typename... Args>
[[noreturn]] void refuse(fmt::format_string<Args...> reason, Args&&... args)
{
    throw Error(ErrorKind::Unsupported, fmt::format(reason, std::forward<Args>(args)...));
}

// std::filesystem reports lack of memory as an error code among others. Throws std::bad_alloc if error is that one.
inline void throwIfNoMemory(const std::error_code& error)
{
    if (error == std::errc::not_enough_memory)
        throw std::bad_alloc();
}

} // namespace pn::image
