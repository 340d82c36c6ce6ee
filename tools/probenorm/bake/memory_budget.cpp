#include "bake/memory_budget.h"

#include "support/text.h"

#include <malloc.h>
#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>

namespace pn::cli {
namespace {

constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

// A number in a file of its own; kUnlimited for "max", or where there is none.
std::uint64_t numberIn(const std::string& path)
{
    std::ifstream file(path);
    std::string word;
    std::uint64_t number = kUnlimited;
    return file >> word && parseUint(word, number) ? number : kUnlimited;
}

// Bytes of a line such as "MemAvailable:   1234 kB".
std::uint64_t kilobytesIn(const std::string& path, const std::string& key)
{
    std::ifstream file(path);
    for (std::string word; file >> word;)
        if (std::uint64_t number = 0; word == key && file >> number)
            return number << 10;
    return kUnlimited;
}

std::uint64_t leftOf(std::uint64_t limit, std::uint64_t used)
{
    return limit == kUnlimited ? kUnlimited : limit - std::min(used, limit);
}

// What the control groups from the process's own up to the root leave (version 2), or its own (version 1).
std::uint64_t leftByControlGroups()
{
    std::ifstream file("/proc/self/cgroup");
    std::uint64_t least = kUnlimited;
    for (std::string line; std::getline(file, line);)
    {
        const std::size_t colon = line.find(':', line.find(':') + 1);
        if (colon == std::string::npos)
            continue;
        std::string group = line.substr(colon + 1);
        if (line.find(":memory:") != std::string::npos)
        {
            const std::string folder = "/sys/fs/cgroup/memory" + group;
            least = std::min(least, leftOf(numberIn(folder + "/memory.limit_in_bytes"),
                                           numberIn(folder + "/memory.usage_in_bytes")));
        }
        for (; line.starts_with("0::"); group.resize(group.find_last_of('/')))
        {
            const std::string folder = "/sys/fs/cgroup" + group;
            least = std::min(least, leftOf(numberIn(folder + "/memory.max"), numberIn(folder + "/memory.current")));
            if (group.find('/') == std::string::npos)
                break;
        }
    }
    return least;
}

std::uint64_t leftByLimit(int resource, const std::string& used)
{
    rlimit limit{};
    if (getrlimit(static_cast<__rlimit_resource>(resource), &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return kUnlimited;
    const std::uint64_t bytes = kilobytesIn("/proc/self/status", used);
    return leftOf(limit.rlim_cur, bytes == kUnlimited ? 0 : bytes);
}

} // namespace

void keepFreedMemory(std::uint64_t maxMemory)
{
    constexpr std::uint64_t kLeast = 256u << 20;
    if (maxMemory < kLeast)
        return;
#ifdef __GLIBC__
    constexpr int kLargest = 32 << 20; // the most that glibc lets its heaps serve
    mallopt(M_MMAP_THRESHOLD, kLargest);
    mallopt(M_TRIM_THRESHOLD, 2 * kLargest);
#endif
}

std::uint64_t availableMemory()
{
    return std::min({kilobytesIn("/proc/meminfo", "MemAvailable:"), leftByControlGroups(),
                     leftByLimit(RLIMIT_AS, "VmSize:"), leftByLimit(RLIMIT_DATA, "VmData:")});
}

} // namespace pn::cli
