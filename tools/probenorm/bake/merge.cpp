#include "bake/merge.h"

#include "bake/record.h"
#include "support/failure.h"
#include "support/interrupt.h"

#include "image/output_file.h"

#include <fmt/format.h>

namespace pn::cli {
namespace {

void copyFile(const std::string& from, const std::string& to)
{
    image::writeFile(to, readWhole(from).span());
}

// The record goes last, as when it is baked.
void copyProbe(const std::string& shard, const BakeFolder& folder, const Probe& probe)
{
    std::vector<std::string> names = resultNames(probe);
    names.push_back(probeFileName(probe.id, "json"));
    for (const std::string& name : names)
        copyFile(shard + "/" + name, folder.pathOf(name));
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

} // namespace

void mergeShards(const BakeFolder& folder, const Manifest& manifest, const std::vector<std::string>& shards)
{
    for (const Probe& probe : manifest.probes)
    {
        throwIfInterrupted();
        const Found found = findInShards(manifest, probe, shards);
        const std::optional<Json> present = findRecord(folder.path(), probe);
        if (!present || *present != found.record)
            copyProbe(found.shard, folder, probe);
    }
}

} // namespace pn::cli
