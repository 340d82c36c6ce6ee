// A scene for the model of URP's reflections, how it lies in the buffers of universal.hlsl, and shader code of the
// package that runs on it.
#pragma once

#include "shaders/shader_test.h"
#include "shaders/universal_model.h"

#include <algorithm>
#include <cstdio>

namespace pn::universal {

inline constexpr std::uint32_t kItems = 512;

using Floats = std::vector<float>;

inline void append(Floats& floats, Vec3 xyz, double w)
{
    for (const double value : {xyz.x, xyz.y, xyz.z, w})
        floats.push_back(float(value));
}

inline void appendSh(Floats& floats, const PnSh& sh)
{
    floats.resize(floats.size() + 28);
    ASSERT_EQ(pnConvertToConvention(&sh, PN_CONVENTION_UNITY_SHA, PN_AXES_KEEP, 28, &floats[floats.size() - 28]),
              PN_SUCCESS);
}

// The package's own constants.
inline Floats makeConstants(const Scene& scene)
{
    return {1.0f - scene.strength, 0.0f, 0.0f, 0.0f};
}

inline void appendSpecCube(Floats& engine, const Scene& scene, std::size_t index)
{
    const Probe& probe = scene.probes[index];
    append(engine, probe.position, scene.projects ? 1.0 : -1.0);
    append(engine, probe.boxMin,
           index == 0 ? scene.firstShare : 0.0); // w of the second: importance of the first over it
    append(engine, probe.boxMax, probe.blend);
    append(engine, {probe.intensity, 1, 0}, 0); // HDR: radiance times this
}

// The quaternion that turns the box back to the axes.
inline void appendRotation(Floats& engine, const Scene& scene, std::size_t index)
{
    const Probe probe = index < scene.probes.size() ? scene.probes[index] : Probe{};
    append(engine, probe.axis * std::sin(-0.5 * probe.angle), std::cos(-0.5 * probe.angle));
}

inline Floats makeEngine(const Scene& scene)
{
    Floats engine;
    appendSh(engine, scene.local);
    appendSpecCube(engine, scene, 0);
    appendSpecCube(engine, scene, 1);
    append(engine, {scene.skyIntensity, 1, 0}, 0);
    append(engine, {1920, 1080, 0}, 0);
    append(engine, {0, 0, 0}, 0);
    for (const Vec3 Probe::*corner : {&Probe::boxMin, &Probe::boxMax})
        for (std::size_t i = 0; i < 4; ++i)
            append(engine, i < scene.probes.size() ? scene.probes[i].*corner : Vec3{0, 0, 0},
                   i < scene.probes.size() ? scene.probes[i].blend : 1.0);
    for (std::size_t i = 0; i < 4; ++i)
        append(engine, i < scene.probes.size() ? scene.probes[i].position : Vec3{0, 0, 0}, scene.projects ? 7.0 : -7.0);
    for (int probe = 0; probe < 4; ++probe)
        for (int mip = 0; mip < 7; ++mip)
            append(engine, {1.0 / 8, 1.0 / 4, mip / 8.0}, probe / 4.0);
    for (std::size_t i = 0; i < 4; ++i)
        engine.push_back(i < scene.cluster.size() ? float(scene.cluster[i]) : -1.0f);
    append(engine, scene.volumeLight, 0.0);
    for (const std::size_t index : {0u, 1u, 0u, 1u, 2u, 3u}) // of the draw, then of the clusters
        appendRotation(engine, scene, index);
    return engine;
}

// Two rooms side by side and a third probe. The second box is the smaller one.
inline Scene makeScene(std::mt19937& random)
{
    Scene scene;
    scene.local = oracle::randomSh(random, 3);
    for (auto& rgb : scene.local.rgb)
        for (float& value : rgb)
            value *= 0.15f;
    for (float& value : scene.local.rgb[0])
        value = 2.1f; // bright enough that few directions are dark
    scene.volumeLight = {0.5, 0.8, 0.3};
    scene.skyIntensity = 0.5;
    scene.probes = {{{0.25, 1.5, -0.1}, {-3, 0, -3}, {3, 3, 3}, 1.0, 0, 2.5},
                    {{4, 1.2, 0.5}, {1, 0, -3}, {6, 3, 2.5}, 0.5, 1, 0.4},
                    {{-2, 1, 1}, {-5, 0, -2}, {0, 3, 4}, 1.0, 2}};
    return scene;
}

inline std::vector<Surface> makeSurfaces(std::mt19937& random)
{
    std::uniform_real_distribution<double> any(0.0, 1.0);
    std::vector<Surface> surfaces(kItems);
    for (std::uint32_t i = 0; i < kItems; ++i)
    {
        Surface& s = surfaces[i];
        s.position = {-4.0 + 11.0 * any(random), 0.1 + 2.8 * any(random),
                      -2.9 + 5.8 * any(random)}; // some outside of both
        s.normal = oracle::randomDirection(random);
        const Vec3 tangent = unit(Vec3{s.normal.y - s.normal.z, s.normal.z - s.normal.x, s.normal.x - s.normal.y});
        const double cosine = 0.05 + 0.95 * double(i % 32) / 31.0; // N.V
        s.view = unit(s.normal * cosine + tangent * std::sqrt(1.0 - cosine * cosine));
        s.roughness = double(i / 32 % 16) / 15.0;
        s.metallic = i % 2 == 0 ? 0.0 : 1.0;
        s.occlusion = 0.5 + 0.5 * any(random);
        s.coatMask = any(random);
        s.bakedGI = {any(random), any(random), any(random)};
    }
    return surfaces;
}

// What the engine has for the normal, where the scene's source says more than one light.
inline void bakeLight(const Scene& scene, std::vector<Surface>& surfaces)
{
    for (Surface& s : surfaces)
        if (scene.source == Source::DirectionalLightmap)
            s.bakedGI = halfLambert(lightmapTexel(s.position), s.normal);
}

inline Floats packed(const std::vector<Surface>& surfaces)
{
    Floats items;
    for (const Surface& s : surfaces)
    {
        append(items, s.position, s.roughness);
        append(items, s.normal, s.metallic);
        append(items, s.view, s.occlusion);
        append(items, s.bakedGI, s.coatMask);
    }
    return items;
}

inline constexpr std::uint32_t kOutputs = 9;
inline constexpr double kTolerance = 1e-3; // relative; what the manual promises. Sums of some dozens of floats stay
                                           // below 1e-5, the device's powers and quotients below 1e-4

class ShaderRun : public testing::ShaderTest
{
protected:
    Floats run(std::span<const std::uint32_t> words, const std::vector<Surface>& surfaces, const Scene& scene)
    {
        return ShaderTest::run(words, {packed(surfaces), makeConstants(scene), makeEngine(scene)}, kItems, kOutputs);
    }

    void TearDown() override { std::printf("largest relative deviation: %.1e\n", m_largest); }

    void near(const float* found, Vec3 expected, std::uint32_t item, const char* what)
    {
        const double values[3] = {expected.x, expected.y, expected.z};
        for (int c = 0; c < 3; ++c)
            m_largest = std::max(m_largest, std::abs(found[c] - values[c]) / std::max(0.01, std::abs(values[c])));
        for (int c = 0; c < 3; ++c)
            EXPECT_NEAR(found[c], values[c], kTolerance * std::max(0.01, std::abs(values[c])))
                << what << ", item " << item << ", channel " << c;
    }

    std::mt19937 m_random{5};
    double m_largest = 0.0;
};

} // namespace pn::universal
