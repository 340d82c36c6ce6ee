#include "bench/bake/timed_work.h"

#include "support/failure.h"
#include "support/interrupt.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <vector>

namespace pn::cli {
namespace {

double secondsOf(const timeval& time)
{
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

pid_t start(const std::string& program, std::vector<std::string> arguments)
{
    arguments.insert(arguments.begin(), program);
    std::vector<char*> pointers;
    for (std::string& argument : arguments)
        pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t process = -1;
    const int error = posix_spawn(&process, program.c_str(), &actions, nullptr, pointers.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0)
        throw Failure(Exit::FileIo, fmt::format("{}: cannot be started: {}", program, std::strerror(error)));
    return process;
}

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

ProcessTimes timeProcess(const std::string& program, const std::vector<std::string>& arguments)
{
    const auto begin = std::chrono::steady_clock::now();
    const pid_t process = start(program, arguments);
    int status = 0;
    rusage usage{};
    while (wait4(process, &status, 0, &usage) < 0 && errno == EINTR)
    {
        // Ctrl-C reaches the process, too, as it is of the same terminal.
    }
    throwIfInterrupted();
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        throw Failure(Exit::RunTime, fmt::format("{}: failed", program));
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
    return {wall.count(), secondsOf(usage.ru_utime) + secondsOf(usage.ru_stime),
            static_cast<std::uint64_t>(usage.ru_maxrss) << 10};
}

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
