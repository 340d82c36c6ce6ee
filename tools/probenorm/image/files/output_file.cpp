#include "image/files/output_file.h"

#include "image/files/cancel.h"
#include "image/files/error.h"
#include "image/files/input_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace pn::image {

namespace {

constexpr const char* kDescriptors = "/proc/self/fd";
constexpr int kAttempts = 100; // names left behind by processes that were killed

// A hidden neighbour of path, so that the rename stays inside one file system.
std::string temporaryName(const std::string& path, int attempt)
{
    const std::size_t slash = path.find_last_of('/');
    const std::size_t start = slash == std::string::npos ? 0 : slash + 1;
    return path.substr(0, start) + "." + path.substr(start) + "." + std::to_string(getpid()) + "-" +
           std::to_string(attempt) + ".tmp";
}

std::string folderOf(const std::string& path)
{
    const std::string folder = std::filesystem::path(path).parent_path().string();
    return folder.empty() ? "." : folder;
}

// The kind of file that is there, such as S_IFDIR; 0 for none, and for one that a rename replaces.
mode_t kindOf(const std::string& path, OutputTarget target)
{
    FileStatus status{};
    const int flags = target == OutputTarget::Own ? AT_SYMLINK_NOFOLLOW : 0;
    if (target == OutputTarget::New || fstatat(AT_FDCWD, path.c_str(), &status, flags) != 0 || S_ISLNK(status.st_mode))
        return 0;
    return status.st_mode & S_IFMT;
}

// A device, or a pipe as soon as it has a reader; -1 with errno.
int openStream(const std::string& path, mode_t kind)
{
    for (;;)
    {
        const int file = open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
        const bool isWaiting = errno == EINTR || (errno == ENXIO && kind == S_IFIFO);
        if (file >= 0 || !isWaiting)
            return file;
        isReadySoon(-1, 0);
    }
}

// The rename itself must survive a power failure, too.
int syncFolder(const std::string& folder)
{
    const int file = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0)
        return errno;
    const int error = fsync(file) != 0 && errno != EINVAL ? errno : 0; // some file systems cannot
    close(file);
    return error;
}

void requireDurable(const std::string& folder, const std::string& path)
{
    if (const int error = syncFolder(folder); error != 0)
        throw Error(ErrorKind::FileIo,
                    path + ": is written, but its folder cannot be made durable: " + std::strerror(error));
}

ssize_t writeSome(int file, std::span<const std::byte> bytes)
{
    return write(file, bytes.data(), bytes.size());
}

} // namespace

OutputFile::OutputFile(std::string path, OutputTarget target) : m_path(std::move(path)), m_folder(folderOf(m_path))
{
    if (m_path == "-")
    {
        FileStatus status{};
        m_file = STDOUT_FILENO;
        m_mayBlock = fstat(m_file, &status) == 0 && !S_ISREG(status.st_mode);
        return;
    }
    const mode_t kind = kindOf(m_path, target);
    if (kind == S_IFDIR)
        fail("cannot write", EISDIR);
    if (kind != 0 && kind != S_IFREG)
    {
        if (target == OutputTarget::Own)
            throw Error(ErrorKind::FileIo, m_path + ": is not a regular file");
        m_mayBlock = true;
        m_file = openStream(m_path, kind); // a rename would put a file in the place of /dev/null
        if (m_file < 0)
            fail("cannot write", errno);
        return;
    }
    if (kind != 0 || !openNameless())
        openTemporary();
}

