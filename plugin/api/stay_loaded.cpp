// Only in probenorm.dll as MinGW builds it: keeps the library loaded from the first load until the process ends. On
// each load, GCC's run time takes one of the 1088 TLS indices of a process and memory of each thread that calls. It
// returns neither on unload.
#include <windows.h>

namespace {

__attribute__((constructor)) void stayLoaded()
{
    HMODULE library = nullptr;
    GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_PIN | GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS,
                       reinterpret_cast<LPCWSTR>(&stayLoaded), &library);
}

} // namespace
