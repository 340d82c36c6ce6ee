/* Preloaded into a bake: it stops as it gives the sixth record its name, so that it can be killed in its middle. If
 * nobody kills it, it ends after two minutes. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

static void holdAt(const char* path)
{
    static atomic_int records;
    const char* const name = strstr(path, "/probes/");
    const char* const extension = name != NULL ? strrchr(name, '.') : NULL;
    if (extension == NULL || strcmp(extension, ".json") != 0 || atomic_fetch_add(&records, 1) < 5)
        return;
    sleep(120);
    _exit(1);
}

/* Where a file without a name gets one. */
int linkat(int fromFolder, const char* from, int toFolder, const char* to, int flags)
{
    typedef int Function(int, const char*, int, const char*, int);
    holdAt(to);
    return ((Function*)dlsym(RTLD_NEXT, "linkat"))(fromFolder, from, toFolder, to, flags);
}

/* On file systems that have no files without names. */
int rename(const char* from, const char* to)
{
    typedef int Function(const char*, const char*);
    holdAt(to);
    return ((Function*)dlsym(RTLD_NEXT, "rename"))(from, to);
}
