#pragma once

#include "support/json.h"

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>

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

enum class BelieveIndex
{
    Yes,
    No, // every file is digested
};

// bake.index: the digests of files by their stat data, so that a resumed bake need not read them again. It is no
// result: without it, or where it is damaged, everything is digested. As in git's index, a file whose stat data are the
// same is the same. A file that changes twice within one tick of the file system's clock could look the same after
// both changes, so only older ones are kept: inputs, which are read at any time of a run, that are older than its
// start; results, which the run itself writes, that are older than the index. Any thread may call it.
class BakeIndex
{
public:
    // Reads what is there, if it is to be believed. path: where write() puts it.
    BakeIndex(const std::string& path, BelieveIndex believe);

    // "bytes" and "digest" of a file, which is digested where it is not known; null where it cannot be read. name: of
    // an input as in the manifest, or of a result as in records. Results begin with their folder's name.
    Json inputFacts(const std::string& name, const std::string& path) { return factsOf(name, path); }
    Json resultFacts(const std::string& name, const std::string& path) { return factsOf("/" + name, path); }

    // Remembers a file that was digested or written. stat: from before it was read, or after it was written.
    void addInput(const std::string& name, const FileStat& stat, const Json& facts) { add(name, stat, facts); }
    void addResult(const std::string& name, const FileStat& stat, const Json& facts) { add("/" + name, stat, facts); }

    // Copies the entries of inputs from the index at path. Entries that this index has already stay.
    void adoptInputs(const std::string& path);

    std::size_t digestedFiles() const { return m_digestedFiles; } // so far

    void write();

private:
    struct Entry
    {
        FileStat stat;
        std::string digest;
    };
    using Entries = std::map<std::string, Entry>; // by name; "/" stands before results

    static Entries read(const std::string& path);
    Json factsOf(const std::string& name, const std::string& path);
    void add(const std::string& name, const FileStat& stat, const Json& facts);

    std::string m_path;
    std::int64_t m_start = 0; // of this run, by the clock of the file system
    std::mutex m_mutex;       // for what follows
    Entries m_entries;
    std::size_t m_digestedFiles = 0;
};

} // namespace pn::cli
