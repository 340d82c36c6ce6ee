#include "bench/bake/plain_copy.h"

#include "support/failure.h"
#include "support/interrupt.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <vector>

namespace pn::cli {
namespace {

namespace fs = std::filesystem;

class OpenFile
{
public:
    OpenFile(const fs::path& path, int flags) : m_path(path), m_file(open(path.c_str(), flags | O_CLOEXEC, 0666))
    {
        check(m_file);
    }
    ~OpenFile() { close(m_file); }
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;

    std::size_t read(std::vector<char>& bytes) const
    {
        const ssize_t count = ::read(m_file, bytes.data(), bytes.size());
        check(count);
        return static_cast<std::size_t>(count);
    }
    void write(const char* bytes, std::size_t count) const
    {
        for (ssize_t written = 0; count > 0; bytes += written, count -= static_cast<std::size_t>(written))
            check(written = ::write(m_file, bytes, count));
    }
    void syncFileSystem() const { check(syncfs(m_file)); }

private:
    void check(ssize_t result) const
    {
        if (result < 0)
            throw Failure(Exit::FileIo, fmt::format("{}: {}", m_path.string(), std::strerror(errno)));
    }

    fs::path m_path;
    int m_file;
};

std::uint64_t copyFile(const fs::path& from, const fs::path& to, std::vector<char>& buffer)
{
    const OpenFile source(from, O_RDONLY);
    const OpenFile target(to, O_WRONLY | O_CREAT | O_TRUNC);
    std::uint64_t bytes = 0;
    while (const std::size_t count = source.read(buffer))
    {
        target.write(buffer.data(), count);
        bytes += count;
    }
    return bytes;
}

} // namespace

CopyTimes timePlainCopy(const std::string& from, const std::string& to)
{
    const auto start = std::chrono::steady_clock::now();
    const auto seconds = [start] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    CopyTimes times;
    std::vector<char> buffer(std::size_t{1} << 20);
    fs::create_directories(to);
    for (const auto& entry : fs::recursive_directory_iterator(from))
    {
        throwIfInterrupted();
        const fs::path target = fs::path(to) / fs::relative(entry.path(), from);
        if (entry.is_directory())
            fs::create_directories(target);
        else
            times.bytes += copyFile(entry.path(), target, buffer);
    }
    times.copy = seconds();
    OpenFile(to, O_RDONLY | O_DIRECTORY).syncFileSystem();
    times.copyAndSync = seconds();
    return times;
}

} // namespace pn::cli
