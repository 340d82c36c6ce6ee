#include "bake/folder_lock.h"

#include "support/failure.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace pn::cli {
namespace {

// The lock's file may have been removed by its owner between open and flock: then what is locked is nobody's.
bool isStill(int file, const std::string& path)
{
    struct stat opened
    {
    };
    struct stat present
    {
    };
    return fstat(file, &opened) == 0 && stat(path.c_str(), &present) == 0 && opened.st_ino == present.st_ino &&
           opened.st_dev == present.st_dev;
}

} // namespace

int openOwnFile(const std::string& path, int flags)
{
    const int file =
        open(path.c_str(), flags | O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0666);
    const int error = errno;
    struct stat status
    {
    };
    if (file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode))
        return file;
    if (file >= 0)
        close(file);
    const bool isOther = file >= 0 || error == ELOOP || error == ENXIO; // a link, a socket
    throw Failure(Exit::FileIo, fmt::format("{}: {}", path, isOther ? "is not a regular file" : std::strerror(error)));
}

FolderLock::FolderLock(const std::string& folder, const std::string& fileName) : m_path(folder + "/" + fileName)
{
    for (;;)
    {
        m_file = openOwnFile(m_path, 0);
        if (flock(m_file, LOCK_EX | LOCK_NB) != 0)
        {
            const bool isHeld = errno == EWOULDBLOCK;
            const std::string reason = std::strerror(errno);
            close(m_file);
            throw Failure(Exit::FileIo,
                          fmt::format("{}: {}", folder, isHeld ? "another process bakes into this folder" : reason));
        }
        if (isStill(m_file, m_path))
            return;
        close(m_file);
    }
}

FolderLock::~FolderLock()
{
    unlink(m_path.c_str()); // still locked: nobody else can hold this file
    close(m_file);
}

} // namespace pn::cli
