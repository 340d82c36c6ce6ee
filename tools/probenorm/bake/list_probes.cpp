#include "bake/list_probes.h"

#include "bake/manifest.h"
#include "support/failure.h"
#include "support/json.h"
#include "support/text.h"

#include "image/formats/layout.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

namespace pn::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::array kEndings = {".hdr", ".exr", ".dds", ".ktx", ".ktx2"};
constexpr std::array kLeftOut = {".png", ".jpg", ".jpeg"};

std::string idOf(const std::string& file)
{
    std::string id = stemOf(file);
    for (char& c : id)
        if (!isProbeId(std::string("a") + c + "a"))
            c = '_';
    return isProbeId(id) ? id : "probe_" + id;
}

// Ids that differ in more than capitals.
class Ids
{
public:
    std::string next(const std::string& wanted)
    {
        std::string id = wanted;
        for (int n = 2; !m_used.insert(lowerCase(id)).second; ++n)
            id = fmt::format("{}_{}", wanted, n);
        return id;
    }

private:
    std::set<std::string> m_used;
};

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
    Ids ids;
    Json probes = Json::array();
    for (const std::string& file : files)
    {
        if (!used.insert(file).second)
            continue;
        const std::vector<std::string> faces = facesOf(file, all);
        used.insert(faces.begin(), faces.end());
        const auto relative = [&folder](const std::string& path) {
            const fs::path base = fs::absolute(folder.empty() ? "." : folder).lexically_normal();
            return fs::absolute(path).lexically_normal().lexically_proximate(base).generic_string();
        };
        const std::string name = faces.empty() ? file : image::findFacePattern(file)->pattern;
        Json probe = {{"id", ids.next(idOf(name))}};
        if (faces.empty())
            probe["file"] = relative(file);
        else
            std::transform(faces.begin(), faces.end(), std::back_inserter(probe["files"]), relative);
        probes.push_back(probe);
    }
    return jsonText({{"version", 1}, {"probes", probes}});
}

bool hasLightEnding(const std::string& file)
{
    const std::string ending = lowerCase(fs::path(file).extension().string());
    return std::find(kEndings.begin(), kEndings.end(), ending) != kEndings.end();
}

FolderContents environmentsIn(const std::string& folder)
{
    FolderContents found;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    {
        if (!entry.is_regular_file())
            continue;
        const std::string ending = lowerCase(entry.path().extension().string());
        if (hasLightEnding(entry.path().string()))
            found.environments.push_back(entry.path().string());
        found.leftOut += static_cast<std::size_t>(std::count(kLeftOut.begin(), kLeftOut.end(), ending));
    }
    std::sort(found.environments.begin(), found.environments.end());
    if (found.environments.empty())
        throw Failure(
            Exit::InvalidInput,
            fmt::format("{}: holds no maps or cubemaps: no {} file; other pictures need a manifest that names "
                        "them",
                        folder, fmt::join(kEndings, ", ")));
    return found;
}

} // namespace pn::cli
