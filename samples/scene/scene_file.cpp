// Reads scene files. docs/schema/scene.json has the fields and their bounds; here is what no schema can say.
#include "scene.h"
#include "sky.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vector_relational.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <numbers>
#include <stdexcept>

namespace scene {
namespace {

using nlohmann::json;

constexpr std::size_t kMostProbes = 2; // of reflection; a point blends two at most

using Materials = std::map<std::string, Material>;

void require(bool isKept, const std::string& rule, const json& found)
{
    if (!isKept)
        throw std::runtime_error(rule + ", found " + found.dump());
}

float radians(double degrees)
{
    return static_cast<float>(degrees * std::numbers::pi / 180.0);
}

vec3 triple(const json& object, const char* name)
{
    const auto [x, y, z] = object.at(name).get<std::array<float, 3>>();
    return {x, y, z};
}

// The objects of an array that need not be there.
const json& anyOf(const json& object, const char* name)
{
    static const json kNone = json::array();
    return object.contains(name) ? object[name] : kNone;
}

Materials readMaterials(const json& top)
{
    Materials materials;
    for (const auto& [name, object] : top.at("materials").items())
        materials[name] = {.albedo = triple(object, "albedo"),
                           .f0 = triple(object, "f0"),
                           .roughness = object.at("roughness").get<float>()};
    return materials;
}

const Material& materialOf(const json& object, const Materials& materials)
{
    const auto found = materials.find(object.at("material").get<std::string>());
    require(found != materials.end(), "material must be the name of one", object);
    return found->second;
}

struct Corners
{
    vec3 low;
    vec3 high;
};

Corners readCorners(const json& object)
{
    const Corners corners{triple(object, "low"), triple(object, "high")};
    require(glm::all(glm::lessThan(corners.low, corners.high)), "high must be above low on every axis", object);
    return corners;
}

struct Rectangle
{
    vec3 corner;
    vec3 edgeU;
    vec3 edgeV;
};

Rectangle readRectangle(const json& object)
{
    const Rectangle rectangle{triple(object, "corner"), triple(object, "edgeU"), triple(object, "edgeV")};
    const float u = glm::length(rectangle.edgeU), v = glm::length(rectangle.edgeV);
    require(u > 0.0f && v > 0.0f && glm::abs(glm::dot(rectangle.edgeU, rectangle.edgeV)) <= 1e-4f * u * v,
            "edgeV must be at a right angle to edgeU, and neither of length 0", object);
    return rectangle;
}

void readShapes(const json& top, World& world)
{
    const Materials materials = readMaterials(top);
    for (const json& box : top.at("boxes"))
    {
        const Corners corners = readCorners(box);
        world.boxes.push_back({corners.low, corners.high, materialOf(box, materials), radians(box.value("turn", 0.0))});
    }
    for (const json& sphere : anyOf(top, "spheres"))
        world.spheres.push_back(
            {triple(sphere, "center"), sphere.at("radius").get<float>(), materialOf(sphere, materials)});
}

void readLights(const json& top, World& world, const std::filesystem::path& folder)
{
    for (const json& lamp : anyOf(top, "lamps"))
    {
        const Rectangle at = readRectangle(lamp);
        world.lamps.push_back({at.corner, at.edgeU, at.edgeV, {.emission = triple(lamp, "radiance")}});
    }
    for (const json& doorway : anyOf(top, "doorways"))
    {
        const Rectangle at = readRectangle(doorway);
        world.portals.push_back({at.corner, at.edgeU, at.edgeV});
    }
    if (top.contains("sun"))
    {
        const json& sun = top["sun"];
        const vec3 direction = triple(sun, "direction");
        require(glm::length(direction) > 0.0f, "direction must not be 0", sun);
        world.sun =
            Sun{glm::normalize(direction), radians(sun.at("angularRadius").get<double>()), triple(sun, "radiance")};
    }
    if (!top.contains("sky"))
        return;
    const json& sky = top["sky"];
    world.sky = sky.contains("radiance")
                    ? Sky(triple(sky, "radiance"))
                    : Sky(readSkyMap(folder / sky.at("map").get<std::string>(), sky.value("scale", 1.0f)),
                          radians(sky.value("turn", 0.0)));
}

vec3 freePosition(const json& object, const World& world)
{
    const vec3 position = triple(object, "position");
    require(!world.isSolid(position), "position must be outside of boxes and spheres", object);
    return position;
}

void readProbes(const json& top, Scene& scene)
{
    for (const json& probe : top.at("reflectionProbes"))
    {
        const Corners corners = readCorners(probe);
        scene.probes.push_back({freePosition(probe, scene.world), corners.low, corners.high, probe.value("blend", 0.0f),
                                probe.value("parallax", false)});
    }
    require(!scene.probes.empty() && scene.probes.size() <= kMostProbes, "reflectionProbes must be one or two",
            top["reflectionProbes"]);
    for (const json& grid : top.at("lightProbes"))
    {
        const Corners corners = readCorners(grid);
        const auto count = grid.at("count").get<std::array<std::uint32_t, 3>>();
        require(*std::min_element(count.begin(), count.end()) >= 2, "count must be 2 or more along each axis", grid);
        scene.volumes.push_back({corners.low, corners.high, count});
    }
}

void readViews(const json& top, Scene& scene)
{
    for (const json& view : top.at("views"))
    {
        const Camera camera{view.at("name").get<std::string>(), view.at("title").get<std::string>(),
                            freePosition(view, scene.world), triple(view, "target"), view.at("height").get<float>()};
        const vec3 ahead = camera.target - camera.position;
        require(glm::length(glm::cross(ahead, vec3(0.0f, 1.0f, 0.0f))) > 1e-3f * glm::length(ahead),
                "target must be beside the position, not above or below it", view);
        scene.cameras.push_back(camera);
    }
}

Use readUse(const json& top)
{
    const auto use = top.at("use").get<std::string>();
    require(use == "fit" || use == "report", "use must be fit or report", use);
    return use == "fit" ? Use::Fit : Use::Report;
}

Scene read(const std::filesystem::path& path)
{
    std::ifstream file(path);
    if (!file)
        throw std::runtime_error("cannot be opened");
    const json top = json::parse(file);
    require(top.at("version") == 1, "version must be 1", top["version"]);
    Scene scene{};
    scene.name = path.stem().string();
    scene.title = top.at("title").get<std::string>();
    scene.use = readUse(top);
    scene.effort = top.value("effort", 1u);
    readShapes(top, scene.world);
    readLights(top, scene.world, path.parent_path());
    readProbes(top, scene);
    readViews(top, scene);
    return scene;
}

} // namespace

Scene readScene(const std::filesystem::path& path)
{
    try
    {
        return read(path);
    }
    catch (const std::exception& error)
    {
        throw std::runtime_error(path.filename().string() + ": " + error.what());
    }
}

std::vector<std::filesystem::path> filesIn(const std::filesystem::path& folder, const std::string& extension)
{
    std::vector<std::filesystem::path> files;
    if (std::filesystem::is_directory(folder))
        for (const auto& entry : std::filesystem::directory_iterator(folder))
            if (entry.path().extension() == extension)
                files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    if (files.empty())
        throw std::runtime_error(folder.string() + ": has no file *" + extension);
    return files;
}

} // namespace scene
