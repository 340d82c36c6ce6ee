// Where rays meet a world's shapes, by Embree.
#pragma once

#include "world.h"

#include <embree3/rtcore.h>

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <type_traits>

namespace scene {

// Refers to the world, which must outlive it unchanged. All calls may come from any thread.
class Rays
{
public:
    explicit Rays(const World& world); // throws std::runtime_error where Embree refuses

    std::optional<Hit> intersect(const Ray& ray) const;

    // Whether nothing is nearer than distance.
    bool isFree(const Ray& ray, float distance) const;

private:
    struct Release
    {
        void operator()(RTCDevice device) const { rtcReleaseDevice(device); }
        void operator()(RTCScene scene) const { rtcReleaseScene(scene); }
    };

    void addBoxes();
    void addSpheres();
    void addLamps();
    void attach(RTCGeometry geometry, unsigned id) const;
    Hit hitOf(const RTCRayHit& found, const Ray& ray) const;

    const World& m_world;
    std::unique_ptr<std::remove_pointer_t<RTCDevice>, Release> m_device;
    std::unique_ptr<std::remove_pointer_t<RTCScene>, Release> m_scene;
};

} // namespace scene
