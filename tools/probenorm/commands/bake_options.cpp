#include "commands/bake_options.h"

#include <algorithm>
#include <thread>

namespace pn::cli {
namespace {

constexpr std::uint32_t kMostJobs = 1024;
constexpr const char* kShardHelp = "Bake only the I-th of N parts of the manifest (auto: as the job array says)";
constexpr const char* kPlanHelp = "The file that says which probes are in which shard; with --shards it is written";
constexpr const char* kShardsHelp = "Do not bake: write the --plan of N shards, and print a command for each";

} // namespace

void BakeOptions::addTo(CLI::App& app)
{
    addText(app, "MANIFEST", manifest, "A JSON file that lists the probes, or a folder of maps").required();
    addText(app, "-o,--output", output, "The folder for the results").required().takes("DIR");
    const Option resumeOption = addFlag(app, "--resume", resume, "Go on with a bake: skip what is done and unchanged");
    addFlag(app, "--overwrite", overwrite, "Replace the bake that the folder holds").excludes(resumeOption);
    addUint(app, "--jobs", jobs, 1, kMostJobs, "Threads that read and write probes (two for each CPU thread)");
    addBytes(app, "--max-memory", maxMemory, "Most bytes of the probes at hand (a quarter of the free memory)");
    addFlag(app, "--verify", verify, "With --resume: digest every file, and believe no stat data");
    const auto readShard = [this](const std::string& text) {
        shard = parseShard(text);
        hasShard = true;
    };
    const Option shardOption = addParsed(app, "--shard", readShard, kShardHelp).takes("I/N|auto");
    const Option planOption = addText(app, "--plan", plan, kPlanHelp).takes("FILE");
    addUint(app, "--shards", shards, 1, kMostShards, kShardsHelp).excludes(shardOption);
    addTexts(app, "--merge", merge, "Join the folders of all shards instead of baking")
        .takes("DIR...")
        .excludes(shardOption)
        .excludes(planOption);
    addBytes(app, "--max-bytes", maxBytes, "Most bytes of decoded texels of one input (1G)");
    addJsonFormat(app, json, "Form of what is printed (text)");
    device.addTo(app, DeviceCount::Several, AutoDevice::Cpu);
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

std::uint32_t BakeOptions::jobCount() const
{
    if (jobs != 0)
        return jobs;
    return std::clamp(2 * threadCount(), 1u, kMostJobs); // one computes while another waits for the disk
}

} // namespace pn::cli
