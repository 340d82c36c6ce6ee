#include "decode/sandbox.h"

#ifdef PN_SANDBOX

#include "decode/protocol.h"

#include <fcntl.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <limits>
#include <memory>
#include <stdexcept>

namespace pn::decode {
namespace {

// Beside texels and file: programs and libraries, and what a decoder needs whatever the size.
constexpr std::uint64_t kBaseBytes = std::uint64_t{512} << 20;
constexpr std::uint64_t kBaseSeconds = 60;

std::uint64_t times(std::uint64_t bytes, std::uint64_t factor)
{
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max() / 16;
    return bytes > kMost ? std::numeric_limits<std::uint64_t>::max() / 2 : bytes * factor;
}

bool limit(int resource, std::uint64_t most)
{
    rlimit now{};
    if (getrlimit(static_cast<__rlimit_resource_t>(resource), &now) != 0)
        return false;
    const rlim_t value = now.rlim_max == RLIM_INFINITY || most < now.rlim_max ? most : now.rlim_max;
    const rlimit wanted{value, value};
    return setrlimit(static_cast<__rlimit_resource_t>(resource), &wanted) == 0;
}

// A file of up to twice maxBytes, texels twice (while a reader converts them), and a library's own buffers. The tool
// ends what takes too long; the limit of processor time is for a decoder whose tool was killed.
bool setLimits(std::uint64_t maxBytes)
{
    return limit(RLIMIT_AS, times(maxBytes, 6) + kBaseBytes) && limit(RLIMIT_FSIZE, times(maxBytes, 1)) &&
           limit(RLIMIT_CPU, times(maxBytes >> 20, 2) + kBaseSeconds) && limit(RLIMIT_CORE, 0) &&
           limit(RLIMIT_NOFILE, kOutput + 1);
}

struct Release
{
    void operator()(void* filter) const { seccomp_release(filter); }
};

class Filter
{
public:
    Filter() : m_filter(seccomp_init(SCMP_ACT_KILL_PROCESS))
    {
        if (m_filter == nullptr)
            m_error = errno == ENOMEM ? -ENOMEM : -EINVAL;
        else
            m_error = seccomp_attr_set(m_filter.get(), SCMP_FLTATR_API_SYSRAWRC, 1); // else all errors are ECANCELED
    }

    template <typename... Conditions>
    void allow(int call, Conditions... conditions)
    {
        if (m_error == 0)
            m_error = seccomp_rule_add(m_filter.get(), SCMP_ACT_ALLOW, call, sizeof...(conditions), conditions...);
    }

    // 0, or a negative errno of any of the calls.
    int load() const { return m_error == 0 ? seccomp_load(m_filter.get()) : m_error; }

private:
    std::unique_ptr<void, Release> m_filter;
    int m_error = 0;
};

// Memory of the process's own, none of which can be run.
void allowMemory(Filter& filter)
{
    filter.allow(SCMP_SYS(brk));
    filter.allow(SCMP_SYS(munmap));
    filter.allow(SCMP_SYS(mremap));
    filter.allow(SCMP_SYS(madvise));
    filter.allow(SCMP_SYS(mmap), SCMP_CMP(2, SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
    filter.allow(SCMP_SYS(mprotect), SCMP_CMP(2, SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
}

// Requests come in and replies go out by the socket, texels by the output file; standard error is /dev/null.
void allowTraffic(Filter& filter)
{
    filter.allow(SCMP_SYS(recvfrom), SCMP_CMP(0, SCMP_CMP_EQ, kSocket));
    filter.allow(SCMP_SYS(sendto), SCMP_CMP(0, SCMP_CMP_EQ, kSocket), SCMP_CMP(4, SCMP_CMP_EQ, 0));
    filter.allow(SCMP_SYS(pwrite64), SCMP_CMP(0, SCMP_CMP_EQ, kOutput));
    filter.allow(SCMP_SYS(write), SCMP_CMP(0, SCMP_CMP_EQ, STDERR_FILENO));
    filter.allow(SCMP_SYS(writev), SCMP_CMP(0, SCMP_CMP_EQ, STDERR_FILENO));
}

// What the C and C++ run times do on their own: abort() signals this process alone, and qsort() asks how much memory
// there is.
void allowRunTime(Filter& filter)
{
    for (const int call :
         {SCMP_SYS(clock_gettime), SCMP_SYS(exit), SCMP_SYS(exit_group), SCMP_SYS(futex), SCMP_SYS(getpid),
          SCMP_SYS(getrandom), SCMP_SYS(gettid), SCMP_SYS(gettimeofday), SCMP_SYS(restart_syscall),
          SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn), SCMP_SYS(sched_yield), SCMP_SYS(sysinfo)})
        filter.allow(call);
    filter.allow(SCMP_SYS(tgkill), SCMP_CMP(0, SCMP_CMP_EQ, static_cast<scmp_datum_t>(getpid())));
}

void require(bool isGood, const char* what)
{
    if (!isGood)
        throw std::runtime_error(std::string(what) + ": " + std::strerror(errno));
}

} // namespace

std::string whyNoSandbox()
{
    return "";
}

std::string enterSandbox(std::uint64_t maxBytes)
{
    if (close_range(kOutput + 1, ~0u, 0) != 0) // which needs nothing that could be lacking
        return std::string("close_range: ") + std::strerror(errno);
    require(setLimits(maxBytes), "setrlimit");
    require(prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0, "not dumpable"); // no core files of what somebody else made up
    require(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0, "no_new_privs");
    Filter filter;
    allowMemory(filter);
    allowTraffic(filter);
    allowRunTime(filter);
    errno = -filter.load();
    require(errno != ENOMEM && errno != EAGAIN, "seccomp");
    return errno == 0 ? "" : "seccomp is not allowed here";
}

} // namespace pn::decode

#else

namespace pn::decode {

std::string whyNoSandbox()
{
    return "not in this build";
}

std::string enterSandbox(std::uint64_t)
{
    return whyNoSandbox();
}

} // namespace pn::decode

#endif
