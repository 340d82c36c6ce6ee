// What emscripten 3.1.6 lacks of Linux, before every source of the tool (../CMakeLists.txt).
#pragma once

#include <cerrno>
#include <cstdint>

struct open_how
{
    std::uint64_t flags, mode, resolve;
};
enum
{
    RESOLVE_BENEATH,
    RESOLVE_NO_MAGICLINKS,
    SYS_openat2
};
template <typename... Arguments>
long syscall(Arguments...)
{
    errno = ENOSYS;
    return -1;
}
