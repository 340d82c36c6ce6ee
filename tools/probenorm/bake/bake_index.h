#pragma once

#include "bake/manifest.h"
#include "bake/summary.h"

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pn::cli {

// What the system knows of a file without reading it. All zero where there is none.
struct FileStat
{
    std::uint64_t size = 0;
    std::int64_t modified = 0; // nanoseconds
    std::int64_t changed = 0;  // the same, of its name, mode and contents
    std::uint64_t inode = 0;

    bool operator==(const FileStat&) const = default;
};

FileStat statOf(const struct stat& status);
FileStat statOf(const std::string& path);
std::vector<FileStat> statsOf(const std::vector<std::string>& paths);

// The results of a probe and its record, in this order; filesOf() has the inputs before them.
std::vector<std::string> resultPaths(const std::string& folder, const Probe& probe);
std::vector<std::string> filesOf(const std::string& folder, const Manifest& manifest, const Probe& probe);

enum class BelieveIndex
{
    Yes,
    No, // every file is digested
};

enum class IndexUse
{
    Run,  // it is the index of the folder that the run writes; the run starts now
    Read, // it is another folder's; nothing is written
};

// bake.index: the stat data of the files of probes that were digested, so that a resumed bake need not read them
// again. It is no result: without it, or where it is damaged, everything is digested. A file may change twice within
// one tick of the file system's clock. So, as git does, it believes only what is older: inputs, which are read at any
// time of a run, that are older than the start of the run; results, which the run itself writes, that are older than
// the index. Both times stand in it, so that a copy of it believes no more than it did.
class BakeIndex
{
public:
    // Reads what is there, if it is to be believed.
    BakeIndex(const std::string& path, BelieveIndex believe, IndexUse use = IndexUse::Run);

    // Whether the probe was done by this version for this plan, and no file looks different since.
    bool knows(const Probe& probe, const std::vector<FileStat>& files) const;

    // The stat data of the inputs that a record was made from, where they are old enough to be believed. Nothing where
    // that is unknown. seal: of the record.
    std::vector<FileStat> findInputs(const Probe& probe, const std::string& seal, std::size_t inputCount) const;

    // Remembers a probe whose files were digested or written after these stat data were taken. seal: of its record. Any
    // thread may call it.
    void add(const Probe& probe, std::string seal, std::vector<FileStat> files);

    // What was written of all probes, if the list of probes and the files are still the same.
    std::optional<Summary> findSummary(const std::string& list, const std::vector<FileStat>& files) const;
    void setSummary(const std::string& list, const std::vector<FileStat>& files, const Summary& summary);

    // Replaces the file by what was added and what knows() said yes to.
    void write();

private:
    struct Entry
    {
        std::string plan; // a digest
        std::string seal; // of the record, which has the digests of its inputs
        std::vector<FileStat> files;
    };
    struct SummaryEntry
    {
        std::string list; // a digest
        std::vector<FileStat> files;
        Summary summary;
    };

    void parse(std::string_view text);
    std::int64_t writeText(std::string& text) const;
    bool areOldInputs(std::span<const FileStat> files) const;
    bool areOldResults(std::span<const FileStat> files) const;

    std::string m_path;
    std::int64_t m_start = 0;      // of this run; like the two below, by the clock of the index's file system
    std::int64_t m_foundStart = 0; // of the run that wrote the index: inputs are believed that are older
    std::int64_t m_limit = 0;      // when writing it began: results are believed that are older
    std::map<std::string, Entry> m_found;
    std::optional<SummaryEntry> m_summary;
    mutable std::mutex m_mutex; // for what follows
    mutable std::map<std::string, Entry> m_kept;
};

// A digest of the probes, in their order, and of how each is baked.
std::string listDigest(const Manifest& manifest, const std::vector<const Probe*>& probes, const Shard& shard);

} // namespace pn::cli
