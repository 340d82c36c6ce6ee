#include "bake/manifest_path.h"

#include "text.h"

#include <fmt/format.h>

#include <algorithm>

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
        return "must be relative to the manifest's folder";
    for (const char c : file)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f || kForbidden.find(c) != std::string_view::npos)
            return "must have none of the characters \\ : % * ? \" < > | and no control characters";
    for (const std::string_view part : split(file, '/'))
    {
        if (part == "..")
            return "must not climb out of the manifest's folder";
        if (part.empty() || part == ".")
            return "must have no empty part and no \".\"";
    }
    return nullptr;
}

} // namespace

bool isInside(const fs::path& root, const fs::path& path)
{
    return std::mismatch(root.begin(), root.end(), path.begin(), path.end()).first == root.end();
}

ManifestPaths::ManifestPaths(const std::string& folder, bool checkFiles) : m_folder(folder), m_checkFiles(checkFiles)
{
    std::error_code ignored; // a folder that is not there has no files either
    m_root = fs::canonical(m_folder, ignored);
}

std::string ManifestPaths::problemOf(const std::string& file) const
{
    if (const char* problem = problemOfName(file))
        return fmt::format("{}, found \"{}\"", problem, printable(file));
    if (!m_checkFiles)
        return "";
    std::error_code error;
    const fs::path target = fs::canonical(m_folder / file, error);
    if (error)
        return fmt::format("is missing: \"{}\": {}", printable(file), error.message());
    if (!isInside(m_root, target))
        return fmt::format("must not climb out of the manifest's folder, found \"{}\", a link to elsewhere",
                           printable(file));
    if (!fs::is_regular_file(target, error))
        return fmt::format("must be a file, found \"{}\"", printable(file));
    return "";
}

} // namespace pn::cli
