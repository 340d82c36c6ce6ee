#include "bake/bake_index.h"
#include "bake/bake_run.h"
#include "bake/choose_probes.h"
#include "bake/memory_budget.h"
#include "bake/merge.h"
#include "bake/overlap.h"
#include "bake/plan.h"
#include "bake/record.h"
#include "bake/report.h"
#include "bake/summary.h"
#include "commands/bake_options.h"
#include "commands/command.h"
#include "run/device_team.h"
#include "run/input.h"
#include "run/output.h"
#include "support/failure.h"
#include "support/library_result.h"
#include "support/text.h"

#include "image/output_file.h"
#include "image/parallel.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <memory>
#include <optional>

namespace pn::cli {
namespace {

// Enough for a GPU to hide copies behind its work, and little enough to be in the caches when it is written.
constexpr std::uint64_t kBatchBytes = std::uint64_t{128} << 20;

// A batch has some 40 MB of texels. Larger chunks took as long on an H200, and 150 MB more of staging memory.
constexpr std::uint64_t kChunkBytes = std::uint64_t{16} << 20;

// Leaves the devices to closer.
BakeCounts bake(const BakeOptions& options, const Manifest& manifest, const BakeFolder& folder,
                const std::vector<const Probe*>& probes, Console& console, BakeLog& log, BakeIndex& index,
                std::future<DeviceTeam>& opening, TeamCloser& closer)
{
    const auto most = static_cast<std::uint32_t>(std::max<std::size_t>(probes.size(), 1));
    const std::uint32_t jobs = std::min(options.jobCount(), most);
    const BakeContext context{manifest, folder, options.maxBytes, std::max(options.threadCount() / jobs, 1u)};
    const std::uint64_t maxMemory = options.maxMemory != 0 ? options.maxMemory : availableMemory() / 4;
    keepFreedMemory(maxMemory);
    log.add("start", {{"host", hostName()},
                      {"probenorm", versionText()},
                      {"probes", probes.size()},
                      {"shard", fmt::format("{}/{}", options.shard.index, options.shard.count)},
                      {"jobs", jobs}});
    DeviceTeam team;
    std::vector<DeviceStage> stages;
    const auto openDevices = [&]() -> std::vector<DeviceStage>& {
        team = opening.get();
        log.add("devices",
                {{"backend", backendName(contextInfo(team.front()->context()).backend)}, {"device", teamName(team)}});
        for (const auto& device : team)
            stages.emplace_back(*device);
        return stages;
    };
    DeviceOptions cpu = options.device;
    cpu.device = "cpu";
    cpu.threads = context.threadsOfEachJob;
    const Pipeline::Devices devices{openDevices, cpuPartOf(options.device),
                                    [&] { return makeFallbackContext(cpu, console); }};
    const PipelineOptions pipeline{jobs, maxMemory, std::min(maxMemory / 4, kBatchBytes)};
    const BakeCounts counts =
        bakeProbes(context, probes, devices, {pipeline, options.messages.progress}, console, log, index);
    closer.close(std::move(team));
    return counts;
}

BelieveIndex believeIndex(const BakeOptions& options)
{
    return options.verify ? BelieveIndex::No : BelieveIndex::Yes;
}

void merge(const BakeOptions& options, const Manifest& manifest, const BakeFolder& folder, Console& console,
           BakeLog& log, BakeIndex& index)
{
    log.add("merge", {{"host", hostName()}, {"probenorm", versionText()}, {"folders", options.merge}});
    Progress progress(console, options.messages.progress, static_cast<std::uint32_t>(manifest.probes.size()));
    const MergeSources sources{options.merge, believeIndex(options), options.jobCount()};
    mergeShards(folder, manifest, sources, index, progress);
}

std::string doneText(const BakeOptions& options, const Summary& summary, const BakeCounts& counts)
{
    if (options.json)
        return jsonText({{"folder", options.output},
                         {"probes", summary.probes},
                         {"withWarnings", summary.withWarnings},
                         {"baked", counts.baked},
                         {"skipped", counts.skipped},
                         {"seconds", static_cast<float>(counts.seconds)}});
    const std::string skipped =
        options.resume ? fmt::format(", {} of them unchanged and skipped", counts.skipped) : std::string();
    return fmt::format("{}: {} probes, {} with warnings{}; see {}\n", printable(options.output), summary.probes,
                       summary.withWarnings, skipped, kReportName);
}

void requirePlanFits(const BakeOptions& options)
{
    if (options.plan.empty() && options.shards != 0)
        throw Failure(Exit::CommandLine, "--shards needs --plan FILE, which it writes");
    if (!options.plan.empty() && options.shards == 0 && !options.hasShard)
        throw Failure(Exit::CommandLine,
                      "--plan needs --shard I/N to bake one of its shards, or --shards N to write it");
}

// Writes the plan, and prints the command of each shard, with what else was asked for.
Exit writePlan(const BakeOptions& options, const Manifest& manifest)
{
    std::vector<std::string> more;
    const auto add = [&more](const char* name, const std::string& value, bool isGiven) {
        if (isGiven)
            more.insert(more.end(), {name, value});
    };
    add("--device", options.device.device, options.device.isGiven);
    add("--threads", std::to_string(options.device.threads), options.device.threads != 0);
    add("--jobs", std::to_string(options.jobs), options.jobs != 0);
    add("--max-memory", std::to_string(options.maxMemory), options.maxMemory != 0);
    add("--max-bytes", std::to_string(options.maxBytes), options.maxBytes != BakeOptions{}.maxBytes);
    image::writeFile(options.plan, planText(makePlan(manifest, options.shards), manifest));
    writeOutput("-", shardCommands({options.manifest, options.output, options.plan, options.shards, more}));
    return Exit::Success;
}

// All probes of a run, and the index of their folder. A bake that fails writes it too, if it can.
class WholeBake
{
public:
    WholeBake(const BakeOptions& options, const Manifest& manifest, const BakeFolder& folder,
              const std::vector<const Probe*>& probes)
        : m_options(options), m_manifest(manifest), m_folder(folder), m_probes(probes),
          m_index(folder.pathOf(kIndexName), believeIndex(options)), m_list(listDigest(manifest, probes, options.shard))
    {
    }

