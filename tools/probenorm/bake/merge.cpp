#include "bake/merge.h"

#include "bake/commit_probes.h"
#include "bake/record.h"
#include "support/failure.h"
#include "support/interrupt.h"

#include "image/output_file.h"
#include "image/parallel.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace pn::cli {
namespace {

constexpr std::size_t kProbesOfGroup = 64; // whose files are open together, and become durable together

// A probe's files, which have no name in the folder yet; the record goes last, as when it is baked. Empty where the
// folder has them already.
struct CopiedProbe
{
    std::vector<std::unique_ptr<image::OutputFile>> files;
    std::uint64_t bytes = 0;
};

CopiedProbe copyProbe(const std::string& shard, const BakeFolder& folder, const Probe& probe)
{
    std::vector<std::string> names = resultNames(probe);
    names.push_back(probeFileName(probe.id, "json"));
    CopiedProbe copy;
    for (const std::string& name : names)
    {
        const image::Buffer bytes = readWhole(shard + "/" + name);
        copy.files.push_back(std::make_unique<image::OutputFile>(folder.pathOf(name)));
        copy.files.back()->write(bytes.span());
        copy.files.back()->startSync();
        copy.bytes += bytes.size();
    }
    return copy;
}

// The shard that has the probe, and its record.
struct Found
{
    std::string shard;
    Json record;
};

Found findInShards(const Manifest& manifest, const Probe& probe, const std::vector<std::string>& shards)
{
    std::optional<Found> found;
    for (const std::string& shard : shards)
    {
        const std::optional<Json> record = findRecord(shard, probe);
        if (!record)
            continue;
        if (found && found->record != *record)
            throw Failure(Exit::InvalidInput, fmt::format("{}: probe \"{}\": {} and {} differ", manifest.path, probe.id,
                                                          found->shard, shard));
        found = Found{shard, *record};
    }
    if (!found)
        throw Failure(Exit::InvalidInput,
                      fmt::format("{}: probe \"{}\": none of the folders has it, whole and of these settings",
                                  manifest.path, probe.id));
    return *found;
}

CopiedProbe bringProbe(const BakeFolder& folder, const Manifest& manifest, const Probe& probe,
                       const std::vector<std::string>& shards)
{
    const Found found = findInShards(manifest, probe, shards);
    const std::optional<Json> present = findRecord(folder.path(), probe);
    return present && *present == found.record ? CopiedProbe{} : copyProbe(found.shard, folder, probe);
}

} // namespace

void mergeShards(const BakeFolder& folder, const Manifest& manifest, const std::vector<std::string>& shards,
                 std::uint32_t threads, Progress& progress)
{
    const std::vector<Probe>& probes = manifest.probes;
    for (std::size_t first = 0; first < probes.size(); first += kProbesOfGroup)
    {
        throwIfInterrupted();
        std::vector<CopiedProbe> group(std::min(kProbesOfGroup, probes.size() - first));
        image::parallelRanges(static_cast<std::uint32_t>(group.size()), threads,
                              [&](std::uint32_t begin, std::uint32_t end) {
                                  for (std::uint32_t i = begin; i < end; ++i)
                                      group[i] = bringProbe(folder, manifest, probes[first + i], shards);
                              });
        std::vector<image::OutputFile*> files;
        for (const CopiedProbe& probe : group)
            for (const auto& file : probe.files)
                files.push_back(file.get());
        commitFiles(files, threads);
        for (const CopiedProbe& probe : group)
            if (probe.files.empty())
                progress.addSkipped();
            else
                progress.addDone(probe.bytes);
    }
}

} // namespace pn::cli
