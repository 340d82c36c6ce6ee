#include "windows/posix.h"

#include "windows/system.h"

#include <io.h>

#include <algorithm>

namespace pn {

int isatty(int file)
{
    DWORD mode = 0;
    return GetConsoleMode(reinterpret_cast<HANDLE>(_get_osfhandle(file)), &mode) &&
           (mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

int ioctl(int file, int, winsize* size)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    if (!GetConsoleScreenBufferInfo(reinterpret_cast<HANDLE>(_get_osfhandle(file)), &info))
        return failOfSystem();
    size->ws_col = static_cast<unsigned short>(info.srWindow.Right - info.srWindow.Left + 1);
    return 0;
}

int getrlimit(int, rlimit* limit)
{
    constexpr rlim_t kMost = 2048; // of the C library
    *limit = {kMost, kMost};
    return 0;
}

long sysconf(int name)
{
    constexpr long kPageSize = 4096;
    MEMORYSTATUSEX memory{};
    memory.dwLength = sizeof(memory);
    if (name == _SC_PAGESIZE || !GlobalMemoryStatusEx(&memory))
        return kPageSize;
    return static_cast<long>(memory.ullTotalPhys / kPageSize);
}

int gethostname(char* name, std::size_t size)
{
    auto length = static_cast<DWORD>(size);
    return GetComputerNameExA(ComputerNameDnsHostname, name, &length) ? 0 : failOfSystem();
}

} // namespace pn
