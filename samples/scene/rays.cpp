#include "rays.h"

#include <glm/geometric.hpp>

#include <limits>
#include <stdexcept>

namespace scene {
namespace {

// One instruction set and one thread for building: the same hits on every x86 processor.
constexpr const char* kConfiguration = "isa=sse2,threads=1,set_affinity=0";

constexpr unsigned kBoxes = 0, kSpheres = 1, kLamps = 2; // geometry ids
constexpr std::size_t kCorners = 8;                      // of a box; bits of its index: x y z
constexpr std::size_t kFaces = 6;                        // of a box: -x +x -y +y -z +z

constexpr std::array<std::array<unsigned, 4>, kFaces> kFaceCorners = {
    {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}}};

const Material kBlack{};

template <typename T>
T* newBuffer(RTCGeometry geometry, RTCBufferType type, RTCFormat format, std::size_t count, std::size_t stride)
{
    return static_cast<T*>(rtcSetNewGeometryBuffer(geometry, type, 0, format, stride * sizeof(T), count));
}

void write(float* to, vec3 value)
{
    for (int axis = 0; axis < 3; ++axis)
        to[axis] = value[axis];
}

vec3 cornerOf(const Box& box, std::size_t corner)
{
    const vec3 half = 0.5f * (box.high - box.low);
    const vec3 offset((corner & 1) != 0 ? half.x : -half.x, (corner & 2) != 0 ? half.y : -half.y,
                      (corner & 4) != 0 ? half.z : -half.z);
    return box.center() + box.toWorld(offset);
}

vec3 normalOf(const Box& box, std::size_t face)
{
    vec3 normal(0.0f);
    normal[static_cast<int>(face / 2)] = face % 2 == 0 ? -1.0f : 1.0f;
    return box.toWorld(normal);
}

RTCRay embreeRay(const Ray& ray, float far)
{
    RTCRay result{};
    result.org_x = ray.origin.x;
    result.org_y = ray.origin.y;
    result.org_z = ray.origin.z;
    result.dir_x = ray.direction.x;
    result.dir_y = ray.direction.y;
    result.dir_z = ray.direction.z;
    result.tfar = far;
    result.mask = ~0u;
    return result;
}

} // namespace

Rays::Rays(const World& world) : m_world(world), m_device(rtcNewDevice(kConfiguration))
{
    if (!m_device)
        throw std::runtime_error("Embree refuses its configuration");
    m_scene.reset(rtcNewScene(m_device.get()));
    rtcSetSceneFlags(m_scene.get(), RTC_SCENE_FLAG_ROBUST);
    addBoxes();
    addSpheres();
    addLamps();
    rtcCommitScene(m_scene.get());
    if (rtcGetDeviceError(m_device.get()) != RTC_ERROR_NONE)
        throw std::runtime_error("Embree refuses the scene's shapes");
}

void Rays::attach(RTCGeometry geometry, unsigned id) const
{
    rtcCommitGeometry(geometry);
    rtcAttachGeometryByID(m_scene.get(), geometry, id);
    rtcReleaseGeometry(geometry);
}

void Rays::addBoxes()
{
    if (m_world.boxes.empty())
        return;
    const std::size_t count = m_world.boxes.size();
    RTCGeometry geometry = rtcNewGeometry(m_device.get(), RTC_GEOMETRY_TYPE_QUAD);
    float* vertices = newBuffer<float>(geometry, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT3, kCorners * count, 3);
    unsigned* indices = newBuffer<unsigned>(geometry, RTC_BUFFER_TYPE_INDEX, RTC_FORMAT_UINT4, kFaces * count, 4);
    for (std::size_t i = 0; i < count; ++i)
    {
        for (std::size_t corner = 0; corner < kCorners; ++corner)
            write(vertices + 3 * (kCorners * i + corner), cornerOf(m_world.boxes[i], corner));
        for (std::size_t face = 0; face < kFaces; ++face)
            for (std::size_t k = 0; k < 4; ++k)
                indices[4 * (kFaces * i + face) + k] = static_cast<unsigned>(kCorners * i) + kFaceCorners[face][k];
    }
    attach(geometry, kBoxes);
}

void Rays::addSpheres()
{
    if (m_world.spheres.empty())
        return;
    RTCGeometry geometry = rtcNewGeometry(m_device.get(), RTC_GEOMETRY_TYPE_SPHERE_POINT);
    float* vertices = newBuffer<float>(geometry, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT4, m_world.spheres.size(), 4);
    for (const Sphere& sphere : m_world.spheres)
    {
        write(vertices, sphere.center);
        vertices[3] = sphere.radius;
        vertices += 4;
    }
    attach(geometry, kSpheres);
}

void Rays::addLamps()
{
    if (m_world.lamps.empty())
        return;
    RTCGeometry geometry = rtcNewGeometry(m_device.get(), RTC_GEOMETRY_TYPE_QUAD);
    const std::size_t count = m_world.lamps.size();
    float* vertices = newBuffer<float>(geometry, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT3, 4 * count, 3);
    unsigned* indices = newBuffer<unsigned>(geometry, RTC_BUFFER_TYPE_INDEX, RTC_FORMAT_UINT4, count, 4);
    for (const Lamp& lamp : m_world.lamps)
        for (const vec3 corner :
             {lamp.corner, lamp.corner + lamp.edgeU, lamp.corner + lamp.edgeU + lamp.edgeV, lamp.corner + lamp.edgeV})
        {
            write(vertices, corner);
            vertices += 3;
        }
    for (unsigned i = 0; i < 4 * static_cast<unsigned>(count); ++i)
        indices[i] = i;
    attach(geometry, kLamps);
}

Hit Rays::hitOf(const RTCRayHit& found, const Ray& ray) const
{
    const float distance = found.ray.tfar;
    const vec3 position = ray.origin + distance * ray.direction;
    const std::size_t index = found.hit.primID;
    if (found.hit.geomID == kBoxes)
    {
        const Box& box = m_world.boxes[index / kFaces];
        return {distance, position, normalOf(box, index % kFaces), &box.material, kNoLamp};
    }
    if (found.hit.geomID == kSpheres)
    {
        const Sphere& sphere = m_world.spheres[index];
        return {distance, position, glm::normalize(position - sphere.center), &sphere.material, kNoLamp};
    }
    const Lamp& lamp = m_world.lamps[index];
    const vec3 normal = lamp.normal();
    if (glm::dot(normal, ray.direction) >= 0.0f)
        return {distance, position, -normal, &kBlack, kNoLamp};
    return {distance, position, normal, &lamp.material, static_cast<std::uint32_t>(index)};
}

std::optional<Hit> Rays::intersect(const Ray& ray) const
{
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    RTCRayHit found{};
    found.ray = embreeRay(ray, std::numeric_limits<float>::infinity());
    found.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(m_scene.get(), &context, &found);
    if (found.hit.geomID == RTC_INVALID_GEOMETRY_ID)
        return std::nullopt;
    return hitOf(found, ray);
}

bool Rays::isFree(const Ray& ray, float distance) const
{
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    RTCRay shadow = embreeRay(ray, distance);
    rtcOccluded1(m_scene.get(), &context, &shadow);
    return shadow.tfar >= 0.0f; // Embree makes it negative at a hit
}

} // namespace scene
