// Light along a ray, by paths that are sampled towards the lamps and by the surface, weighted against each other.
#pragma once

#include "bsdf.h"
#include "random.h"
#include "rays.h"
#include "world.h"

#include <array>
#include <optional>

namespace scene {

struct LightSample
{
    vec3 direction;
    float distance;
    vec3 radiance;
    float pdf; // over solid angle; 0: there is nothing along the direction
};

// Refers to the world, which must outlive it.
class Lights
{
public:
    explicit Lights(const World& world) : m_world(world) {}

    // A point on a lamp that is chosen by its light at the point, if it were not hidden.
    LightSample sampleLamp(vec3 from, Random& random) const;
    LightSample sampleSun(Random& random) const;
    LightSample sampleSky(Random& random) const;

    float lampPdf(std::uint32_t lamp, vec3 from, vec3 direction, float distance) const;

    // What a ray finds that meets nothing. pdf of its direction; negative where no light was sampled: all counts.
    vec3 skyLight(vec3 direction, float pdf) const;
    vec3 sunLight(vec3 direction, float pdf) const;

private:
    float share(std::uint32_t lamp, vec3 from) const;
    float strength(const Lamp& lamp, vec3 from) const;

    const World& m_world;
};

// Veach, "Robust Monte Carlo Methods for Light Transport Simulation" (1997), 9.2.4.
inline float powerWeight(float own, float other)
{
    return own * own / (own * own + other * other);
}

// Light that falls on a surface from a direction.
struct Incidence
{
    vec3 direction;
    vec3 light; // its part of irradiance over pi
};

struct Scatter
{
    vec3 direction;
    vec3 weight; // BSDF times cosine over pdf
    float pdf;   // over solid angle
};

class PathTracer
{
public:
    explicit PathTracer(const World& world) : m_world(world), m_rays(world), m_lights(world) {}

    std::optional<Hit> intersect(const Ray& ray) const { return m_rays.intersect(ray); }

    // One sample of the radiance that comes along the ray, against its direction. The sun's disk is not seen: engines
    // draw it by itself, and no probe holds it. What it lights is seen.
    vec3 radiance(const Ray& ray, Random& random) const { return follow(ray, kFromCamera, Disk::Hidden, random); }

    // What a ray brings that meets nothing.
    vec3 background(vec3 direction) const { return m_lights.skyLight(direction, kFromCamera); }

    // One sample of what the surface's lobes send back along the ray that hit it. The specular lobe does not see the
    // sun's disk: its highlight is the sun's own, and no probe has to show it.
    vec3 reflected(const Hit& hit, const Ray& ray, Lobes lobes, Random& random) const;

    // One sample of the light that falls on the surface, without that which comes straight from the sun: from a lamp,
    // from the sky, and along a path. Their sum is a sample of irradiance over pi.
    std::array<Incidence, 3> incident(const Hit& hit, Random& random) const;

private:
    static constexpr float kFromCamera = -1.0f; // in place of a pdf: lights count in full

    // Where a path goes on from a surface.
    struct Crossing
    {
        vec3 position;
        Bsdf bsdf;
        Lobes lobes;
        const Portal* portal;
    };

    Crossing crossingAt(const Hit& hit, const Ray& ray, Lobes lobes) const;
    static float pdf(const Crossing& crossing, vec3 direction);
    static std::optional<Scatter> scatter(const Crossing& crossing, Random& random);

    enum class Disk // the sun's, at the path's next end
    {
        Hidden,
        Seen
    };

    vec3 follow(Ray ray, float pdf, Disk disk, Random& random) const;
    vec3 fromLights(const Crossing& crossing, Disk disk, Random& random) const;
    vec3 fromSample(const Crossing& crossing, const LightSample& sample) const;
    vec3 emitted(const Hit& hit, const Ray& ray, float pdf) const;

    const World& m_world;
    Rays m_rays;
    Lights m_lights;
};

} // namespace scene
