#include "bake/bake_index.h"

#include "bake/digest.h"
#include "bake/record.h"
#include "support/text.h"

#include "image/files/error.h"
#include "image/files/input_file.h"
#include "image/files/output_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <iterator>
#include <thread>

namespace pn::cli {
namespace {

constexpr std::string_view kHead = "probenorm bake index 4\n";
constexpr std::size_t kTimeDigits = 20; // there are two times behind the head, with a space and a new line after them
constexpr std::size_t kLimitAt = kHead.size() + kTimeDigits + 1;
constexpr std::string_view kSummaryKey = "-"; // no id begins so

std::string planDigest(const Probe& probe)
{
    return digestOf(fmt::format("{} {} {}", versionText(), pnGetAlgorithmVersion(), planJson(probe).dump()));
}

std::int64_t nanoseconds(const timespec& time)
{
    constexpr std::int64_t kMostSeconds = 9'000'000'000; // the year 2255; more do not fit
    return std::clamp<std::int64_t>(time.tv_sec, -kMostSeconds, kMostSeconds) * 1'000'000'000 + time.tv_nsec;
}

// Whether a time is before a limit, also before it was rounded down: FAT keeps times in steps of two seconds, exFAT in
// steps of ten milliseconds. A finer clock seldom shows a whole hundredth of a second; then a file is read once more.
bool isBefore(std::int64_t time, std::int64_t limit)
{
    constexpr std::int64_t kCoarseStep = 10'000'000;
    constexpr std::int64_t kMostCutOff = 2'000'000'000;
    return time <= limit - (time % kCoarseStep == 0 ? kMostCutOff : 1);
}

// Words of a line, one after the other.
class Words
{
public:
    explicit Words(std::string_view line) : m_line(line) {}

    std::string_view next()
    {
        const std::string_view word = m_line.substr(0, m_line.find(' '));
        m_line.remove_prefix(std::min(word.size() + 1, m_line.size()));
        return word;
    }

    template <typename Number>
    Number number()
    {
        Number value = 0;
        const std::string_view word = next();
        std::from_chars(word.data(), word.data() + word.size(), value);
        return value;
    }

