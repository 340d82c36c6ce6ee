#include "world.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vector_relational.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scene {
namespace {

// How far along the ray a rectangle is, met from the front only.
float meet(const Portal& portal, const Ray& ray)
{
    const vec3 normal = glm::cross(portal.edgeU, portal.edgeV);
    const float slope = glm::dot(normal, ray.direction);
    if (slope >= 0.0f)
        return kFar;
    const float distance = glm::dot(normal, portal.corner - ray.origin) / slope;
    const vec3 at = ray.origin + distance * ray.direction - portal.corner;
    const float u = glm::dot(at, portal.edgeU) / glm::dot(portal.edgeU, portal.edgeU);
    const float v = glm::dot(at, portal.edgeV) / glm::dot(portal.edgeV, portal.edgeV);
    const bool isInside = u >= 0.0f && u <= 1.0f && v >= 0.0f && v <= 1.0f;
    return isInside && distance > 0.0f ? distance : kFar;
}

vec3 turned(vec3 v, float angle)
{
    const float c = std::cos(angle), s = std::sin(angle);
    return {c * v.x + s * v.z, v.y, c * v.z - s * v.x};
}

} // namespace

vec3 Box::toWorld(vec3 offset) const
{
    return turn == 0.0f ? offset : turned(offset, turn);
}

vec3 Box::toBox(vec3 offset) const
{
    return turn == 0.0f ? offset : turned(offset, -turn);
}

vec3 Lamp::normal() const
{
    return glm::normalize(glm::cross(edgeU, edgeV));
}

float Lamp::area() const
{
    return glm::length(glm::cross(edgeU, edgeV));
}

float Sun::cosine() const
{
    return std::cos(angle);
}

// 2 pi (1 - cos angle), without the difference of two numbers near 1.
float Sun::solidAngle() const
{
    const float s = std::sin(0.5f * angle);
    return 4.0f * std::numbers::pi_v<float> * s * s;
}

bool Portal::isInFront(vec3 point) const
{
    return glm::dot(glm::cross(edgeU, edgeV), point - corner) > 0.0f;
}

float Portal::pdf(vec3 from, vec3 direction) const
{
    const float distance = meet(*this, Ray{from, direction});
    if (distance == kFar)
        return 0.0f;
    return distance * distance / std::fabs(glm::dot(glm::cross(edgeU, edgeV), direction)); // cosine times area
}

const Portal* World::portalFor(vec3 point) const
{
    const auto found =
        std::find_if(portals.rbegin(), portals.rend(), [&](const Portal& portal) { return portal.isInFront(point); });
    return found == portals.rend() ? nullptr : &*found;
}

bool World::isSolid(vec3 point) const
{
    const auto hasPoint = [&](const Box& box) {
        const vec3 offset = glm::abs(box.toBox(point - box.center()));
        return glm::all(glm::lessThanEqual(offset, 0.5f * (box.high - box.low)));
    };
    return std::any_of(boxes.begin(), boxes.end(), hasPoint) ||
           std::any_of(spheres.begin(), spheres.end(),
                       [&](const Sphere& s) { return glm::distance(s.center, point) <= s.radius; });
}

} // namespace scene
