#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace pn::cli {

// Whether path is root or lies in it; neither may have links or dots.
bool isInside(const std::filesystem::path& root, const std::filesystem::path& path);

// Whether Windows takes this file name for a device, whatever its capitals and endings: CON, NUL, COM1.txt.
bool isReservedName(std::string_view name);

inline constexpr std::size_t kMaxIdLength = 100;

// Whether a probe may be called so: an id is a file's name on every system, so that a bake can be copied to any.
bool isProbeId(const std::string& id);

// Judges the files that a manifest names. A manifest may come from somebody else: it reaches nothing outside its own
// folder, and means the same on every system.
class ManifestPaths
{
public:
    ManifestPaths(const std::string& folder, bool checkFiles);

    // Why the name is refused; "" when it is fine. The size of a file that is looked at is added to bytes. A file that
    // cannot be looked at is fine here: whoever reads it says why.
    std::string problemOf(const std::string& file, std::uint64_t* bytes = nullptr);

private:
    struct Target
    {
        std::filesystem::path path;         // without links
        std::optional<std::uint64_t> bytes; // of a file; if there are none, it may be anything
    };

    Target targetOf(const std::string& file, std::error_code& error);

    std::filesystem::path m_folder;
    std::filesystem::path m_root; // the folder without links
    bool m_checkFiles;
    std::map<std::string, std::filesystem::path> m_folders; // without links, by their names in the manifest
};

} // namespace pn::cli
