/* tests/abi/unload_test.c for the DLL, which stays loaded: opened, used and closed a thousand times it leaves no thread
 * and no memory, and neither loading nor closing changes the floating-point environment. */
#include "support/reload_project.h"

#include <windows.h>

#include <tlhelp32.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xmmintrin.h>

enum
{
    kRounds = 1000,
    kWarmUp = 50 /* rounds in which the process still settles */
};

static void findFunction(void* library, const char* name, void* outFunction)
{
    const FARPROC symbol = GetProcAddress((HMODULE)library, name);
    require(symbol != NULL, name);
    memcpy(outFunction, &symbol, sizeof(symbol));
}

static int threadCount(void)
{
    int count = 0;
    THREADENTRY32 entry = {.dwSize = sizeof(entry)};
    const HANDLE all = CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD, 0);
    require(all != INVALID_HANDLE_VALUE, "CreateToolhelp32Snapshot failed");
    for (BOOL found = Thread32First(all, &entry); found; found = Thread32Next(all, &entry))
        count += entry.th32OwnerProcessID == GetCurrentProcessId();
    CloseHandle(all);
    return count;
}

/* In use, in all heaps. */
static long long heapBytes(void)
{
    HANDLE heaps[64];
    long long bytes = 0;
    const DWORD count = GetProcessHeaps(64, heaps);
    require(count > 0 && count <= 64, "GetProcessHeaps failed");
    for (DWORD i = 0; i < count; ++i)
    {
        PROCESS_HEAP_ENTRY entry = {.lpData = NULL};
        while (HeapWalk(heaps[i], &entry))
            bytes += (entry.wFlags & PROCESS_HEAP_ENTRY_BUSY) != 0 ? (long long)entry.cbData : 0;
    }
    return bytes;
}

static void loadUseClose(const char* path)
{
    const unsigned environment = _mm_getcsr();
    const HMODULE library = LoadLibraryA(path);
    require(library != NULL, "LoadLibrary failed");
    require(_mm_getcsr() == environment, "loading changed MXCSR");
    project(library);
    require(FreeLibrary(library), "FreeLibrary failed");
    require(GetModuleHandleA("probenorm.dll") == library, "not kept");
    require(_mm_getcsr() == environment, "use and closing changed MXCSR");
}

int main(int argc, char** argv)
{
    require(argc == 2, "usage: reload_test LIBRARY");
    long long bytes = 0;
    for (int i = 0; i < kRounds; ++i)
    {
        loadUseClose(argv[1]);
        require(threadCount() == 1, "a thread is left");
        if (i == kWarmUp)
            bytes = heapBytes();
    }
    const long long growth = (heapBytes() - bytes) / (kRounds - kWarmUp);
    printf("growth a round: %lld bytes of heap\n", growth);
    require(growth < 64, "memory is lost with every round");
    puts("reload: ok");
    return 0;
}