// Nothing but the disk's own bookkeeping knows such a file until it is linked.
bool OutputFile::openNameless()
{
    static const bool canBeLinked = access(kDescriptors, X_OK) == 0;
    if (!canBeLinked)
        return false;
    m_file = open(m_folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    m_isNameless = m_file >= 0;
    return m_isNameless;
}

void OutputFile::openTemporary()
{
    for (int attempt = 0; m_file < 0; ++attempt)
    {
        m_temporary = temporaryName(m_path, attempt);
        m_file = open(m_temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (m_file < 0 && (errno != EEXIST || attempt == kAttempts))
        {
            m_temporary.clear();
            fail("cannot write", errno);
        }
    }
}

OutputFile::~OutputFile()
{
    discard();
}

void OutputFile::write(std::span<const std::byte> bytes)
{
    // At a time, so that Ctrl-C is seen: what a pipe that is ready takes without waiting, or some milliseconds' worth.
    const std::size_t most = m_mayBlock ? std::size_t{PIPE_BUF} : std::size_t{16} << 20;
    while (!bytes.empty())
    {
        while (m_mayBlock && !isReadySoon(m_file, POLLOUT))
            continue;
        const ssize_t written = writeSome(m_file, bytes.first(std::min(bytes.size(), most)));
        if (written < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (written < 0)
            fail("cannot write", errno);
        bytes = bytes.subspan(static_cast<std::size_t>(written));
        if (!bytes.empty()) // what is small is written even then: a log of what was done, for one
            throwIfCancelled();
    }
}

timespec OutputFile::modified() const noexcept
{
    FileStatus status{};
    return fstat(m_file, &status) == 0 ? status.st_mtim : timespec{};
}

// The mode of the file that is to be replaced. Where it cannot be set, the new file has the usual one.
void OutputFile::keepMode() const
{
    FileStatus status{};
    if (stat(m_path.c_str(), &status) == 0 && S_ISREG(status.st_mode))
        static_cast<void>(fchmod(m_file, status.st_mode & 0777));
}

// Links a nameless file: to its path, or to a temporary name when somebody has made a file there in the meantime.
void OutputFile::takeName()
{
    const std::string self = std::string(kDescriptors) + "/" + std::to_string(m_file);
    const auto linkTo = [&](const std::string& name) {
        return linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
    };
    if (linkTo(m_path))
        return;
    for (int attempt = 0; errno == EEXIST && attempt <= kAttempts; ++attempt)
        if (std::string name = temporaryName(m_path, attempt); linkTo(name))
        {
            m_temporary = std::move(name);
            return;
        }
    fail("cannot write", errno);
}

void OutputFile::commit()
{
    const bool isNamed = !m_temporary.empty() || m_isNameless;
    sync();
    publish();
    if (isNamed)
        requireDurable(m_folder, m_path);
}

void OutputFile::startSync() noexcept
{
    static_cast<void>(sync_file_range(m_file, 0, 0, SYNC_FILE_RANGE_WRITE));
}

void OutputFile::sync()
{
    if (m_temporary.empty() && !m_isNameless)
        return; // standard output, a device or a pipe
    if (!m_isNameless)
        keepMode();
    if (fdatasync(m_file) != 0)
        fail("cannot write", errno);
}

void OutputFile::publish()
{
    if (m_temporary.empty() && !m_isNameless)
        return;
    if (m_isNameless)
        takeName();
    const int file = m_file;
    m_file = -1;
    if (close(file) != 0)
        fail("cannot write", errno);
    if (!m_temporary.empty() && rename(m_temporary.c_str(), m_path.c_str()) != 0)
        fail("cannot write", errno);
    m_temporary.clear();
}

void OutputFile::discard() noexcept
{
    if (m_file >= 0 && m_file != STDOUT_FILENO)
        close(m_file);
    m_file = -1;
    if (!m_temporary.empty())
        unlink(m_temporary.c_str());
    m_temporary.clear();
}

void OutputFile::fail(const char* what, int error)
{
    discard();
    const std::string name = m_path == "-" ? "standard output" : m_path;
    throw Error(ErrorKind::FileIo, name + ": " + what + ": " + std::strerror(error));
}

void syncFolderOf(const std::string& path)
{
    requireDurable(folderOf(path), path);
}

std::string followLinks(const std::string& path)
{
    constexpr int kMostLinks = 40; // as the kernel has it
    std::filesystem::path at = path;
    std::error_code error;
    // Those of /proc/self/fd do not have the names of the pipes that they stand for.
    const bool isStream = std::filesystem::is_other(path, error);
    for (int i = 0; !isStream && i < kMostLinks && std::filesystem::is_symlink(at, error); ++i)
    {
        const std::filesystem::path target = std::filesystem::read_symlink(at, error);
        if (error)
            return path;
        at = target.is_absolute() ? target : at.parent_path() / target;
    }
    return at.string();
}

void writeFile(const std::string& path, std::span<const std::byte> bytes, OutputTarget target)
{
    OutputFile file(path, target);
    file.write(bytes);
    file.commit();
}

void writeFile(const std::string& path, std::string_view text, OutputTarget target)
{
    writeFile(path, std::as_bytes(std::span(text)), target);
}

} // namespace pn::image
