// The scene: everything that a number could be tuned by, in one place. It was fixed before any error was read;
// README.md describes it. Metres, y up; radiance without a unit.
#pragma once

#include "world.h"

#include <array>
#include <cstdint>

namespace scene {

inline constexpr std::uint64_t kSeed = 20240611;

// Light probes at low + i * (high - low) / (count - 1), which are interpolated inside and held outside of these
// corners.
struct Volume
{
    vec3 low;
    vec3 high;
    std::array<std::uint32_t, 3> count;
};

struct Camera
{
    const char* name;
    const char* title;
    vec3 position;
    vec3 target;
    float height; // of the picture, one metre away
};

// Floors are of kFloorRoughness on the two sides of z = 0; the row of metal spheres has kSphereRoughness, in order.
inline constexpr std::array<float, 2> kFloorRoughness = {0.3f, 0.6f};
inline constexpr std::array<float, 5> kSphereRoughness = {0.1f, 0.3f, 0.5f, 0.7f, 0.9f};

// In the middle of the bright room, whose inside is its box.
inline constexpr vec3 kReflectionProbe = {-3.0f, 1.5f, 0.0f};
inline constexpr vec3 kProbeBoxLow = {-6.0f, 0.0f, -2.5f};
inline constexpr vec3 kProbeBoxHigh = {0.0f, 3.0f, 2.5f};

// One volume a room, so that no cell reaches through a wall: bright, dark, alcove.
inline constexpr std::array<Volume, 3> kVolumes = {{
    {{-5.5f, 0.9f, -2.0f}, {-0.5f, 2.4f, 2.0f}, {6, 3, 5}},
    {{0.7f, 0.9f, -2.0f}, {4.5f, 2.4f, 2.0f}, {5, 3, 5}},
    {{5.5f, 0.9f, -2.0f}, {6.7f, 2.4f, 2.0f}, {3, 3, 5}},
}};

inline constexpr std::array<Camera, 3> kCameras = {{
    {"dark", "the dark room", {4.5f, 1.5f, -1.9f}, {2.0f, 0.45f, 0.0f}, 0.8f},
    {"bright", "the bright room", {-1.1f, 1.5f, -1.9f}, {-3.6f, 0.45f, 0.0f}, 0.8f},
    {"red", "an alcove of the dark room, under a red lamp", {6.6f, 1.2f, 2.2f}, {6.0f, 0.25f, -0.5f}, 0.8f},
}};

World makeWorld();

} // namespace scene
