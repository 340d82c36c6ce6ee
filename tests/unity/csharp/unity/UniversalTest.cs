using System;
using System.Collections.Generic;
using System.Linq;
using ProbeNorm.Editing;
using Unity.Collections;
using UnityEditor;
using UnityEngine;
using UnityEngine.Rendering;
#if PROBENORM_URP_17
using UnityEngine.Rendering.RenderGraphModule;
#endif
using UnityEngine.Rendering.Universal;

namespace ProbeNorm.Tests
{
    /// <summary>What the feature uploads for URP, and the exchange of materials. tests/shaders/universal_test.cpp runs the
    /// shader code that reads it.</summary>
    public static class UniversalTest
    {
        private static VisibleReflectionProbe Visible(ReflectionProbe probe)
        {
            var place = probe.transform.position;
            return new VisibleReflectionProbe
            {
                reflectionProbe = probe,
                localToWorldMatrix = new Matrix4x4 { m03 = place.x, m13 = place.y, m23 = place.z },
            };
        }

        private static readonly ProbeNormFeature feature = MakeFeature(); // of one renderer, for all its cameras

        private static ProbeNormFeature MakeFeature()
        {
            var made = ScriptableObject.CreateInstance<ProbeNormFeature>();
            made.Create();
            return made;
        }

        private static void Render(params ReflectionProbe[] probes)
        {
            var data = new RenderingData();
            var pass = AddPass(ref data);
            // URP sorts them after AddRenderPasses.
            data.cullResults.visibleReflectionProbes =
                new NativeArray<VisibleReflectionProbe>(probes.Select(Visible).ToArray());
            Run(pass, data);
        }

        private static ScriptableRenderPass AddPass(ref RenderingData data)
        {
            var renderer = new ScriptableRenderer();
            feature.AddRenderPasses(renderer, ref data);
            return renderer.passes.Single(pass => pass.renderPassEvent == RenderPassEvent.BeforeRendering);
        }

#if PROBENORM_URP_17
        private static void Run(ScriptableRenderPass pass, RenderingData data)
        {
            var frame = new ContextContainer();
            frame.Get<UniversalRenderingData>().cullResults = data.cullResults;
            frame.Get<UniversalCameraData>().isSceneViewCamera = data.cameraData.isSceneViewCamera;
            var graph = new RenderGraph();
            pass.RecordRenderGraph(graph, frame);
            graph.Execute();
        }

        public static void CompatibilityModeUploadsTheSame()
        {
            var probe = Scenes.Hall(1)[0];
            Scenes.Bake(probe);
            Render();
            var data = new RenderingData();
            data.cullResults.visibleReflectionProbes = new NativeArray<VisibleReflectionProbe>(new[] { Visible(probe) });
            var pass = AddPass(ref data);
#pragma warning disable 618
            pass.Execute(new ScriptableRenderContext(), ref data);
#pragma warning restore 618
            Check.Equal(0, CommandBufferPool.outside, "command buffers are given back");
            var compatible = (Vector4[])Global("_ProbeNormProbes").Clone();
            Check.Equal(1f, CommandBuffer.globalVectors[Shader.PropertyToID("_ProbeNormCount")].x, "probes");
            Render(probe);
            Check.That(compatible.SequenceEqual(Global("_ProbeNormProbes")), "the same table");
        }
#else
        private static void Run(ScriptableRenderPass pass, RenderingData data)
        {
            pass.Execute(new ScriptableRenderContext(), ref data);
            Check.Equal(0, CommandBufferPool.outside, "command buffers are given back");
        }
#endif

        private static Vector4[] Global(string name) => CommandBuffer.globalArrays[Shader.PropertyToID(name)];
        private static float Slot(int slot, string of = "_ProbeNormSlots") => Global(of)[slot / 4][slot % 4];

