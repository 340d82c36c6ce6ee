// Samples of a world's lamps, sun and sky.
#pragma once

#include "random.h"
#include "world.h"

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

} // namespace scene
