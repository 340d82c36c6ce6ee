#include "run/kept_files.h"

#include "support/failure.h"

#include "image/files/input_file.h"
#include "image/files/output_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <set>
#include <span>
#include <system_error>
#include <vector>

namespace pn::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxKernelBytes = 256u << 20;
constexpr std::uint64_t kMaxTableBytes = 512u << 20; // of all of them together

// A copy that lives until the process ends, since a context stores its kernels when it goes.
void* lastingText(const std::string& text)
{
    static std::mutex mutex;
    static std::set<std::string> texts;
    const std::lock_guard lock(mutex);
    return const_cast<std::string*>(&*texts.insert(text).first); // it is only read
}

std::string keptFile(const void* folder, const char* key, const char* ending)
{
    return fmt::format("{}/{}.{}", *static_cast<const std::string*>(folder), key, ending);
}

std::uint64_t loadKernels(void* folder, const char* key, void* bytes, std::uint64_t capacity)
try
{
    const image::Buffer kept = image::readInput(keptFile(folder, key, "cache"), kMaxKernelBytes);
    if (kept.size() <= capacity)
        std::memcpy(bytes, kept.data(), kept.size());
    return kept.size();
}
catch (const std::exception&) // there is none yet
{
    return 0;
}

void storeKernels(void* folder, const char* key, const void* bytes, std::uint64_t size)
try
{
    image::writeFile(keptFile(folder, key, "cache"), std::span(static_cast<const std::byte*>(bytes), size));
}
catch (const std::exception&) // the next run compiles them again
{
    return;
}

// A table that is read counts as used now: the ones used longest ago go first.
std::uint64_t loadTable(void* folder, const char* key, void* bytes, std::uint64_t capacity)
try
{
    const std::string file = keptFile(folder, key, "table");
    if (capacity == 0)
        return fs::file_size(file);
    const std::uint64_t size = image::readInto(file, std::span(static_cast<std::byte*>(bytes), capacity));
    std::error_code error;
    fs::last_write_time(file, fs::file_time_type::clock::now(), error);
    return size;
}
catch (const std::exception&) // there is none yet
{
    return 0;
}

struct Table
{
    fs::path path;
    fs::file_time_type used;
    std::uint64_t bytes;
};

// Other processes may add and drop tables meanwhile: what is gone is skipped.
void dropOldTables(const std::string& folder)
{
    std::error_code error;
    std::vector<Table> tables;
    std::uint64_t bytes = 0;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    {
        std::error_code gone;
        if (at->path().extension() != ".table")
            continue;
        const Table table{at->path(), at->last_write_time(gone), gone ? 0 : at->file_size(gone)};
        if (gone)
            continue;
        bytes += table.bytes;
        tables.push_back(table);
    }
    std::ranges::sort(tables, {}, &Table::used);
    for (std::size_t i = 0; i < tables.size() && bytes > kMaxTableBytes; ++i)
    {
        fs::remove(tables[i].path, error);
        bytes -= tables[i].bytes;
    }
}

// It need not be on the disk when the command ends: a table that a crash has torn is made anew.
void storeTable(void* folder, const char* key, const void* bytes, std::uint64_t size)
try
{
    const std::string& path = *static_cast<const std::string*>(folder);
    fs::create_directories(path);
    image::OutputFile file(keptFile(folder, key, "table"), image::OutputTarget::Own);
    file.write(std::span(static_cast<const std::byte*>(bytes), size));
    file.publish();
    dropOldTables(path);
}
catch (const std::exception&) // the next run makes it again
{
    return;
}

std::string variable(const char* name)
{
    const char* const value = std::getenv(name);
    return value != nullptr ? value : "";
}

} // namespace

std::string userCacheFolder()
{
    if (std::getenv("PROBENORM_CACHE") != nullptr)
        return variable("PROBENORM_CACHE");
#if defined(__EMSCRIPTEN__)
    return ""; // a page's files are in its memory
#elif defined(_WIN32)
    const std::string folder = variable("LOCALAPPDATA");
    return folder.empty() ? "" : folder + "/probenorm";
#else
    if (const std::string folder = variable("XDG_CACHE_HOME"); folder.starts_with('/')) // others are to be ignored
        return folder + "/probenorm";
    const std::string home = variable("HOME");
    return home.empty() ? "" : home + "/.cache/probenorm";
#endif
}

void keepFiles(PnContextDesc& desc, const DeviceOptions& options)
{
    if (options.noCache)
        return;
    if (!options.cache.empty())
    {
        std::error_code error;
        fs::create_directories(options.cache, error);
        if (error)
            throw Failure(Exit::FileIo, fmt::format("--cache {}: cannot be made: {}", options.cache, error.message()));
        desc.loadKernels = loadKernels;
        desc.storeKernels = storeKernels;
        desc.kernelsUserData = lastingText(options.cache);
    }
    const std::string folder = options.cache.empty() ? userCacheFolder() : options.cache;
    if (folder.empty())
        return;
    desc.loadTables = loadTable;
    desc.storeTables = storeTable;
    desc.tablesUserData = lastingText(folder);
}

} // namespace pn::cli
