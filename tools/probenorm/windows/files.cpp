#include "windows/posix.h"

#include "windows/system.h"

#include <io.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <cwchar>
#include <filesystem>
#include <string_view>

namespace pn {
namespace {

HANDLE handleOf(int file)
{
    return reinterpret_cast<HANDLE>(_get_osfhandle(file));
}

std::wstring wide(const char* path)
{
    return path == std::string_view("/dev/null") ? L"NUL" : std::filesystem::path(path).wstring();
}

// A handle that closes itself.
class Handle
{
public:
    explicit Handle(HANDLE handle) : m_handle(handle) {}
    ~Handle()
    {
        if (isOpen())
            CloseHandle(m_handle);
    }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;

    bool isOpen() const { return m_handle != INVALID_HANDLE_VALUE; }
    HANDLE get() const { return m_handle; }
    HANDLE release() { return std::exchange(m_handle, INVALID_HANDLE_VALUE); }

private:
    HANDLE m_handle;
};

HANDLE openHandle(const std::wstring& path, DWORD access, DWORD creation, bool followsLinks)
{
    constexpr DWORD kShare = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    const DWORD flags = FILE_FLAG_BACKUP_SEMANTICS | (followsLinks ? 0 : FILE_FLAG_OPEN_REPARSE_POINT); // folders, too
    return CreateFileW(path.c_str(), access, kShare, nullptr, creation, flags, nullptr);
}

timespec timeOf(LARGE_INTEGER time)
{
    constexpr std::int64_t kTicks = 10'000'000; // per second
    constexpr std::int64_t kFrom1601 = 11'644'473'600;
    return {static_cast<time_t>(time.QuadPart / kTicks - kFrom1601), static_cast<long>(time.QuadPart % kTicks * 100)};
}

// A handle that followed a link is of what the link leads to.
mode_t modeOf(DWORD attributes, bool followsLinks)
{
    if ((attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 && !followsLinks)
        return S_IFLNK;
    return (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? S_IFDIR : S_IFREG;
}

int statHandle(HANDLE handle, bool followsLinks, struct stat* status)
{
    *status = {};
    const DWORD type = GetFileType(handle);
    if (type == FILE_TYPE_PIPE || type == FILE_TYPE_CHAR)
    {
        status->st_mode = type == FILE_TYPE_PIPE ? S_IFIFO : S_IFCHR;
        return 0;
    }
    BY_HANDLE_FILE_INFORMATION file;
    FILE_BASIC_INFO times;
    if (!GetFileInformationByHandle(handle, &file) ||
        !GetFileInformationByHandleEx(handle, FileBasicInfo, &times, sizeof(times)))
        return failOfSystem();
    status->st_dev = file.dwVolumeSerialNumber;
    status->st_ino = std::uint64_t{file.nFileIndexHigh} << 32 | file.nFileIndexLow;
    status->st_mode = modeOf(times.FileAttributes, followsLinks);
    status->st_size = static_cast<off_t>(std::uint64_t{file.nFileSizeHigh} << 32 | file.nFileSizeLow);
    status->st_mtim = timeOf(times.LastWriteTime);
    status->st_ctim = timeOf(times.ChangeTime);
    return 0;
}

int statPath(const std::wstring& path, bool followsLinks, struct stat* status)
{
    const Handle handle(openHandle(path, FILE_READ_ATTRIBUTES, OPEN_EXISTING, followsLinks));
    return handle.isOpen() ? statHandle(handle.get(), followsLinks, status) : failOfSystem();
}

int openWide(const std::wstring& path, int flags)
{
    const bool isWritten = (flags & (O_WRONLY | O_RDWR)) != 0;
    const DWORD creation = (flags & O_EXCL) != 0 ? CREATE_NEW : (flags & O_CREAT) != 0 ? OPEN_ALWAYS : OPEN_EXISTING;
    if ((flags & O_TMPFILE) != 0)
        return fail(EOPNOTSUPP);
    const bool followsLinks = (flags & O_NOFOLLOW) == 0;
    Handle handle(openHandle(path, isWritten ? GENERIC_READ | GENERIC_WRITE : GENERIC_READ, creation, followsLinks));
    struct stat status = {};
    if (!handle.isOpen() || statHandle(handle.get(), followsLinks, &status) != 0)
        return failOfSystem();
    if (S_ISLNK(status.st_mode))
        return fail(ELOOP);
    if ((flags & O_DIRECTORY) != 0 && !S_ISDIR(status.st_mode))
        return fail(ENOTDIR);
    if (isWritten && S_ISDIR(status.st_mode))
        return fail(EISDIR);
    return _open_osfhandle(reinterpret_cast<intptr_t>(handle.release()), flags & O_APPEND);
}

// Without links, with the capitals that the file system has, and behind the prefix "\\?\"; empty where there is none.
std::wstring finalPath(HANDLE handle)
{
    std::array<wchar_t, 32768> path;
    const auto size = static_cast<DWORD>(path.size());
    const DWORD length = GetFinalPathNameByHandleW(handle, path.data(), size, 0);
    return {path.data(), length < size ? length : 0};
}

ssize_t countOrFail(BOOL isDone, DWORD count)
{
    return isDone ? static_cast<ssize_t>(count) : failOfSystem();
}

constexpr DWORD atOnce(std::size_t count)
{
    return static_cast<DWORD>(std::min<std::size_t>(count, std::size_t{1} << 30));
}

} // namespace

int open(const char* path, int flags, int)
{
    return openWide(wide(path), flags);
}

int openat(int folder, const char* name, int flags)
{
    const std::wstring path = finalPath(handleOf(folder));
    return path.empty() ? failOfSystem() : openWide(path + L"\\" + wide(name), flags);
}

char* realpath(const char* path, char*)
{
    const Handle handle(openHandle(wide(path), FILE_READ_ATTRIBUTES, OPEN_EXISTING, true));
    std::wstring found = handle.isOpen() ? finalPath(handle.get()) : L"";
    if (found.empty())
    {
        failOfSystem();
        return nullptr;
    }
    constexpr std::wstring_view kShare = L"\\\\?\\UNC\\", kDisk = L"\\\\?\\";
    if (found.starts_with(kShare))
        found.replace(0, kShare.size(), L"\\\\");
    else if (found.starts_with(kDisk))
        found.erase(0, kDisk.size());
    return strdup(std::filesystem::path(found).string().c_str());
}

int stat(const char* path, struct stat* status)
{
    return statPath(wide(path), true, status);
}

int lstat(const wchar_t* path, struct stat* status)
{
    return statPath(path, false, status);
}

int fstatat(int, const char* path, struct stat* status, int flags)
{
    return statPath(wide(path), (flags & AT_SYMLINK_NOFOLLOW) == 0, status);
}

int fstat(int file, struct stat* status)
{
    return statHandle(handleOf(file), true, status);
}

int access(const char* path, int)
{
    return GetFileAttributesW(wide(path).c_str()) != INVALID_FILE_ATTRIBUTES ? 0 : failOfSystem();
}

int unlink(const char* path)
{
    return DeleteFileW(wide(path).c_str()) ? 0 : failOfSystem();
}

int rename(const char* from, const char* to)
{
    return MoveFileExW(wide(from).c_str(), wide(to).c_str(), MOVEFILE_REPLACE_EXISTING) ? 0 : failOfSystem();
}

int linkat(int, const char*, int, const char*, int)
{
    return fail(EOPNOTSUPP);
}

ssize_t read(int file, void* bytes, std::size_t count)
{
    return ::read(file, bytes, atOnce(count));
}

ssize_t write(int file, const void* bytes, std::size_t count)
{
    return ::write(file, bytes, atOnce(count));
}

ssize_t pread(int file, void* bytes, std::size_t count, off_t offset)
{
    OVERLAPPED place{};
    place.Offset = static_cast<DWORD>(offset);
    place.OffsetHigh = static_cast<DWORD>(offset >> 32);
    DWORD got = 0;
    const BOOL isDone = ReadFile(handleOf(file), bytes, atOnce(count), &got, &place);
    return countOrFail(isDone || GetLastError() == ERROR_HANDLE_EOF, got);
}

off_t lseek(int file, off_t offset, int whence)
{
    return _lseeki64(file, offset, whence);
}

int fdatasync(int file)
{
    return FlushFileBuffers(handleOf(file)) ? 0 : failOfSystem();
}

int fsync(int file)
{
    struct stat status = {};
    return fstat(file, &status) == 0 && S_ISDIR(status.st_mode) ? fail(EINVAL) : fdatasync(file);
}

int flock(int file, int)
{
    OVERLAPPED place{};
    place.OffsetHigh = 0x40000000; // beyond every file's end
    if (LockFileEx(handleOf(file), LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &place))
        return 0;
    return GetLastError() == ERROR_LOCK_VIOLATION ? fail(EWOULDBLOCK) : failOfSystem();
}

int poll(pollfd* entry, int, int milliseconds)
{
    DWORD available = 0;
    const bool isRead = entry->fd >= 0 && entry->events == POLLIN;
    const bool isEmptyPipe = isRead && GetFileType(handleOf(entry->fd)) == FILE_TYPE_PIPE &&
                             PeekNamedPipe(handleOf(entry->fd), nullptr, 0, nullptr, &available, nullptr) &&
                             available == 0;
    if (entry->fd >= 0 && !isEmptyPipe)
        return 1;
    Sleep(static_cast<DWORD>(milliseconds));
    return 0;
}

// In the place of the C library's (CMakeLists.txt), whose narrow characters are never UTF-8: libstdc++ makes paths with
// it. A code point above U+FFFF is two units; the second, kept in the state, is for the last of its four bytes.
extern "C" std::size_t __wrap_mbrtowc(wchar_t* to, const char* from, std::size_t count, std::mbstate_t* state)
{
    if (*state != 0)
    {
        *to = static_cast<wchar_t>(std::exchange(*state, 0));
        return 1;
    }
    const auto lead = static_cast<unsigned char>(*from);
    const int length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    wchar_t units[2] = {};
    if (static_cast<std::size_t>(length) > count ||
        MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, from, length, units, 2) == 0)
        return static_cast<std::size_t>(fail(EILSEQ));
    *to = units[0];
    *state = units[1];
    return lead == 0 ? 0 : length == 4 ? 3 : static_cast<std::size_t>(length);
}

int fcntl(int file, int)
{
    return handleOf(file) == INVALID_HANDLE_VALUE || _get_osfhandle(file) == -2 ? fail(EBADF) : 0;
}

} // namespace pn
