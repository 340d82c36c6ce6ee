#include "bake/bake_index.h"

#include "bake/digest.h"

#include "image/files/output_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <sstream>
#include <string_view>

namespace pn::cli {
namespace {

constexpr std::string_view kHead = "probenorm bake index 5 ";

// The first line holds the digest of the others. A damaged index does not match it.
std::string firstLine(std::string_view body)
{
    return fmt::format("{}{}\n", kHead, digestOf(body));
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

bool isOldInput(const FileStat& file, std::int64_t start)
{
    return isBefore(file.modified, start) && isBefore(file.changed, start);
}

bool isOldResult(const FileStat& file, std::int64_t now)
{
    return file.modified < now && file.changed < now;
}

} // namespace

FileStat statOf(const struct stat& status)
{
    return {static_cast<std::uint64_t>(status.st_size), nanoseconds(status.st_mtim), nanoseconds(status.st_ctim),
            status.st_ino};
}

FileStat statOf(const std::string& path)
{
    struct stat status = {};
    return stat(path.c_str(), &status) == 0 ? statOf(status) : FileStat{};
}

BakeIndex::BakeIndex(const std::string& path, BelieveIndex believe)
    : m_path(path),
      m_start(nanoseconds(image::OutputFile(path, image::OutputTarget::Own).modified())) // it is dropped again
{
    if (believe == BelieveIndex::Yes)
        m_entries = read(path);
}

BakeIndex::Entries BakeIndex::read(const std::string& path)
{
    Entries entries;
    const std::string text = readIfThere(path).value_or("");
    const std::string body = text.substr(std::min(text.size(), text.find('\n') + 1));
    if (!text.starts_with(firstLine(body)))
        return entries;
    std::istringstream lines(body);
    for (std::string line; std::getline(lines, line);)
    {
        std::istringstream words(line);
        Entry entry;
        std::string name;
        words >> entry.stat.size >> entry.stat.modified >> entry.stat.changed >> entry.stat.inode >> entry.digest;
        if (words.get() == ' ' && std::getline(words, name))
            entries.insert_or_assign(name, entry);
    }
    return entries;
}

void BakeIndex::adoptInputs(const std::string& path)
{
    for (auto& [name, entry] : read(path))
        if (!name.starts_with('/'))
            m_entries.emplace(name, entry);
}

Json BakeIndex::factsOf(const std::string& name, const std::string& path)
{
    const FileStat stat = statOf(path);
    {
        const std::lock_guard lock(m_mutex);
        if (const auto found = m_entries.find(name); found != m_entries.end() && found->second.stat == stat)
            return {{"bytes", stat.size}, {"digest", found->second.digest}};
        ++m_digestedFiles;
    }
    const Json facts = fileFacts(path);
    if (!facts.is_null())
        add(name, stat, facts);
    return facts;
}

void BakeIndex::add(const std::string& name, const FileStat& stat, const Json& facts)
{
    const std::lock_guard lock(m_mutex);
    m_entries.insert_or_assign(name, Entry{stat, facts.at("digest").get<std::string>()});
}

void BakeIndex::write()
{
    image::OutputFile file(m_path, image::OutputTarget::Own);
    const std::int64_t now = nanoseconds(file.modified());
    std::string body;
    const std::lock_guard lock(m_mutex);
    for (const auto& [name, entry] : m_entries)
        if (name.starts_with('/') ? isOldResult(entry.stat, now) : isOldInput(entry.stat, m_start))
            fmt::format_to(std::back_inserter(body), "{} {} {} {} {} {}\n", entry.stat.size, entry.stat.modified,
                           entry.stat.changed, entry.stat.inode, entry.digest, name);
    const std::string text = firstLine(body) + body;
    file.write(std::as_bytes(std::span(text)));
    file.publish(); // a power cut may damage it: then files are digested again
}

} // namespace pn::cli
