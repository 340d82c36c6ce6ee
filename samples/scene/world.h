// What rays meet, and where light comes from: a description without any code that traces.
#pragma once

#include "sky.h"

#include <glm/vec3.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace scene {

using glm::vec3;

// Specular GGX over Lambert.
struct Material
{
    vec3 albedo{0.0f};
    vec3 f0{0.0f}; // reflectance at normal incidence; 0: no specular layer
    float roughness = 1.0f;
    vec3 emission{0.0f}; // radiance, to the front

    bool isSpecular() const { return f0.x + f0.y + f0.z > 0.0f; }
};

struct Ray
{
    vec3 origin;
    vec3 direction; // of length 1
};

struct Hit
{
    float distance;
    vec3 position;
    vec3 normal; // outwards
    const Material* material;
    std::uint32_t lamp; // its index, or kNoLamp
};

inline constexpr std::uint32_t kNoLamp = ~0u;
inline constexpr float kFar = std::numeric_limits<float>::max();

struct Sphere
{
    vec3 center;
    float radius;
    Material material;
};

struct Box
{
    vec3 low; // before the turn
    vec3 high;
    Material material;
    float turn = 0.0f; // radians about the vertical through its center, from x towards -z

    vec3 center() const { return 0.5f * (low + high); }
    vec3 toWorld(vec3 offset) const; // of an offset from the center
    vec3 toBox(vec3 offset) const;
};

// A rectangle that shines along its normal, which is cross(edgeU, edgeV). Its back is black.
struct Lamp
{
    vec3 corner;
    vec3 edgeU;
    vec3 edgeV;
    Material material;

    vec3 normal() const;
    float area() const;
};

// A disk of the sky that shines evenly.
struct Sun
{
    vec3 direction; // of length 1, towards it
    float angle;    // radians, of its radius
    vec3 radiance;

    float cosine() const;
    float solidAngle() const;
};

// A rectangle of air through which a room gets its light. Paths that start in front of it are also sent there, which
// changes no mean, only the noise: a doorway is a small part of what a dark room's walls see.
struct Portal
{
    vec3 corner;
    vec3 edgeU;
    vec3 edgeV; // the darker room is where cross(edgeU, edgeV) points

    bool isInFront(vec3 point) const;
    float pdf(vec3 from, vec3 direction) const; // over solid angle, of points spread evenly
};

class World
{
public:
    std::vector<Box> boxes;
    std::vector<Sphere> spheres;
    std::vector<Lamp> lamps;
    std::vector<Portal> portals; // from the brightest room on
    std::optional<Sun> sun;
    Sky sky; // black unless set

    // The last one that the point is in front of; NULL for none.
    const Portal* portalFor(vec3 point) const;

    // Whether the point is inside a box or a sphere, where no light is.
    bool isSolid(vec3 point) const;
};

} // namespace scene
