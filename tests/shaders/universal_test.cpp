// The package's shader code for URP on the device, in the environment that URP 12, 14 and 17 give it, against a model
// in double precision.
#include "shaders/universal_scene.h"
#include "universal_words.h"

#include <gtest/gtest.h>

namespace pn {
namespace {

using namespace pn::universal;

class Universal : public ShaderRun
{
protected:
    Scene makeClusters(const std::vector<int>& cluster)
    {
        Scene scene = makeScene(m_random);
        scene.hasClusters = true;
        scene.cluster = cluster;
        return scene;
    }

    // callsGraph: of the functions for Shader Graph, which know the normal.
    void expect(std::span<const std::uint32_t> words, const Scene& scene, bool callsGraph = false)
    {
        std::vector<Surface> surfaces = makeSurfaces(m_random);
        bakeLight(scene, surfaces);
        const Floats results = run(words, surfaces, scene);
        for (std::uint32_t i = 0; i < kItems && !HasFailure(); ++i)
        {
            const Surface& s = surfaces[i];
            near(&results[kOutputs * i], shade(scene, s, scene.hasCoat), i, "forward");
            near(&results[kOutputs * i + 3], shade(scene, s, false), i, "G-buffer");
            near(&results[kOutputs * i + 6], reflectionOf(scene, s, s.roughness, callsGraph), i,
                 callsGraph ? "reflection" : "URP's signature");
        }
    }
};

TEST_F(Universal, TwoProbesOfADrawAreBlended)
{
    expect(k_urp12, makeScene(m_random));
}

// With directions from which no light comes, or less than none, as spherical harmonics have them.
TEST_F(Universal, DarkDirectionsCountAsBlack)
{
    Scene scene = makeScene(m_random);
    for (float& value : scene.local.rgb[2])
        value = 1.4f * scene.local.rgb[0][0];
    expect(k_urp12, scene);
}

TEST_F(Universal, TheStrengthIsAWeight)
{
    Scene scene = makeScene(m_random);
    for (const float strength : {0.0f, 0.25f})
    {
        scene.strength = strength;
        expect(k_urp12, scene);
    }
}

// An intensity of 0 hides a probe, and the local light does not take its place.
TEST_F(Universal, ProbesThatAreSwitchedOffStayOff)
{
    Scene scene = makeScene(m_random);
    scene.blends = scene.projects = false;
    scene.probes[0].intensity = 0.0;
    expect(k_urp12_one_probe, scene);
}

// Where the light of a draw is a macro of a call, as the GPU Resident Drawer and Entities have it.
TEST_F(Universal, InstancesHaveTheSame)
{
    expect(k_urp14_instances, makeScene(m_random));
}

// Neither rules, and what they want together is more than the whole.
TEST_F(Universal, BoxesOfOneSizeShare)
{
    Scene scene = makeScene(m_random);
    scene.probes[1].boxMin = {-2, 0, -3};
    scene.probes[1].boxMax = {4, 3, 3};
    expect(k_urp12, scene);
}

TEST_F(Universal, OneProbeIsReadAsItIs)
{
    Scene scene = makeScene(m_random);
    scene.blends = scene.projects = false;
    expect(k_urp12_one_probe, scene);
    expect(k_urp17_undeclared, scene);             // keywords that a shader does not declare are macros of 0
    expect(k_urp17_forward_plus_unblended, scene); // where Probe Blending decides, as it does since URP 17
}

// The atlas has its last entry for the probe's own light.
TEST_F(Universal, ProbesOfAClusterAreBlended)
{
    Scene scene = makeClusters({1, 2, 0});
    expect(k_urp14_clusters, scene);
    expect(k_urp14_clusters_unblended, scene); // Forward+ of URP 14 blends without Probe Blending, the asset's default
    expect(k_urp14_debugger, scene);           // whose files URP includes in another order
}

// In halves.
TEST_F(Universal, PhonesHaveTheSame)
{
    Scene scene = makeClusters({1, 2, 0});
    expect(k_urp14_mobile, scene);
    scene.hasClusters = false;
    expect(k_urp14_mobile_narrow, scene);
}

// Boxes of URP 17.3 up may be rotated, in the constants of a draw and in those of the clusters.
TEST_F(Universal, RotatedBoxesAreTurnedToTheAxes)
{
    Scene scene = makeScene(m_random);
    scene.cluster = {1, 2, 0};
    scene.probes[0].axis = {0, 1, 0};
    scene.probes[0].angle = 0.6;
    scene.probes[1].axis = unit(Vec3{1, 2, -0.5});
    scene.probes[1].angle = -0.9;
    scene.probes[2].angle = 0.3;
    expect(k_urp17_rotated, scene);
    scene.hasClusters = true;
    expect(k_urp17_rotated_clusters, scene);
}

TEST_F(Universal, AdaptiveProbeVolumesAreAskedAlongTheReflection)
{
    Scene scene = makeClusters({1, 0});
    scene.source = Source::Volumes;
    expect(k_urp17_clusters_volumes, scene);
}

TEST_F(Universal, VolumesThatAreReadPerVertexServeAlongTheNormal)
{
    Scene scene = makeScene(m_random);
    scene.source = Source::VolumesPerVertex;
    expect(k_urp17_volumes_per_vertex, scene);
}

TEST_F(Universal, LightmapsServeAlongTheNormal)
{
    Scene scene = makeScene(m_random);
    scene.source = Source::Lightmap;
    expect(k_urp14_lightmap, scene);
    expect(k_urp17_screen_irradiance, scene); // of 17.3: a texture of the screen takes the lightmap's part
}

// The direction comes from URP's own reading of the lightmap, in both passes.
TEST_F(Universal, LightmapsWithADirectionServeAlongTheReflection)
{
    Scene scene = makeScene(m_random);
    scene.source = Source::DirectionalLightmap;
    expect(k_urp14_directional_lightmap, scene);
    expect(k_urp17_directional_dynamic_lightmap, scene);
}

// Sub graphs with the surface's own normal and with one that is connected.
TEST_F(Universal, GraphsAndSubGraphsHaveTheSame)
{
    for (const auto& words : std::initializer_list<std::span<const std::uint32_t>>{k_urp14_graph, k_urp14_subgraph})
        expect(words, makeClusters({1, 2, 0}), true);
}

TEST_F(Universal, ClearCoatsReflectTheSame)
{
    Scene scene = makeScene(m_random);
    scene.hasCoat = true;
    expect(k_urp14_coat, scene);
}

// The functions of ShaderGraph.hlsl: of a reading that the graph made, in any pipeline, and of the first probe, in URP.
TEST_F(Universal, FunctionsForGraphsOfAnyPipeline)
{
    Scene scene = makeScene(m_random);
    scene.strength = 0.5f;
    const std::vector<Surface> surfaces = makeSurfaces(m_random);
    const auto check = [&](std::span<const std::uint32_t> words, bool hasProbe) {
        const Floats results = run(words, surfaces, scene);
        for (std::uint32_t i = 0; i < kItems && !HasFailure(); ++i)
        {
            const Surface& s = surfaces[i];
            const float weight = 0.5f * float(s.occlusion);
            const Reading reading{s.bakedGI + Vec3{1, 0, 0}, Vec3{0.3, 0.4, 0.1}};
            const Vec3 ofReading = normalized(reading, s.bakedGI, s.roughness, weight);
            near(&results[kOutputs * i], ofReading, i, "of a reading");
            near(&results[kOutputs * i + 3], ofReading, i, "in halves");
            const Vec3 first = normalized(readCube(0, reflectedDirection(s), s.roughness, scene.probes[0].intensity),
                                          s.bakedGI, s.roughness, scene.strength);
            if (hasProbe)
                near(&results[kOutputs * i + 6], first, i, "of the first probe");
        }
    };
    check(k_graph_of_any_pipeline, false);
    check(k_graph_of_urp, true);
}

} // namespace
} // namespace pn
