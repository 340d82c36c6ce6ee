#include "windows/start.h"

#include "windows/system.h"

#include <fcntl.h>
#include <io.h>

#include <algorithm>
#include <cstdlib>
#include <span>
#include <string_view>

int _dowildcard = -1; // no shell of Windows expands *.exr, so the C run time does

namespace pn::cli {

void prepareForWindows(int argc, char** argv)
{
    for (const int stream : {0, 1, 2})
        _setmode(stream, _O_BINARY);
    SetConsoleOutputCP(CP_UTF8);
    const HANDLE console = GetStdHandle(STD_ERROR_HANDLE);
    DWORD mode = 0;
    if (GetConsoleMode(console, &mode) && SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING))
        _putenv("TERM=windows");
    for (char* argument : std::span(argv, static_cast<std::size_t>(argc)))
        if (const std::string_view text = argument; !text.starts_with("\\\\?\\"))
            std::replace(argument, argument + text.size(), '\\', '/');
}

} // namespace pn::cli