    std::vector<FileStat> stats()
    {
        std::vector<FileStat> files;
        while (!m_line.empty())
        {
            FileStat file;
            file.size = number<std::uint64_t>();
            file.modified = number<std::int64_t>();
            file.changed = number<std::int64_t>();
            file.inode = number<std::uint64_t>();
            files.push_back(file);
        }
        return files;
    }

private:
    std::string_view m_line;
};

void appendStats(std::string& text, const std::vector<FileStat>& files)
{
    for (const FileStat& file : files)
        fmt::format_to(std::back_inserter(text), " {} {} {} {}", file.size, file.modified, file.changed, file.inode);
    text += '\n';
}

} // namespace

FileStat statOf(const struct stat& status)
{
    return {static_cast<std::uint64_t>(status.st_size), nanoseconds(status.st_mtim), nanoseconds(status.st_ctim),
            status.st_ino};
}

FileStat statOf(const std::string& path)
{
    struct stat status
    {
    };
    return stat(path.c_str(), &status) == 0 ? statOf(status) : FileStat{};
}

std::vector<FileStat> statsOf(const std::vector<std::string>& paths)
{
    std::vector<FileStat> files;
    for (const std::string& path : paths)
        files.push_back(statOf(path));
    return files;
}

std::vector<std::string> resultPaths(const std::string& folder, const Probe& probe)
{
    std::vector<std::string> paths;
    for (const std::string& name : resultNames(probe))
        paths.push_back(folder + "/" + name);
    paths.push_back(folder + "/" + probeFileName(probe.id, "json"));
    return paths;
}

std::vector<std::string> filesOf(const std::string& folder, const Manifest& manifest, const Probe& probe)
{
    std::vector<std::string> paths = manifest.inputOf(probe).paths;
    const std::vector<std::string> results = resultPaths(folder, probe);
    paths.insert(paths.end(), results.begin(), results.end());
    return paths;
}

BakeIndex::BakeIndex(const std::string& path, BelieveIndex believe, IndexUse use) : m_path(path)
{
    if (use == IndexUse::Run)
        m_start = nanoseconds(image::OutputFile(path, image::OutputTarget::Own).modified()); // it is dropped again
    if (believe == BelieveIndex::No || statOf(path) == FileStat{})
        return;
    try
    {
        const image::Buffer bytes = image::readRegularFile(path);
        const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        const std::size_t digestLine = text.rfind('\n', text.size() - std::min<std::size_t>(text.size(), 2)) + 1;
        const std::string_view body = text.substr(0, digestLine);
        if (body.starts_with(kHead) && text.substr(digestLine) == digestOf(body) + "\n")
            parse(body.substr(kHead.size()));
    }
    catch (const image::Error&)
    {
        return; // then it is as if it were not there
    }
}

void BakeIndex::parse(std::string_view text)
{
    Words times(text.substr(0, text.find('\n')));
    m_foundStart = times.number<std::int64_t>();
    m_limit = times.number<std::int64_t>();
    text.remove_prefix(std::min(text.size(), 2 * (kTimeDigits + 1)));
    while (!text.empty())
    {
        const std::size_t end = text.find('\n');
        Words words(text.substr(0, end));
        text.remove_prefix(end + 1);
        const std::string id(words.next());
        const std::string digest(words.next());
        if (id != kSummaryKey)
        {
            std::string seal(words.next());
            m_found.emplace_hint(m_found.end(), id, Entry{digest, std::move(seal), words.stats()});
            continue;
        }
        const auto probes = words.number<std::uint32_t>();
        const auto withWarnings = words.number<std::uint32_t>();
        const auto withBadTexels = words.number<std::uint32_t>();
        m_summary = SummaryEntry{digest, words.stats(), {probes, withWarnings, withBadTexels}};
    }
}

bool BakeIndex::areOldInputs(std::span<const FileStat> files) const
{
    return std::all_of(files.begin(), files.end(), [this](const FileStat& file) {
        return file != FileStat{} && isBefore(file.modified, m_foundStart) && isBefore(file.changed, m_foundStart);
    });
}

bool BakeIndex::areOldResults(std::span<const FileStat> files) const
{
    return std::all_of(files.begin(), files.end(), [this](const FileStat& file) {
        return file != FileStat{} && file.modified < m_limit && file.changed < m_limit;
    });
}

bool BakeIndex::knows(const Probe& probe, const std::vector<FileStat>& files) const
{
    const auto found = m_found.find(probe.id);
    if (found == m_found.end() || found->second.files != files || files.size() < probe.files.size())
        return false;
    const std::span all(files);
    if (!areOldInputs(all.first(probe.files.size())) || !areOldResults(all.subspan(probe.files.size())) ||
        found->second.plan != planDigest(probe))
        return false;
    const std::lock_guard lock(m_mutex);
    m_kept.insert(*found);
    return true;
}

std::vector<FileStat> BakeIndex::findInputs(const Probe& probe, const std::string& seal, std::size_t inputCount) const
{
    const auto found = m_found.find(probe.id);
    if (found == m_found.end() || found->second.seal != seal || found->second.files.size() < inputCount)
        return {};
    const std::span inputs(found->second.files.data(), inputCount);
    return areOldInputs(inputs) ? std::vector(inputs.begin(), inputs.end()) : std::vector<FileStat>();
}

void BakeIndex::add(const Probe& probe, std::string seal, std::vector<FileStat> files)
{
    Entry entry{planDigest(probe), std::move(seal), std::move(files)};
    const std::lock_guard lock(m_mutex);
    m_kept.insert_or_assign(probe.id, std::move(entry));
}

std::optional<Summary> BakeIndex::findSummary(const std::string& list, const std::vector<FileStat>& files) const
{
    if (!m_summary || m_summary->list != list || m_summary->files != files || !areOldResults(files))
        return std::nullopt;
    return m_summary->summary;
}

void BakeIndex::setSummary(const std::string& list, const std::vector<FileStat>& files, const Summary& summary)
{
    m_summary = SummaryEntry{list, files, summary};
}

void BakeIndex::write()
{
    std::string text = fmt::format("{}{:0{}} {:0{}}\n", kHead, m_start, kTimeDigits, 0, kTimeDigits);
    if (m_summary)
    {
        const Summary& summary = m_summary->summary;
        text += fmt::format("{} {} {} {} {}", kSummaryKey, m_summary->list, summary.probes, summary.withWarnings,
                            summary.withBadTexels);
        appendStats(text, m_summary->files);
    }
    const std::lock_guard lock(m_mutex);
    for (const auto& [id, entry] : m_kept)
    {
        text += id + " " + entry.plan + " " + entry.seal;
        appendStats(text, entry.files);
    }
    const std::int64_t limit = writeText(text);
    const bool isYounger = m_summary && std::any_of(m_summary->files.begin(), m_summary->files.end(),
                                                    [&](const FileStat& f) { return f.changed >= limit; });
    if (!isYounger)
        return;
    std::this_thread::sleep_for(std::chrono::milliseconds(20)); // more than a tick of most file systems
    writeText(text);
}

// Puts the limit and the digest into the text, and returns the limit.
std::int64_t BakeIndex::writeText(std::string& text) const
{
    image::OutputFile file(m_path, image::OutputTarget::Own);
    const std::int64_t limit = nanoseconds(file.modified());
    text.replace(kLimitAt, kTimeDigits, fmt::format("{:0{}}", limit, kTimeDigits));
    const std::size_t bodySize = text.size();
    text += digestOf(text) + "\n";
    file.write(std::as_bytes(std::span(text)));
    file.publish(); // a power cut may damage it, which its digest tells
    text.resize(bodySize);
    return limit;
}

std::string listDigest(const Manifest& manifest, const std::vector<const Probe*>& probes, const Shard& shard)
{
    std::string all = fmt::format("{} {}/{}", manifest.name(), shard.index, shard.count);
    for (const Probe* probe : probes)
        all += probe->id + planDigest(*probe);
    return digestOf(all);
}

} // namespace pn::cli
