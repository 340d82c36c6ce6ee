// What of Linux emscripten 3.1.6 declares and lacks. Both say so, and the tool then does without.
#include <cerrno>

#include <sys/types.h>

extern "C" {

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