        public static void VisibleProbesAreUploadedInTheirOrder()
        {
            var probes = Scenes.Hall(3);
            probes[0].transform.position = new Vector3(1, 2, 3);
            probes[2].transform.position = new Vector3(-4.5f, 0.25f, 1000);
            Scenes.Bake(probes[0], probes[2]);
            Render(probes[2], probes[1], probes[0]);
            var table = Global("_ProbeNormProbes");
            Check.Equal(900, table.Length, "vectors");
            var data = probes[0].GetComponent<NormalizedProbe>().Data;
            for (var i = 0; i < 7; ++i)
                Check.Equal(data.ShaderVectors[i], table[20 + i], "vector " + i);
            Check.Equal(data.Bounds, table[27], "bounds");
            Check.Equal(data.Floor + " 1 0", table[28].x + " " + table[28].y + " " + table[28].z, "floor, weight and form");
            Check.Equal("1 2 3", table[29].x + " " + table[29].y + " " + table[29].z, "position");
            Check.That(table[19].x > 1e20, "the one that is not baked is nowhere");
            Check.Equal("3 1", Slot(56) + " " + Slot(92), "slots");
            const string few = "_ProbeNormFewSlots";
            Check.Equal("3 1", Slot(56, few) + " " + Slot(28, few), "slots of phones");
            Check.That(table.Take(240).SequenceEqual(Global("_ProbeNormFewProbes")), "the first 24 of phones");
            Render(Enumerable.Repeat(probes[0], 30).ToArray());
            Check.Equal(24f, Global(few).Max(each => Math.Max(Math.Max(each.x, each.y), Math.Max(each.z, each.w))), "no more than these");
        }

        // The numbers that tests/shaders/universal_test.cpp expects of the shader's side.
        public static void SlotsAreWhatTheyAreInShaders()
        {
            Check.Equal(0, ProbeTable.SlotOf(new Vector3(0, 0, 0)), "origin");
            Check.Equal(56, ProbeTable.SlotOf(new Vector3(1, 2, 3)), "positive");
            Check.Equal(92, ProbeTable.SlotOf(new Vector3(-4.5f, 0.25f, 1000)), "negative and far");
        }

        public static void ProbesOfOnePlaceHaveASlotEach()
        {
            var probes = Scenes.Hall(3);
            Scenes.Bake(probes);
            Render(probes.ToArray());
            var slot = ProbeTable.SlotOf(probes[0].transform.position);
            Check.Equal("1 2 3", string.Join(" ", Enumerable.Range(slot, 3).Select(i => Slot(i % 256))), "slots");
            Render();
            CheckThatSlotsAreEmpty();
        }

        private static void CheckThatSlotsAreEmpty() =>
            Check.Equal(0, Global("_ProbeNormSlots").Count(each => each.x + each.y + each.z + each.w != 0), "slots");

        // So does each camera after the feature is switched off or removed.
        public static void ACameraWithoutTheFeatureFindsNothing()
        {
            var probes = Scenes.Hall(2);
            Scenes.Bake(probes);
            var data = new RenderingData();
            data.cullResults.visibleReflectionProbes =
                new NativeArray<VisibleReflectionProbe>(probes.Select(Visible).ToArray());
            var renderer = new ScriptableRenderer();
            feature.AddRenderPasses(renderer, ref data);
            foreach (var pass in renderer.passes.OrderBy(pass => pass.renderPassEvent))
                Run(pass, data);
            Check.Equal(0f, CommandBuffer.globalVectors[Shader.PropertyToID("_ProbeNormCount")].x, "probes");
            CheckThatSlotsAreEmpty();
        }

        public static void ProbesBeyondTheTableAreNamedOnce()
        {
            var probes = Scenes.Hall(1);
            Scenes.Bake(probes);
            Debug.lines.Clear();
            Render(Enumerable.Repeat(probes[0], 91).ToArray());
            Check.Equal("warning: ProbeNorm: 91 probes are visible, and 90 are normalized; the others reflect as they are",
                Debug.lines.Single(), "warning");
        }

        public static void SceneViewsAloneShowTheFactorWhereItIsTicked()
        {
            const string path = "Window/Rendering/ProbeNorm: Show Factor In Scene Views";
            Check.Equal(0f, ShownBy(true), "by default");
            foreach (var shows in new[] { true, false })
            {
                MenuItemTest.Choose(path);
                Check.That(MenuItemTest.IsEnabled(path), "it can be chosen");
                Check.Equal((shows ? "1 0 " : "0 0 ") + shows, ShownBy(true) + " " + ShownBy(false) + " " + Menu.ticked.Contains(path),
                    "in a scene view, in a game, ticked");
            }
        }

