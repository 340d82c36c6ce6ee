#include "dump.h"

#include <nlohmann/json.hpp>

#include <fstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace scene {

void writeSamples(const std::filesystem::path& folder, const Scene& scene, const View& view)
{
    using nlohmann::json;
    std::vector<std::pair<std::string, std::size_t>> fields = {
        {"material", 1},   {"roughness", 1},   {"effort", 1}, {"position", 3}, {"normal", 3},
        {"reflection", 3}, {"reflectance", 3}, {"base", 3},   {"truth", 6},    {"local", 3 * kCoefficients}};
    for (const std::string site : {"0", "1"}) // kMostSites
        fields.insert(
            fields.end(),
            {{"weight" + site, 1}, {"plain" + site, 3}, {"lookup" + site, 3}, {"mips" + site, 3 * kMostMips}});
    json head = {{"scene", view.scene},   {"fit", view.isFit},     {"view", view.name}, {"width", view.width},
                 {"height", view.height}, {"mips", view.mipCount}, {"fields", fields}};
    for (std::size_t i = 0; i < scene.probes.size(); ++i)
    {
        const vec3 at = scene.probes[i].position;
        head["sites"].push_back({{"position", {at.x, at.y, at.z}}, {"sh", view.siteLights[i].rgb}});
    }
    std::filesystem::create_directories(folder);
    const std::filesystem::path path = folder / (view.scene + "_" + view.name);
    std::ofstream text(path.string() + ".json"), floats(path.string() + ".f32", std::ios::binary);
    floats.write(reinterpret_cast<const char*>(view.samples.data()),
                 static_cast<std::streamsize>(view.samples.size() * sizeof(Sample)));
    if (!(text << head.dump(1)).flush() || !floats.flush())
        throw std::runtime_error(path.string() + ": cannot be written");
}

} // namespace scene
