#include "export.h"

#include <nlohmann/json.hpp>

#include <fstream>
#include <stdexcept>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb/stb_image_write.h>

namespace scene {
namespace {

using nlohmann::json;

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

} // namespace

void exportScene(const std::filesystem::path& file, const RenderSettings& settings, const std::filesystem::path& folder,
                 const Progress& progress)
{
    if (std::filesystem::exists(folder))
        throw std::runtime_error(folder.string() + ": is there already");
    const Scene scene = readScene(file);
    const PathTracer tracer(scene.world);
    std::filesystem::create_directories(folder / "captures");
    std::filesystem::copy_file(file, folder / "scene.json");
    json probes = json::array();
    progress(scene.name + ": reflection probes");
    const std::vector<Cubemap> reflections = captureProbes(scene, tracer, settings);
    for (std::size_t i = 0; i < reflections.size(); ++i)
    {
        const std::string id = "probe_" + std::to_string(i);
        addReflectionProbe(probes, id, writeCapture(folder, id, reflections[i]), scene.probes[i]);
    }
    progress(scene.name + ": light probes");
    const std::vector<vec3> positions = lightProbePositions(scene.volumes);
    const std::vector<std::optional<Cubemap>> lights = captureLightProbes(scene, tracer, settings);
    for (std::size_t i = 0; i < lights.size(); ++i)
    {
        const std::string id = "light_" + std::to_string(i);
        if (lights[i])
            probes.push_back(
                {{"id", id}, {"file", writeCapture(folder, id, *lights[i])}, {"position", triple(positions[i])}});
    }
    const json manifest = {{"version", 1}, {"defaults", {{"layout", "vstrip"}}}, {"probes", probes}};
    std::ofstream out(folder / "probes.json");
    if (!(out << manifest.dump(1) << "\n").flush())
        throw std::runtime_error((folder / "probes.json").string() + ": cannot be written");
}

} // namespace scene
