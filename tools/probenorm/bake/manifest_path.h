#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <system_error>

namespace pn::cli {

// The path of what is there, without links and dots and with the capitals that the file system has. Where error is set
// it is empty.
std::filesystem::path realPath(const std::filesystem::path& path, std::error_code& error);

// Whether path is root or lies in it, both of realPath().
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
    std::filesystem::path targetOf(const std::string& file, struct stat& status, std::error_code& error);

    std::filesystem::path m_folder;
    std::filesystem::path m_root; // realPath() of the folder
    bool m_checkFiles;
    std::map<std::string, std::filesystem::path> m_folders; // realPath(), by their names in the manifest
};

} // namespace pn::cli
