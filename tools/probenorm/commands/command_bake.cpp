#include "bake/bake_index.h"
#include "bake/bake_run.h"
#include "bake/choose_probes.h"
#include "bake/folder.h"
#include "bake/merge.h"
#include "bake/overlap.h"
#include "bake/record.h"
#include "bake/summary.h"
#include "commands/command.h"
#include "run/device.h"
#include "run/input.h"
#include "run/output.h"
#include "support/failure.h"
#include "support/interrupt.h"
#include "support/options.h"
#include "support/text.h"

#include <fmt/format.h>

#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

namespace pn::cli {
namespace {

constexpr std::uint32_t kMostJobs = 1024;
constexpr const char* kShardHelp = "Bake only the I-th of N parts of the manifest (auto: as the job array says)";
constexpr const char* kMemoryHelp = "Most bytes of the probes in memory (a quarter of the machine's, at most 4G)";

struct BakeOptions
{
    std::string manifest;
    std::string output;
    bool json = false;
    bool resume = false;
    bool overwrite = false;
    bool verify = false;
    bool strict = false;
    Shard shard;
    std::vector<std::string> merge;
    std::string root;
    std::uint32_t jobs = 0;
    std::uint64_t maxBytes = InputOptions{}.maxBytes;
    std::uint64_t maxMemory = 0; // 0: memoryBound() chooses
    DeviceOptions device;
    MessageOptions messages;

    void addTo(CLI::App& app)
    {
        addText(app, "MANIFEST", manifest, "A JSON file that lists the probes, or a folder of maps").required();
        addText(app, "-o,--output", output, "The folder for the results").required().takes("DIR");
        addText(app, "--root", root, "What files of the manifest are relative to (its folder)").takes("DIR");
        const Option resumeOption =
            addFlag(app, "--resume", resume, "Go on with a bake: skip what is done and unchanged");
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

    ExistingBake existing() const
    {
        if (overwrite)
            return ExistingBake::Overwrite;
        return resume ? ExistingBake::Resume : ExistingBake::Refuse;
    }

    std::uint32_t threadCount() const
    {
        return device.threads != 0 ? device.threads : std::max(std::thread::hardware_concurrency(), 1u);
    }

    std::uint32_t jobCount() const
    {
        if (jobs != 0)
            return jobs;
        return std::clamp(2 * threadCount(), 1u, kMostJobs); // one computes while another waits for the disk
    }

    std::uint64_t memoryBound() const
    {
        if (maxMemory != 0)
            return maxMemory;
        constexpr std::uint64_t kMost = std::uint64_t{4} << 30;
        const auto pages = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES));
        return std::min(pages / 4 * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)), kMost);
    }

    MergeSources mergeSources() const { return {merge, believeIndex(), jobCount()}; }
    BelieveIndex believeIndex() const { return verify ? BelieveIndex::No : BelieveIndex::Yes; }
};

// A batch for a GPU has some 40 MB of texels. Larger chunks took as long on an H200, and 150 MB more of staging memory.
constexpr std::uint64_t kChunkBytes = std::uint64_t{16} << 20;

// Lets the heap keep what small probes free, as the next one needs as much: memory that went to the system costs a page
// fault per page when it comes back. Larger buffers go back at once. On its own glibc keeps up to 64 MiB per thread.
void boundFreedMemory()
{
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 4 << 20);
    mallopt(M_TRIM_THRESHOLD, 8 << 20);
#endif
}

std::string doneText(const BakeOptions& options, const Summary& summary, const BakeCounts& counts)
{
    Json worst = Json::array();
    std::string lines;
    for (const WorstFinding& each : summary.worst)
    {
        worst.push_back(each.said);
        const auto text = [&](const char* name) { return each.said[name].get<std::string>(); };
        lines += fmt::format("{}: {}: {}: {}\n", text("severity"), text("id"), text("finding"), text("text"));
    }
    if (options.json)
        return jsonText({{"folder", options.output},
                         {"probes", summary.probes},
                         {"withWarnings", summary.withWarnings},
                         {"withBadTexels", summary.withBadTexels},
                         {"refused", summary.refused},
                         {"worst", worst},
                         {"baked", counts.baked},
                         {"skipped", counts.skipped},
                         {"failed", counts.failures.size()},
                         {"seconds", static_cast<float>(counts.seconds)}});
    const std::string skipped =
        options.resume ? fmt::format(", {} of them unchanged and skipped", counts.skipped) : std::string();
    const std::string failed = counts.failures.empty()
                                   ? std::string()
                                   : fmt::format(", {} failed (--resume bakes them again)", counts.failures.size());
    const std::string bad = summary.withBadTexels == 0
                                ? std::string()
                                : fmt::format(" ({} with NaN or infinite texels)", summary.withBadTexels);
    return fmt::format("{}{}: {}, {} with warnings{}{}{}; see {}\n", lines, printable(options.output),
                       counted(summary.probes, "probe"), summary.withWarnings, bad, skipped, failed, kReportName);
}

void requireFolders(const BakeOptions& options)
{
    if (options.output.empty() || options.output == "-")
        throw Failure(Exit::CommandLine, fmt::format("--output must be a folder, found \"{}\"", options.output));
    for (const std::string& shard : options.merge)
        if (!std::filesystem::is_directory(shard + "/" + kProbesName))
            throw Failure(Exit::FileIo, fmt::format("{}: holds no bake to merge", shard));
}

