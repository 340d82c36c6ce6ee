/* Preloaded into a program: its allocation number PN_FAIL_AT fails, counted from 1, and with PN_FAIL_ALL_AFTER every
 * one after it. At its end the program writes how many there were to PN_FAIL_REPORT. With PN_FAIL_THREAD that start of
 * a thread fails. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern void* __libc_malloc(size_t size);
extern void* __libc_calloc(size_t count, size_t size);
extern void* __libc_realloc(void* memory, size_t size);
extern void* __libc_memalign(size_t alignment, size_t size);

static atomic_long allocations;
static long failAt;
static int failsAllAfter;

static int fails(void)
{
    static atomic_int isSetUp;
    if (!atomic_exchange(&isSetUp, 1))
    {
        const char* at = getenv("PN_FAIL_AT");
        failAt = at != NULL ? atol(at) : 0;
        failsAllAfter = getenv("PN_FAIL_ALL_AFTER") != NULL;
    }
    const long number = atomic_fetch_add(&allocations, 1) + 1;
    if (failAt == 0 || (number != failAt && !(failsAllAfter && number > failAt)))
        return 0;
    errno = ENOMEM;
    return 1;
}

void* malloc(size_t size)
{
    return fails() ? NULL : __libc_malloc(size);
}

void* calloc(size_t count, size_t size)
{
    return fails() ? NULL : __libc_calloc(count, size);
}

void* realloc(void* memory, size_t size)
{
    return fails() ? NULL : __libc_realloc(memory, size);
}

void* aligned_alloc(size_t alignment, size_t size)
{
    return fails() ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void** memory, size_t alignment, size_t size)
{
    void* made = fails() ? NULL : __libc_memalign(alignment, size);
    if (made == NULL)
        return ENOMEM;
    *memory = made;
    return 0;
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*), void* argument)
{
    typedef int (*Create)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
    static atomic_long threads;
    const char* at = getenv("PN_FAIL_THREAD");
    if (at != NULL && atomic_fetch_add(&threads, 1) + 1 == atol(at))
        return EAGAIN;
    void* next = dlsym(RTLD_NEXT, "pthread_create");
    Create create;
    memcpy(&create, &next, sizeof(create)); /* C knows no conversion from data to functions */
    return create(thread, attributes, run, argument);
}

__attribute__((destructor)) static void report(void)
{
    const char* path = getenv("PN_FAIL_REPORT");
    char line[32];
    const int length = snprintf(line, sizeof(line), "%ld\n", atomic_load(&allocations));
    FILE* file = path != NULL ? fopen(path, "w") : NULL;
    if (file == NULL)
        return;
    fwrite(line, 1, (size_t)length, file);
    fclose(file);
}
