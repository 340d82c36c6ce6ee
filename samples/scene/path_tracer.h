// Light along a ray, by paths that are sampled towards the lamps and by the surface, weighted against each other.
#pragma once

#include "bsdf.h"
#include "random.h"
#include "world.h"

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
    explicit PathTracer(const World& world) : m_world(world) {}

    // One sample of the radiance that comes along the ray, against its direction.
    vec3 radiance(const Ray& ray, Random& random) const { return follow(ray, kFromCamera, random); }

    // One sample of what the surface's lobes send back along the ray that hit it.
    vec3 reflected(const Hit& hit, const Ray& ray, Lobes lobes, Random& random) const;

private:
    static constexpr float kFromCamera = -1.0f; // in place of a pdf: lamps count in full

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

    vec3 follow(Ray ray, float pdf, Random& random) const;
    vec3 fromLamp(const Crossing& crossing, Random& random) const;
    vec3 emitted(const Hit& hit, const Ray& ray, float pdf) const;
    float lampPdf(const Lamp& lamp, vec3 toLamp, float distance) const;

    const World& m_world;
};

} // namespace scene
