// What POSIX has and MinGW-w64 lacks, as far as the tool calls it: read before every source of the Windows build, in
// which names of namespace pn come before those of the C library. So no other file has a second form for what files
// are. Each function does what POSIX says, and sets errno; what follows a declaration says where Windows cannot.
#pragma once

#ifdef __cplusplus

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <ctime>

// For open(), beside those of the C library.
#define O_CLOEXEC O_NOINHERIT
#define O_NOCTTY 0
#define O_NONBLOCK 0
#define O_NOFOLLOW 0x10000000
#define O_DIRECTORY 0x20000000
#define O_TMPFILE 0x40000000 // refused: no file is without a name

#define S_IFLNK 0xA000
#define S_ISLNK(mode) (((mode)&S_IFMT) == S_IFLNK)

namespace pn {

using dev_t = std::uint64_t;
using ino_t = std::uint64_t;
using off_t = std::int64_t;

struct stat
{
    dev_t st_dev;
    ino_t st_ino;
    mode_t st_mode;
    off_t st_size;
    timespec st_mtim;
    timespec st_ctim;
};

inline constexpr int AT_FDCWD = -100;
inline constexpr int AT_SYMLINK_NOFOLLOW = 1;
inline constexpr int AT_SYMLINK_FOLLOW = 2;

// Files, by paths in UTF-8. "/dev/null" is NUL. A file that is open can be removed and renamed.
int open(const char* path, int flags, int mode = 0);
int openat(int folder, const char* name, int flags);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" // the struct's name is POSIX's, too
int stat(const char* path, struct stat* status);
#pragma GCC diagnostic pop
int lstat(const wchar_t* path, struct stat* status);
int fstatat(int folder, const char* path, struct stat* status, int flags); // of AT_FDCWD
int fstat(int file, struct stat* status);
int access(const char* path, int mode);  // of F_OK
char* realpath(const char* path, char*); // into new memory
int unlink(const char* path);
int rename(const char* from, const char* to);
int linkat(int, const char*, int, const char*, int flags); // fails
inline int fchmod(int, int)
{
    return 0;
} // a file has no mode

ssize_t read(int file, void* bytes, std::size_t count);
ssize_t write(int file, const void* bytes, std::size_t count);
ssize_t pread(int file, void* bytes, std::size_t count, off_t offset);
off_t lseek(int file, off_t offset, int whence);
int fdatasync(int file);
int fsync(int file); // of a folder: EINVAL
inline constexpr unsigned SYNC_FILE_RANGE_WRITE = 2;
inline int sync_file_range(int, off_t, off_t, unsigned)
{
    return 0;
}

inline constexpr int LOCK_EX = 2;
inline constexpr int LOCK_NB = 4;
int flock(int file, int operation); // of LOCK_EX | LOCK_NB

// Waits for a pipe that is read; all else is ready.
struct pollfd
{
    int fd;
    short events;
    short revents;
};
inline constexpr short POLLIN = 1;
inline constexpr short POLLOUT = 4;
int poll(pollfd* entry, int count, int milliseconds);

inline constexpr std::size_t PIPE_BUF = 4096;

inline constexpr int F_GETFD = 1;
int fcntl(int file, int command); // of F_GETFD

// The system has none of Linux's calls.
struct open_how
{
    std::uint64_t flags;
    std::uint64_t mode;
    std::uint64_t resolve;
};
inline constexpr std::uint64_t RESOLVE_BENEATH = 8;
inline constexpr std::uint64_t RESOLVE_NO_MAGICLINKS = 2;
inline constexpr int SYS_openat2 = 437;
template <typename... Arguments>
long syscall(int, const Arguments&...)
{
    errno = ENOSYS;
    return -1;
}

// The console and the machine.
int isatty(int file); // a console that takes escape sequences
struct winsize
{
    unsigned short ws_col;
};
inline constexpr int TIOCGWINSZ = 0;
int ioctl(int file, int request, winsize* size);

using rlim_t = std::uint64_t;
struct rlimit
{
    rlim_t rlim_cur;
    rlim_t rlim_max;
};
inline constexpr int RLIMIT_NOFILE = 0;
int getrlimit(int resource, rlimit* limit);
inline int setrlimit(int, const rlimit*)
{
    return -1;
}

inline constexpr int _SC_PHYS_PAGES = 0;
inline constexpr int _SC_PAGESIZE = 1;
long sysconf(int name);
int gethostname(char* name, std::size_t size);

} // namespace pn

#endif
