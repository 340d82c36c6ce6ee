// Paths against lights whose sum is known, and the sky that they end in.
#include "lightmap.h"
#include "path_tracer.h"
#include "sky.h"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace scene {
namespace {

// The inside of a cube with an edge of 2, of six walls.
World room(const Material& material)
{
    World world;
    for (int axis = 0; axis < 3; ++axis)
        for (const float side : {-1.0f, 1.0f})
        {
            vec3 low(-1.5f), high(1.5f);
            low[axis] = side > 0.0f ? 1.0f : -1.5f;
            high[axis] = side > 0.0f ? 1.5f : -1.0f;
            world.boxes.push_back({low, high, material});
        }
    return world;
}

double meanRadiance(const World& world, const Ray& ray, int count)
{
    const PathTracer tracer(world);
    double sum = 0.0;
    for (int i = 0; i < count; ++i)
    {
        Random random = randomOf(5, 0, static_cast<std::uint64_t>(i));
        sum += static_cast<double>(tracer.radiance(ray, random).x);
    }
    return sum / count;
}

const Ray kRay = {{0.1f, 0.2f, -0.3f}, glm::normalize(vec3(0.3f, -0.8f, 0.5f))};

// Light that shines from all walls is reflected for ever: e + a e + a^2 e + ... Paths are cut after 24 bounces, whose
// rest is below 1e-5.
TEST(PathTracer, FindsTheSeriesInAFurnace)
{
    const World world = room({.albedo = vec3(0.6f), .emission = vec3(1.0f)});
    EXPECT_NEAR(meanRadiance(world, kRay, 50000), 2.5, 0.02);
}

// One wall shines, seen from behind a portal to it; 0.01 is five deviations of the difference.
TEST(PathTracer, PortalsChangeNoMean)
{
    World world = room({.albedo = vec3(0.6f)});
    for (Box& wall : world.boxes)
        if (wall.high.z <= -1.0f)
            wall.material.emission = vec3(1.0f);
    const vec3 from(0.1f, 0.2f, -0.3f), at(0.2f, -1.0f, 0.8f);
    const Ray ray = {from, glm::normalize(at - from)};
    const double without = meanRadiance(world, ray, 200000);
    world.portals.push_back({{-0.5f, -0.5f, 0.4f}, {1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}});
    ASSERT_NE(world.portalFor(at), nullptr);
    ASSERT_EQ(world.portalFor({0.0f, 0.0f, 0.3f}), nullptr);
    EXPECT_NEAR(meanRadiance(world, ray, 200000), without, 0.01);
}

// Lambert's formula: the vector whose part along a normal is the irradiance there, of a polygon that shines evenly,
// from the angles between its corners. It points away from the lamp or towards it.
vec3 lightVector(const Lamp& lamp, vec3 at)
{
    const vec3 corners[] = {lamp.corner, lamp.corner + lamp.edgeU, lamp.corner + lamp.edgeU + lamp.edgeV,
                            lamp.corner + lamp.edgeV};
    vec3 sum(0.0f);
    for (int i = 0; i < 4; ++i)
    {
        const vec3 a = glm::normalize(corners[i] - at), b = glm::normalize(corners[(i + 1) % 4] - at);
        sum += std::acos(glm::dot(a, b)) * glm::normalize(glm::cross(a, b));
    }
    return 0.5f * lamp.material.emission.x * sum;
}

double irradianceOfRectangle(const Lamp& lamp, vec3 at, vec3 normal)
{
    return static_cast<double>(std::fabs(glm::dot(lightVector(lamp, at), normal)));
}

// Van Oosterom and Strackee (1983), of the triangles of both halves.
double solidAngleOf(const Lamp& lamp, vec3 at)
{
    const auto half = [&](vec3 first, vec3 second, vec3 third) {
        const vec3 a = glm::normalize(first - at), b = glm::normalize(second - at), c = glm::normalize(third - at);
        const float volume = std::fabs(glm::dot(a, glm::cross(b, c)));
        return 2.0f * std::atan2(volume, 1.0f + glm::dot(a, b) + glm::dot(b, c) + glm::dot(c, a));
    };
    const vec3 across = lamp.corner + lamp.edgeU + lamp.edgeV;
    return static_cast<double>(half(lamp.corner, lamp.corner + lamp.edgeU, across) +
                               half(lamp.corner, across, lamp.corner + lamp.edgeV));
}

World floorUnderALamp(const Material& floor)
{
    World world;
    world.boxes.push_back({{-5.0f, -1.0f, -5.0f}, {5.0f, 0.0f, 5.0f}, floor});
    world.lamps.push_back({{-0.5f, 1.0f, -0.3f}, {1.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 1.2f}, {.emission = vec3(3.0f)}});
    return world;
}

TEST(PathTracer, LightsAFloorAsLambertsFormula)
{
    const World world = floorUnderALamp({.albedo = vec3(0.5f)});
    const vec3 at(0.8f, 0.0f, 0.1f);
    const vec3 from(3.0f, 2.0f, 0.0f);
    const double expected = 0.5 / std::numbers::pi * irradianceOfRectangle(world.lamps[0], at, {0.0f, 1.0f, 0.0f});
    EXPECT_NEAR(meanRadiance(world, {from, glm::normalize(at - from)}, 100000), expected, 0.005 * expected);
}

// Radiance times a direction's parts, over the lamp, is Lambert's vector. A black floor has no light of its own, and
// what it is made of is not asked. 0.01: five deviations, of paths that do not aim at the lamp.
TEST(PathTracer, TracesLightmaps)
{
    const World world = floorUnderALamp({.f0 = vec3(1.0f), .roughness = 0.5f});
    const PathTracer tracer(world);
    const vec3 at(0.8f, 0.0f, 0.1f), from(3.0f, 2.0f, 0.0f);
    const std::optional<Hit> hit = tracer.intersect({from, glm::normalize(at - from)});
    ASSERT_TRUE(hit);
    Random random = randomOf(5, 0, 0);
    const LightmapTexel found = traceLightmap(tracer, *hit, 100000, random);
    vec3 vector = lightVector(world.lamps[0], at);
    vector *= vector.y > 0.0f ? 1.0f : -1.0f;
    const double expected = static_cast<double>(vector.y) / std::numbers::pi;
    EXPECT_NEAR(found.alongNormal.x, expected, 0.01 * expected);
    const double average = 0.28209479 * 3.0 * solidAngleOf(world.lamps[0], at);
    EXPECT_NEAR(found.bands[0].y, average, 0.01 * average);
    const vec3 band1 = 0.48860251f * vec3(vector.y, vector.z, vector.x);
    for (int i = 0; i < 3; ++i)
        EXPECT_NEAR(found.bands[static_cast<std::size_t>(i + 1)].z, band1[i], 0.01 * average) << i;
}

// A smooth metal shows the lamp, whatever finds it: the lamp's samples, the lobe's, or both by their weights.
TEST(PathTracer, ShowsALampInAMirror)
{
    const World world = floorUnderALamp({.f0 = vec3(1.0f), .roughness = 0.05f});
    const vec3 at(0.0f, 0.0f, 0.3f), from(0.1f, 0.6f, 0.3f);
    EXPECT_NEAR(meanRadiance(world, {from, glm::normalize(at - from)}, 20000), 3.0, 0.03);
}

TEST(PathTracer, PartsAddUp)
{
    const World world = floorUnderALamp({.albedo = vec3(0.5f), .f0 = vec3(0.2f), .roughness = 0.5f});
    const PathTracer tracer(world);
    const vec3 at(0.2f, 0.0f, 0.1f), from(1.0f, 0.8f, 0.3f);
    const Ray ray = {from, glm::normalize(at - from)};
    const Hit hit = *tracer.intersect(ray);
    double parts = 0.0;
    constexpr int kCount = 100000;
    for (int i = 0; i < kCount; ++i)
    {
        Random random = randomOf(6, 0, static_cast<std::uint64_t>(i));
        parts += static_cast<double>(tracer.reflected(hit, ray, Lobes::Specular, random).x);
        parts += static_cast<double>(tracer.reflected(hit, ray, Lobes::Diffuse, random).x);
    }
    const double whole = meanRadiance(world, ray, kCount);
    EXPECT_NEAR(parts / kCount, whole, 0.01 * whole);
}

// A floor that sees the whole of a sky, or of a disk of it that is straight above: L albedo, and L albedo sin^2 angle.
TEST(PathTracer, LightsAFloorByTheSky)
{
    World world;
    world.boxes.push_back({{-5.0f, -1.0f, -5.0f}, {5.0f, 0.0f, 5.0f}, {.albedo = vec3(0.5f)}});
    world.sky = Sky(vec3(2.0f));
    const Ray ray = {{0.0f, 1.0f, 0.1f}, {0.0f, -1.0f, 0.0f}};
    EXPECT_NEAR(meanRadiance(world, ray, 20000), 1.0, 1e-4);

    SkyMap even{64, 32, std::vector<vec3>(64 * 32, vec3(2.0f))};
    world.sky = Sky(std::move(even), 0.3f);
    EXPECT_NEAR(meanRadiance(world, ray, 100000), 1.0, 0.01); // five deviations

    world.sky = Sky();
    world.sun = Sun{{0.0f, 1.0f, 0.0f}, 0.1f, vec3(100.0f)};
    EXPECT_NEAR(meanRadiance(world, ray, 20000), 50.0 * std::sin(0.1) * std::sin(0.1), 0.005);
}

// The sun's disk is not in a probe, nor its highlight in what a probe has to show, nor its own light in a lightmap; a
// mirror shows no other light here.
TEST(PathTracer, HidesTheSunsDisk)
{
    World world;
    world.boxes.push_back({{-5.0f, -1.0f, -5.0f}, {5.0f, 0.0f, 5.0f}, {.f0 = vec3(1.0f), .roughness = 0.3f}});
    world.sun = Sun{{0.0f, 1.0f, 0.0f}, 0.1f, vec3(100.0f)};
    EXPECT_EQ(meanRadiance(world, {{0.0f, 1.0f, 0.0f}, {0.0f, 1.0f, 0.0f}}, 10), 0.0);
    const PathTracer tracer(world);
    const Ray down = {{0.0f, 1.0f, 0.0f}, {0.0f, -1.0f, 0.0f}};
    Random random = randomOf(7, 0, 0);
    for (int i = 0; i < 100; ++i)
        EXPECT_EQ(tracer.reflected(*tracer.intersect(down), down, Lobes::Specular, random), vec3(0.0f));
    EXPECT_EQ(traceLightmap(tracer, *tracer.intersect(down), 1000, random).alongNormal, vec3(0.0f));
}

SkyMap map()
{
    SkyMap map{16, 8, {}};
    for (std::size_t i = 0; i < 16 * 8; ++i)
        map.texels.push_back(vec3(static_cast<float>(1 + (i * 7) % 11)));
    return map;
}

// The middle of the top half's columns is along -z; a turn by 90 degrees brings it to +x.
TEST(Sky, LooksUpAlongDirections)
{
    SkyMap one{4, 2, std::vector<vec3>(8, vec3(0.0f))};
    one.texels[2] = vec3(5.0f); // longitude 0 to 90 degrees from -z towards +x, upper half
    const vec3 along = glm::normalize(vec3(0.5f, 0.3f, -0.5f));
    EXPECT_EQ(Sky(one, 0.0f).radiance(along), vec3(5.0f));
    EXPECT_EQ(Sky(one, 0.0f).radiance(along * vec3(1.0f, -1.0f, 1.0f)), vec3(0.0f));
    EXPECT_EQ(Sky(one, 0.5f * std::numbers::pi_v<float>).radiance(glm::normalize(vec3(0.5f, 0.3f, 0.5f))), vec3(5.0f));
}

// Samples bring the map's mean back: of 1 / pdf the sphere's area, of radiance / pdf its integral.
TEST(Sky, SamplesByTheirDensity)
{
    const Sky sky(map(), 1.0f);
    double area = 0.0, light = 0.0, evenLight = 0.0;
    constexpr int kCount = 200000;
    int others = 0; // by rounding at a texel's edge, a neighbour's density
    Random random(3, 4);
    for (int i = 0; i < kCount; ++i)
    {
        const float u = random.next(), v = random.next();
        const SkySample sample = sky.sample(u, v);
        area += 1.0 / static_cast<double>(sample.pdf) / kCount;
        light += static_cast<double>(sky.radiance(sample.direction).x / sample.pdf) / kCount;
        others += std::fabs(sky.pdf(sample.direction) / sample.pdf - 1.0f) > 1e-3f ? 1 : 0;
        const float z = 1.0f - 2.0f * random.next(), turn = 6.2831853f * random.next(), r = std::sqrt(1.0f - z * z);
        evenLight += 4.0 * std::numbers::pi / kCount *
                     static_cast<double>(sky.radiance({r * std::cos(turn), z, r * std::sin(turn)}).x);
    }
    EXPECT_LT(others, kCount / 1000);
    EXPECT_NEAR(area, 4.0 * std::numbers::pi, 0.1); // 0.8 %: five deviations
    EXPECT_NEAR(light / evenLight, 1.0, 0.01);
}

} // namespace
} // namespace scene
