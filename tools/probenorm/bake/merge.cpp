#include "bake/merge.h"

#include "bake/commit_probes.h"
#include "bake/record.h"
#include "support/failure.h"
#include "support/interrupt.h"
#include "support/text.h"

#include "image/files/output_file.h"
#include "image/files/parallel.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <span>

namespace pn::cli {
namespace {

constexpr std::size_t kProbesOfGroup = 64; // whose files are open together, and become durable together
constexpr std::size_t kMostNamed = 10;     // of those that are absent

// A probe on its way into the folder.
struct MergedProbe
{
    bool isFound = false; // in a shard
    Json facts;           // of each result, by its name

    // They have no name yet; the record goes last, as when it is baked. Empty where the folder has them already.
    std::vector<std::unique_ptr<image::OutputFile>> files;
    std::uint64_t bytes = 0;
};

// The shard that has the probe, and its record.
struct Found
{
    std::string shard;
    Json record;
};

// Copies only bytes whose digests the record has. Somebody may write into the shard meanwhile.
void copyFiles(const Found& found, const BakeFolder& folder, const Probe& probe, MergedProbe& merged)
{
    const auto write = [&](const std::string& name, std::span<const std::byte> bytes) {
        merged.files.push_back(std::make_unique<image::OutputFile>(folder.pathOf(name), image::OutputTarget::Own));
        merged.files.back()->write(bytes);
        merged.files.back()->startSync();
        merged.bytes += bytes.size();
    };
    for (const std::string& name : resultNames(probe))
        write(name, readResult(found.shard, name, found.record).span());
    const std::string record = jsonText(found.record);
    write(probeFileName(probe.id, "json"), std::as_bytes(std::span(record)));
}

std::optional<Found> findInShards(const Manifest& manifest, const Probe& probe, const std::vector<std::string>& shards)
{
    std::optional<Found> found;
    for (const std::string& shard : shards)
    {
        const std::optional<FoundRecord> here = findRecord(shard, probe, nullptr);
        if (!here)
            continue;
        if (found && found->record != here->record)
            throw Failure(Exit::InvalidInput, fmt::format("{}: probe \"{}\": {} and {} differ", manifest.path, probe.id,
                                                          found->shard, shard));
        found = Found{shard, here->record};
    }
    return found;
}

std::string absentText(const Manifest& manifest, const std::vector<std::string>& absent)
{
    const std::span named(absent.data(), std::min(absent.size(), kMostNamed));
    const std::string more =
        named.size() < absent.size() ? fmt::format(" and {} more", absent.size() - named.size()) : std::string();
    return fmt::format("{}: none of the folders has {} of {}, whole and of these settings: \"{}\"{}", manifest.path,
                       absent.size(), counted(manifest.probes.size(), "probe"), fmt::join(named, "\", \""), more);
}

// Why probes failed where they were baked.
class ShardFailures
{
public:
    explicit ShardFailures(const std::vector<std::string>& shards) : m_shards(shards) {}

    // null where no shard says; the first one that does where several do.
    const Failure* find(const std::string& id)
    {
        if (!m_failures) // most merges do not ask
        {
            m_failures.emplace();
            for (const std::string& shard : m_shards)
                m_failures->merge(readFailures(shard));
        }
        const auto found = m_failures->find(id);
        return found != m_failures->end() ? &found->second : nullptr;
    }

private:
    const std::vector<std::string>& m_shards;
    std::optional<std::map<std::string, Failure>> m_failures;
};

class Merge
{
public:
    Merge(const BakeFolder& folder, const Manifest& manifest, const MergeSources& sources, BakeIndex& index)
        : m_folder(folder), m_manifest(manifest), m_sources(sources), m_index(index), m_commits(sources.threads),
          m_shardFailures(sources.shards)
    {
        if (sources.believeIndex == BelieveIndex::Yes)
            for (const std::string& shard : sources.shards)
                m_index.adoptInputs(shard + "/" + kIndexName);
    }

