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
        forEachForm(scene, [&](const Scene& form) { expectForm(words, form); });
    }

    void expectForm(std::span<const std::uint32_t> words, const Scene& scene)
    {
        std::vector<Surface> surfaces = makeSurfaces(m_random);
        if (scene.source == Source::Volumes) // what Unity has for the normal
            for (Surface& s : surfaces)
                s.bakedGI = *localLight(scene, s.normal, s.bakedGI);
        const Floats results = run(words, packed(surfaces), makeTable(scene, {0, 1}), makeEngine(scene));
        for (std::uint32_t i = 0; i < kItems && !HasFailure(); ++i)
        {
            const Surface& s = surfaces[i];
            near(&results[kOutputs * i], reflectionOf(scene, s) * s.occlusion, i, "specular");
            near(&results[kOutputs * i + 3], s.bakedGI * s.occlusion, i, "diffuse");
            near(&results[kOutputs * i + 6], s.bakedGI * s.occlusion, i, "diffuse without reflections");
        }
    }

    // Both probes have a share for the whole renderer.
    static Vec3 reflectionOf(const Scene& scene, const Surface& s)
    {
        const Vec3 r = s.normal * (2.0 * dotOf(s.normal, s.view)) - s.view;
        const Vec3 first = normalized(scene, scene.probes[0], s, r, s.roughness, true);
        if (!scene.blends)
            return first;
        const Vec3 second = normalized(scene, scene.probes[1], s, r, s.roughness, true);
        return first * scene.firstShare + second * (1.0 - scene.firstShare);
    }
};

TEST_F(BuiltIn, TwoProbesOfARendererAreBlended)
{
    Scene scene = makeScene(m_random);
    scene.firstShare = 0.3;
    expect(k_built_in, scene);
    scene.firstShare = 1.0;
    expect(k_built_in, scene);
}

TEST_F(BuiltIn, OneProbeIsReadAsItIs)
{
    Scene scene = makeScene(m_random);
    scene.blends = scene.projects = false;
    expect(k_built_in_one_probe, scene);
}

TEST_F(BuiltIn, LightmapsServeAlongTheNormal)
{
    Scene scene = makeScene(m_random);
    scene.firstShare = 0.6;
    scene.source = Source::Lightmap;
    expect(k_built_in_lightmap, scene);
}

TEST_F(BuiltIn, ProxyVolumesAreAskedAlongTheReflection)
{
    Scene scene = makeScene(m_random);
    scene.firstShare = 0.6;
    scene.source = Source::Volumes;
    expect(k_built_in_volume, scene);
}

// A pass over the screen draws one probe, whose box is wider by the distance over which it blends, here 1.
TEST_F(BuiltIn, DeferredReflectionsAskTheGridOfLightProbes)
{
    Scene scene = makeScene(m_random);
    scene.source = Source::Volumes; // what the grid's stand-in has
    forEachForm(scene, [&](const Scene& form) {
        Probe wider = form.probes[0];
        wider.boxMin = wider.boxMin - Vec3{1, 1, 1};
        wider.boxMax = wider.boxMax + Vec3{1, 1, 1};
        const std::vector<Surface> surfaces = makeSurfaces(m_random);
        const Floats results = run(k_built_in_deferred, packed(surfaces), makeTable(form, {0, 1}), makeEngine(form));
        for (std::uint32_t i = 0; i < kItems && !HasFailure(); ++i)
        {
            const Surface& s = surfaces[i];
            const Vec3 r = s.normal * (2.0 * dotOf(s.normal, s.view)) - s.view;
            near(&results[kOutputs * i], normalized(form, wider, s, r, s.roughness, true), i, "specular");
        }
    });
}

TEST_F(BuiltIn, ReflectionsThatAreSwitchedOffStayOff)
{
    const Scene scene = makeScene(m_random);
    const std::vector<Surface> surfaces = makeSurfaces(m_random);
    const Floats results =
        run(k_built_in_no_reflections, packed(surfaces), makeTable(scene, {0, 1}), makeEngine(scene));
    for (std::uint32_t i = 0; i < kItems; ++i)
        near(&results[kOutputs * i], Vec3{0.1, 0.2, 0.3} * surfaces[i].occlusion, i, "specular");
}

TEST_F(BuiltIn, ProbesThatAreNotBakedAreLeftAlone)
{
    Scene scene = makeScene(m_random);
    scene.firstShare = 0.6;
    for (Probe& probe : scene.probes)
        probe.baked.reset();
    const std::vector<Surface> surfaces = makeSurfaces(m_random);
    const Floats results = run(k_built_in, packed(surfaces), makeTable(scene, {}), makeEngine(scene));
    for (std::uint32_t i = 0; i < kItems; ++i)
        near(&results[kOutputs * i], reflectionOf(scene, surfaces[i]) * surfaces[i].occlusion, i, "specular");
}

} // namespace
} // namespace pn
