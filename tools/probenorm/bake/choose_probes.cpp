#include "bake/choose_probes.h"

#include "bake/digest.h"
#include "bake/manifest_path.h"
#include "support/failure.h"
#include "support/interrupt.h"
#include "support/json.h"
#include "support/text.h"

#include "image/formats/layout.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <set>

namespace pn::cli {
namespace {

[[noreturn]] void refuse(const std::string& reason)
{
    throw Failure(Exit::CommandLine, reason);
}

bool isSet(const char* variable)
{
    return std::getenv(variable) != nullptr;
}

std::uint64_t numberOf(const char* variable)
{
    const char* text = std::getenv(variable);
    std::uint64_t number = 0;
    if (text == nullptr || !parseUint(text, number))
        refuse(fmt::format("--shard auto: {} must be a number, found {}", variable,
                           text == nullptr ? "none" : printable(text)));
    return number;
}

Shard checked(const std::string& what, std::uint64_t index, std::uint64_t count)
{
    if (count < 1 || count > kMostShards || index < 1 || index > count)
        refuse(fmt::format("{} with I in 1..N, found {}/{}", what, index, count));
    return {static_cast<std::uint32_t>(index), static_cast<std::uint32_t>(count)};
}

// Slurm sets the number of tasks and their smallest and largest index in environment variables.
Shard ofSlurm()
{
    const std::uint64_t task = numberOf("SLURM_ARRAY_TASK_ID");
    const std::uint64_t least = numberOf("SLURM_ARRAY_TASK_MIN");
    const std::uint64_t most = numberOf("SLURM_ARRAY_TASK_MAX");
    const std::uint64_t count = numberOf("SLURM_ARRAY_TASK_COUNT");
    if (least > most || most - least + 1 != count || task < least)
        refuse("--shard auto: the job array must count by ones, as --array=1-8 does");
    return checked("--shard auto: the array must say I/N", task - least + 1, count);
}

// Kubernetes counts tasks from 0. It does not set their number, so the job must set JOB_COMPLETIONS.
Shard ofKubernetes()
{
    return checked("--shard auto: the job must say I/N", numberOf("JOB_COMPLETION_INDEX") + 1,
                   numberOf("JOB_COMPLETIONS"));
}

} // namespace

Shard parseShard(const std::string& text)
{
    if (text != "auto")
    {
        const std::vector<std::string_view> parts = split(text, '/');
        std::uint64_t index = 0;
        std::uint64_t count = 0;
        if (parts.size() != 2 || !parseUint(parts[0], index) || !parseUint(parts[1], count))
            refuse(fmt::format("--shard must be I/N with I in 1..N, or auto, found {}", text));
        return checked("--shard must be I/N", index, count);
    }
    if (isSet("SLURM_ARRAY_TASK_ID"))
        return ofSlurm();
    if (isSet("JOB_COMPLETION_INDEX"))
        return ofKubernetes();
    refuse("--shard auto: neither SLURM_ARRAY_TASK_ID nor JOB_COMPLETION_INDEX is set");
}

namespace {

namespace fs = std::filesystem;

constexpr std::array kEndings = {".hdr", ".exr", ".dds", ".ktx", ".ktx2", ".env"};
constexpr std::array kLeftOut = {".png", ".jpg", ".jpeg"};

std::string idOf(const std::string& file)
{
    std::string id = stemOf(file);
    for (char& c : id)
        if (!isProbeId(std::string("a") + c + "a"))
            c = '_';
    return isProbeId(id) ? id : "probe_" + id;
}

// The wanted id, or with a number one that differs from those used, in lower case, in more than capitals.
std::string unusedId(const std::string& wanted, std::set<std::string>& used)
{
    std::string id = wanted;
    for (int n = 2; !used.insert(lowerCase(id)).second; ++n)
        id = fmt::format("{}_{}", wanted, n);
    return id;
}

// The six files of a cubemap that file is a face of, where all of them are among files.
std::vector<std::string> facesOf(const std::string& file, const std::set<std::string>& files)
{
    const auto found = image::findFacePattern(file);
    if (!found)
        return {};
    const auto paths = image::facePaths(found->pattern, *found->names);
    const bool areAll =
        std::all_of(paths.begin(), paths.end(), [&](const std::string& p) { return files.count(p) > 0; });
    return areAll ? std::vector<std::string>(paths.begin(), paths.end()) : std::vector<std::string>();
}

} // namespace

std::string manifestOf(const std::vector<std::string>& files, const std::string& folder)
{
    const std::set<std::string> all(files.begin(), files.end());
    std::set<std::string> used;
    std::set<std::string> ids;
    Json probes = Json::array();
    for (const std::string& file : files)
    {
        throwIfInterrupted();
        if (!used.insert(file).second)
            continue;
        const std::vector<std::string> faces = facesOf(file, all);
        used.insert(faces.begin(), faces.end());
        const auto relative = [&folder](const std::string& path) {
            const fs::path base = fs::absolute(folder.empty() ? "." : folder).lexically_normal();
            return fs::absolute(path).lexically_normal().lexically_proximate(base).generic_string();
        };
        const std::string name = faces.empty() ? file : image::findFacePattern(file)->pattern;
        Json probe = {{"id", unusedId(idOf(name), ids)}};
        if (faces.empty())
            probe["file"] = relative(file);
        else
            std::transform(faces.begin(), faces.end(), std::back_inserter(probe["files"]), relative);
        probes.push_back(probe);
    }
    return jsonText({{"version", 1}, {"probes", probes}});
}

namespace {

std::string endingOf(const fs::path& file)
{
    return lowerCase(file.extension().string());
}

// Whether it is of a format of maps or cubemaps that holds light above 1.
bool hasLightEnding(const fs::path& file)
{
    return std::find(kEndings.begin(), kEndings.end(), endingOf(file)) != kEndings.end();
}

// The maps and cubemaps with such endings in a folder, without what lies below it. Warns of pictures there that are
// left out.
std::vector<std::string> environmentsIn(const std::string& folder, Console& console)
{
    std::vector<std::string> found;
    std::size_t leftOut = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    {
        throwIfInterrupted();
        if (!entry.is_regular_file())
            continue;
        if (hasLightEnding(entry.path()))
            found.push_back(entry.path().generic_string());
        leftOut += static_cast<std::size_t>(std::count(kLeftOut.begin(), kLeftOut.end(), endingOf(entry.path())));
    }
    if (found.empty())
        throw Failure(
            Exit::InvalidInput,
            fmt::format("{}: holds no maps or cubemaps: no {} file; other pictures need a manifest that names "
                        "them",
                        folder, fmt::join(kEndings, ", ")));
    if (leftOut > 0)
        console.warn(
            fmt::format("{}: {} left out, as 8 bits hold no light above 1; name them in a manifest to bake them",
                        folder, counted(leftOut, "picture")));
    std::sort(found.begin(), found.end());
    return found;
}

} // namespace

Manifest findManifest(const std::string& path, const std::string& root, CheckFiles checkFiles, Console& console)
{
    const bool isFolder = fs::is_directory(path);
    if (!isFolder && hasLightEnding(path))
        throw Failure(
            Exit::CommandLine,
            fmt::format("{}: is no manifest; probenorm manifest makes one of maps, and a folder needs none", path));
    if (!isFolder)
        return readManifest(path, checkFiles, root);
    if (!root.empty())
        throw Failure(Exit::CommandLine, fmt::format("{}: is a folder, which has no --root", path));
    std::string folder = path;
    while (folder.size() > 1 && folder.back() == '/')
        folder.pop_back();
    return parseManifest(manifestOf(environmentsIn(folder, console), folder), folder, folder, checkFiles);
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
            probe->settings.faceSize, probe->settings.mips || probe->settings.prefilter != 0, maxBytes,
            fmt::format("{}: probe \"{}\": faceSize {}", manifest.path, probe->id, probe->settings.faceSize));
}

} // namespace pn::cli