        private static float ShownBy(bool isSceneView)
        {
            var data = new RenderingData();
            data.cameraData.isSceneViewCamera = isSceneView;
            Run(AddPass(ref data), data);
            return CommandBuffer.globalVectors[Shader.PropertyToID("_ProbeNormCount")].y;
        }

        public static void TheRenderingDebuggerShowsItInAllCameras()
        {
            DebugPanel.Register();
            DebugPanel.Register(); // as an editor that enters play mode
            var field = (DebugUI.EnumField)DebugManager.instance.GetPanel("ProbeNorm").children.Single();
            Check.Equal("0 1 2 3 4", string.Join(" ", field.enumValues), "views");
            foreach (var view in field.enumValues)
            {
                (view % 2 == 0 ? field.setter : field.setIndex)(view);
                Check.Equal(view + " " + view, field.getter() + " " + field.getIndex(), "the panel shows it");
                Check.Equal(view + " " + view, ShownBy(true) + " " + ShownBy(false), "in a scene view and in a game");
            }
            DebugManager.instance.Reset();
            Check.Equal("0 0", field.getter() + " " + ShownBy(false), "after a reset");
        }

        // As post-processing reads it: of the volumes that were blended for the camera before its passes.
        public static void AVolumeHasTheStrengthOfItsCamera()
        {
            var probe = Scenes.Hall(1)[0];
            ProbeNormSettings.instance.SetOwnTuning(true, 7);
            Scenes.Bake(probe);
            var data = probe.GetComponent<NormalizedProbe>().Data;
            foreach (var weight in new[] { 1f, 0.5f })
            {
                Scenes.Edit("weight", weight, new ProbeDataEditor { target = data }.OnInspectorGUI);
                Render(probe);
                Check.Equal(weight, Global("_ProbeNormProbes")[8].y, "without volumes");
                var stack = VolumeManager.instance.stack = new VolumeStack();
                Render(probe);
                Check.Equal(weight, Global("_ProbeNormProbes")[8].y, "where no volume has it");
                var component = ScriptableObject.CreateInstance<ProbeNormVolume>();
                stack.components.Add(component);
                foreach (var strength in new[] { 1f, 0.25f, 0, 3, 1 })
                {
                    component.strength.value = strength;
                    Render(probe);
                    Check.Equal(weight * Math.Min(strength, 1), Global("_ProbeNormProbes")[8].y, "strength " + strength);
                }
                VolumeManager.instance.stack = null;
            }
        }

        public static void TheBakeWindowNamesRenderersWithoutTheFeature()
        {
            Scenes.Hall(1);
            var bare = ScriptableObject.CreateInstance<UniversalRendererData>();
            bare.name = "Mobile";
            var able = ScriptableObject.CreateInstance<UniversalRendererData>();
            able.rendererFeatures.Add(feature);
            var asset = ScriptableObject.CreateInstance<UniversalRenderPipelineAsset>();
            asset.SetRenderers(able, null, bare);
            QualitySettings.pipelines[1] = asset; // of a level that is not the current one
            FeatureCheck.Register();
            Check.That(Draw().Any(line => line.StartsWith("Info: ") && line.Contains("select Mobile, Add")), "it is said");
            bare.rendererFeatures.Add(feature);
            Check.That(!Draw().Any(line => line.StartsWith("Info: ")), "it is not said any more");
            bare.rendererFeatures.Clear();
            QualitySettings.pipelines[1] = null;
            Check.Equal("", FeatureCheck.Run(), "another pipeline");
            GraphicsSettings.defaultRenderPipeline = asset;
            Check.That(FeatureCheck.Run().Contains("select Mobile, Add"), "levels without a pipeline use the default");
            GraphicsSettings.defaultRenderPipeline = null;
            BakeWindow.Checks.Clear();
        }

        private static List<string> Draw()
        {
            using (var window = new Window())
                return window.Draw();
        }
    }
}
