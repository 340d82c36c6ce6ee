#include "bake/overlap.h"

#include "bake/folder.h"
#include "bake/manifest_path.h"
#include "support/failure.h"
#include "support/interrupt.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

namespace pn::cli {
namespace {

namespace fs = std::filesystem;

fs::path folderOf(const fs::path& path)
{
    return path.has_parent_path() ? path.parent_path() : ".";
}

// realPath() of as much as is there.
fs::path resolved(const fs::path& path)
{
    std::error_code error;
    fs::path found = realPath(path, error);
    if (error)
        found = path.has_relative_path() && path != "."
                    ? (resolved(folderOf(path)) / path.filename()).lexically_normal()
                    : fs::absolute(path, error);
    return found.has_filename() ? found : found.parent_path();
}

// The same, but for a link at its end, which is what a bake would remove.
fs::path placeOf(const fs::path& path)
{
    const fs::path name = path.filename();
    return name.empty() || name == "." || name == ".." ? resolved(path) : resolved(folderOf(path)) / name;
}

// What a bake owns, and whether files lie in it.
class OwnedPaths
{
public:
    explicit OwnedPaths(const std::vector<std::string>& owned)
    {
        for (const std::string& path : owned)
            m_roots.emplace_back(path, resolved(path));
    }

    void refuseIfIn(const std::string& path) const
    {
        const fs::path place = placeOf(path), target = resolved(path);
        for (const auto& [name, root] : m_roots)
            if (isInside(root, place) || isInside(root, target))
                throw Failure(Exit::CommandLine,
                              fmt::format("{}: would be lost, as {} belongs to the bake; choose another folder for -o",
                                          path, name));
    }

private:
    std::vector<std::pair<std::string, fs::path>> m_roots;
};

} // namespace

void refuseOverlap(const std::string& folder, const Manifest& manifest, const std::vector<std::string>& shards)
{
    std::vector<std::string> names;
    for (const char* name : kOwnedNames)
        names.push_back(folder + "/" + name);
    const OwnedPaths owned(names);
    if (manifest.path != "-")
        owned.refuseIfIn(manifest.path);
    for (const Probe& probe : manifest.probes)
        for (const std::string& path : manifest.inputOf(probe).paths)
        {
            throwIfInterrupted();
            owned.refuseIfIn(path);
            if (const std::string name = fs::path(path).filename().string(); isReportPart(name))
                OwnedPaths({folder + "/" + name}).refuseIfIn(path);
        }
    const OwnedPaths whole({folder});
    for (const std::string& shard : shards)
        whole.refuseIfIn(shard);
}

} // namespace pn::cli
