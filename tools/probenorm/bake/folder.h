#pragma once

#include "support/json.h"

#include <array>
#include <cstddef>
#include <mutex>
#include <optional>
#include <set>
#include <string>

namespace pn::cli {

// A lock on a folder, held by a file in it. The lock is the system's, so it goes with the process, however that ends.
// A process that is killed leaves the file, which locks nothing then.
class FolderLock
{
public:
    // Throws Failure{FileIo} if another process holds it, or the file cannot be made.
    FolderLock(const std::string& folder, const std::string& fileName);
    ~FolderLock();
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

private:
    std::string m_path;
    int m_file = -1;
};

enum class ExistingBake
{
    Refuse,
    Resume,
    Overwrite,
};

// The folder that a bake is written to, locked for as long as this lives.
class BakeFolder
{
public:
    // Throws Failure{FileIo} if the folder holds a bake and existing is Refuse, if it holds files where probes go and
    // is no bake, or if another process bakes into it.
    BakeFolder(std::string path, ExistingBake existing);

    const std::string& path() const { return m_path; }
    std::string pathOf(const std::string& name) const { return m_path + "/" + name; }

    // Whether its folder of probes was empty when it was locked.
    bool isFresh() const { return m_isFresh; }

    // Removes files that killed runs left half written. Removes files of probes that are not among results, which are
    // names relative to the folder: a probe or its format may not be asked for any more. Files that no bake calls so
    // stay.
    void removeStrays(const std::set<std::string>& results) const;

    // Removes what marks the folder as a bake's, if no probe is in it: what failed before its first probe is no bake.
    void removeMarksIfEmpty() const;

    bool removeFile(const std::string& name) const; // false where it is not there or stays

    // Removes the summary and the report, which are of all probes or not there.
    void removeSummary() const;

private:
    void checkExisting(ExistingBake existing) const;

    std::string m_path;
    std::optional<FolderLock> m_lock; // always there; it is taken once the folder has been made
    bool m_isFresh = false;
};

// Names inside a bake's folder.
inline constexpr const char* kSummaryName = "bake.json";
inline constexpr const char* kReportName = "report.html";
inline constexpr const char* kLogName = "bake.log.jsonl";
inline constexpr const char* kProbesName = "probes";
inline constexpr const char* kLockName = ".bake.lock";
inline constexpr const char* kIndexName = "bake.index";

// What a bake may remove or replace, besides the parts of its report.
inline constexpr std::array<const char*, 6> kOwnedNames = {kProbesName, kSummaryName, kReportName,
                                                           kLogName,    kLockName,    kIndexName};

// A part of the report: "report.0001.js" is part 0. The page loads them from beside it.
std::string reportPartName(std::size_t part);
bool isReportPart(const std::string& name);

std::string probeFileName(const std::string& id, const std::string& extension); // "probes/hall.json"

// bake.log.jsonl: one JSON object a line for everything that differs between runs. Safe to call from any thread.
class BakeLog
{
public:
    explicit BakeLog(const std::string& path);
    ~BakeLog();
    BakeLog(const BakeLog&) = delete;
    BakeLog& operator=(const BakeLog&) = delete;

    // {"time": "2026-01-31T12:00:00Z", "event": event, ...}
    void add(const char* event, const Json& fields);

private:
    std::mutex m_mutex;
    int m_file = -1;
};

// This machine's name.
std::string hostName();

} // namespace pn::cli
