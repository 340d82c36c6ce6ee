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

FolderLock::FolderLock(const std::string& folder, const std::string& fileName) : m_path(folder + "/" + fileName)
{
    for (;;)
    {
        m_file = open(m_path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
        if (m_file < 0)
            throw Failure(Exit::FileIo, fmt::format("{}: {}", m_path, std::strerror(errno)));
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
