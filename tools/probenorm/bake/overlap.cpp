#include "bake/overlap.h"

#include "bake/folder.h"
#include "bake/manifest_path.h"
#include "support/failure.h"

#include "image/files/error.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <utility>

namespace pn::cli {
namespace {

namespace fs = std::filesystem;

// Without links and dots, as far as it exists.
fs::path resolved(const fs::path& path)
{
    std::error_code error;
    fs::path found = fs::weakly_canonical(path, error);
    image::throwIfNoMemory(error);
    if (error)
        found = fs::absolute(path, error).lexically_normal();
    return found.has_filename() ? found : found.parent_path();
}

// What a bake owns, and whether files lie in it. Folders are resolved once, since many files share one.
class OwnedPaths
{
public:
    explicit OwnedPaths(const std::vector<std::string>& owned)
    {
        for (const std::string& path : owned)
            m_roots.emplace_back(path, resolved(path));
    }

    void refuseIfIn(const std::string& path)
    {
        const fs::path place = placeOf(path);
        std::error_code error;
        const bool isLink = fs::is_symlink(place, error);
        for (const auto& [name, root] : m_roots)
            if (isInside(root, place) || (isLink && isInside(root, resolved(place))))
                throw Failure(Exit::CommandLine,
                              fmt::format("{}: would be lost, as {} belongs to the bake; choose another folder for -o",
                                          path, name));
    }

private:
    // Without links and dots but for the last part: if that is a link, the link is what a bake would remove.
    fs::path placeOf(const fs::path& path)
    {
        const fs::path name = path.filename();
        if (name.empty() || name == "." || name == "..")
            return resolved(path);
        const fs::path parent = path.has_parent_path() ? path.parent_path() : ".";
        auto found = m_parents.find(parent.string());
        if (found == m_parents.end())
            found = m_parents.emplace(parent.string(), resolved(parent)).first;
        return found->second / name;
    }

    std::vector<std::pair<std::string, fs::path>> m_roots;
    std::map<std::string, fs::path> m_parents;
};

} // namespace

void refuseOverlap(const std::string& folder, const Manifest& manifest, const std::vector<std::string>& shards)
{
    std::vector<std::string> names;
    for (const char* name : kOwnedNames)
        names.push_back(folder + "/" + name);
    OwnedPaths owned(names);
    if (manifest.path != "-")
        owned.refuseIfIn(manifest.path);
    for (const Probe& probe : manifest.probes)
        for (const std::string& path : manifest.inputOf(probe).paths)
        {
            owned.refuseIfIn(path);
            if (const std::string name = fs::path(path).filename().string(); isReportPart(name))
                OwnedPaths({folder + "/" + name}).refuseIfIn(path);
        }
    OwnedPaths whole({folder});
    for (const std::string& shard : shards)
        whole.refuseIfIn(shard);
}

} // namespace pn::cli
