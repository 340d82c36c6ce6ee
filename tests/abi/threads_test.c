/* Contexts are independent: several threads at once, each with a context that has threads of its own, and a watcher
 * that polls their progress. All get the bits that one thread gets alone, and each has its own error message. With a
 * Vulkan device in the environment, one of the contexts is the device's. Made for the thread sanitizer. */
#define _GNU_SOURCE
#include "abi_test.h"

#include <pthread.h>
#include <sched.h>

enum
{
    kThreads = 4,
    kProbes = 6,
    kLargest = 33,
    kFaceFloats = kLargest * kLargest * 3
};

typedef struct Worker
{
    pthread_t thread;
    PnBackend backend;
    uint32_t isDone; /* written atomically */
    PnProgress progress;
    PnSh shs[kProbes];
} Worker;

static float texels[6][kFaceFloats];

static void fillTexels(void)
{
    uint32_t state = 1;
    for (int i = 0; i < 6 * kFaceFloats; ++i)
    {
        state = state * 1664525u + 1013904223u;
        texels[i / kFaceFloats][i % kFaceFloats] = (float)(state >> 8) * 0x1p-20f;
    }
}

static PnResult projectAll(Worker* worker, uint32_t threadCount)
{
    const PnContextDesc desc = {.structSize = sizeof(desc), .backend = worker->backend, .threadCount = threadCount};
    PnContext context = NULL;
    PnResult result = pnCreateContext(&desc, &context);
    if (result != PN_SUCCESS)
        return result;

    PnEnvironmentView views[kProbes];
    for (uint32_t i = 0; i < kProbes; ++i)
    {
        views[i] = abiCubemap();
        views[i].format = PN_FORMAT_RGB32F;
        views[i].width = views[i].height = i < 3 ? kLargest : 16 + i;
        views[i].faceBytes = sizeof(texels[0]);
        for (int face = 0; face < 6; ++face)
            views[i].faces[face] = texels[face];
    }
    PnProjectOptions options = abiOptions();
    options.progress = &worker->progress;
    result = pnProjectEnvironments(context, kProbes, views, &options, worker->shs, NULL, NULL);
    pnDestroyContext(context);
    return result;
}

static void* run(void* argument)
{
    Worker* worker = (Worker*)argument;
    const PnResult result = projectAll(worker, 3);
    const int isFine = result == PN_SUCCESS && pnRotateSh(NULL, NULL, NULL) == PN_ERROR_INVALID_ARGUMENT &&
                       strcmp(pnGetLastErrorMessage(), "sh is null") == 0;
    if (!isFine)
        fprintf(stderr, "%s \"%s\"\n", pnGetResultName(result), pnGetLastErrorMessage());
    __atomic_store_n(&worker->isDone, 1u, __ATOMIC_RELEASE);
    return isFine ? worker : NULL;
}

static void watch(Worker* worker)
{
    while (__atomic_load_n(&worker->isDone, __ATOMIC_ACQUIRE) == 0)
    {
        CHECK(__atomic_load_n(&worker->progress.completed, __ATOMIC_ACQUIRE) <= kProbes);
        sched_yield();
    }
}

int main(void)
{
    static Worker alone;
    static Worker workers[kThreads];
    uint32_t deviceCount = 0;
    fillTexels();
    alone.backend = PN_BACKEND_CPU;
    SUCCEEDS(projectAll(&alone, 1));
    SUCCEEDS(pnEnumerateDevices(0, NULL, &deviceCount));

    for (int i = 0; i < kThreads; ++i)
    {
        workers[i].backend = i == 0 && deviceCount > 0 ? PN_BACKEND_VULKAN : PN_BACKEND_CPU;
        CHECK(pthread_create(&workers[i].thread, NULL, run, &workers[i]) == 0);
    }
    INVALID(pnProjectEnvironment(NULL, NULL, NULL, NULL, NULL), "null");
    const char* message = pnGetLastErrorMessage(); /* ours, whatever the others do */
    for (int i = 0; i < kThreads; ++i)
    {
        void* returned = NULL;
        watch(&workers[i]);
        CHECK(pthread_join(workers[i].thread, &returned) == 0 && returned == &workers[i]);
        CHECK(workers[i].progress.completed == kProbes && workers[i].progress.total == kProbes);
        CHECK(memcmp(workers[i].shs, alone.shs, sizeof(alone.shs)) == 0);
    }
    CHECK(message == pnGetLastErrorMessage() && strstr(message, "null") != NULL);
    return abiReport("threads");
}
