/* What the C programs share that open and close the library as an engine does, over and over. POSIX. */
#ifndef PN_TESTS_RELOAD_H
#define PN_TESTS_RELOAD_H

#include "support/require.h"

#include <dirent.h>
#include <dlfcn.h>
#include <malloc.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* dlsym gives an object pointer; ISO C copies it into a function pointer by its bytes. */
static void findFunction(void* library, const char* name, void* outFunction)
{
    void* symbol = dlsym(library, name);
    require(symbol != NULL, name);
    memcpy(outFunction, &symbol, sizeof(symbol));
}

static int threadCount(void)
{
    int count = 0;
    DIR* tasks = opendir("/proc/self/task");
    require(tasks != NULL, "/proc/self/task");
    for (struct dirent* entry = readdir(tasks); entry != NULL; entry = readdir(tasks))
        count += entry->d_name[0] != '.';
    closedir(tasks);
    return count;
}

/* A joined thread's entry may stay a moment longer than the thread. */
static int settlesAtOneThread(void)
{
    const time_t giveUp = time(NULL) + 5;
    while (threadCount() != 1 && time(NULL) < giveUp)
        sched_yield();
    return threadCount() == 1;
}

static long residentBytes(void)
{
    long total = 0;
    long resident = 0;
    FILE* statm = fopen("/proc/self/statm", "r");
    require(statm != NULL && fscanf(statm, "%ld %ld", &total, &resident) == 2, "/proc/self/statm");
    fclose(statm);
    return resident * 4096;
}

/* Opens, uses and closes the library a thousand times. Fails if a thread is left, or if rounds lose memory: a leaked
 * plugin is more than 1 kB of heap, while pages of the heap come and go with the loader's own allocations. */
static void runRounds(const char* path, void (*round)(const char*))
{
    enum
    {
        kRounds = 1000,
        kWarmUp = 50 /* rounds in which the process still settles */
    };
    long resident = 0;
    size_t heap = 0;
    for (int i = 0; i < kRounds; ++i)
    {
        round(path);
        require(settlesAtOneThread(), "a thread is left");
        if (i == kWarmUp)
        {
            resident = residentBytes();
            heap = mallinfo2().uordblks;
        }
    }
    const long residentGrowth = (residentBytes() - resident) / (kRounds - kWarmUp);
    const long heapGrowth = ((long)mallinfo2().uordblks - (long)heap) / (kRounds - kWarmUp);
    printf("growth per round: %ld bytes resident, %ld bytes of heap\n", residentGrowth, heapGrowth);
    require(residentGrowth < 1024 && heapGrowth < 64, "memory is lost with every round");
}

#endif
