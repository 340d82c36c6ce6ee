#include "bake/folder.h"

#include "bake/manifest_path.h"
#include "support/failure.h"

#include "image/files/error.h"
#include "image/formats/file_kinds.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

namespace pn::cli {
namespace {

[[noreturn]] void failIo(const std::string& path, const std::string& reason)
{
    throw Failure(Exit::FileIo, fmt::format("{}: {}", path, reason));
}

// The lock's file may have been removed by its owner between open and flock: then what is locked is nobody's.
bool isStill(int file, const std::string& path)
{
    struct stat opened = {};
    struct stat present = {};
    return fstat(file, &opened) == 0 && stat(path.c_str(), &present) == 0 && opened.st_ino == present.st_ino &&
           opened.st_dev == present.st_dev;
}

// Opens a file of a bake's own, or makes it. Fails for a link, a pipe, a device or a socket, too.
int openOwnFile(const std::string& path, int flags)
{
    const int file =
        open(path.c_str(), flags | O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0666);
    const int error = errno;
    struct stat status = {};
    if (file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode))
        return file;
    if (file >= 0)
        close(file);
    const bool isOther = file >= 0 || error == ELOOP || error == ENXIO; // a link, a socket
    failIo(path, isOther ? "is not a regular file" : std::strerror(error));
}

} // namespace

FolderLock::FolderLock(const std::string& folder, const std::string& fileName) : m_path(folder + "/" + fileName)
{
    for (;;)
    {
        m_file = openOwnFile(m_path, 0);
        if (flock(m_file, LOCK_EX | LOCK_NB) != 0)
        {
            const bool isHeld = errno == EWOULDBLOCK;
            const std::string reason = std::strerror(errno);
            close(m_file);
            failIo(folder, isHeld ? "another process bakes into this folder" : reason);
        }
        if (isStill(m_file, m_path))
            return;
        close(m_file);
    }
}

FolderLock::~FolderLock()
{
    unlink(m_path.c_str()); // still locked: nobody else can hold this file
    close(m_file);
}

namespace {

namespace fs = std::filesystem;

// What tells that a folder holds a bake. The log is there before any probe is, so probes without one are not ours.
constexpr std::array<const char*, 3> kMarks = {kSummaryName, kReportName, kLogName};

bool areDigits(std::string_view text)
{
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// "hall.json" of ".hall.json.4711-0.tmp", as image::OutputFile calls it until it is whole; "" of other names.
std::string wholeName(std::string_view temporary)
{
    constexpr std::string_view kEnd = ".tmp";
    if (!temporary.starts_with('.') || !temporary.ends_with(kEnd) || temporary.size() <= 1 + kEnd.size())
        return "";
    temporary.remove_prefix(1);
    temporary.remove_suffix(kEnd.size());
    const std::size_t dash = temporary.find_last_of('-');
    const std::size_t dot = temporary.find_last_of('.');
    const bool isOurs = dash != std::string_view::npos && dot != std::string_view::npos && 0 < dot && dot < dash &&
                        areDigits(temporary.substr(dot + 1, dash - dot - 1)) && areDigits(temporary.substr(dash + 1));
    return isOurs ? std::string(temporary.substr(0, dot)) : "";
}

// Whether a bake could have written a file of this name into its folder of probes.
bool isOfProbe(const std::string& name)
{
    const std::optional<image::CubemapFile> cubemap = image::findCubemapFile(name);
    const bool hasExtension = name.ends_with(".json") || name.ends_with(".png") ||
                              (cubemap && name.ends_with(cubemap->extension)); // which is found in capitals, too
    const std::string id = name.substr(0, name.find_last_of('.'));             // ids may have dots of their own
    return hasExtension && isProbeId(id);
}

// Whether a bake could have written a file of this name beside that folder.
bool isOfBake(const std::string& name)
{
    return std::find(kOwnedNames.begin(), kOwnedNames.end(), name) != kOwnedNames.end() || isReportPart(name);
}

// What is in a folder, sorted; nothing where there is none. Fails where a name of ours is taken by a pipe, a device or
// a socket: those are not a bake's to read, to write or to remove.
std::vector<std::string> namesIn(const std::string& folder, bool (*isOurs)(const std::string&))
{
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error); !error && entry != fs::end(entry); entry.increment(error))
    {
        names.push_back(entry->path().filename().string());
        std::error_code ignored;
        if (!entry->is_symlink(ignored) && entry->is_other(ignored) && isOurs(names.back()))
            failIo(entry->path().generic_string(), "is not a regular file");
    }
    image::throwIfNoMemory(error);
    if (error && error != std::errc::no_such_file_or_directory)
        failIo(folder, fmt::format("cannot be read: {}", error.message()));
    std::sort(names.begin(), names.end());
    return names;
}

} // namespace

