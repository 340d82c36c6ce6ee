// The package's shader code for the Built-in pipeline on the device, against the model in double precision.
#include "built_in_words.h"
#include "shaders/universal_scene.h"

#include <gtest/gtest.h>

namespace pn {
namespace {

using namespace pn::universal;

class BuiltIn : public ShaderRun
{
protected:
    void expect(std::span<const std::uint32_t> words, const Scene& scene)
    {
        std::vector<Surface> surfaces = makeSurfaces(m_random);
        bakeLight(scene, surfaces);
        const Floats results = run(words, surfaces, scene);
        for (std::uint32_t i = 0; i < kItems && !HasFailure(); ++i)
        {
            const Surface& s = surfaces[i];
            const Vec3 local = localLight(scene, s, reflectedDirection(s));
            near(&results[kOutputs * i], reflectionOf(scene, s, local, scene.strength) * s.occlusion, i, "specular");
            near(&results[kOutputs * i + 3], s.bakedGI * s.occlusion, i, "diffuse");
            near(&results[kOutputs * i + 6], s.bakedGI * s.occlusion, i, "diffuse without reflections");
        }
    }

    // Both probes have a share for the whole renderer.
    static Vec3 reflectionOf(const Scene& scene, const Surface& s, Vec3 local, float strength)
    {
        const Vec3 r = reflectedDirection(s);
        Reading reading = readProbe(scene, scene.probes[0], s, r, s.roughness);
        if (scene.blends)
        {
            Reading sum;
            sum.add(reading, scene.firstShare);
            sum.add(readProbe(scene, scene.probes[1], s, r, s.roughness), 1.0 - scene.firstShare);
            reading = sum;
        }
        return normalized(reading, local, s.roughness, strength);
    }
};

TEST_F(BuiltIn, TwoProbesOfARendererAreBlended)
{
    Scene scene = makeScene(m_random);
    scene.firstShare = 0.3;
    expect(k_built_in, scene);
    scene.firstShare = 1.0;
    expect(k_built_in, scene);
    scene.strength = 0.5f;
    expect(k_built_in, scene);
}

TEST_F(BuiltIn, OneProbeIsReadAsItIs)
{
    Scene scene = makeScene(m_random);
    scene.blends = scene.projects = false;
    expect(k_built_in_one_probe, scene);
    scene.strength = 0.0f;
    expect(k_built_in_one_probe, scene);
}

TEST_F(BuiltIn, LightmapsServeAlongTheNormal)
{
    Scene scene = makeScene(m_random);
    scene.firstShare = 0.6;
    scene.source = Source::Lightmap;
    expect(k_built_in_lightmap, scene);
}

TEST_F(BuiltIn, LightmapsWithADirectionServeAlongTheReflection)
{
    Scene scene = makeScene(m_random);
    scene.firstShare = 0.6;
    scene.source = Source::DirectionalLightmap;
    expect(k_built_in_directional_lightmap, scene);
    expect(k_built_in_directional_dynamic_lightmap, scene);
}

TEST_F(BuiltIn, ProxyVolumesAreAskedAlongTheReflection)
{
    Scene scene = makeScene(m_random);
    scene.firstShare = 0.6;
    scene.source = Source::Volumes;
    expect(k_built_in_volume, scene);
}

TEST_F(BuiltIn, ReflectionsThatAreSwitchedOffStayOff)
{
    const Scene scene = makeScene(m_random);
    const std::vector<Surface> surfaces = makeSurfaces(m_random);
    const Floats results = run(k_built_in_no_reflections, surfaces, scene);
    for (std::uint32_t i = 0; i < kItems; ++i)
        near(&results[kOutputs * i], Vec3{0.1, 0.2, 0.3} * surfaces[i].occlusion, i, "specular");
}

// The functions for authors of shaders: any local light, and a weight of theirs.
TEST_F(BuiltIn, ShadersOfOthersHandTheLightIn)
{
    Scene scene = makeScene(m_random);
    scene.firstShare = 0.6;
    scene.strength = 0.75f;
    const std::vector<Surface> surfaces = makeSurfaces(m_random);
    const Floats results = run(k_built_in_authors, surfaces, scene);
    for (std::uint32_t i = 0; i < kItems && !HasFailure(); ++i)
    {
        const Surface& s = surfaces[i];
        const Vec3 slope = reflectedDirection(s) * 0.5;
        const Vec3 ofVolume = s.bakedGI * Vec3{1.0 + slope.x, 1.0 + slope.y, 1.0 + slope.z};
        near(&results[kOutputs * i], reflectionOf(scene, s, ofVolume, scene.strength * float(s.occlusion)), i,
             "volume");
        near(&results[kOutputs * i + 3],
             reflectionOf(scene, s, localLight(scene, s, reflectedDirection(s)), scene.strength), i, "light probes");
    }
}

} // namespace
} // namespace pn
