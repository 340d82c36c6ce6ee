// What of Linux emscripten 3.1.6 declares and lacks. Both say so, and the tool then does without.
#include <cerrno>

#include <sys/types.h>

extern "C" {

// No library can be loaded: the tool then has no Vulkan. Emscripten's functions would end it.
void* dlopen(const char*, int)
{
    return nullptr;
}

void* dlsym(void*, const char*)
{
    return nullptr;
}

int dlclose(void*)
{
    return 0;
}

int memfd_create(const char*, unsigned)
{
    errno = ENOSYS;
    return -1;
}

int sync_file_range(int, off_t, off_t, unsigned)
{
    errno = ENOSYS;
    return -1;
}
}
