#include "bench/bake/timed_process.h"

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

} // namespace pn::cli