    // What the folder holds, if nothing has to be done.
    std::optional<Summary> findUnchanged()
    {
        const std::optional<Summary> found = m_index.findSummary(m_list, statsOf(summaryFiles()));
        std::atomic<bool> isSame = found.has_value();
        if (isSame)
            image::parallelRanges(static_cast<std::uint32_t>(m_probes.size()), m_options.threadCount(),
                                  [&](std::uint32_t begin, std::uint32_t end) {
                                      for (std::uint32_t i = begin; i < end && isSame; ++i)
                                          if (!knows(*m_probes[i]))
                                              isSame = false; // and no thread makes it true again
                                  });
        return isSame ? found : std::nullopt;
    }

    BakeCounts bake(Console& console, BakeLog& log, std::future<DeviceTeam>& devices)
    {
        try
        {
            return cli::bake(m_options, m_manifest, m_folder, m_probes, console, log, m_index, devices, m_closer);
        }
        catch (...)
        {
            writeIndexIfPossible();
            throw;
        }
    }

    void merge(Console& console, BakeLog& log) { cli::merge(m_options, m_manifest, m_folder, console, log, m_index); }

    Summary writeSummary()
    {
        const Summary summary =
            cli::writeSummary(m_folder, m_manifest, m_probes, m_options.shard, m_options.threadCount());
        m_index.setSummary(m_list, statsOf(summaryFiles()), summary);
        m_index.write();
        return summary;
    }

private:
    // For a bake that has failed. Its user is told that failure, so one to write the index is dropped.
    void writeIndexIfPossible() noexcept
    try
    {
        m_index.write();
    }
    catch (...)
    {
        return;
    }