std::string reportPartName(std::size_t part)
{
    return fmt::format("report.{:04}.js", part + 1);
}

bool isReportPart(const std::string& name)
{
    constexpr std::string_view kBegin = "report.";
    constexpr std::string_view kEnd = ".js";
    return name.starts_with(kBegin) && name.ends_with(kEnd) && name.size() >= kBegin.size() + 4 + kEnd.size() &&
           areDigits(std::string_view(name).substr(kBegin.size(), name.size() - kBegin.size() - kEnd.size()));
}

std::string probeFileName(const std::string& id, const std::string& extension)
{
    return fmt::format("{}/{}.{}", kProbesName, id, extension);
}

BakeFolder::BakeFolder(std::string path, ExistingBake existing) : m_path(std::move(path))
{
    checkExisting(existing);
    std::error_code error;
    fs::create_directories(m_path, error);
    if (error)
        failIo(m_path, fmt::format("cannot be made: {}", error.message()));
    m_lock.emplace(m_path, kLockName);
    checkExisting(existing); // somebody may have baked since it was first checked
    if (existing == ExistingBake::Overwrite)
    {
        removeSummary(); // first: it names the results
        removeStrays({});
        removeFile(kIndexName);
        removeFile(kLogName); // last: it marks what is left as ours
    }
    fs::create_directories(pathOf(kProbesName), error);
    if (error)
        failIo(pathOf(kProbesName), fmt::format("cannot be made: {}", error.message()));
    m_isFresh = fs::is_empty(pathOf(kProbesName), error) && !error;
}

void BakeFolder::checkExisting(ExistingBake existing) const
{
    std::error_code error;
    const bool isBake =
        std::any_of(kMarks.begin(), kMarks.end(), [&](const char* mark) { return fs::exists(pathOf(mark), error); });
    if (isBake && existing == ExistingBake::Refuse)
        failIo(m_path, "holds a bake already; --resume goes on with it, --overwrite replaces it");
    const std::vector<std::string> names = namesIn(pathOf(kProbesName), isOfProbe);
    if (!isBake && !names.empty())
        failIo(pathOf(kProbesName),
               fmt::format("holds \"{}\" and is no bake's, as there is no {}, {} or {}; choose another folder for -o",
                           names.front(), kSummaryName, kReportName, kLogName));
    namesIn(m_path, isOfBake);
}

void BakeFolder::removeMarksIfEmpty() const
{
    if (!removeFile(kProbesName))
        return; // it holds something
    removeFile(kIndexName);
    removeFile(kLogName);
}

bool BakeFolder::removeFile(const std::string& name) const
{
    std::error_code error;
    return fs::remove(pathOf(name), error);
}

void BakeFolder::removeSummary() const
{
    removeFile(kSummaryName);
    removeFile(kReportName);
    for (const std::string& name : namesIn(m_path, isOfBake))
        if (isReportPart(name))
            removeFile(name);
}

void BakeFolder::removeStrays(const std::set<std::string>& results) const
{
    std::error_code error;
    for (const std::string& name : namesIn(pathOf(kProbesName), isOfProbe))
    {
        const std::string inFolder = fmt::format("{}/{}", kProbesName, name);
        const bool isLeftOver = isOfProbe(wholeName(name)) || (isOfProbe(name) && results.count(inFolder) == 0);
        if (isLeftOver && !fs::is_directory(pathOf(inFolder), error))
            removeFile(inFolder);
    }
    for (const std::string& name : namesIn(m_path, isOfBake))
        if (const std::string whole = wholeName(name);
            whole == kSummaryName || whole == kReportName || whole == kIndexName || isReportPart(whole))
            removeFile(name);
}

namespace {

std::string timeText()
{
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

// A run that was killed may have left half a line.
bool endsInsideLine(int file)
{
    char last = '\n';
    const off_t end = lseek(file, 0, SEEK_END);
    return end > 0 && pread(file, &last, 1, end - 1) == 1 && last != '\n';
}

} // namespace

BakeLog::BakeLog(const std::string& path)
{
    m_file = openOwnFile(path, O_APPEND);
    if (endsInsideLine(m_file) && write(m_file, "\n", 1) != 1)
        failIo(path, fmt::format("cannot write: {}", std::strerror(errno)));
}

BakeLog::~BakeLog()
{
    close(m_file);
}

void BakeLog::add(const char* event, const Json& fields)
{
    Json line = {{"time", timeText()}, {"event", event}};
    line.update(fields);
    const std::string text = line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    const std::lock_guard lock(m_mutex);
    // Results do not depend on the log: where it cannot be written, the bake goes on without it.
    [[maybe_unused]] const ssize_t written = write(m_file, text.data(), text.size());
}

std::string hostName()
{
    std::array<char, 256> name{};
    return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

} // namespace pn::cli
