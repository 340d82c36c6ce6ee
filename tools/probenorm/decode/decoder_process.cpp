#include "decode/decoder_process.h"

#include "image/texels/limits.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <stdexcept>
#include <utility>

namespace pn::decode {
namespace {

using image::Error;
using image::ErrorKind;
using Clock = std::chrono::steady_clock;

constexpr auto kPatience = std::chrono::seconds(30);         // until a new process greets
constexpr auto kLife = std::chrono::seconds(1);              // of processor time, far from the limits of setLimits()
constexpr int kMostClaims = 16;                              // of one file, each above the one before
constexpr int kPollMilliseconds = 20;                        // how soon a cancelled command is noticed
constexpr std::size_t kCopiedAtOnce = std::size_t{16} << 20; // the same

int require(int result, const char* what)
{
    if (result < 0)
        throw std::runtime_error(std::string(what) + ": " + std::strerror(errno));
    return result;
}

int memoryFile(const char* name)
{
    const int file = memfd_create(name, MFD_CLOEXEC);
    if (file < 0 && errno == ENOSYS) // before Linux 3.17
        throw NoSandbox(std::string("memfd_create: ") + std::strerror(errno));
    return require(file, "memfd_create");
}

int waitForEnd(pid_t process, int* status)
{
    int ended = -1;
    do
        ended = waitpid(process, status, 0);
    while (ended < 0 && errno == EINTR);
    return ended;
}

// The settings of posix_spawn: descriptors in place, no terminal, and a group of its own, so that Ctrl-C reaches the
// tool alone, which then ends its decoders.
class SpawnSettings
{
public:
    SpawnSettings(int socket, int input, int output)
    {
        posix_spawn_file_actions_init(&m_files);
        posix_spawnattr_init(&m_attributes);
        for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
            posix_spawn_file_actions_addopen(&m_files, file, "/dev/null", O_RDWR, 0);
        posix_spawn_file_actions_adddup2(&m_files, socket, kSocket);
        posix_spawn_file_actions_adddup2(&m_files, input, kInput);
        posix_spawn_file_actions_adddup2(&m_files, output, kOutput);
        sigset_t signals;
        sigemptyset(&signals);
        posix_spawnattr_setsigmask(&m_attributes, &signals);
        sigfillset(&signals);
        posix_spawnattr_setsigdefault(&m_attributes, &signals);
        posix_spawnattr_setflags(&m_attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    ~SpawnSettings()
    {
        posix_spawn_file_actions_destroy(&m_files);
        posix_spawnattr_destroy(&m_attributes);
    }
    SpawnSettings(const SpawnSettings&) = delete;
    SpawnSettings& operator=(const SpawnSettings&) = delete;

    pid_t run(std::uint64_t maxBytes) const
    {
        std::string mode(kDecoderMode);
        std::string bytes = std::to_string(maxBytes);
        char name[] = "probenorm";
        char* arguments[] = {name, mode.data(), bytes.data(), nullptr};
        pid_t process = -1;
        errno = posix_spawn(&process, "/proc/self/exe", &m_files, &m_attributes, arguments, environ);
        require(errno == 0 ? 0 : -1, "posix_spawn");
        return process;
    }

private:
    posix_spawn_file_actions_t m_files;
    posix_spawnattr_t m_attributes;
};

std::string deathText(int status)
{
    if (!WIFSIGNALED(status))
        return "the decoder ended early (exit code " + std::to_string(WEXITSTATUS(status)) + ")";
    const std::string signal = " (signal " + std::to_string(WTERMSIG(status)) + ")";
    switch (WTERMSIG(status))
    {
    case SIGSYS: return "the decoder made a system call that it has no right to" + signal;
    case SIGXFSZ: return "the decoder wrote more texels than --max-bytes allows" + signal;
    case SIGKILL: return "the decoder was killed" + signal;
    default: return "the decoder crashed" + signal;
    }
}

} // namespace

// Above the standard streams, and above what a child uses, so that its descriptors can be put into place in any order.
DecoderProcess::Descriptor DecoderProcess::movedUp(Descriptor file)
{
    constexpr int kFirst = 10;
    const int moved = fcntl(file.get(), F_DUPFD_CLOEXEC, kFirst);
    if (moved < 0 && errno == EINVAL) // kFirst is beyond the limit
        errno = EMFILE;
    return Descriptor(require(moved, "fcntl"));
}

DecoderProcess::DecoderProcess(const DecoderLimits& limits, const CheckCancelled& checkCancelled)
    : DecoderProcess(limits)
{
    greet(checkCancelled); // if this throws, the destructor ends the process
}

DecoderProcess::~DecoderProcess()
{
    if (m_process < 0)
        return;
    kill(m_process, SIGKILL);
    waitForEnd(m_process, nullptr);
}

DecoderProcess::DecoderProcess(const DecoderLimits& limits) : m_limits(limits)
{
    int sockets[2] = {-1, -1};
    require(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets), "socketpair");
    Descriptor theirs(sockets[1]);
    m_socket = movedUp(Descriptor(sockets[0]));
    theirs = movedUp(std::move(theirs));
    m_input = movedUp(Descriptor(memoryFile("probenorm-file")));
    m_output = movedUp(Descriptor(memoryFile("probenorm-texels")));
    m_process = SpawnSettings(theirs.get(), m_input.get(), m_output.get()).run(m_limits.maxBytes);
}

void DecoderProcess::greet(const CheckCancelled& checkCancelled)
{
    Hello hello{};
    if (!waitForMessage(Clock::now() + kPatience, checkCancelled) ||
        recv(m_socket.get(), &hello, sizeof(hello), MSG_DONTWAIT) != static_cast<ssize_t>(sizeof(hello)) ||
        hello.version != kProtocolVersion)
        throw std::runtime_error("it ended or hung before it was ready");
    const std::string reason = textOf(hello.reason);
    if (!reason.empty() && hello.isOfSystem != 0)
        throw NoSandbox(reason);
    if (!reason.empty())
        throw std::runtime_error(reason);
}

// Whether there is a message, or the end of the connection, before the time is over.
bool DecoderProcess::waitForMessage(Clock::time_point end, const CheckCancelled& checkCancelled) const
{
    while (Clock::now() < end)
    {
        checkCancelled();
        pollfd socket{m_socket.get(), POLLIN, 0};
        if (poll(&socket, 1, kPollMilliseconds) > 0)
            return true;
    }
    return false;
}

// What the process has used so far; 0 when it has died, which the next message shows.
std::chrono::nanoseconds DecoderProcess::processorTime() const
{
    clockid_t clock{};
    timespec used{};
    if (clock_getcpuclockid(m_process, &clock) != 0 || clock_gettime(clock, &used) != 0)
        return {};
    return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
}

void DecoderProcess::throwDeath()
{
    int status = 0;
    kill(m_process, SIGKILL); // it may have closed its end and live on; a dead one keeps its status
    const pid_t ended = waitForEnd(std::exchange(m_process, -1), &status);
    throw Error(ErrorKind::InvalidInput, ended < 0 ? "the decoder is gone" : deathText(status));
}

bool DecoderProcess::isUsable() const
{
    return m_isUsable && processorTime() < kLife;
}

// The tool watches the processor time itself: a decoder could block the signal of a soft limit, and a hard limit cannot
// be raised again for the next file.
Reply DecoderProcess::receive(std::size_t fileBytes, const CheckCancelled& checkCancelled)
{
    const auto seconds = std::chrono::seconds(m_limits.processorSeconds + (fileBytes >> 20));
    const auto end = processorTime() + seconds;
    const auto check = [&] {
        checkCancelled();
        if (processorTime() > end)
            throw Error(ErrorKind::InvalidInput, "the decoder was stopped after " + std::to_string(seconds.count()) +
                                                     " seconds of processor time");
    };
    if (!waitForMessage(Clock::now() + std::chrono::seconds(m_limits.wallSeconds), check))
        throw Error(ErrorKind::InvalidInput,
                    "the decoder gave no answer for " + std::to_string(m_limits.wallSeconds) + " seconds");
    Reply reply{};
    const ssize_t size = recv(m_socket.get(), &reply, sizeof(reply), MSG_DONTWAIT | MSG_TRUNC);
    if (size <= 0)
        throwDeath();
    if (size != static_cast<ssize_t>(sizeof(reply)))
        throw Error(ErrorKind::InvalidInput, "the decoder gave an impossible answer");
    return reply;
}

// By read(), so that a decoder that goes on writing, or makes the file shorter, can do no harm.
void DecoderProcess::readTexels(image::Image& image, const CheckCancelled& checkCancelled) const
{
    std::size_t done = 0;
    while (done < image.texels.size())
    {
        checkCancelled();
        const std::size_t most = std::min(kCopiedAtOnce, image.texels.size() - done);
        const ssize_t count = pread(m_output.get(), image.texels.data() + done, most, static_cast<off_t>(done));
        if (count <= 0)
            throw Error(ErrorKind::InvalidInput, "the decoder gave fewer texels than it promised");
        done += static_cast<std::size_t>(count);
    }
}

void DecoderProcess::shrink() const
{
    constexpr off_t kKept = off_t{4} << 20;
    for (const int file : {m_input.get(), m_output.get()})
        if (lseek(file, 0, SEEK_END) > kKept)
            static_cast<void>(ftruncate(file, 0) == 0);
}

// Sends a request. Where the file claims more texels than there is room for, room is asked for, and it is sent again.
Reply DecoderProcess::ask(Request request, const CheckCancelled& checkCancelled)
{
    for (int claims = 0; claims < kMostClaims; ++claims)
    {
        if (send(m_socket.get(), &request, sizeof(request), MSG_NOSIGNAL) != static_cast<ssize_t>(sizeof(request)))
            throwDeath();
        const Reply reply = receive(request.fileBytes, checkCancelled);
        if (reply.error != 0 || reply.claimedBytes <= request.roomBytes || reply.claimedBytes > request.maxBytes)
            return reply;
        request.roomBytes = reply.claimedBytes;
        m_isUsable = true; // where there is no room, that is no fault of the decoder
        image::askForClaim(request.roomBytes);
        m_isUsable = false;
    }
    throw Error(ErrorKind::InvalidInput, "the decoder gave an impossible answer");
}

image::Container DecoderProcess::decode(std::span<const std::byte> file, const std::string& path,
                                        const image::Choice& choice, const image::Limits& limits,
                                        const CheckCancelled& checkCancelled)
{
    m_isUsable = false; // until it has answered
    std::size_t done = 0;
    while (done < file.size())
    {
        checkCancelled();
        const std::size_t most = std::min(kCopiedAtOnce, file.size() - done);
        const ssize_t count = pwrite(m_input.get(), file.data() + done, most, static_cast<off_t>(done));
        if (count <= 0)
            throw std::bad_alloc();
        done += static_cast<std::size_t>(count);
    }
    const Request request{.fileBytes = file.size(),
                          .maxBytes = limits.maxBytes,
                          .roomBytes = image::areClaimsAsked() ? 0 : limits.maxBytes,
                          .mip = choice.mip,
                          .path = makeText(path),
                          .layer = makeText(choice.layer)};
    const Reply reply = ask(request, checkCancelled);
    m_isUsable = reply.error == static_cast<std::uint32_t>(ErrorKind::InvalidInput) ||
                 reply.error == static_cast<std::uint32_t>(ErrorKind::Unsupported);
    image::Container container = readReply(reply, request);
    readTexels(container.image, checkCancelled);
    m_isUsable = true;
    return container;
}

} // namespace pn::decode
