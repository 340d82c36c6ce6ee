using System.Collections.Generic;
using System.Linq;
using ProbeNorm.Editing;
using UnityEditor;
using UnityEngine;
using UnityEngine.Rendering;
using UnityEngine.Rendering.Universal;

namespace ProbeNorm.Tests
{
    /// <summary>The setup page of the package's window, and the strength of normalization.</summary>
    public static class SetupTest
    {
        // With light probes, probes of 128 texels, and nothing else.
        private static List<ReflectionProbe> Hall(int count = 1)
        {
            var probes = Scenes.Hall(count);
            probes.ForEach(probe => probe.resolution = 128);
            LightmapSettings.lightProbes = new LightProbes { count = 4 };
            Shader.known.Clear();
            return probes;
        }

        private static List<string> Draw(string button = "")
        {
            using (var window = new Window())
            {
                window.Draw(button);
                return window.Draw();
            }
        }

        private static string Line(string name, string button = "") =>
            Draw(button).Single(line => line.StartsWith(name + ": ") || line.StartsWith("Warning: " + name + ": "));

        private static void CheckWell(string name, string what) => Check.Equal(name + ": all is well", Line(name), what);

        private static Material AddMaterial(string shader, string normalized)
        {
            var material = new Material(Shader.known[shader] = new Shader { name = shader }) { name = "Floor" };
            Shader.known[normalized] = new Shader { name = normalized };
            AssetDatabase.CreateAsset(material, "Assets/Floor.mat");
            new GameObject("Cube").AddComponent<Renderer>().sharedMaterial = material;
            return material;
        }

        private static UniversalRendererData UseUrp(RenderingMode mode)
        {
            MaterialTest.UseUrp();
            var renderer = ScriptableObject.CreateInstance<UniversalRendererData>();
            renderer.renderingMode = mode;
            var asset = (UniversalRenderPipelineAsset)GraphicsSettings.currentRenderPipeline;
            asset.m_RendererDataList = new ScriptableObject[] { null, renderer }; // a renderer that is missing
            GraphicsSettings.defaultRenderPipeline = asset;
            return renderer;
        }

        public static void ASceneThatIsSetUpHasFourLinesAndNoButton()
        {
            Hall();
            var lines = Draw().Take(4);
            Check.Equal("Shader: all is well, Renderer: all is well, Probes: all is well, Light source: all is well",
                string.Join(", ", lines), "lines");
        }

        public static void MaterialsAreConverted()
        {
            Hall();
            var material = AddMaterial("Standard", "ProbeNorm/Standard");
            Check.That(Line("Shader").Contains("1 materials of the open scenes have Unity's own shader"), "it is said");
            Check.Equal("Shader: all is well", Line("Shader", "Convert Materials"), "after the button");
            Check.Equal("ProbeNorm/Standard", material.shader.name, "its shader");
            Hall();
            AddMaterial("Universal Render Pipeline/Lit", "ProbeNorm/Lit");
            CheckWell("Shader", "a material of URP in the Built-in pipeline");
            GraphicsSettings.currentRenderPipeline = ScriptableObject.CreateInstance<HDRenderPipelineAsset>();
            CheckWell("Shader", "HDRP needs none");
        }

        public static void NewerVersionsOfUrpAreNamed()
        {
            Hall();
            UseUrp(RenderingMode.Forward);
            AddMaterial("Universal Render Pipeline/Lit", "ProbeNorm/Lit");
            foreach (var version in new[] { "12.1.7", "14.0.11", "17.0.0-pre.1", "17.3.9" })
            {
                UnityEditor.PackageManager.PackageInfo.versions[Pipelines.Urp] = version;
                Check.That(Line("Shader").Contains("1 materials"), version);
            }
            foreach (var version in new[] { "17.4.0", "17.7.0", "18.0.0-pre.2" })
            {
                UnityEditor.PackageManager.PackageInfo.versions[Pipelines.Urp] = version;
                Check.That(Line("Shader").Contains("URP " + version + " is newer than 17.3"), version);
                Check.That(Line("Shader", "Convert Materials").Contains("newer"), "there is no button");
            }
        }

        public static void DeferredCamerasOfTheBuiltInPipelineAreNamed()
        {
            Hall();
            var camera = new GameObject("Main Camera").AddComponent<Camera>();
            CheckWell("Renderer", "forward");
            Camera.ofPlayerSettings = RenderingPath.DeferredShading;
            Check.That(Line("Renderer").Contains("in a pass over the screen: Main Camera."), "deferred");
            Check.Equal("Renderer: all is well", Line("Renderer", "Use Forward Rendering"), "after the button");
            Check.Equal(RenderingPath.Forward, camera.renderingPath, "its path");
            camera.renderingPath = RenderingPath.DeferredShading;
            UseUrp(RenderingMode.Deferred);
            CheckWell("Renderer", "URP has passes of its own");
            Camera.ofPlayerSettings = RenderingPath.Forward;
            QualitySettings.activeColorSpace = ColorSpace.Gamma;
            Check.That(Line("Renderer").Contains("Color Space to Linear"), "gamma");
            QualitySettings.activeColorSpace = ColorSpace.Linear;
        }

