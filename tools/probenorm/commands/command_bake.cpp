#include "bake/bake_index.h"
#include "bake/bake_run.h"
#include "bake/digest.h"
#include "bake/list_probes.h"
#include "bake/memory_budget.h"
#include "bake/merge.h"
#include "bake/overlap.h"
#include "bake/summary.h"
#include "commands/command.h"
#include "run/input.h"
#include "run/output.h"
#include "support/failure.h"
#include "support/library_result.h"
#include "support/text.h"

#include "image/parallel.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <thread>

namespace pn::cli {
namespace {

constexpr std::uint32_t kMostJobs = 1024;
constexpr std::uint64_t kBatchBytes = std::uint64_t{512} << 20; // so that copies to a GPU hide behind its work
constexpr const char* kShardHelp = "Bake only the I-th of N parts of the manifest (auto: as the job array says)";

struct BakeOptions
{
    std::string manifest;
    std::string output;
    bool json = false;
    bool resume = false;
    bool overwrite = false;
    bool verify = false;
    Shard shard;
    std::vector<std::string> merge;
    std::uint32_t jobs = 0;
    std::uint64_t maxBytes = InputOptions{}.maxBytes;
    std::uint64_t maxMemory = 0; // 0: a share of what is free
    DeviceOptions device;
    MessageOptions messages;

    void addTo(CLI::App& app);
    ExistingBake existing() const;
    std::uint32_t threadCount() const;
    std::uint32_t jobCount() const;
};

void BakeOptions::addTo(CLI::App& app)
{
    addText(app, "MANIFEST", manifest, "A JSON file that lists the probes, or a folder of maps").required();
    addText(app, "-o,--output", output, "The folder for the results").required().takes("DIR");
    const Option resumeOption = addFlag(app, "--resume", resume, "Go on with a bake: skip what is done and unchanged");
    addFlag(app, "--overwrite", overwrite, "Replace the bake that the folder holds").excludes(resumeOption);
    addUint(app, "--jobs", jobs, 1, kMostJobs, "Threads that read and write probes (two for each CPU thread)");
    addBytes(app, "--max-memory", maxMemory, "Most bytes of the probes at hand (a quarter of the free memory)");
    addFlag(app, "--verify", verify, "With --resume: digest every file, and believe no stat data");
    const auto readShard = [this](const std::string& text) { shard = parseShard(text); };
    const Option shardOption = addParsed(app, "--shard", readShard, kShardHelp).takes("I/N|auto");
    addTexts(app, "--merge", merge, "Join the folders of all shards instead of baking")
        .takes("DIR...")
        .excludes(shardOption);
    addBytes(app, "--max-bytes", maxBytes, "Most bytes of decoded texels of one input (1G)");
    addJsonFormat(app, json, "Form of what is printed (text)");
    device.addTo(app);
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

std::set<std::string> idsOf(const Manifest& manifest)
{
    std::set<std::string> ids;
    for (const Probe& probe : manifest.probes)
        ids.insert(probe.id);
    return ids;
}

std::vector<const Probe*> probesOf(const Manifest& manifest, const Shard& shard)
{
    std::vector<const Probe*> probes;
    for (const Probe& probe : manifest.probes)
        if (shardOf(probe.id, shard.count) == shard.index - 1)
            probes.push_back(&probe);
    return probes;
}

BakeCounts bake(const BakeOptions& options, const Manifest& manifest, const BakeFolder& folder,
                const std::vector<const Probe*>& probes, Console& console, BakeLog& log, BakeIndex& index)
{
    const auto most = static_cast<std::uint32_t>(std::max<std::size_t>(probes.size(), 1));
    const std::uint32_t jobs = std::min(options.jobCount(), most);
    FallbackContext device = makeFallbackContext(options.device, console);
    const PnContextInfo info = contextInfo(device.context());
    log.add("start", {{"host", hostName()},
                      {"probenorm", versionText()},
                      {"probes", probes.size()},
                      {"shard", fmt::format("{}/{}", options.shard.index, options.shard.count)},
                      {"jobs", jobs},
                      {"backend", backendName(info.backend)},
                      {"device", info.name}});
    const BakeContext context{manifest, folder, options.maxBytes, std::max(options.threadCount() / jobs, 1u)};
    const std::uint64_t maxMemory = options.maxMemory != 0 ? options.maxMemory : availableMemory() / 4;
    DeviceStage stage(device);
    const PipelineOptions pipeline{jobs, maxMemory, std::min(maxMemory / 4, kBatchBytes)};
    return bakeProbes(context, probes, stage, {pipeline, options.messages.progress}, console, log, index);
}

// Before any probe is read: a manifest may come from somebody else.
void requireCubesFit(const Manifest& manifest, const std::vector<const Probe*>& probes, std::uint64_t maxBytes)
{
    for (const Probe* probe : probes)
        requireCubeFits(
            probe->settings.faceSize, probe->settings.mips, maxBytes,
            fmt::format("{}: probe \"{}\": faceSize {}", manifest.path, probe->id, probe->settings.faceSize));
}

void merge(const BakeOptions& options, const Manifest& manifest, const BakeFolder& folder, BakeLog& log)
{
    log.add("merge", {{"host", hostName()}, {"probenorm", versionText()}, {"folders", options.merge}});
    mergeShards(folder, manifest, options.merge);
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

// A folder stands for a manifest of all that is in it.
Manifest manifestFor(const BakeOptions& options, CheckFiles checkFiles)
{
    if (!std::filesystem::is_directory(options.manifest))
        return readManifest(options.manifest, checkFiles);
    const std::string path = options.manifest + "/probes";
    return parseManifest(manifestOf(environmentsIn(options.manifest), options.manifest), path, checkFiles);
}

// All probes of a run, and the index of their folder, which is written however the run ends.
class WholeBake
{
public:
    WholeBake(const BakeOptions& options, const Manifest& manifest, const BakeFolder& folder,
              const std::vector<const Probe*>& probes)
        : m_options(options), m_manifest(manifest), m_folder(folder), m_probes(probes),
          m_index(folder.pathOf(kIndexName), options.verify ? BelieveIndex::No : BelieveIndex::Yes),
          m_list(listDigest(manifest, probes, options.shard))
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
                                          isSame = knows(*m_probes[i]);
                                  });
        return isSame ? found : std::nullopt;
    }

