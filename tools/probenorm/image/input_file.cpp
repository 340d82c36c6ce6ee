#include "input_file.h"

#include "error.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace pn::image {

namespace {

[[noreturn]] void failIo(int error)
{
    throw Error(ErrorKind::FileIo, std::strerror(error));
}

class Descriptor
{
public:
    explicit Descriptor(const std::string& path)
        : m_isOwned(path != "-"), m_file(m_isOwned ? open(path.c_str(), O_RDONLY | O_CLOEXEC) : STDIN_FILENO)
    {
        if (m_file < 0)
            failIo(errno);
    }
    ~Descriptor()
    {
        if (m_isOwned)
            close(m_file);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    int get() const { return m_file; }

private:
    bool m_isOwned;
    int m_file;
};

std::size_t readSome(int file, std::byte* out, std::size_t count)
{
    for (;;)
    {
        const ssize_t got = read(file, out, count);
        if (got >= 0)
            return static_cast<std::size_t>(got);
        if (errno != EINTR)
            failIo(errno);
    }
}

Buffer resized(const Buffer& buffer, std::size_t used, std::size_t size)
{
    Buffer copy(size);
    std::memcpy(copy.data(), buffer.data(), used);
    return copy;
}

} // namespace

Buffer readInput(const std::string& path, std::uint64_t maxBytes)
{
    const Descriptor file(path);
    struct stat status
    {
    };
    if (fstat(file.get(), &status) != 0)
        failIo(errno);
    if (S_ISDIR(status.st_mode))
        throw Error(ErrorKind::FileIo, "is a folder");
    const auto expected = static_cast<std::uint64_t>(S_ISREG(status.st_mode) ? status.st_size : 0);
    if (expected > maxBytes)
        throw Error(ErrorKind::InvalidInput,
                    "file of " + std::to_string(expected) + " bytes is above the limit of " + std::to_string(maxBytes));
    // One byte more than expected, so that the end is seen without growing.
    Buffer buffer(std::max<std::uint64_t>(expected + 1, 1 << 16));
    std::size_t used = 0;
    while (const std::size_t got = readSome(file.get(), buffer.data() + used, buffer.size() - used))
    {
        used += got;
        if (used > maxBytes)
            throw Error(ErrorKind::InvalidInput, "input is above the limit of " + std::to_string(maxBytes) + " bytes");
        if (used == buffer.size())
            buffer = resized(buffer, used, 2 * used);
    }
    if (used == 0)
        throw Error(ErrorKind::InvalidInput, "file is empty");
    return resized(buffer, used, used);
}

} // namespace pn::image
