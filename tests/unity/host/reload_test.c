/* An engine that loads and drops the plugin a thousand times: open, UnityPluginLoad, a script's calls,
 * UnityPluginUnload, close. Each close really unloads the library and leaves neither thread nor memory. No device is
 * needed: what a device adds is closed a few times in host_test. */
#define _GNU_SOURCE
#include "support/reload.h"

#include <probenorm/probenorm_unity.h>

enum
{
    kRendererNull = 4
};

typedef void (*Function)(void);

/* ---- The least engine: IUnityInterfaces and IUnityGraphics in batch mode */

static int callbackCount = 0;

static int32_t getRenderer(void)
{
    return kRendererNull;
}

static void registerCallback(Function callback)
{
    callbackCount += callback != NULL;
}

static void unregisterCallback(Function callback)
{
    callbackCount -= callback != NULL;
}

static int reserveEvents(int count)
{
    return 100 * count;
}

static Function graphics[4];

static void* getInterface(unsigned long long high, unsigned long long low)
{
    return high == 0x7CBA0A9CA4DDB544u && low == 0x8C5AD4926EB17B11u ? (void*)graphics : NULL;
}

static Function interfaces[4];

static void makeEngine(void)
{
    graphics[0] = (Function)getRenderer;
    graphics[1] = (Function)registerCallback;
    graphics[2] = (Function)unregisterCallback;
    graphics[3] = (Function)reserveEvents;
    interfaces[2] = (Function)getInterface;
}

/* ---- Rounds */

static void useAsScript(void* library)
{
    PnResult (*createJob)(const PnUnityJobDesc*, PnUnityJob*);
    PnResult (*takeMessage)(PnUnityMessage*);
    findFunction(library, "pnCreateUnityJob", &createJob);
    findFunction(library, "pnTakeUnityMessage", &takeMessage);
    PnUnityJobDesc desc = {.structSize = sizeof(desc), .texture = &desc};
    PnUnityMessage message = {.structSize = sizeof(message)};
    PnUnityJob job = 1;
    require(createJob(&desc, &job) == PN_ERROR_UNSUPPORTED_DEVICE && job == 0, "a job was made in batch mode");
    require(takeMessage(&message) == PN_SUCCESS && message.number == 1, "the plugin said nothing of batch mode");
}

static void runRound(const char* path)
{
    void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    require(library != NULL, "dlopen failed");
    void (*load)(void*);
    void (*unload)(void);
    findFunction(library, "UnityPluginLoad", &load);
    findFunction(library, "UnityPluginUnload", &unload);
    load(interfaces);
    require(callbackCount == 1, "no device callback was registered");
    useAsScript(library);
    unload();
    require(callbackCount == 0, "the device callback is still registered");
    require(dlclose(library) == 0, "dlclose failed");
    require(dlopen(path, RTLD_NOW | RTLD_NOLOAD) == NULL, "still loaded after dlclose");
}

int main(int argc, char** argv)
{
    require(argc == 2, "usage: reload_test LIBRARY");
    makeEngine();
    runRounds(argv[1], runRound);
    puts("reload: ok");
    return 0;
}