        public static void ProbesWhoseLastMipIsTooSmallAreNamed()
        {
            var probes = Hall(3);
            probes[1].resolution = 64;
            CheckWell("Probes", "64 is enough");
            probes[2].resolution = 32;
            Check.That(Line("Probes").Contains("Resolution below 64: Probe (2). "), "32");
            var renderer = UseUrp(RenderingMode.ForwardPlus);
            Check.That(Line("Probes").Contains("Resolution below 128: Probe (1), Probe (2). "), "in the atlas");
            Check.Equal("Probes: all is well", Line("Probes", "Fix Probes"), "after the button");
            Check.Equal("128 128 128", string.Join(" ", probes.Select(probe => probe.resolution)), "resolutions");
            probes[1].mode = ReflectionProbeMode.Custom; // whose cubemap has 16 texels
            Check.That(Line("Probes").Contains("Resolution below 128: Probe (1). "), "a cubemap");
            probes[1].resolution = 32;
            Check.That(Line("Probes", "Fix Probes").Contains("Resolution below 128: Probe (1). "), "a picture gets no more texels");
            Check.Equal(32, probes[1].resolution, "its resolution stays");
            renderer.renderingMode = RenderingMode.Deferred;
            probes[1].customBakedTexture = null;
            CheckWell("Probes", "a probe without a cubemap");
        }

        public static void CubemapsThatNobodyFilteredAreNamed()
        {
            var probes = Hall(2);
            var cubemap = new Cubemap(128, UnityEngine.Experimental.Rendering.GraphicsFormat.RGB_BC6H_UFloat);
            AssetDatabase.CreateAsset(cubemap, "Assets/Sky.exr");
            var importer = new TextureImporter();
            AssetImporter.all["Assets/Sky.exr"] = importer;
            probes[1].texture = cubemap;
            CheckWell("Probes", "of a baked probe Unity filters it");
            probes[1].mode = ReflectionProbeMode.Custom;
            Check.That(Line("Probes").Contains("Convolution Type of the cubemap is not Specular: Probe (1). "), "it is said");
            Check.Equal("Probes: all is well", Line("Probes", "Fix Probes"), "after the button");
            Check.Equal(TextureImporterCubemapConvolution.Specular, importer.imported, "imported again");
        }

        public static void HdrpNeedsABake()
        {
            var probes = Hall(7);
            probes.ForEach(probe => probe.resolution = 16); // it reads no last mip
            GraphicsSettings.currentRenderPipeline = ScriptableObject.CreateInstance<HDRenderPipelineAsset>();
            Check.That(Line("Probes").Contains("these are not baked: Probe (0), Probe (1), Probe (2), Probe (3), Probe (4) and 2 more"), "none");
            Scenes.Bake(probes);
            CheckWell("Probes", "baked");
        }

        public static void AnyLocalLightWillDo()
        {
            Hall();
            LightmapSettings.lightProbes.count = 0;
            Check.That(Line("Light source").Contains("the ambient light stands for the light of every place"), "none");
            Line("Light source", "Open Lighting");
            Check.Equal("Window/Rendering/Lighting", EditorApplication.executed, "the button");
            LightmapSettings.lightmaps = new LightmapData[1];
            CheckWell("Light source", "a lightmap");
            LightmapSettings.lightmaps = new LightmapData[0];
            new GameObject("Volume").AddComponent<ProbeVolume>();
            CheckWell("Light source", "an Adaptive Probe Volume");
        }

        // Unity's globals are 0 until they are set, which is the whole of normalization.
        public static void TheStrengthIsWhatShadersTakeAway()
        {
            Scenes.Clear();
            var component = new GameObject("Strength").AddComponent<NormalizationStrength>();
            var id = Shader.PropertyToID("_ProbeNormReduction");
            foreach (var strength in new[] { 1, 0.25f, 0, 3 })
            {
                component.Strength = strength;
                Messages.Send(component, "Update");
                Check.Equal(1 - System.Math.Min(strength, 1), Shader.globalFloats[id], "strength " + strength);
            }
            component.Strength = 0;
            Messages.Send(component, "Update");
            Messages.Send(component, "OnDisable");
            Check.Equal(0f, Shader.globalFloats[id], "when it is disabled");
        }
    }
}
