#include "bake/bake_index.h"
#include "bake/bake_run.h"
#include "bake/choose_probes.h"
#include "bake/merge.h"
#include "bake/overlap.h"
#include "bake/record.h"
#include "bake/report.h"
#include "bake/summary.h"
#include "commands/bake_options.h"
#include "commands/command.h"
#include "run/fallback_context.h"
#include "run/input.h"
#include "run/output.h"
#include "support/failure.h"
#include "support/interrupt.h"
#include "support/library_result.h"
#include "support/text.h"

#include "image/files/output_file.h"
#include "image/files/parallel.h"

#include <fmt/format.h>

#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>

namespace pn::cli {
namespace {

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

BakeCounts bake(const BakeOptions& options, const Manifest& manifest, const BakeFolder& folder,
                const std::vector<const Probe*>& probes, Console& console, BakeLog& log, BakeIndex& index)
{
    const auto most = static_cast<std::uint32_t>(std::max<std::size_t>(probes.size(), 1));
    const std::uint32_t jobs = std::min(options.jobCount(), most);
    const BakeContext context{manifest, folder, options.maxBytes, std::max(options.threadCount() / jobs, 1u)};
    boundFreedMemory();
    log.add("start", {{"host", hostName()},
                      {"probenorm", versionText()},
                      {"probes", probes.size()},
                      {"shard", fmt::format("{}/{}", options.shard.index, options.shard.count)},
                      {"device", options.device.device},
                      {"jobs", jobs}});
    DeviceOptions jobCpu = options.device;
    jobCpu.threads = context.threadsOfEachJob;
    const Pipeline::Device device{options.device.device == "cpu",
                                  [&] { return makeFallbackContext(options.device, console); },
                                  [&, jobCpu] { return makeFallbackContext(jobCpu, console); }};
    const BakeRunOptions run{{jobs, options.memoryBound()}, options.messages.progress, options.strict};
    return bakeProbes(context, probes, device, run, console, log, index);
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
                         {"withBadTexels", summary.withBadTexels},
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
    return fmt::format("{}: {}, {} with warnings{}{}{}; see {}\n", printable(options.output),
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

    BakeCounts bake(Console& console, BakeLog& log)
    {
        try
        {
            return cli::bake(m_options, m_manifest, m_folder, m_probes, console, log, m_index);
        }
        catch (...)
        {
            writeIndexIfPossible();
            m_folder.removeMarksIfEmpty();
            throw;
        }
    }

    // One that fails takes back what it has copied, so that the next one finds no bake that it did not find before.
    void merge(Console& console, BakeLog& log)
    {
        try
        {
            cli::merge(m_options, m_manifest, m_folder, console, log, m_index);
        }
        catch (...)
        {
            if (!m_options.resume && !isInterrupted())
                m_folder.removeStrays({});
            m_folder.removeMarksIfEmpty();
            throw;
        }
    }

    Summary writeSummary(const Failures& failures)
    {
        const Summary summary =
            cli::writeSummary(m_folder, m_manifest, m_probes, failures, m_options.shard, m_options.threadCount());
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
};

Exit run(BakeOptions& options, Console& console)
{
    options.messages.applyTo(console);
    options.device.chunkBytes = kChunkBytes;
    const bool isMerge = !options.merge.empty();
    const Manifest manifest = findManifest(options.manifest, isMerge ? CheckFiles::No : CheckFiles::Yes, console);
    const std::vector<const Probe*> probes = chooseProbes(manifest, options.shard);
    requireCubesFit(manifest, probes, options.maxBytes);
    if (options.strict && !isMerge)
        requireInputs(manifest, probes);
    refuseOverlap(options.output, manifest, options.merge);
    requireFolders(options);
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
            counts = whole.bake(console, log);
        summary = whole.writeSummary(counts.failures);
    }
    if (!options.messages.quiet || options.json)
        writeOutput("-", doneText(options, *summary, counts));
    return counts.exit();
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
    .name = "bake",
    .summary = "Bake the probes of a manifest, with a report",
    .manual = kManual,
    .add = add,
};

} // namespace pn::cli
