// Light along a ray, by paths that are sampled towards the lamps and by the surface, weighted against each other.
#pragma once

#include "bsdf.h"
#include "lights.h"
#include "random.h"
#include "rays.h"

#include <optional>

namespace scene {

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

    const World& world() const { return m_world; }
    std::optional<Hit> intersect(const Ray& ray) const { return m_rays.intersect(ray); }

    // One sample of the radiance that comes along the ray, against its direction. The sun's disk is not seen: engines
    // draw it by itself, and no probe holds it. What it lights is seen.
    vec3 radiance(const Ray& ray, Random& random) const { return follow(ray, kFromCamera, Disk::Hidden, random); }

    // What a ray brings that meets nothing.
    vec3 background(vec3 direction) const { return m_lights.skyLight(direction, kFromCamera); }

    // One sample of what the surface's lobes send back along the ray that hit it. The specular lobe does not see the
    // sun's disk: its highlight is the sun's own, and no probe has to show it.
    vec3 reflected(const Hit& hit, const Ray& ray, Lobes lobes, Random& random) const;

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
