#include "commands/bake_options.h"

#include <unistd.h>

#include <algorithm>
#include <thread>

namespace pn::cli {
namespace {

constexpr std::uint32_t kMostJobs = 1024;
constexpr const char* kShardHelp = "Bake only the I-th of N parts of the manifest (auto: as the job array says)";
constexpr const char* kMemoryHelp = "Most bytes of the probes in memory (a quarter of the machine's, at most 4G)";

} // namespace

void BakeOptions::addTo(CLI::App& app)
{
    addText(app, "MANIFEST", manifest, "A JSON file that lists the probes, or a folder of maps").required();
    addText(app, "-o,--output", output, "The folder for the results").required().takes("DIR");
    const Option resumeOption = addFlag(app, "--resume", resume, "Go on with a bake: skip what is done and unchanged");
    addFlag(app, "--overwrite", overwrite, "Replace the bake that the folder holds").excludes(resumeOption);
    addUint(app, "--jobs", jobs, 1, kMostJobs, "Threads that read and write probes (two for each CPU thread)");
    addBytes(app, "--max-memory", maxMemory, kMemoryHelp);
    addFlag(app, "--verify", verify, "With --resume: digest every file, and believe no stat data");
    addFlag(app, "--strict", strict, "End at the first probe that fails, without a report");
    const Option shardOption =
        addParsed(
            app, "--shard", [this](const std::string& text) { shard = parseShard(text); }, kShardHelp)
            .takes("I/N|auto");
    addTexts(app, "--merge", merge, "Join the folders of all shards instead of baking")
        .takes("DIR...")
        .excludes(shardOption);
    addBytes(app, "--max-bytes", maxBytes, "Most bytes of decoded texels of one input (1G)");
    addJsonFormat(app, json, "Form of what is printed (text)");
    device.addTo(app, AutoDevice::Cpu);
    messages.addTo(app);
}

ExistingBake BakeOptions::existing() const
{
    if (overwrite)
        return ExistingBake::Overwrite;
    return resume ? ExistingBake::Resume : ExistingBake::Refuse;
}

std::uint32_t BakeOptions::threadCount() const
{
    return device.threads != 0 ? device.threads : std::max(std::thread::hardware_concurrency(), 1u);
}

std::uint64_t BakeOptions::memoryBound() const
{
    if (maxMemory != 0)
        return maxMemory;
    constexpr std::uint64_t kMost = std::uint64_t{4} << 30;
    const auto pages = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES));
    return std::min(pages / 4 * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)), kMost);
}

std::uint32_t BakeOptions::jobCount() const
{
    if (jobs != 0)
        return jobs;
    return std::clamp(2 * threadCount(), 1u, kMostJobs); // one computes while another waits for the disk
}

} // namespace pn::cli
