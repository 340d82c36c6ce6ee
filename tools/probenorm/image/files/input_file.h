#pragma once

#include "image/files/buffer.h"

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace pn::image {

using FileStatus = struct stat; // of the system

// A whole file, or standard input for "-", in memory: files are not mapped, since one that shrinks would end the
// process. Throws when there are more than maxBytes.
Buffer readInput(const std::string& path, std::uint64_t maxBytes);

// The first bytes of a regular file, as many as there is room for. Returns how many.
std::size_t readInto(const std::string& path, std::span<std::byte> bytes);

// The same, with errors that name the path.
Buffer readWhole(const std::string& path, std::uint64_t maxBytes);

// The same of a regular file of any size; a pipe, a device or a socket is refused, and not waited for.
Buffer readRegularFile(const std::string& path);

// A folder that is opened once, and whose files are read.
class FolderReader
{
public:
    struct File
    {
        Buffer bytes;
        FileStatus status; // from before it was read
    };

    // A folder that cannot be opened fails each read.
    explicit FolderReader(const std::string& path);
    ~FolderReader();
    FolderReader(const FolderReader&) = delete;
    FolderReader& operator=(const FolderReader&) = delete;

    // The whole of file name below the folder, which must not lead out of it by a link, whoever changes links
    // meanwhile. Any thread may call it.
    File readBeneath(const std::string& name, std::uint64_t maxBytes) const;

private:
    int m_folder;
    int m_error; // why it could not be opened
};

} // namespace pn::image
