// Only in the portable tools (cmake/pn_library.cmake), beside old_glibc.cpp: what a program, and the libraries of
// others inside it, ask of glibc above 2.17.
#include "api/old_glibc.h"

#include <pthread.h>
#include <semaphore.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <ctime>

// NOLINTBEGIN(bugprone-reserved-identifier, readability-identifier-naming): glibc's and the linker's own names
extern "C" {

using Main = int(int, char**, char**);
using Init = void(int, char**, char**);
using Exit = void();

extern Init* __init_array_start[];
extern Init* __init_array_end[];

PN_FIRST_VERSION(double, pow, (double x, double y), (x, y))
PN_FIRST_VERSION(float, powf, (float x, float y), (x, y))
PN_FIRST_VERSION(float, exp2f, (float x), (x))
PN_FIRST_VERSION(float, log2f, (float x), (x))
PN_FIRST_VERSION(int, sem_init, (sem_t * semaphore, int isShared, unsigned value), (semaphore, isShared, value))
PN_FIRST_VERSION(int, sem_destroy, (sem_t * semaphore), (semaphore))
PN_FIRST_VERSION(int, sem_post, (sem_t * semaphore), (semaphore))
PN_FIRST_VERSION(int, sem_wait, (sem_t * semaphore), (semaphore))

// glibc 2.33: before, stat() was in each program, and called functions that take the version of the struct.
#if defined(__aarch64__)
constexpr int kStatVersion = 0;
#define PN_FSTATAT_GLIBC PN_FIRST_GLIBC
#else
constexpr int kStatVersion = 1;
#define PN_FSTATAT_GLIBC "GLIBC_2.4"
#endif
PN_VERSION(int, fxstatat, "__fxstatat@" PN_FSTATAT_GLIBC,
           (int version, int folder, const char* path, struct stat* found, int flags))
PN_VERSION(int, xstat, "__xstat@" PN_FIRST_GLIBC, (int version, const char* path, struct stat* found))
PN_VERSION(int, lxstat, "__lxstat@" PN_FIRST_GLIBC, (int version, const char* path, struct stat* found))
PN_VERSION(int, fxstat, "__fxstat@" PN_FIRST_GLIBC, (int version, int file, struct stat* found))

int __wrap_stat(const char* path, struct stat* found)
{
    return pn_first_xstat(kStatVersion, path, found);
}

int __wrap_lstat(const char* path, struct stat* found)
{
    return pn_first_lxstat(kStatVersion, path, found);
}

int __wrap_fstat(int file, struct stat* found)
{
    return pn_first_fxstat(kStatVersion, file, found);
}

int __wrap_fstat64(int file, struct stat* found)
{
    return pn_first_fxstat(kStatVersion, file, found);
}

int __wrap_fstatat(int folder, const char* path, struct stat* found, int flags)
{
    return pn_first_fxstatat(kStatVersion, folder, path, found, flags);
}

// glibc 2.27 and 2.34: the kernel says whether it has them.
int __wrap_memfd_create(const char* name, unsigned flags)
{
    return static_cast<int>(syscall(SYS_memfd_create, name, flags));
}

int __wrap_close_range(unsigned first, unsigned last, int flags)
{
    return static_cast<int>(syscall(SYS_close_range, first, last, flags));
}

// glibc 2.30. A wait by another clock becomes a wait of the same length, of a second at most, by the system's clock:
// libstdc++ then looks at its own clock, and waits again.
int __wrap_pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                                  const timespec* end)
{
    constexpr std::int64_t kSecond = 1'000'000'000;
    timespec theirs{};
    timespec system{};
    if (clock_gettime(clock, &theirs) != 0 || clock_gettime(CLOCK_REALTIME, &system) != 0)
        return pthread_cond_timedwait(condition, mutex, end);
    const std::int64_t left = (end->tv_sec - theirs.tv_sec) * kSecond + end->tv_nsec - theirs.tv_nsec;
    const std::int64_t nanoseconds = system.tv_nsec + std::clamp<std::int64_t>(left, 0, kSecond);
    system.tv_sec += nanoseconds / kSecond;
    system.tv_nsec = nanoseconds % kSecond;
    const int result = pthread_cond_timedwait(condition, mutex, &system);
    return left > kSecond && result == ETIMEDOUT ? 0 : result;
}

PN_VERSION(int, start, "__libc_start_main@" PN_FIRST_GLIBC,
           (Main * main, int argc, char** argv, Init* init, Exit* fini, Exit* end, void* stack))

// glibc 2.34 runs a program's initialisers itself; before, a function of the program did, which is here.
static void runInitialisers(int argc, char** argv, char** environment)
{
    for (Init** init = __init_array_start; init != __init_array_end; ++init)
        (*init)(argc, argv, environment);
}

int __wrap___libc_start_main(Main* main, int argc, char** argv, Init*, Exit* fini, Exit* end, void* stack)
{
    return pn_first_start(main, argc, argv, runInitialisers, fini, end, stack);
}
}
// NOLINTEND(bugprone-reserved-identifier, readability-identifier-naming)
