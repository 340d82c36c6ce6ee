// Only in the shared library and the portable tool, on x86-64 and ARM 64 Linux: they are to load with glibc 2.17
// (editors and build images live on old systems), and are built with a newer one. Functions that glibc 2.34 took from
// libpthread and libdl into libc, and two of libm that glibc 2.29 made faster, are asked for under their first version,
// by the linker's --wrap (cmake/pn_library.cmake); and what libstdc++ and libgcc, which they carry inside, ask of
// glibc 2.32 and 2.35 is here.
#include "api/old_glibc.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>

#include <cstdint>

// NOLINTBEGIN(bugprone-reserved-identifier, readability-identifier-naming): glibc's and the linker's own names
extern "C" {

using Run = void*(void*);
using Destroy = void(void*);

PN_FIRST_VERSION(int, pthread_create, (pthread_t * thread, const pthread_attr_t* attributes, Run* run, void* argument),
                 (thread, attributes, run, argument))
PN_FIRST_VERSION(int, pthread_join, (pthread_t thread, void** result), (thread, result))
PN_FIRST_VERSION(int, pthread_once, (pthread_once_t * once, void (*run)()), (once, run))
PN_FIRST_VERSION(int, __pthread_key_create, (pthread_key_t * key, Destroy* destroy), (key, destroy))
PN_FIRST_VERSION(void*, dlopen, (const char* file, int mode), (file, mode))
PN_FIRST_VERSION(void*, dlsym, (void* library, const char* name), (library, name))
PN_FIRST_VERSION(int, dlclose, (void* library), (library))
PN_FIRST_VERSION(double, exp2, (double x), (x))
PN_FIRST_VERSION(double, log2, (double x), (x))

// glibc 2.32: whether the process has one thread. Never, as libstdc++ took it before: its counters are atomic.
char __libc_single_threaded = 0;
}

#if __GLIBC_PREREQ(2, 35) // else the unwinder does so itself
namespace {

struct Search
{
    std::uintptr_t code;
    dl_find_object* found;
};

// Takes the object if one of its segments holds the code, and it says how to unwind.
int visit(dl_phdr_info* object, std::size_t, void* data)
{
    const Search& search = *static_cast<Search*>(data);
    bool holdsCode = false;
    std::uintptr_t frames = 0;
    // NOLINTBEGIN(performance-no-int-to-ptr): the loader gives addresses as numbers
    for (int i = 0; i < object->dlpi_phnum; ++i)
    {
        const ElfW(Phdr)& header = object->dlpi_phdr[i];
        const std::uintptr_t begin = object->dlpi_addr + header.p_vaddr;
        if (header.p_type == PT_LOAD && search.code >= begin && search.code - begin < header.p_memsz)
        {
            holdsCode = true;
            search.found->dlfo_map_start = reinterpret_cast<void*>(begin);
            search.found->dlfo_map_end = reinterpret_cast<void*>(begin + header.p_memsz);
        }
        if (header.p_type == PT_GNU_EH_FRAME)
            frames = begin;
    }
    search.found->dlfo_eh_frame = reinterpret_cast<void*>(frames);
    // NOLINTEND(performance-no-int-to-ptr)
    return holdsCode && frames != 0 ? 1 : 0;
}

} // namespace

// glibc 2.35: where an exception finds how to unwind a function. The unwinder asks nobody else, so this looks as older
// unwinders did; it is slower, and only errors are thrown.
extern "C" __attribute__((visibility("hidden"))) int _dl_find_object(void* code, dl_find_object* found) noexcept
{
    Search search{reinterpret_cast<std::uintptr_t>(code), found};
    *found = {};
    return dl_iterate_phdr(visit, &search) == 1 ? 0 : -1;
}
#endif
// NOLINTEND(bugprone-reserved-identifier, readability-identifier-naming)
