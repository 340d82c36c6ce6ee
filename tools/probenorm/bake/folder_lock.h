#pragma once

#include <string>

namespace pn::cli {

// Opens a file of a bake's own, or makes it. Throws Failure{FileIo}; for a link, a pipe, a device or a socket, too.
int openOwnFile(const std::string& path, int flags);

// A lock on a folder, held by a file in it. The lock is the system's, so it goes with the process, however that ends.
// A process that is killed leaves the file, which locks nothing then.
class FolderLock
{
public:
    // Throws Failure{FileIo} if another process holds it, or the file cannot be made.
    FolderLock(const std::string& folder, const std::string& fileName);
    ~FolderLock();
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

private:
    std::string m_path;
    int m_file = -1;
};

} // namespace pn::cli