// A run on a folder: bakes or merges all of its probes, and writes its summary, its log and its index.
class WholeBake
{
public:
    WholeBake(const BakeOptions& options, const Manifest& manifest, const std::vector<const Probe*>& probes,
              Console& console)
        : m_options(options), m_manifest(manifest), m_probes(probes), m_console(console),
          m_folder(options.output, options.existing()), m_log(m_folder.pathOf(kLogName)), // it marks the folder
          m_index(m_folder.pathOf(kIndexName), options.believeIndex())
    {
    }

    Summary run(BakeCounts& counts)
    {
        m_folder.removeSummary(); // before results that it names
        m_folder.removeStrays(allResultNames(m_manifest));
        try
        {
            if (m_options.merge.empty())
                counts = bake();
            else
                counts.failures = merge();
        }
        catch (...)
        {
            writeIndexIfPossible();
            m_folder.removeMarksIfEmpty();
            throw;
        }
        const Summary summary =
            writeSummary(m_folder, m_manifest, m_probes, counts.failures, m_options.shard, m_options.threadCount());
        m_index.write();
        return summary;
    }

private:
    BakeCounts bake()
    {
        const auto most = static_cast<std::uint32_t>(std::max<std::size_t>(m_probes.size(), 1));
        const std::uint32_t jobs = std::min(m_options.jobCount(), most);
        Compressor compressor([this] { return openGpu(m_options.device, m_console); },
                              [this](const std::string& message) { m_console.warn(message); },
                              texelsOfJobs(m_options.threadCount()));
        const BakeContext context{m_manifest, m_folder, m_options.maxBytes,
                                  std::max(m_options.threadCount() / jobs, 1u), compressor};
        boundFreedMemory();
        m_log.add("start", {{"host", hostName()},
                            {"probenorm", versionText()},
                            {"probes", m_probes.size()},
                            {"shard", fmt::format("{}/{}", m_options.shard.index, m_options.shard.count)},
                            {"device", m_options.device.device},
                            {"jobs", jobs}});
        DeviceOptions jobCpu = m_options.device;
        jobCpu.threads = context.threadsOfEachJob;
        const Pipeline::Device device{m_options.device.device == "cpu",
                                      [&] { return makeFallbackContext(m_options.device, m_console, kChunkBytes); },
                                      [&, jobCpu] { return makeFallbackContext(jobCpu, m_console); }};
        const BakeRunOptions run{{jobs, m_options.memoryBound()}, m_options.messages.progress, m_options.strict};
        return bakeProbes(context, m_probes, device, run, {m_console, m_log, m_index});
    }

    // One that fails takes back what it has copied, so that the next one finds no bake that it did not find before.
    Failures merge()
    {
        m_log.add("merge", {{"host", hostName()}, {"probenorm", versionText()}, {"folders", m_options.merge}});
        Progress progress(m_console, m_options.messages.progress, static_cast<std::uint32_t>(m_probes.size()));
        try
        {
            Failures failures = mergeShards(m_folder, m_manifest, m_options.mergeSources(), m_index, progress);
            for (const auto& [index, failure] : failures)
                m_log.add("failed", {{"id", m_probes[index]->id}, {"reason", failure.what()}});
            tellFailures(m_console, m_manifest, m_probes, failures, kSummaryName);
            return failures;
        }
        catch (...)
        {
            if (!m_options.resume && !isInterrupted())
                m_folder.removeStrays({});
            throw;
        }
    }

    // For a run that has failed. Its user is told that failure, so one to write the index is dropped.
    void writeIndexIfPossible() noexcept
    try
    {
        m_index.write();
    }
    catch (...)
    {
        return;
    }

    const BakeOptions& m_options;
    const Manifest& m_manifest;
    const std::vector<const Probe*>& m_probes;
    Console& m_console;
    BakeFolder m_folder;
    BakeLog m_log;
    BakeIndex m_index;
};

Exit run(BakeOptions& options, Console& console)
{
    const bool isMerge = !options.merge.empty();
    const Manifest manifest =
        findManifest(options.manifest, options.root, isMerge ? CheckFiles::No : CheckFiles::Yes, console);
    const std::vector<const Probe*> probes = chooseProbes(manifest, options.shard);
    requireCubesFit(manifest, probes, options.maxBytes);
    if (options.strict && !isMerge)
        requireInputs(manifest, probes);
    refuseOverlap(options.output, manifest, options.merge);
    requireFolders(options);
    if (isMerge && options.overwrite)
        requireAllProbes(manifest, options.mergeSources());
    BakeCounts counts;
    const Summary summary = WholeBake(options, manifest, probes, console).run(counts);
    if (!options.messages.quiet || options.json)
        writeOutput("-", doneText(options, summary, counts));
    if (summary.refused != 0)
        console.error(
            fmt::format("{}: {} refused by \"check\"", printable(options.manifest), counted(summary.refused, "probe")));
    return counts.exit() == Exit::Success && summary.refused != 0 ? Exit::InvalidInput : counts.exit();
}

} // namespace

const Command kBakeCommand{
    .name = "bake",
    .summary = "Bake the probes of a manifest, with a report",
    .manual = R"(Bakes many probes: coefficients of each, its normalized cubemap if asked for, and a report to look at.
The manifest says what each probe is and how it is baked; docs/bake.md and probenorm/schema/manifest.json have its
form. The results are the same bytes on every reproducible device, with any number of jobs, in one run or in several.

A folder that holds a bake is left alone unless --resume or --overwrite is given. A probe that was reported done stays
done, however the program ends.

  probenorm bake maps -o baked
  probenorm bake probes.json -o baked
  probenorm bake probes.json -o baked --resume
  probenorm bake probes.json -o part1 --shard 1/2
  probenorm bake probes.json -o baked --merge part1 part2)",
    .add = addCommand<BakeOptions, run>,
};

} // namespace pn::cli
