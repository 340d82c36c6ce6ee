#include "image/files/input_file.h"

#include "image/files/cancel.h"
#include "image/files/error.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>

namespace pn::image {

namespace {

[[noreturn]] void failIo(int error)
{
    throw Error(ErrorKind::FileIo, std::strerror(error));
}

// A file that is open; standard input stays so.
class Descriptor
{
public:
    explicit Descriptor(int file) : m_file(file)
    {
        if (m_file < 0 && errno == ENXIO)
            throw Error(ErrorKind::FileIo, "is a socket, or a device that is not there");
        if (m_file < 0)
            failIo(errno);
    }
    ~Descriptor()
    {
        if (m_file != STDIN_FILENO)
            close(m_file);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    int get() const { return m_file; }

private:
    int m_file;
};

constexpr int kReadOnly = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK; // a pipe is opened before it has a writer

// Calls open until it is not interrupted, and nobody has to give up a lease of the file first.
template <typename Open>
int openUnlessCancelled(const Open& open)
{
    int file = open();
    while (file < 0 && (errno == EINTR || errno == EAGAIN))
    {
        isReadySoon(-1, 0);
        file = open();
    }
    return file;
}

// Opens name below folder one part after the other, and follows no link.
int openWithoutLinks(int folder, const std::string& name)
{
    int at = dup(folder);
    std::size_t begin = 0;
    for (;;)
    {
        const std::size_t end = name.find('/', begin);
        const std::string part = name.substr(begin, end - begin);
        if (at < 0 || part.empty() || part == "..")
            break;
        const int flags = kReadOnly | O_NOFOLLOW | (end == std::string::npos ? 0 : O_DIRECTORY);
        const int next = openat(at, part.c_str(), flags);
        const int error = errno;
        close(at);
        errno = error;
        if (end == std::string::npos || (next < 0 && error != ENOTDIR)) // a link is no folder, either
            return next;
        at = next;
        begin = end + 1;
    }
    if (at >= 0)
        close(at);
    errno = EXDEV;
    return -1;
}

// In one step, so that no link can be put there between a check and the opening.
int openBeneath(int folder, const std::string& name)
{
    open_how how{};
    how.flags = kReadOnly;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
    const long file = syscall(SYS_openat2, folder, name.c_str(), &how, sizeof(how));
    const bool isMissing = file < 0 && (errno == ENOSYS || errno == EPERM); // an old kernel, an old container
    return isMissing ? openWithoutLinks(folder, name) : static_cast<int>(file);
}

int openPath(const std::string& path)
{
    return openUnlessCancelled([&path] { return open(path.c_str(), kReadOnly); });
}

constexpr std::size_t kMostAtATime = std::size_t{16} << 20; // so that Ctrl-C is seen

std::size_t readSome(int file, bool mayBlock, std::byte* out, std::size_t count)
{
    for (;;)
    {
        while (mayBlock && !isReadySoon(file, POLLIN)) // of a pipe without a writer, read() would say that it ends
            continue;
        const ssize_t got = read(file, out, std::min(count, kMostAtATime));
        if (got >= 0)
            return static_cast<std::size_t>(got);
        if (errno != EINTR && errno != EAGAIN)
            failIo(errno);
        throwIfCancelled();
    }
}

Buffer resized(const Buffer& buffer, std::size_t used, std::size_t size)
{
    Buffer copy(size);
    std::memcpy(copy.data(), buffer.data(), used);
    return copy;
}

FileStatus statusOf(const Descriptor& file)
{
    FileStatus status{};
    if (fstat(file.get(), &status) != 0)
        failIo(errno);
    return status;
}

template <typename Body>
Buffer withPath(const std::string& path, const Body& body)
{
    try
    {
        return body();
    }
    catch (const Error& error)
    {
        throw Error(error.kind(), (path == "-" ? "standard input" : path) + ": " + error.what());
    }
}

void requireRegular(const FileStatus& status)
{
    if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
        throw Error(ErrorKind::FileIo, "is not a regular file");
}

Buffer readAll(const Descriptor& file, const FileStatus& status, std::uint64_t maxBytes)
{
    if (S_ISDIR(status.st_mode))
        throw Error(ErrorKind::FileIo, "is a folder");
    const auto expected = static_cast<std::uint64_t>(S_ISREG(status.st_mode) ? status.st_size : 0);
    if (expected > maxBytes)
        reject("file of {} bytes is above the limit of {}", expected, maxBytes);
    // One byte more than expected, so that the end is seen without growing.
    Buffer buffer(std::max<std::uint64_t>(expected + 1, 1 << 16));
    std::size_t used = 0;
    for (bool isEnd = false; !isEnd;)
    {
        const std::size_t wanted = std::min(buffer.size() - used, kMostAtATime);
        const std::size_t got = readSome(file.get(), !S_ISREG(status.st_mode), buffer.data() + used, wanted);
        used += got;
        isEnd = got == 0 || (got < wanted && used == expected);
        throwIfCancelled();
        if (used > maxBytes)
            reject("input is above the limit of {} bytes", maxBytes);
        if (used == buffer.size())
            buffer = resized(buffer, used, 2 * used);
    }
    if (used == 0)
        reject("file is empty");
    if (used < buffer.size() / 2)
        return resized(buffer, used, used);
    buffer.narrow(0, used);
    return buffer;
}

} // namespace

Buffer readInput(const std::string& path, std::uint64_t maxBytes)
{
    const Descriptor file(path == "-" ? STDIN_FILENO : openPath(path));
    return readAll(file, statusOf(file), maxBytes);
}

std::size_t readInto(const std::string& path, std::span<std::byte> bytes)
{
    const Descriptor file(openPath(path));
    requireRegular(statusOf(file));
    std::size_t used = 0, got = 1;
    for (; got > 0 && used < bytes.size(); used += got)
        got = readSome(file.get(), false, bytes.data() + used, bytes.size() - used);
    return used;
}

Buffer readWhole(const std::string& path, std::uint64_t maxBytes)
{
    return withPath(path, [&] { return readInput(path, maxBytes); });
}

Buffer readRegularFile(const std::string& path)
{
    return withPath(path, [&] {
        const Descriptor file(openPath(path));
        const FileStatus status = statusOf(file);
        requireRegular(status);
        return readAll(file, status, std::numeric_limits<std::uint64_t>::max());
    });
}

FolderReader::FolderReader(const std::string& path)
    : m_folder(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)), m_error(m_folder < 0 ? errno : 0)
{
}

FolderReader::~FolderReader()
{
    if (m_folder >= 0)
        close(m_folder);
}

FolderReader::File FolderReader::readBeneath(const std::string& name, std::uint64_t maxBytes) const
{
    if (m_folder < 0)
        failIo(m_error);
    const int opened = openUnlessCancelled([&] { return openBeneath(m_folder, name); });
    if (opened < 0 && (errno == EXDEV || errno == ELOOP))
        reject("is a link to elsewhere");
    const Descriptor file(opened);
    const FileStatus status = statusOf(file);
    requireRegular(status);
    return {readAll(file, status, maxBytes), status};
}

} // namespace pn::image
