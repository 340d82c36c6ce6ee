#include "bench/bake/timed_work.h"

#include "bake/probe_work.h"
#include "support/failure.h"
#include "support/interrupt.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
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

std::uint64_t copyFile(const fs::path& from, const fs::path& to, std::vector<char>& buffer)
{
    std::ifstream source(from, std::ios::binary);
    std::ofstream target(to, std::ios::binary);
    std::uint64_t bytes = 0;
    do
    {
        source.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
        target.write(buffer.data(), source.gcount());
        bytes += static_cast<std::uint64_t>(source.gcount());
    } while (source);
    if (!source.eof() || !target.flush())
        throw Failure(Exit::FileIo, fmt::format("{}: cannot be copied to {}", from.string(), to.string()));
    return bytes;
}

void syncFileSystemOf(const std::string& folder)
{
    const int file = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0 || syncfs(file) != 0)
        throw Failure(Exit::FileIo, fmt::format("{}: {}", folder, std::strerror(errno)));
    close(file);
}

} // namespace

ProcessTimes timeProcess(const std::string& program, const std::vector<std::string>& arguments)
{
    Watch watch;
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
    ProcessTimes times{0.0, secondsOf(usage.ru_utime) + secondsOf(usage.ru_stime),
                       static_cast<std::uint64_t>(usage.ru_maxrss) << 10};
    watch.addTo(times.wall);
    return times;
}

CopyTimes timePlainCopy(const std::string& from, const std::string& to)
{
    Watch watch;
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
    watch.addTo(times.copy);
    syncFileSystemOf(to);
    times.copyAndSync = times.copy;
    watch.addTo(times.copyAndSync);
    return times;
}

} // namespace pn::cli
