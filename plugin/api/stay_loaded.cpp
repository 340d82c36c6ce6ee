// Only in probenorm.dll as MinGW builds it: the first load lasts until the process ends. GCC's run time takes one of a
// process's 1088 TLS indices a load, and memory of each thread that calls, and gives neither back when it is closed.
#include <windows.h>

namespace {

__attribute__((constructor)) void stayLoaded()
{
    HMODULE library = nullptr;
    GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_PIN | GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS,
                       reinterpret_cast<LPCWSTR>(&stayLoaded), &library);
}

} // namespace
