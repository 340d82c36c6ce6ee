#include "program.h"

#include "files.h"
#include "tested_program.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>

namespace pn::test {
namespace {

// PN_PROGRAM in the environment replaces the program of this build: tests/package/compare.sh.
std::string program()
{
    const char* other = std::getenv("PN_PROGRAM");
    return other != nullptr ? other : kTestedProgram;
}

std::vector<char*> argumentPointers(Names& arguments)
{
    std::vector<char*> pointers;
    for (std::string& argument : arguments)
        pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    return pointers;
}

void require(bool condition, const char* what)
{
    if (!condition)
        throw std::runtime_error(what);
}

} // namespace

RunningProgram::RunningProgram(const Names& arguments, const std::string& outDevice, const std::string& errDevice,
                               const std::vector<int>& closedStreams)
    : m_folder(makeFolder())
{
    setenv("PROBENORM_CACHE", "", 0); // no test depends on what another has kept
    int pipes[2];
    require(pipe2(pipes, O_CLOEXEC) == 0, "cannot make a pipe");
    m_input = pipes[1];

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, pipes[0], STDIN_FILENO);
    const std::string out = outDevice.empty() ? m_folder + "/out" : outDevice;
    const std::string err = errDevice.empty() ? m_folder + "/err" : errDevice;
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, out.c_str(), O_WRONLY | O_CREAT, 0600);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, err.c_str(), O_WRONLY | O_CREAT, 0600);
    for (const int stream : closedStreams)
        posix_spawn_file_actions_addclose(&actions, stream);
    posix_spawnattr_t attributes; // a shell that runs the tests in the background makes them ignore Ctrl-C
    posix_spawnattr_init(&attributes);
    sigset_t signals;
    sigemptyset(&signals);
    for (const int number : {SIGINT, SIGTERM, SIGHUP})
        sigaddset(&signals, number);
    posix_spawnattr_setsigdefault(&attributes, &signals);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);

    Names all = {program()};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const int error =
        posix_spawn(&m_process, all.front().c_str(), &actions, &attributes, argumentPointers(all).data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    close(pipes[0]);
    require(error == 0, "cannot start the program");
}

RunningProgram::~RunningProgram()
{
    if (m_input >= 0)
        close(m_input);
    if (m_process > 0)
        waitpid(m_process, nullptr, 0);
    removeFolder(m_folder);
}

void RunningProgram::write(const std::string& input)
{
    std::size_t done = 0;
    while (done < input.size())
    {
        const ssize_t count = ::write(m_input, input.data() + done, input.size() - done);
        if (count < 0)
            return; // it closed its end; the test will see why
        done += static_cast<std::size_t>(count);
    }
}

void RunningProgram::signal(int number)
{
    kill(m_process, number);
}

bool RunningProgram::isWaiting() const
{
    // "pid (name) state ..."
    const std::string status = readText("/proc/" + std::to_string(m_process) + "/stat");
    const std::size_t end = status.rfind(") ");
    return end != std::string::npos && status.substr(end + 2, 1) == "S";
}

bool RunningProgram::isCatching(int number) const
{
    // "SigCgt:\t0000000000000002", a bit for each signal from 1 on
    const std::string status = readText("/proc/" + std::to_string(m_process) + "/status");
    const std::string key = "SigCgt:\t";
    const std::size_t at = status.find(key);
    return at != std::string::npos &&
           (std::stoull(status.substr(at + key.size()), nullptr, 16) >> (number - 1) & 1) != 0;
}

Outcome RunningProgram::finish()
{
    close(m_input);
    m_input = -1;
    int status = 0;
    waitpid(m_process, &status, 0);
    return outcomeOf(status);
}

Outcome RunningProgram::endBy(int number)
{
    signal(number);
    int status = 0;
    if (!isSoon([&] { return waitpid(m_process, &status, WNOHANG) != 0; }))
    {
        signal(SIGKILL);
        waitpid(m_process, &status, 0);
    }
    return outcomeOf(status);
}

Outcome RunningProgram::outcomeOf(int status)
{
    m_process = -1;
    Outcome result;
    result.exit = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    result.out = readText(m_folder + "/out");
    result.err = readText(m_folder + "/err");
    return result;
}

Outcome run(const Names& arguments, const std::string& input, const std::string& device)
{
    static const bool isIgnored = ::signal(SIGPIPE, SIG_IGN) != SIG_ERR; // it may not want its input
    require(isIgnored, "cannot ignore SIGPIPE");
    RunningProgram program(arguments, device);
    program.write(input);
    return program.finish();
}

nlohmann::json jsonOf(Names arguments, const std::string& input)
{
    arguments.insert(arguments.end(), {"--format", "json"});
    const Outcome result = run(arguments, input);
    EXPECT_EQ(result.exit, 0) << result.err;
    return result.exit == 0 ? result.json() : nlohmann::json{};
}

nlohmann::json cpuJson(Names arguments)
{
    arguments.insert(arguments.end(), {"--device", "cpu"});
    return jsonOf(arguments);
}

bool isSoon(const std::function<bool()>& condition)
{
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (!condition())
    {
        if (std::chrono::steady_clock::now() > end)
            return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
}

void expectFailure(const Outcome& run, int exit, const Names& words)
{
    EXPECT_EQ(run.exit, exit) << run.err;
    EXPECT_EQ(run.out, "");
    EXPECT_TRUE(run.err.starts_with(std::string(kTestedProgramName) + ": ")) << run.err;
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
    EXPECT_TRUE(run.err.ends_with("\n")) << run.err;
    for (const std::string& word : words)
        EXPECT_NE(run.err.find(word), std::string::npos) << '"' << word << "\" is not in: " << run.err;
}

} // namespace pn::test
