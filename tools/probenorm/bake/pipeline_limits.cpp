#include "bake/pipeline_limits.h"

#include <sys/resource.h>

#include <algorithm>

namespace pn::cli {
namespace {

constexpr std::size_t kFilesOfProbe = 3;
constexpr std::size_t kMostNamed = 256; // probes with open files
constexpr std::size_t kOtherFiles = 64; // of drivers, decoders, logs

} // namespace

std::size_t findMostNamed(std::uint32_t jobs)
{
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 1;
    const rlim_t wanted = kMostNamed * kFilesOfProbe + kOtherFiles + 4 * rlim_t{jobs};
    if (limit.rlim_cur < wanted && limit.rlim_max > limit.rlim_cur)
    {
        limit.rlim_cur = std::min(wanted, limit.rlim_max);
        static_cast<void>(setrlimit(RLIMIT_NOFILE, &limit));
        static_cast<void>(getrlimit(RLIMIT_NOFILE, &limit));
    }
    const rlim_t kept = kOtherFiles + 4 * rlim_t{jobs};
    const rlim_t left = limit.rlim_cur > kept ? limit.rlim_cur - kept : 0;
    return std::clamp<std::size_t>(left / kFilesOfProbe, 1, kMostNamed);
}

std::uint64_t guessBytes(const Probe& probe)
{
    constexpr std::uint64_t kLeast = 1 << 20;
    constexpr std::uint64_t kGrowth = 8;
    return kLeast + kGrowth * probe.fileBytes;
}

} // namespace pn::cli
