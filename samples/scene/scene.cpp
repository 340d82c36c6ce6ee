#include "scene.h"

namespace scene {
namespace {

constexpr vec3 kDielectric(0.04f);
constexpr vec3 kSteel(0.85f, 0.83f, 0.8f);
constexpr float kWall = 0.2f; // thickness
constexpr float kHeight = 3.0f;
constexpr float kHalfDepth = 2.5f;
constexpr float kRadius = 0.35f;       // of a metal sphere
constexpr float kAlcoveRadius = 0.18f; // the same, where there is less room

Material paint(vec3 albedo)
{
    return {.albedo = albedo};
}

Material varnish(vec3 albedo, float roughness)
{
    return {.albedo = albedo, .f0 = kDielectric, .roughness = roughness};
}

Material metal(float roughness)
{
    return {.f0 = kSteel, .roughness = roughness};
}

// A square lamp of this edge, just under the ceiling.
Lamp ceilingLamp(float x, float z, float edge, vec3 radiance)
{
    const vec3 corner(x - 0.5f * edge, kHeight - 0.01f, z - 0.5f * edge);
    return {corner, {edge, 0.0f, 0.0f}, {0.0f, 0.0f, edge}, {.emission = radiance}};
}

void addFloors(World& world, float fromX, float toX, vec3 albedo)
{
    world.boxes.push_back({{fromX, -kWall, -kHalfDepth}, {toX, 0.0f, 0.0f}, varnish(albedo, kFloorRoughness[0])});
    world.boxes.push_back({{fromX, -kWall, 0.0f}, {toX, 0.0f, kHalfDepth}, varnish(albedo, kFloorRoughness[1])});
}

// Ceiling and the two long walls.
void addShell(World& world, float fromX, float toX, vec3 ceiling, vec3 back, vec3 front)
{
    world.boxes.push_back({{fromX, kHeight, -kHalfDepth}, {toX, kHeight + kWall, kHalfDepth}, paint(ceiling)});
    world.boxes.push_back({{fromX, 0.0f, -kHalfDepth - kWall}, {toX, kHeight, -kHalfDepth}, paint(back)});
    world.boxes.push_back({{fromX, 0.0f, kHalfDepth}, {toX, kHeight, kHalfDepth + kWall}, paint(front)});
}

// Metal spheres on a line on the floor.
void addSpheres(World& world, vec3 from, vec3 to, float radius)
{
    for (std::size_t i = 0; i < kSphereRoughness.size(); ++i)
    {
        const float t = static_cast<float>(i) / static_cast<float>(kSphereRoughness.size() - 1);
        world.spheres.push_back({from + t * (to - from), radius, metal(kSphereRoughness[i])});
    }
}

void addBrightRoom(World& world)
{
    const vec3 white(0.75f, 0.73f, 0.7f), teal(0.2f, 0.5f, 0.5f), orange(0.7f, 0.4f, 0.2f);
    addFloors(world, -6.0f, 0.1f, {0.5f, 0.4f, 0.3f});
    addShell(world, -6.0f, 0.0f, white, teal, white);
    world.boxes.push_back({{-6.0f - kWall, 0.0f, -kHalfDepth}, {-6.0f, kHeight, kHalfDepth}, paint(orange)});
    world.boxes.push_back({{-5.4f, 0.0f, 0.6f}, {-4.4f, 0.7f, 1.8f}, paint({0.3f, 0.35f, 0.6f})});
    addSpheres(world, {-4.6f, kRadius, -1.4f}, {-2.4f, kRadius, 1.2f}, kRadius);
    world.lamps.push_back(ceilingLamp(-4.3f, 0.0f, 1.2f, {14.0f, 13.0f, 12.0f}));
    world.lamps.push_back(ceilingLamp(-1.6f, 0.0f, 1.2f, {14.0f, 13.0f, 12.0f}));
}

// Between the rooms, with a doorway one metre wide.
void addDividingWall(World& world)
{
    const Material white = paint({0.75f, 0.73f, 0.7f});
    const float halfDoor = 0.5f, doorHeight = 2.1f;
    world.boxes.push_back({{0.0f, 0.0f, -kHalfDepth}, {kWall, kHeight, -halfDoor}, white});
    world.boxes.push_back({{0.0f, 0.0f, halfDoor}, {kWall, kHeight, kHalfDepth}, white});
    world.boxes.push_back({{0.0f, doorHeight, -halfDoor}, {kWall, kHeight, halfDoor}, white});
    world.portals.push_back({{0.5f * kWall, 0.0f, -halfDoor}, {0.0f, doorHeight, 0.0f}, {0.0f, 0.0f, 2.0f * halfDoor}});
}

void addDarkRoom(World& world)
{
    const vec3 grey(0.45f, 0.48f, 0.55f);
    addFloors(world, 0.1f, 7.2f, {0.3f, 0.3f, 0.32f});
    addShell(world, kWall, 7.2f, grey, grey, grey);
    world.boxes.push_back({{7.2f, 0.0f, -kHalfDepth}, {7.2f + kWall, kHeight, kHalfDepth}, paint(grey)});
    world.boxes.push_back({{0.5f, 0.0f, 1.5f}, {1.5f, 0.7f, 2.3f}, paint({0.5f, 0.35f, 0.2f})});
    addSpheres(world, {1.0f, kRadius, -1.4f}, {3.2f, kRadius, 1.2f}, kRadius);
    world.lamps.push_back(ceilingLamp(3.0f, 1.2f, 0.4f, {5.0f, 5.6f, 6.8f}));
}

// The dark room's far end, behind a screen with a gap.
void addAlcove(World& world)
{
    const float gapFrom = 1.3f;
    world.boxes.push_back({{4.9f, 0.0f, -kHalfDepth}, {5.0f, kHeight, gapFrom}, paint({0.45f, 0.48f, 0.55f})});
    world.portals.push_back({{4.95f, 0.0f, gapFrom}, {0.0f, kHeight, 0.0f}, {0.0f, 0.0f, kHalfDepth - gapFrom}});
    addSpheres(world, {5.3f, kAlcoveRadius, -0.2f}, {6.9f, kAlcoveRadius, -0.8f}, kAlcoveRadius);
    world.lamps.push_back(ceilingLamp(6.1f, -1.2f, 0.4f, {6.0f, 0.5f, 0.25f}));
}

} // namespace

World makeWorld()
{
    World world;
    addBrightRoom(world);
    addDividingWall(world);
    addDarkRoom(world);
    addAlcove(world);
    return world;
}

} // namespace scene
