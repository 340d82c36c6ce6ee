#include "bake/shard.h"

#include "support/failure.h"
#include "support/text.h"

#include <fmt/format.h>

#include <cstdlib>

namespace pn::cli {
namespace {

[[noreturn]] void refuse(const std::string& reason)
{
    throw Failure(Exit::CommandLine, reason);
}

bool isSet(const char* variable)
{
    return std::getenv(variable) != nullptr;
}

std::uint64_t numberOf(const char* variable)
{
    const char* text = std::getenv(variable);
    std::uint64_t number = 0;
    if (text == nullptr || !parseUint(text, number))
        refuse(fmt::format("--shard auto: {} must be a number, found {}", variable,
                           text == nullptr ? "none" : printable(text)));
    return number;
}

Shard checked(const std::string& what, std::uint64_t index, std::uint64_t count)
{
    if (count < 1 || count > kMostShards || index < 1 || index > count)
        refuse(fmt::format("{} with I in 1..N, found {}/{}", what, index, count));
    return {static_cast<std::uint32_t>(index), static_cast<std::uint32_t>(count)};
}

// Slurm tells the smallest and the largest index of the array, and how many there are.
Shard ofSlurm()
{
    const std::uint64_t task = numberOf("SLURM_ARRAY_TASK_ID");
    const std::uint64_t least = numberOf("SLURM_ARRAY_TASK_MIN");
    const std::uint64_t most = numberOf("SLURM_ARRAY_TASK_MAX");
    const std::uint64_t count = numberOf("SLURM_ARRAY_TASK_COUNT");
    if (least > most || most - least + 1 != count || task < least)
        refuse("--shard auto: the job array must count by ones, as --array=1-8 does");
    return checked("--shard auto: the array must say I/N", task - least + 1, count);
}

// Kubernetes counts from 0, and tells a task no number of tasks: the job must say it.
Shard ofKubernetes()
{
    return checked("--shard auto: the job must say I/N", numberOf("JOB_COMPLETION_INDEX") + 1,
                   numberOf("JOB_COMPLETIONS"));
}

} // namespace

Shard parseShard(const std::string& text)
{
    if (text != "auto")
    {
        const std::vector<std::string_view> parts = split(text, '/');
        std::uint64_t index = 0;
        std::uint64_t count = 0;
        if (parts.size() != 2 || !parseUint(parts[0], index) || !parseUint(parts[1], count))
            refuse(fmt::format("--shard must be I/N with I in 1..N, or auto, found {}", text));
        return checked("--shard must be I/N", index, count);
    }
    if (isSet("SLURM_ARRAY_TASK_ID"))
        return ofSlurm();
    if (isSet("JOB_COMPLETION_INDEX"))
        return ofKubernetes();
    refuse("--shard auto: neither SLURM_ARRAY_TASK_ID nor JOB_COMPLETION_INDEX is set");
}

} // namespace pn::cli
