#include "bake/overlap.h"

#include "bake/folder.h"
#include "bake/manifest_path.h"
#include "support/failure.h"

#include <fmt/format.h>

#include <filesystem>

namespace pn::cli {
namespace {

namespace fs = std::filesystem;

// Without links and dots, as far as it exists.
fs::path resolved(const fs::path& path)
{
    std::error_code error;
    fs::path found = fs::weakly_canonical(path, error);
    if (error)
        found = fs::absolute(path, error).lexically_normal();
    return found.has_filename() ? found : found.parent_path();
}

// The same but for the last part: if that is a link, the link is what a bake would remove.
fs::path resolvedParent(const fs::path& path)
{
    const fs::path name = path.filename();
    if (name.empty() || name == "." || name == "..")
        return resolved(path);
    return resolved(path.has_parent_path() ? path.parent_path() : ".") / name;
}

[[noreturn]] void refuse(const std::string& path, const std::string& owned)
{
    throw Failure(
        Exit::CommandLine,
        fmt::format("{}: would be lost, as {} belongs to the bake; choose another folder for -o", path, owned));
}

void refuseIfIn(const std::vector<std::string>& owned, const std::string& path)
{
    for (const std::string& root : owned)
        if (isInside(resolved(root), resolved(path)) || isInside(resolved(root), resolvedParent(path)))
            refuse(path, root);
}

} // namespace

void refuseOverlap(const std::string& folder, const Manifest& manifest, const std::vector<std::string>& shards)
{
    std::vector<std::string> owned;
    for (const char* name : kOwnedNames)
        owned.push_back(folder + "/" + name);
    if (manifest.path != "-")
        refuseIfIn(owned, manifest.path);
    for (const Probe& probe : manifest.probes)
        for (const std::string& path : manifest.inputOf(probe).paths)
            refuseIfIn(owned, path);
    for (const std::string& shard : shards)
        refuseIfIn({folder}, shard);
}

} // namespace pn::cli
