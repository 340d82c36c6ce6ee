// Reads scene files. Every value has its bounds here, and the schema repeats them for people and editors.
#include "fields.h"
#include "scene.h"
#include "sky.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vector_relational.hpp>

#include <algorithm>
#include <fstream>
#include <map>
#include <numbers>

namespace scene {
namespace {

using nlohmann::json;

constexpr Range kPlace{-1e3, 1e3}; // metres
constexpr Range kShare{0.0, 1.0};
constexpr Range kRadiance{0.0, 1e6};
constexpr Range kDegrees{-360.0, 360.0};
constexpr std::uint64_t kVersion = 1;
constexpr std::size_t kMostProbes = 2; // of reflection; a point blends two at most

using Materials = std::map<std::string, Material>;

float radians(double degrees)
{
    return static_cast<float>(degrees * std::numbers::pi / 180.0);
}

// Calls read(fields) for each object of an array.
template <typename Read>
void forEach(Fields& parent, const std::string& name, const Read& read)
{
    const json& values = parent.array(name);
    for (std::size_t i = 0; i < values.size(); ++i)
    {
        Fields fields(values[i], parent.placeOf(name + "[" + std::to_string(i) + "]"));
        read(fields);
        fields.finish();
    }
}

template <typename Read>
void forEachIfAny(Fields& parent, const std::string& name, const Read& read)
{
    if (parent.has(name))
        forEach(parent, name, read);
}

Materials readMaterials(Fields& top)
{
    Materials materials;
    Fields all = top.object("materials");
    for (const auto& [name, unused] : top.value("materials").items())
    {
        Fields fields = all.object(name);
        Material& material = materials[name];
        material.albedo = fields.triple("albedo", kShare);
        material.f0 = fields.triple("f0", kShare);
        material.roughness = static_cast<float>(fields.number("roughness", kShare));
        fields.finish();
    }
    return materials;
}

Material materialOf(Fields& fields, const Materials& materials)
{
    const std::string name = fields.text("material");
    const auto found = materials.find(name);
    if (found == materials.end())
        fields.fail("material", "no material is called " + name);
    return found->second;
}

struct Corners
{
    vec3 low;
    vec3 high;
};

Corners readCorners(Fields& fields)
{
    const Corners corners{fields.triple("low", kPlace), fields.triple("high", kPlace)};
    if (!glm::all(glm::lessThan(corners.low, corners.high)))
        fields.fail("high", "must be above low on every axis");
    return corners;
}

struct Rectangle
{
    vec3 corner;
    vec3 edgeU;
    vec3 edgeV;
};

Rectangle readRectangle(Fields& fields)
{
    const Rectangle rectangle{fields.triple("corner", kPlace), fields.triple("edgeU", kPlace),
                              fields.triple("edgeV", kPlace)};
    const float u = glm::length(rectangle.edgeU), v = glm::length(rectangle.edgeV);
    if (!(u > 0.0f && v > 0.0f) || glm::abs(glm::dot(rectangle.edgeU, rectangle.edgeV)) > 1e-4f * u * v)
        fields.fail("edgeV", "must be at a right angle to edgeU, and neither of length 0");
    return rectangle;
}

void readShapes(Fields& top, World& world, const Materials& materials)
{
    forEach(top, "boxes", [&](Fields& fields) {
        const Corners corners = readCorners(fields);
        world.boxes.push_back({corners.low, corners.high, materialOf(fields, materials),
                               radians(fields.numberOr("turn", 0.0, kDegrees))});
    });
    forEachIfAny(top, "spheres", [&](Fields& fields) {
        const vec3 center = fields.triple("center", kPlace);
        const auto radius = static_cast<float>(fields.number("radius", {1e-3, 1e3}));
        world.spheres.push_back({center, radius, materialOf(fields, materials)});
    });
}

void readSky(Fields& top, World& world, const std::filesystem::path& folder)
{
    if (!top.has("sky"))
        return;
    Fields fields = top.object("sky");
    if (fields.has("radiance"))
        world.sky = Sky(fields.triple("radiance", kRadiance));
    else
    {
        const std::string file = fields.text("map");
        const auto scale = static_cast<float>(fields.numberOr("scale", 1.0, {1e-6, 1e6}));
        world.sky = Sky(readSkyMap(folder / file, scale, fields.placeOf("map")),
                        radians(fields.numberOr("turn", 0.0, kDegrees)));
    }
    fields.finish();
}

void readLights(Fields& top, World& world, const std::filesystem::path& folder)
{
    forEachIfAny(top, "lamps", [&](Fields& fields) {
        const Rectangle at = readRectangle(fields);
        world.lamps.push_back({at.corner, at.edgeU, at.edgeV, {.emission = fields.triple("radiance", kRadiance)}});
    });
    forEachIfAny(top, "doorways", [&](Fields& fields) {
        const Rectangle at = readRectangle(fields);
        world.portals.push_back({at.corner, at.edgeU, at.edgeV});
    });
    if (top.has("sun"))
    {
        Fields fields = top.object("sun");
        const vec3 direction = fields.triple("direction", {-1.0, 1.0});
        if (!(glm::length(direction) > 0.0f))
            fields.fail("direction", "must not be 0");
        world.sun = Sun{glm::normalize(direction), radians(fields.number("angularRadius", {0.2, 10.0})),
                        fields.triple("radiance", kRadiance)};
        fields.finish();
    }
    readSky(top, world, folder);
}

void requireFree(const World& world, const Fields& fields, vec3 position)
{
    if (world.isSolid(position))
        fields.fail("position", "is inside a box or a sphere");
}

void readProbes(Fields& top, Scene& scene)
{
    forEach(top, "reflectionProbes", [&](Fields& fields) {
        const Corners corners = readCorners(fields);
        const ProbeSite site{fields.triple("position", kPlace), corners.low, corners.high,
                             static_cast<float>(fields.numberOr("blend", 0.0, {0.0, 1e3})),
                             fields.flagOr("parallax", false)};
        requireFree(scene.world, fields, site.position);
        scene.probes.push_back(site);
    });
    if (scene.probes.empty() || scene.probes.size() > kMostProbes)
        top.fail("reflectionProbes", "must have one or two probes");
    forEach(top, "lightProbes", [&](Fields& fields) {
        const Corners corners = readCorners(fields);
        const vec3 count = fields.triple("count", {2.0, 64.0});
        if (count != glm::floor(count))
            fields.fail("count", "must be whole numbers");
        scene.volumes.push_back({corners.low,
                                 corners.high,
                                 {static_cast<std::uint32_t>(count.x), static_cast<std::uint32_t>(count.y),
                                  static_cast<std::uint32_t>(count.z)}});
    });
    if (scene.volumes.empty())
        top.fail("lightProbes", "must have at least one grid");
}

void readViews(Fields& top, Scene& scene)
{
    forEach(top, "views", [&](Fields& fields) {
        const Camera camera{fields.text("name"), fields.text("title"), fields.triple("position", kPlace),
                            fields.triple("target", kPlace), static_cast<float>(fields.number("height", {0.01, 10.0}))};
        requireFree(scene.world, fields, camera.position);
        const vec3 ahead = camera.target - camera.position;
        if (!(glm::length(glm::cross(ahead, vec3(0.0f, 1.0f, 0.0f))) > 1e-3f * glm::length(ahead)))
            fields.fail("target", "must be beside the position, not above or below it");
        scene.cameras.push_back(camera);
    });
    if (scene.cameras.empty())
        top.fail("views", "must have at least one view");
}

Use readUse(Fields& top)
{
    const std::string use = top.text("use");
    if (use != "fit" && use != "report")
        top.fail("use", "must be fit or report, found " + use);
    return use == "fit" ? Use::Fit : Use::Report;
}

json parse(const std::filesystem::path& path)
{
    std::ifstream file(path);
    if (!file)
        throw SceneError(path.string() + ": cannot be opened");
    try
    {
        return json::parse(file);
    }
    catch (const json::exception& error)
    {
        throw SceneError(path.string() + ": is not JSON: " + error.what());
    }
}

} // namespace

Scene readScene(const std::filesystem::path& path)
{
    const json value = parse(path);
    Fields top(value, path.filename().string());
    if (top.value("version") != kVersion)
        top.fail("version", "must be 1, found " + top.value("version").dump());
    Scene scene{};
    scene.name = path.stem().string();
    scene.title = top.text("title");
    scene.use = readUse(top);
    scene.effort = static_cast<unsigned>(top.numberOr("effort", 1.0, {1.0, 64.0}));
    readShapes(top, scene.world, readMaterials(top));
    readLights(top, scene.world, path.parent_path());
    readProbes(top, scene);
    readViews(top, scene);
    top.finish();
    return scene;
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
        throw SceneError(folder.string() + ": has no file *" + extension);
    return files;
}

} // namespace scene