    Failures run(Progress& progress)
    {
        const std::span<const Probe> probes = m_manifest.probes;
        for (std::size_t first = 0; first < probes.size(); first += kProbesOfGroup)
        {
            throwIfInterrupted();
            runGroup(first, probes.subspan(first, std::min(kProbesOfGroup, probes.size() - first)), progress);
        }
        if (!m_absent.empty())
            throw Failure(Exit::InvalidInput, absentText(m_manifest, m_absent));
        for (const auto& [index, failure] : m_failures) // what an earlier run made of it, as when it is baked
            m_folder.removeFile(probeFileName(probes[index].id, "json"));
        return std::move(m_failures);
    }

private:
    void runGroup(std::size_t first, std::span<const Probe> probes, Progress& progress)
    {
        const auto count = static_cast<std::uint32_t>(probes.size());
        std::vector<MergedProbe> group(count);
        const auto forEach = [&](auto&& body) {
            image::parallelRanges(count, m_sources.threads, [&](std::uint32_t begin, std::uint32_t end) {
                for (std::uint32_t i = begin; i < end; ++i)
                    body(probes[i], group[i]);
            });
        };
        forEach([this](const Probe& probe, MergedProbe& merged) { merged = bring(probe); });
        for (std::size_t i = 0; i < count; ++i)
            if (const Failure* failure = group[i].isFound ? nullptr : m_shardFailures.find(probes[i].id))
                m_failures.emplace(first + i, *failure);
            else if (!group[i].isFound)
                m_absent.push_back(probes[i].id);
        if (!m_absent.empty())
            return;
        std::vector<image::OutputFile*> files;
        for (const MergedProbe& merged : group)
            for (const auto& file : merged.files)
                files.push_back(file.get());
        m_commits.commitFiles(files);
        for (const MergedProbe& merged : group)
            if (!merged.isFound)
                progress.addFailed();
            else if (merged.files.empty())
                progress.addSkipped();
            else
            {
                for (const auto& [name, facts] : merged.facts.items()) // what was just written looks as it does now
                    m_index.addResult(name, statOf(m_folder.pathOf(name)), facts);
                progress.addDone(merged.bytes);
            }
    }

    MergedProbe bring(const Probe& probe) const
    {
        const std::optional<Found> found = findInShards(m_manifest, probe, m_sources.shards);
        MergedProbe merged;
        if (!found)
            return merged;
        merged.isFound = true;
        merged.facts = found->record.at("files");
        const std::optional<FoundRecord> present = findRecord(m_folder.path(), probe, &m_index);
        if (m_absent.empty() && (!present || present->isJudgedAnew || present->record != found->record))
            copyFiles(*found, m_folder, probe, merged);
        return merged;
    }

    const BakeFolder& m_folder;
    const Manifest& m_manifest;
    const MergeSources& m_sources;
    BakeIndex& m_index;
    CommitTeam m_commits;
    ShardFailures m_shardFailures;
    Failures m_failures;
    std::vector<std::string> m_absent; // ids of probes that no shard has; then nothing is copied any more
};

} // namespace

void requireAllProbes(const Manifest& manifest, const MergeSources& sources)
{
    std::vector<char> isFound(manifest.probes.size());
    image::parallelRanges(static_cast<std::uint32_t>(isFound.size()), sources.threads,
                          [&](std::uint32_t begin, std::uint32_t end) {
                              for (std::uint32_t i = begin; i < end; ++i)
                                  isFound[i] = findInShards(manifest, manifest.probes[i], sources.shards) ? 1 : 0;
                          });
    std::vector<std::string> absent;
    ShardFailures failures(sources.shards);
    for (std::size_t i = 0; i < isFound.size(); ++i)
        if (isFound[i] == 0 && failures.find(manifest.probes[i].id) == nullptr)
            absent.push_back(manifest.probes[i].id);
    if (!absent.empty())
        throw Failure(Exit::InvalidInput, absentText(manifest, absent));
}

Failures mergeShards(const BakeFolder& folder, const Manifest& manifest, const MergeSources& sources, BakeIndex& index,
                     Progress& progress)
{
    return Merge(folder, manifest, sources, index).run(progress);
}

} // namespace pn::cli
