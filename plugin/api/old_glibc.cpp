// Only in the shared library, on x86-64 Linux: it is to load with glibc 2.17 (editors and build images live on old
// systems), and is built with a newer one. Functions that glibc 2.34 took from libpthread and libdl into libc, and two
// of libm that glibc 2.29 made faster, are asked for under their first version, by the linker's --wrap
// (cmake/pn_library.cmake); and what libstdc++ and libgcc, which the library carries inside, ask of glibc 2.32 and 2.35
// is here.
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>

#include <cstdint>

// NOLINTBEGIN(bugprone-reserved-identifier, readability-identifier-naming): glibc's and the linker's own names
#define PN_FIRST_VERSION(name) __asm__(".symver pn_first_" #name "," #name "@GLIBC_2.2.5")
PN_FIRST_VERSION(pthread_create);
PN_FIRST_VERSION(pthread_join);
PN_FIRST_VERSION(pthread_once);
PN_FIRST_VERSION(__pthread_key_create);
PN_FIRST_VERSION(dlopen);
PN_FIRST_VERSION(dlsym);
PN_FIRST_VERSION(dlclose);
PN_FIRST_VERSION(exp2);
PN_FIRST_VERSION(log2);

extern "C" {

int pn_first_pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*), void* argument);
int pn_first_pthread_join(pthread_t thread, void** result);
int pn_first_pthread_once(pthread_once_t* once, void (*run)());
int pn_first___pthread_key_create(pthread_key_t* key, void (*destroy)(void*));
void* pn_first_dlopen(const char* file, int mode);
void* pn_first_dlsym(void* library, const char* name);
int pn_first_dlclose(void* library);
double pn_first_exp2(double x);
double pn_first_log2(double x);

int __wrap_pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*), void* argument)
{
    return pn_first_pthread_create(thread, attributes, run, argument);
}

int __wrap_pthread_join(pthread_t thread, void** result)
{
    return pn_first_pthread_join(thread, result);
}

int __wrap_pthread_once(pthread_once_t* once, void (*run)())
{
    return pn_first_pthread_once(once, run);
}

int __wrap___pthread_key_create(pthread_key_t* key, void (*destroy)(void*))
{
    return pn_first___pthread_key_create(key, destroy);
}

void* __wrap_dlopen(const char* file, int mode)
{
    return pn_first_dlopen(file, mode);
}

void* __wrap_dlsym(void* library, const char* name)
{
    return pn_first_dlsym(library, name);
}

int __wrap_dlclose(void* library)
{
    return pn_first_dlclose(library);
}

double __wrap_exp2(double x)
{
    return pn_first_exp2(x);
}

double __wrap_log2(double x)
{
    return pn_first_log2(x);
}

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
