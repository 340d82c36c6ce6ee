#include "bake/choose_probes.h"

#include "bake/digest.h"
#include "bake/list_probes.h"
#include "support/failure.h"
#include "support/text.h"

#include <fmt/format.h>

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace pn::cli {

Manifest findManifest(const std::string& path, CheckFiles checkFiles, Console& console)
{
    const bool isFolder = std::filesystem::is_directory(path);
    if (!isFolder && hasLightEnding(path))
        throw Failure(
            Exit::CommandLine,
            fmt::format("{}: is no manifest; probenorm manifest makes one of maps, and a folder needs none", path));
    if (!isFolder)
        return readManifest(path, checkFiles);
    std::string folder = path;
    while (folder.size() > 1 && folder.back() == '/')
        folder.pop_back();
    const FolderContents found = environmentsIn(folder);
    if (found.leftOut > 0)
        console.warn(
            fmt::format("{}: {} left out, as 8 bits hold no light above 1; name them in a manifest to bake them",
                        folder, counted(found.leftOut, "picture")));
    return parseManifestOfFolder(manifestOf(found.environments, folder), folder, checkFiles);
}

std::vector<const Probe*> chooseProbes(const Manifest& manifest, const Shard& shard)
{
    std::vector<const Probe*> probes;
    for (const Probe& probe : manifest.probes)
        if (shardOf(probe.id, shard.count) == shard.index - 1)
            probes.push_back(&probe);
    return probes;
}

void requireInputs(const Manifest& manifest, const std::vector<const Probe*>& probes)
{
    for (const Probe* probe : probes)
        for (const std::string& path : manifest.inputOf(*probe).paths)
            if (access(path.c_str(), F_OK) != 0)
                throw Failure(Exit::FileIo, fmt::format("{}: probe \"{}\": {}: {}", manifest.path, probe->id, path,
                                                        std::strerror(errno)));
}

void requireCubesFit(const Manifest& manifest, const std::vector<const Probe*>& probes, std::uint64_t maxBytes)
{
    for (const Probe* probe : probes)
        requireCubeFits(
            probe->settings.faceSize, probe->settings.mips, maxBytes,
            fmt::format("{}: probe \"{}\": faceSize {}", manifest.path, probe->id, probe->settings.faceSize));
}

} // namespace pn::cli
