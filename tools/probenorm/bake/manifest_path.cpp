#include "bake/manifest_path.h"

#include "support/text.h"

#include "image/files/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <memory>

namespace pn::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kForbidden = "\\:%*?\"<>|"; // other systems' separators and wildcards, and our pattern's

// Why a name could not be used everywhere, before any disk is asked.
const char* problemOfName(const std::string& file)
{
    if (file.empty())
        return "must not be empty";
    if (file.front() == '/')
        return "must be relative to the manifest's folder or --root";
    for (const char c : file)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f || kForbidden.find(c) != std::string_view::npos)
            return "must have none of the characters \\ : % * ? \" < > | and no control characters";
    for (const std::string_view part : split(file, '/'))
    {
        if (part == "..")
            return "must not climb out of the manifest's folder or --root";
        if (part.empty() || part == ".")
            return "must have no empty part and no \".\"";
        if (isReservedName(part))
            return "must have no part that Windows keeps for a device";
    }
    return nullptr;
}

} // namespace

bool isReservedName(std::string_view name)
{
    constexpr std::array<std::string_view, 4> kDevices = {"con", "prn", "aux", "nul"};
    std::string stem = lowerCase(name.substr(0, name.find('.')));
    stem.resize(stem.find_last_not_of(' ') + 1);
    const bool isPort =
        stem.size() == 4 && (stem.starts_with("com") || stem.starts_with("lpt")) && stem[3] >= '0' && stem[3] <= '9';
    return isPort || std::find(kDevices.begin(), kDevices.end(), stem) != kDevices.end();
}

bool isProbeId(const std::string& id)
{
    const auto isAllowed = [](char c) {
        const bool isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        return isLetter || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
    };
    return !id.empty() && id.size() <= kMaxIdLength && id.front() != '.' && id.front() != '-' && id.back() != '.' &&
           std::all_of(id.begin(), id.end(), isAllowed) && !isReservedName(id);
}

fs::path realPath(const fs::path& path, std::error_code& error)
{
    const std::unique_ptr<char, decltype(&std::free)> found(realpath(path.string().c_str(), nullptr), std::free);
    error.assign(found ? 0 : errno, std::generic_category());
    image::throwIfNoMemory(error);
    return found ? found.get() : "";
}

bool isInside(const fs::path& root, const fs::path& path)
{
    return std::mismatch(root.begin(), root.end(), path.begin(), path.end()).first == root.end();
}

ManifestPaths::ManifestPaths(const std::string& folder, bool checkFiles) : m_folder(folder), m_checkFiles(checkFiles)
{
    std::error_code error; // a folder that is not there has no files either
    m_root = realPath(m_folder, error);
}

// realPath() of the file, and its status. The links of its folder are followed once for all files in it.
fs::path ManifestPaths::targetOf(const std::string& file, struct stat& status, std::error_code& error)
{
    const fs::path path = m_folder / file;
    const std::string parent = path.parent_path().string();
    auto found = m_folders.find(parent);
    if (found == m_folders.end())
    {
        const fs::path folder = realPath(path.parent_path(), error);
        if (error)
            return {};
        found = m_folders.emplace(parent, folder).first;
    }
    fs::path target = found->second / path.filename();
    if (lstat(target.c_str(), &status) == 0 && !S_ISLNK(status.st_mode))
        return target;
    target = realPath(path, error);
    lstat(target.c_str(), &status);
    return target;
}

std::string ManifestPaths::problemOf(const std::string& file, std::uint64_t* bytes)
{
    if (const char* problem = problemOfName(file))
        return fmt::format("{}, found \"{}\"", problem, printable(file));
    if (!m_checkFiles)
        return "";
    std::error_code error;
    struct stat status = {};
    const fs::path target = targetOf(file, status, error);
    if (error)
        return "";
    if (!isInside(m_root, target))
        return fmt::format("must not climb out of the manifest's folder or --root, found \"{}\", a link to elsewhere",
                           printable(file));
    if (!S_ISREG(status.st_mode))
        return fmt::format("must be a file, found \"{}\"", printable(file));
    if (bytes != nullptr)
        *bytes += static_cast<std::uint64_t>(status.st_size);
    return "";
}

} // namespace pn::cli
