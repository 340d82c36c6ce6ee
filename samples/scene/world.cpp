#include "world.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vector_relational.hpp>

#include <algorithm>
#include <cmath>

namespace scene {
namespace {

constexpr float kNear = 1e-4f; // metres; a ray does not meet the surface that it leaves

// Slabs: the ray is inside the box from the last entry to the first exit. inverse is 1 / direction, per axis.
float meet(const Box& box, const Ray& ray, vec3 inverse)
{
    const vec3 a = (box.low - ray.origin) * inverse, b = (box.high - ray.origin) * inverse;
    const vec3 nearer = glm::min(a, b), farther = glm::max(a, b);
    const float enter = std::max({nearer.x, nearer.y, nearer.z});
    const float leave = std::min({farther.x, farther.y, farther.z});
    return enter > kNear && enter <= leave ? enter : kFar;
}

float meet(const Sphere& sphere, const Ray& ray)
{
    const vec3 toRay = ray.origin - sphere.center;
    const float b = glm::dot(toRay, ray.direction);
    const vec3 nearest = toRay - b * ray.direction; // less rounding than b^2 - c
    const float rest = sphere.radius * sphere.radius - glm::dot(nearest, nearest);
    if (rest < 0.0f)
        return kFar;
    const float distance = -b - std::sqrt(rest);
    return distance > kNear ? distance : kFar;
}

// Lamps and portals, which rays meet from the front only.
template <typename Rectangle>
float meet(const Rectangle& rectangle, const Ray& ray)
{
    const vec3 normal = glm::cross(rectangle.edgeU, rectangle.edgeV);
    const float slope = glm::dot(normal, ray.direction);
    if (slope >= 0.0f)
        return kFar;
    const float distance = glm::dot(normal, rectangle.corner - ray.origin) / slope;
    const vec3 at = ray.origin + distance * ray.direction - rectangle.corner;
    const float u = glm::dot(at, rectangle.edgeU) / glm::dot(rectangle.edgeU, rectangle.edgeU);
    const float v = glm::dot(at, rectangle.edgeV) / glm::dot(rectangle.edgeV, rectangle.edgeV);
    const bool isInside = u >= 0.0f && u <= 1.0f && v >= 0.0f && v <= 1.0f;
    return isInside && distance > kNear ? distance : kFar;
}

vec3 normalAt(const Box& box, vec3 position)
{
    const vec3 fromLow = glm::abs(position - box.low), fromHigh = glm::abs(position - box.high);
    const vec3 least = glm::min(fromLow, fromHigh);
    const int axis = least.x <= least.y ? (least.x <= least.z ? 0 : 2) : (least.y <= least.z ? 1 : 2);
    vec3 normal(0.0f);
    normal[axis] = fromHigh[axis] < fromLow[axis] ? 1.0f : -1.0f;
    return normal;
}

} // namespace

vec3 Lamp::normal() const
{
    return glm::normalize(glm::cross(edgeU, edgeV));
}

float Lamp::area() const
{
    return glm::length(glm::cross(edgeU, edgeV));
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

std::optional<Hit> World::intersect(const Ray& ray) const
{
    const vec3 inverse = 1.0f / ray.direction;
    float distance = kFar;
    const auto nearest = [&](const auto& shapes, const auto&... more) {
        const auto* found = shapes.data() + shapes.size();
        for (const auto& shape : shapes)
            if (const float at = meet(shape, ray, more...); at < distance)
            {
                distance = at;
                found = &shape;
            }
        return static_cast<std::size_t>(found - shapes.data());
    };
    const std::size_t box = nearest(boxes, inverse), sphere = nearest(spheres), lamp = nearest(lamps);
    if (distance == kFar)
        return std::nullopt;

    const vec3 position = ray.origin + distance * ray.direction;
    if (lamp < lamps.size())
        return Hit{distance, position, lamps[lamp].normal(), &lamps[lamp].material, static_cast<std::uint32_t>(lamp)};
    if (sphere < spheres.size())
        return Hit{distance, position, glm::normalize(position - spheres[sphere].center), &spheres[sphere].material,
                   kNoLamp};
    return Hit{distance, position, normalAt(boxes[box], position), &boxes[box].material, kNoLamp};
}

bool World::isFree(const Ray& ray, float distance) const
{
    const vec3 inverse = 1.0f / ray.direction;
    const auto isBehind = [&](const auto&... shape) { return meet(shape...) >= distance; };
    return std::all_of(boxes.begin(), boxes.end(), [&](const Box& box) { return isBehind(box, ray, inverse); }) &&
           std::all_of(spheres.begin(), spheres.end(), [&](const Sphere& sphere) { return isBehind(sphere, ray); }) &&
           std::all_of(lamps.begin(), lamps.end(), [&](const Lamp& lamp) { return isBehind(lamp, ray); });
}

bool World::isSolid(vec3 point) const
{
    const auto hasPoint = [&](const Box& box) {
        return glm::all(glm::greaterThanEqual(point, box.low)) && glm::all(glm::lessThanEqual(point, box.high));
    };
    return std::any_of(boxes.begin(), boxes.end(), hasPoint) ||
           std::any_of(spheres.begin(), spheres.end(),
                       [&](const Sphere& s) { return glm::distance(s.center, point) <= s.radius; });
}

} // namespace scene