    BakeCounts bake(Console& console, BakeLog& log)
    {
        try
        {
            return cli::bake(m_options, m_manifest, m_folder, m_probes, console, log, m_index);
        }
        catch (...)
        {
            m_index.write();
            throw;
        }
    }

    Summary writeSummary()
    {
        const Summary summary = cli::writeSummary(m_folder, m_manifest, m_probes, m_options.shard);
        m_index.setSummary(m_list, statsOf(summaryFiles()), summary);
        m_index.write();
        return summary;
    }

private:
    bool knows(const Probe& probe) const
    {
        return m_index.knows(probe, statsOf(filesOf(m_folder.path(), m_manifest, probe)));
    }

    std::vector<std::string> summaryFiles() const
    {
        return {m_folder.pathOf(kSummaryName), m_folder.pathOf(kReportName)};
    }

    const BakeOptions& m_options;
    const Manifest& m_manifest;
    const BakeFolder& m_folder;
    const std::vector<const Probe*>& m_probes;
    BakeIndex m_index;
    std::string m_list;
};

Exit run(BakeOptions& options, Console& console)
{
    options.messages.applyTo(console);
    const bool isMerge = !options.merge.empty();
    const Manifest manifest = manifestFor(options, isMerge ? CheckFiles::No : CheckFiles::Yes);
    const std::vector<const Probe*> probes = probesOf(manifest, options.shard);
    requireCubesFit(manifest, probes, options.maxBytes);
    refuseOverlap(options.output, manifest, options.merge);
    const BakeFolder folder(options.output, options.existing());
    BakeLog log(folder.pathOf(kLogName)); // before there are probes: it marks the folder as a bake's
    folder.removeStrays(idsOf(manifest));
    WholeBake whole(options, manifest, folder, probes);
    std::optional<Summary> summary = isMerge ? std::nullopt : whole.findUnchanged();
    BakeCounts counts;
    if (summary)
    {
        counts.skipped = summary->probes;
        log.add("unchanged", {{"host", hostName()}, {"probenorm", versionText()}, {"skipped", counts.skipped}});
    }
    else
    {
        folder.removeSummary();
        if (isMerge)
            merge(options, manifest, folder, log);
        else
            counts = whole.bake(console, log);
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
  probenorm bake probes.json -o baked --merge part1 part2)";

} // namespace

const Command kBakeCommand{
    "bake",
    "Bake the probes of a manifest, with a report",
    kManual,
    add,
};

} // namespace pn::cli
