// The package's shader code for URP on the device, in the environment that URP 12, 14 and 17 give it, against a model
// in double precision.
#include "shaders/universal_scene.h"
#include "support/one.h"
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

    void expect(std::span<const std::uint32_t> words, const Scene& scene,
                const std::vector<std::size_t>& order = {0, 1}, bool callsGraph = false)
    {
        forEachForm(scene, [&](const Scene& form) { expectForm(words, form, order, callsGraph); });
    }

    // callsGraph: of the functions for Shader Graph, which know the normal.
    void expectForm(std::span<const std::uint32_t> words, const Scene& scene, const std::vector<std::size_t>& order,
                    bool callsGraph)
    {
        const std::vector<Surface> surfaces = makeSurfaces(m_random);
        const Floats results = run(words, packed(surfaces), makeTable(scene, order), makeEngine(scene));
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
TEST_F(Universal, DarkDirectionsAreFloored)
{
    Scene scene = makeScene(m_random);
    const auto makeSteep = [](PnSh& sh, std::size_t row) {
        for (float& value : sh.rgb[row])
            value = 1.4f * sh.rgb[0][0];
    };
    makeSteep(scene.local, 2);
    makeSteep(scene.probes[0].baked->sh, 3);
    makeSteep(scene.probes[1].baked->sh, 1);
    expect(k_urp12, scene);
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

TEST_F(Universal, ProbesOfOneSlotAreFoundBothOfThem)
{
    Scene scene = makeScene(m_random);
    scene.probes[2].baked = scene.probes[1].baked;
    for (double x = 10.0; slotOf(scene.probes[2].position) != slotOf(scene.probes[0].position); x += 0.0625)
        scene.probes[2].position = {x, 1, 1};
    expect(k_urp12, scene, {2, 0, 1});
}

TEST_F(Universal, OneProbeIsReadAsItIs)
{
    Scene scene = makeScene(m_random);
    scene.blends = scene.projects = false;
    expect(k_urp12_one_probe, scene);
    expect(k_urp17_undeclared, scene);             // keywords that a shader does not declare are macros of 0
    expect(k_urp17_forward_plus_unblended, scene); // where Probe Blending decides, as it does since URP 17
}

TEST_F(Universal, ProbesOfAClusterAreFoundByTheirNumber)
{
    Scene scene = makeClusters({1, 2, 0});
    expect(k_urp14_clusters, scene);
    expect(k_urp14_clusters_unblended, scene); // Forward+ of URP 14 blends without Probe Blending, the asset's default
    expect(k_urp14_debugger, scene);           // whose files URP includes in another order
}

// Where the table has them in another order, their positions decide.
TEST_F(Universal, ProbesOfAClusterAreFoundByTheirPlace)
{
    Scene scene = makeClusters({0, 1, 2});
    expect(k_urp14_clusters, scene, {1, 0});
}

// Their table is smaller, and the limits of halves hold.
TEST_F(Universal, PhonesReadTheFewProbes)
{
    Scene scene = makeClusters({1, 2, 0});
    scene.isMobile = true;
    expect(k_urp14_mobile, scene);
    expect(k_urp14_mobile, scene, {1, 0});
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

TEST_F(Universal, VolumesThatAreReadPerVertexServeBothDirections)
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

// Sub graphs with the surface's own normal and with one that is connected.
TEST_F(Universal, GraphsAndSubGraphsHaveTheSame)
{
    for (const auto& words : std::initializer_list<std::span<const std::uint32_t>>{k_urp14_graph, k_urp14_subgraph})
        expect(words, makeClusters({1, 2, 0}), {0, 1}, true);
}

TEST_F(Universal, ClearCoatsReflectTheSame)
{
    Scene scene = makeScene(m_random);
    scene.hasCoat = true;
    expect(k_urp14_coat, scene);
}

// White where nothing is baked; else red falls with each stop that the reflection gets darker.
TEST_F(Universal, SceneViewsShowWhatNormalizationDoes)
{
    Scene scene = makeScene(m_random);
    scene.blends = scene.projects = false;
    Scene plain = scene;
    plain.probes[0].baked.reset();
    const std::vector<Surface> surfaces = makeSurfaces(m_random);
    Floats table = makeTable(scene, {0, 1});
    table[table.size() - 3] = 1.0f; // y of the count
    const Floats results = run(k_urp12_one_probe, packed(surfaces), table, makeEngine(scene));
    for (std::uint32_t i = 0; i < kItems; ++i)
    {
        const Surface& s = surfaces[i];
        const double stops =
            std::log2(luminance(reflectionOf(scene, s, s.roughness)) / luminance(reflectionOf(plain, s, s.roughness)));
        const double part = std::clamp(0.5 * stops, -1.0, 1.0);
        near(&results[kOutputs * i], {1.0 + std::min(part, 0.0), 1.0 - std::abs(part), 1.0 - std::max(part, 0.0)}, i,
             "colour");
    }
}

// The other views of the Rendering Debugger: reflections without and with normalization, and in red what is not
// normalized, which is the sky's share and that of probes that are not baked.
TEST_F(Universal, DebuggerShowsReflectionsAndWhatIsNotNormalized)
{
    Scene scene = makeScene(m_random);
    scene.probes[1].baked.reset();
    Scene plain = scene;
    plain.probes[0].baked.reset();
    const std::vector<Surface> surfaces = makeSurfaces(m_random);
    Floats table = makeTable(scene, {0});
    for (const int view : {2, 3, 4})
    {
        table[table.size() - 3] = float(view); // y of the count
        const Floats results = run(k_urp12, packed(surfaces), table, makeEngine(scene));
        for (std::uint32_t i = 0; i < kItems; ++i)
        {
            const Surface& s = surfaces[i];
            const double first = drawWeights(scene, s.position)[0], share = first > 0.01 ? first : 0.0;
            near(&results[kOutputs * i],
                 view == 4 ? Vec3{1.0 - 0.5 * share, 0.5 * share, 0.5 * share}
                           : reflectionOf(view == 2 ? plain : scene, s, s.roughness),
                 i, view == 4 ? "what is not normalized" : "reflection");
        }
    }
}

TEST_F(Universal, WithoutTheFeatureNothingChanges)
{
    Scene scene = makeScene(m_random);
    for (Probe& probe : scene.probes)
        probe.baked.reset();
    expect(k_urp12, scene, {});
}

// A probe in the middle of the scene must not answer for the sky, which has no box.
TEST_F(Universal, TheSkyIsNotTakenForAProbeAtTheOrigin)
{
    Scene scene = makeScene(m_random);
    scene.blends = scene.projects = false;
    scene.probes[0].position = {0, 0, 0};
    Scene sky = scene;
    sky.probes[0].boxMin = sky.probes[0].boxMax = {0, 0, 0};
    sky.probes[0].baked.reset();
    const std::vector<Surface> surfaces = makeSurfaces(m_random);
    const Floats results = run(k_urp12_one_probe, packed(surfaces), makeTable(scene, {0, 1}), makeEngine(sky));
    for (std::uint32_t i = 0; i < kItems; ++i)
        near(&results[kOutputs * i], shade(sky, surfaces[i], false), i, "forward");
}

// The functions of one probe a renderer, as an Unlit graph of HDRP has them. Where light probes do not light the
// surface, the function that asks them changes nothing.
TEST_F(Universal, OneProbeARendererHasItsFactor)
{
    Scene scene = makeScene(m_random);
    const Baked& baked = *scene.probes[0].baked;
    const std::vector<Surface> surfaces = makeSurfaces(m_random);
    const auto runs = [&](std::span<const std::uint32_t> words, bool isLitByProbes) {
        const Floats results = run(words, packed(surfaces), makeTable(scene, {0}), makeEngine(scene));
        for (std::uint32_t i = 0; i < kItems && !HasFailure(); ++i)
        {
            const Surface& s = surfaces[i];
            const Vec3 r = s.normal * (2.0 * dotOf(s.normal, s.view)) - s.view;
            const double own = luminance(irradiance(baked.sh, r)), local = luminance(irradiance(scene.local, r));
            const double ofProbes = isLitByProbes ? factor(baked, local, own, s.roughness) : 1.0;
            const double ofLight = factor(baked, 0.5, own, s.roughness);
            near(&results[kOutputs * i], {ofProbes, ofLight, ofProbes}, i, "factor");
            EXPECT_NEAR(results[kOutputs * i + 3], ofLight, kTolerance * ofLight) << i;
        }
    };
    runs(k_hdrp_one_probe, true);
    runs(k_hdrp_one_probe_volumes, false);
    runs(k_hdrp_one_probe_lightmap, false);
}

TEST_F(Universal, TheModelsFactorIsTheLibrarys)
{
    const Scene scene = makeScene(m_random);
    const Baked& baked = *scene.probes[0].baked;
    PnNormalization n{};
    n.structSize = sizeof(n);
    n.preset = PN_PRESET_CLASSIC; // whose factor the model has
    n.channels = PN_CHANNELS_LUMINANCE;
    n.dering = PN_DERING_NONE;
    for (int i = 0; i < 64; ++i)
    {
        const Vec3 d = oracle::randomDirection(m_random);
        const float direction[3] = {float(d.x), float(d.y), float(d.z)}, roughness = float(i) / 63.0f;
        float rgb[3] = {};
        ASSERT_EQ(factorsOf(&n, &baked.sh, &scene.local, 1, direction, nullptr, &roughness, rgb), PN_SUCCESS);
        const double own = luminance(irradiance(baked.sh, d)), local = luminance(irradiance(scene.local, d));
        Baked settings = baked;
        settings.floor =
            0.01f * 0.28209479f * float(luminance({baked.sh.rgb[0][0], baked.sh.rgb[0][1], baked.sh.rgb[0][2]}));
        EXPECT_NEAR(factor(settings, local, own, roughness), rgb[0], 1e-5 * rgb[0]) << i; // of floats
    }
}

// The numbers that tests/unity/csharp expects of the package's C#.
TEST(UniversalTable, SlotsAreWhatTheyAreInCSharp)
{
    EXPECT_EQ(slotOf({0, 0, 0}), 0u);
    EXPECT_EQ(slotOf({1, 2, 3}), 56u);
    EXPECT_EQ(slotOf({-4.5, 0.25, 1000}), 92u);
}

} // namespace
} // namespace pn