    bool knows(const Probe& probe) const
    {
        return m_index.knows(probe, statsOf(filesOf(m_folder.path(), m_manifest, probe)));
    }

    std::vector<std::string> summaryFiles() const
    {
        std::vector<std::string> paths = {m_folder.pathOf(kSummaryName)};
        for (const std::string& name : reportNames(m_probes.size()))
            paths.push_back(m_folder.pathOf(name));
        return paths;
    }

    const BakeOptions& m_options;
    const Manifest& m_manifest;
    const BakeFolder& m_folder;
    const std::vector<const Probe*>& m_probes;
    BakeIndex m_index;
    std::string m_list;
    TeamCloser m_closer; // while the summary is written
};

Exit run(BakeOptions& options, Console& console)
{
    options.messages.applyTo(console);
    options.device.chunkBytes = kChunkBytes;
    const bool isMerge = !options.merge.empty();
    requirePlanFits(options);
    const Manifest manifest = findManifest(options.manifest, isMerge ? CheckFiles::No : CheckFiles::Yes);
    if (options.shards != 0)
        return writePlan(options, manifest);
    // A GPU's driver takes a quarter of a second to start. There may be nothing to do where a bake is resumed.
    std::future<DeviceTeam> devices = std::async(isMerge || options.resume ? std::launch::deferred : std::launch::async,
                                                 [&] { return makeDeviceTeam(options.device, console); });
    const std::vector<const Probe*> probes = chooseProbes(manifest, options.shard, options.plan);
    requireCubesFit(manifest, probes, options.maxBytes);
    refuseOverlap(options.output, manifest, options.merge);
    const BakeFolder folder(options.output, options.existing());
    BakeLog log(folder.pathOf(kLogName)); // before there are probes: it marks the folder as a bake's
    WholeBake whole(options, manifest, folder, probes);
    std::optional<Summary> summary = isMerge ? std::nullopt : whole.findUnchanged();
    if (!summary)
        folder.removeSummary(); // before results that it names
    folder.removeStrays(allResultNames(manifest));
    BakeCounts counts;
    if (summary)
    {
        counts.skipped = summary->probes;
        log.add("unchanged", {{"host", hostName()}, {"probenorm", versionText()}, {"skipped", counts.skipped}});
    }
    else
    {
        if (isMerge)
            whole.merge(console, log);
        else
            counts = whole.bake(console, log, devices);
        summary = whole.writeSummary();
    }
    if (!options.messages.quiet || options.json)
        writeOutput("-", doneText(options, *summary, counts));
    return Exit::Success;
}

std::function<Exit()> add(CLI::App& app, Console& console)
{
    const auto options = std::make_shared<BakeOptions>();
    options->addTo(app);
    return [options, &console] { return run(*options, console); };
}

constexpr const char* kManual =
    R"(Bakes many probes: coefficients of each, its normalized cubemap if asked for, and a report to look at.
The manifest says what each probe is and how it is baked; docs/bake.md and probenorm/schema/manifest.json have its
form. The results are the same bytes on every reproducible device, with any number of jobs, in one run or in several.

A folder that holds a bake is left alone unless --resume or --overwrite is given. A probe that was reported done stays
done, however the program ends.

  probenorm bake maps -o baked
  probenorm bake probes.json -o baked
  probenorm bake probes.json -o baked --resume
  probenorm bake probes.json -o part1 --shard 1/2
  probenorm bake probes.json -o baked --plan plan.json --shards 8 | parallel
  probenorm bake probes.json -o baked --merge part1 part2)";

} // namespace

const Command kBakeCommand{
    .name = "bake",
    .summary = "Bake the probes of a manifest, with a report",
    .manual = kManual,
    .add = add,
};

} // namespace pn::cli
