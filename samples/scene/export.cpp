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

class Exporter
{
public:
    Exporter(const Scene& scene, const std::filesystem::path& folder) : m_scene(scene), m_folder(folder)
    {
        std::filesystem::create_directories(folder / "captures");
    }

    void addReflectionProbes(const std::vector<Cubemap>& captures)
    {
        for (std::size_t i = 0; i < captures.size(); ++i)
        {
            const ProbeSite& site = m_scene.probes[i];
            const std::string id = "probe_" + std::to_string(i);
            json probe = {{"id", id},
                          {"file", writeCapture(id, captures[i])},
                          {"position", triple(site.position)},
                          {"box", {{"min", triple(site.low)}, {"max", triple(site.high)}}},
                          {"cubemap", "ktx2"},
                          {"texels", "rgba16f"}};
            m_probes.push_back(probe);
            probe["id"] = id + "_grey";
            probe.erase("texels");
            probe["channels"] = 1;
            m_probes.push_back(probe);
        }
    }

    void addLightProbes(const std::vector<std::optional<Cubemap>>& captures)
    {
        const std::vector<vec3> positions = lightProbePositions(m_scene.volumes);
        for (std::size_t i = 0; i < captures.size(); ++i)
        {
            if (!captures[i])
                continue;
            const std::string id = "light_" + std::to_string(i);
            m_probes.push_back(
                {{"id", id}, {"file", writeCapture(id, *captures[i])}, {"position", triple(positions[i])}});
        }
    }

    void writeManifest() const
    {
        const json manifest = {{"version", 1}, {"defaults", {{"layout", "vstrip"}}}, {"probes", m_probes}};
        std::ofstream file(m_folder / "probes.json");
        if (!(file << manifest.dump(1) << "\n").flush())
            throw std::runtime_error((m_folder / "probes.json").string() + ": cannot be written");
    }

private:
    // The file's path from the manifest's folder.
    std::string writeCapture(const std::string& id, const Cubemap& cubemap) const
    {
        const std::string name = "captures/" + id + ".hdr";
        const std::string path = (m_folder / name).string();
        if (stbi_write_hdr(path.c_str(), cubemap.size, 6 * cubemap.size, 3, &cubemap.texels.front().x) == 0)
            throw std::runtime_error(path + ": cannot be written");
        return name;
    }

    const Scene& m_scene;
    std::filesystem::path m_folder;
    json m_probes = json::array();
};

} // namespace

void exportScene(const std::filesystem::path& file, const RenderSettings& settings, const std::filesystem::path& folder,
                 const Progress& progress)
{
    if (std::filesystem::exists(folder))
        throw std::runtime_error(folder.string() + ": is there already");
    const Scene scene = readScene(file);
    const PathTracer tracer(scene.world);
    Exporter exporter(scene, folder);
    std::filesystem::copy_file(file, folder / "scene.json");
    progress(scene.name + ": reflection probes");
    exporter.addReflectionProbes(captureProbes(scene, tracer, settings));
    progress(scene.name + ": light probes");
    exporter.addLightProbes(captureLightProbes(scene, tracer, settings));
    exporter.writeManifest();
}

} // namespace scene
