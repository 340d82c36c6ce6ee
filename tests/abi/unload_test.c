/* Engines load and close plugins: a thousand times here. Each close really unloads the library, leaves no thread and
 * no memory, and neither loading nor closing changes the floating-point environment. */
#define _GNU_SOURCE
#include "support/reload.h"
#include "support/reload_project.h"

#include <xmmintrin.h>

enum
{
    kDeviceRounds = 10
};

typedef PnResult (*EnumerateDevices)(uint32_t, PnDeviceInfo*, uint32_t*);

static void enumerate(void* library)
{
    EnumerateDevices enumerateDevices;
    uint32_t count = 0;
    findFunction(library, "pnEnumerateDevices", &enumerateDevices);
    require(enumerateDevices(0, NULL, &count) == PN_SUCCESS, "pnEnumerateDevices failed");
}

static int isMapped(const char* path)
{
    char line[4096];
    int found = 0;
    FILE* maps = fopen("/proc/self/maps", "r");
    require(maps != NULL, "/proc/self/maps");
    while (fgets(line, sizeof(line), maps) != NULL)
        found |= strstr(line, path) != NULL;
    fclose(maps);
    return found;
}

static void loadUseClose(const char* path, void (*use)(void*))
{
    const unsigned environment = _mm_getcsr();
    void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    require(library != NULL, "dlopen failed");
    require(_mm_getcsr() == environment, "loading changed MXCSR");
    use(library);
    require(dlclose(library) == 0, "dlclose failed");
    require(dlopen(path, RTLD_NOW | RTLD_NOLOAD) == NULL, "still loaded after dlclose");
    require(!isMapped("libprobenorm"), "still mapped after dlclose");
    require(_mm_getcsr() == environment, "use and closing changed MXCSR");
}

static void projectRound(const char* path)
{
    loadUseClose(path, project);
}

int main(int argc, char** argv)
{
    require(argc == 2, "usage: unload_test LIBRARY");
    runRounds(argv[1], projectRound);

    for (int i = 0; i < kDeviceRounds; ++i) /* few: each loads the Vulkan drivers, which are not ours to judge */
        loadUseClose(argv[1], enumerate);
    puts("unload: ok");
    return 0;
}
