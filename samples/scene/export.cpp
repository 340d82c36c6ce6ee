#include "export.h"

#include "picture.h"

#include <nlohmann/json.hpp>

#include <fstream>
#include <stdexcept>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb/stb_image_write.h>

namespace scene {
namespace {

using nlohmann::json;

constexpr int kQuality = 90; // of JPEG, of 100

json triple(vec3 v)
{
    return {v.x, v.y, v.z};
}

// The file's path from the folder.
std::string writeCapture(const std::filesystem::path& folder, const std::string& id, const Cubemap& cubemap)
{
    const std::string name = "captures/" + id + ".hdr";
    const std::string path = (folder / name).string();
    if (stbi_write_hdr(path.c_str(), cubemap.size, 6 * cubemap.size, 3, &cubemap.texels.front().x) == 0)
        throw std::runtime_error(path + ": cannot be written");
    return name;
}

void addReflectionProbe(json& probes, const std::string& id, const std::string& file, const ProbeSite& site)
{
    json probe = {{"id", id},
                  {"file", file},
                  {"position", triple(site.position)},
                  {"box", {{"min", triple(site.low)}, {"max", triple(site.high)}}},
                  {"cubemap", "ktx2"},
                  {"texels", "rgba16f"}};
    probes.push_back(probe);
    probe["id"] = id + "_grey";
    probe.erase("texels");
    probe["channels"] = 1;
    probes.push_back(probe);
}

void writeJson(const std::filesystem::path& path, const json& value)
{
    std::ofstream out(path);
    if (!(out << value.dump(1) << "\n").flush())
        throw std::runtime_error(path.string() + ": cannot be written");
}

// The exposure that it is shown with.
float writeStill(const std::filesystem::path& path, const View& view, unsigned threadCount)
{
    const Image base = baseOf(view), truth = truthOf(view);
    const float exposure = exposureFor(base, truth);
    const Picture picture = develop(view, smoothed(view, base, Part::Base, exposure, threadCount),
                                    smoothed(view, truth, Part::Specular, exposure, threadCount), exposure);
    if (stbi_write_jpg(path.string().c_str(), picture.width, picture.height, 3, picture.rgb.data(), kQuality) == 0)
        throw std::runtime_error(path.string() + ": cannot be written");
    return exposure;
}

void writeStills(const std::filesystem::path& folder, const std::vector<View>& views, unsigned threadCount)
{
    std::filesystem::create_directories(folder);
    json exposures;
    for (const View& view : views)
        exposures[view.name] = writeStill(folder / (view.name + ".jpg"), view, threadCount);
    writeJson(folder / "exposures.json", exposures);
}

} // namespace

void exportScene(const std::filesystem::path& file, const RenderSettings& settings, bool hasStills,
                 const std::filesystem::path& folder, const Progress& progress)
{
    if (std::filesystem::exists(folder))
        throw std::runtime_error(folder.string() + ": is there already");
    const Scene scene = readScene(file);
    const PathTracer tracer(scene.world);
    std::filesystem::create_directories(folder / "captures");
    std::filesystem::copy_file(file, folder / "scene.json");
    json probes = json::array();
    const Captures captures = captureScene(scene, tracer, settings, progress);
    for (std::size_t i = 0; i < captures.probes.size(); ++i)
    {
        const std::string id = "probe_" + std::to_string(i);
        addReflectionProbe(probes, id, writeCapture(folder, id, captures.probes[i]), scene.probes[i]);
    }
    const std::vector<vec3> positions = lightProbePositions(scene.volumes);
    for (std::size_t i = 0; i < captures.lightProbes.size(); ++i)
    {
        const std::string id = "light_" + std::to_string(i);
        if (const std::optional<Cubemap>& capture = captures.lightProbes[i])
            probes.push_back(
                {{"id", id}, {"file", writeCapture(folder, id, *capture)}, {"position", triple(positions[i])}});
    }
    writeJson(folder / "probes.json", {{"version", 1}, {"defaults", {{"layout", "vstrip"}}}, {"probes", probes}});
    if (hasStills)
        writeStills(folder / "stills", renderViews(scene, tracer, captures, settings, progress), settings.threadCount);
}

} // namespace scene
