#include "bake/folder.h"

#include "failure.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace pn::cli {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void failIo(const std::string& path, const std::string& reason)
{
    throw Failure(Exit::FileIo, fmt::format("{}: {}", path, reason));
}

bool isTemporary(const std::string& name)
{
    return name.starts_with(".") && name.ends_with(".tmp");
}

// The id in a name such as "hall.json"; ids may have dots of their own.
std::string idOf(const std::string& name)
{
    return name.substr(0, name.find_last_of('.'));
}

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

std::string probeFileName(const std::string& id, const std::string& extension)
{
    return fmt::format("{}/{}.{}", kProbesName, id, extension);
}

BakeFolder::BakeFolder(std::string path, ExistingBake existing) : m_path(std::move(path))
{
    constexpr std::array<const char*, 4> kMarks = {kSummaryName, kReportName, kLogName, kProbesName};
    std::error_code error;
    for (const char* mark : kMarks)
        if (existing == ExistingBake::Refuse && fs::exists(pathOf(mark), error))
            failIo(m_path, "holds a bake already; --resume goes on with it, --overwrite replaces it");
    fs::create_directories(m_path, error);
    if (error)
        failIo(m_path, fmt::format("cannot be made: {}", error.message()));
    lock();
    if (existing == ExistingBake::Overwrite)
        for (const char* mark : kMarks)
            fs::remove_all(pathOf(mark), error);
    fs::create_directories(pathOf(kProbesName), error);
    if (error)
        failIo(pathOf(kProbesName), fmt::format("cannot be made: {}", error.message()));
}

void BakeFolder::lock()
{
    const std::string path = pathOf(kLockName);
    for (;;)
    {
        m_lock = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
        if (m_lock < 0)
            failIo(path, std::strerror(errno));
        if (flock(m_lock, LOCK_EX | LOCK_NB) != 0)
        {
            const bool isHeld = errno == EWOULDBLOCK;
            const std::string reason = std::strerror(errno);
            close(m_lock);
            failIo(m_path, isHeld ? "another process bakes into this folder" : reason);
        }
        if (isStill(m_lock, path))
            return;
        close(m_lock);
    }
}

BakeFolder::~BakeFolder()
{
    unlink(pathOf(kLockName).c_str()); // still locked: nobody else can hold this file
    close(m_lock);
}

void BakeFolder::prepare(const std::set<std::string>& ids) const
{
    std::error_code error;
    fs::remove(pathOf(kSummaryName), error);
    fs::remove(pathOf(kReportName), error);
    for (const auto& entry : fs::directory_iterator(pathOf(kProbesName)))
    {
        const std::string name = entry.path().filename().string();
        if (isTemporary(name) || ids.count(idOf(name)) == 0)
            fs::remove(entry.path(), error);
    }
    for (const auto& entry : fs::directory_iterator(m_path))
    {
        const std::string name = entry.path().filename().string();
        const bool isOurs =
            name.starts_with(fmt::format(".{}.", kSummaryName)) || name.starts_with(fmt::format(".{}.", kReportName));
        if (isTemporary(name) && isOurs)
            fs::remove(entry.path(), error);
    }
}

} // namespace pn::cli
