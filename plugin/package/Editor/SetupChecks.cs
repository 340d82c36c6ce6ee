using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using UnityEditor;
using UnityEngine;
using UnityEngine.Rendering;

namespace ProbeNorm.Editing
{
    /// <summary>A line of the setup page: what is not as it should be, and a button that mends it.</summary>
    internal sealed class SetupCheck
    {
        internal string Name;
        internal string Problem = ""; // "": all is well
        internal string FixName = "";
        internal Action Fix; // null: nothing can be mended by a button
    }

    /// <summary>The render pipeline of the project, known by names, so that this assembly needs none of them.</summary>
    internal static class Pipelines
    {
        internal const string Urp = "Packages/com.unity.render-pipelines.universal";
        private const int NewestMajor = 17, NewestMinor = 3; // Lit.shader has the same bound

        internal static bool IsUniversal => Current == "UniversalRenderPipelineAsset";
        internal static bool IsHighDefinition => Current == "HDRenderPipelineAsset";
        internal static bool IsBuiltIn => Current.Length == 0;

        /// <summary>Why this version of URP is not normalized; "" where it is, and without URP.</summary>
        internal static string UrpProblem
        {
            get
            {
                var package = UnityEditor.PackageManager.PackageInfo.FindForAssetPath(Urp);
                if (package == null)
                    return "";
                var number = package.version.Split('.', '-').Take(2).Select(int.Parse).ToArray();
                var isNewer = number[0] > NewestMajor || number[0] == NewestMajor && number[1] > NewestMinor;
                return isNewer ? "URP " + package.version + " is newer than " + NewestMajor + "." + NewestMinor + ", the newest " +
                    "that ProbeNorm was written for. ProbeNorm/Lit looks as URP/Lit there" : "";
            }
        }

        /// <summary>Whether URP keeps probes in an atlas: Forward+ and Deferred+, in any quality level. The lists of renderers
        /// are not public before URP 17; names are those of 12 to 17.</summary>
        internal static bool HasAtlas
        {
            get
            {
                const BindingFlags any = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;
                return Enumerable.Range(0, QualitySettings.names.Length).Select(QualitySettings.GetRenderPipelineAssetAt)
                    .Concat(new[] { GraphicsSettings.defaultRenderPipeline }).Where(each => each != null)
                    .SelectMany(each => (each.GetType().GetField("m_RendererDataList", any)?.GetValue(each) as Array ?? new object[0])
                        .OfType<object>())
                    .Select(each => each.GetType().GetProperty("renderingMode")?.GetValue(each))
                    .Any(mode => mode != null && mode.ToString().EndsWith("Plus", StringComparison.Ordinal));
            }
        }

        private static string Current
        {
            get
            {
                var asset = GraphicsSettings.currentRenderPipeline;
                return asset != null ? asset.GetType().Name : "";
            }
        }
    }

    /// <summary>What a scene needs so that its reflections are normalized: shader, renderer, probes, local light.</summary>
    internal static class SetupChecks
    {
        private const int LeastSize = 64, LeastSizeInAtlas = 128; // below these the last mip is not of roughness 1

        internal static List<SetupCheck> Run() =>
            new List<SetupCheck> { CheckShader(), CheckRenderer(), CheckProbes(), CheckLight() };

        private static SetupCheck CheckShader()
        {
            var check = new SetupCheck { Name = "Shader" };
            if (Pipelines.IsHighDefinition)
                return check; // its own materials are normalized
            var stock = MaterialConversion.FindConvertible();
            if (Pipelines.IsUniversal && Pipelines.UrpProblem.Length > 0)
                check.Problem = Pipelines.UrpProblem;
            else if (stock.Count > 0 && !EverywhereMenu.IsOn)
            {
                check.Problem = stock.Count + " materials of the open scenes have Unity's own shader, whose reflections stay as they are";
                check.FixName = "Convert Materials";
                check.Fix = () => MaterialConversion.Convert(stock);
            }
            return check;
        }

        private static SetupCheck CheckRenderer()
        {
            var check = new SetupCheck { Name = "Renderer" };
            var deferred = SceneObjects.FindAll<Camera>().Where(each => each.actualRenderingPath == RenderingPath.DeferredShading).ToList();
            if (QualitySettings.activeColorSpace != ColorSpace.Linear)
                check.Problem = "In gamma colour space no cubemap holds radiance. Set Project Settings > Player > Color Space to Linear";
            else if (Pipelines.IsBuiltIn && deferred.Count > 0)
            {
                check.Problem = "Deferred shading adds plain reflections in a pass over the screen: " + Names(deferred) +
                    ". Use forward rendering, or divided cubemaps";
                check.FixName = "Use Forward Rendering";
                check.Fix = () => Change(deferred, each => each.renderingPath = RenderingPath.Forward);
            }
            return check;
        }

        private static SetupCheck CheckProbes()
        {
            var check = new SetupCheck { Name = "Probes" };
            var probes = ProbeAssets.FindProbes();
            if (Pipelines.IsHighDefinition)
            {
                var unbaked = probes.Where(each => ProbeStatus.Of(each, ProbeNormSettings.instance) <= ProbeState.NotBaked).ToList();
                if (unbaked.Count > 0)
                    check.Problem = "HDRP normalizes by what a bake writes, and these are not baked: " + Names(unbaked);
                return check;
            }
            var least = Pipelines.HasAtlas ? LeastSizeInAtlas : LeastSize;
            var small = probes.Where(each => SizeOf(each) < least).ToList();
            var sharp = probes.Where(each => each.mode == ReflectionProbeMode.Custom && IsUnfiltered(each.customBakedTexture)).ToList();
            if (small.Count + sharp.Count == 0)
                return check;
            check.Problem = "The probe's own light is read from its last mip, which is not of roughness 1. " +
                (small.Count == 0 ? "" : "Resolution below " + least + ": " + Names(small) + ". ") +
                (sharp.Count == 0 ? "" : "Convolution Type of the cubemap is not Specular: " + Names(sharp) + ". ") +
                "Let the probes render again afterwards";
            var rendered = small.Where(each => each.mode != ReflectionProbeMode.Custom).ToList(); // a picture cannot be given more texels
            if (rendered.Count + sharp.Count == 0)
                return check;
            check.FixName = "Fix Probes";
            check.Fix = () =>
            {
                Change(rendered, each => each.resolution = least);
                sharp.ForEach(each => Filter(each.customBakedTexture));
            };
            return check;
        }

        private static SetupCheck CheckLight()
        {
            var check = new SetupCheck { Name = "Light source" };
            var probes = LightmapSettings.lightProbes;
            var hasLight = probes != null && probes.count > 0 || LightmapSettings.lightmaps.Length > 0 ||
                SceneObjects.FindAll<Behaviour>().Any(each => each.GetType().Name == "ProbeVolume"); // an Adaptive Probe Volume
            if (hasLight)
                return check;
            check.Problem = "There are no light probes, lightmaps or Adaptive Probe Volumes, so the ambient light stands for the light " +
                "of every place. Add one of them, and generate the lighting";
            check.FixName = "Open Lighting";
            check.Fix = () => EditorApplication.ExecuteMenuItem("Window/Rendering/Lighting");
            return check;
        }

        private static int SizeOf(ReflectionProbe probe) =>
            probe.mode != ReflectionProbeMode.Custom ? probe.resolution :
                probe.customBakedTexture != null ? probe.customBakedTexture.width : int.MaxValue;

        // Of an imported cubemap. Rendered ones have no importer.
        private static bool IsUnfiltered(Texture texture)
        {
            var importer = ImporterOf(texture);
            return importer != null && SettingsOf(importer).cubemapConvolution != TextureImporterCubemapConvolution.Specular;
        }

        private static void Filter(Texture texture)
        {
            var importer = ImporterOf(texture);
            var settings = SettingsOf(importer);
            settings.cubemapConvolution = TextureImporterCubemapConvolution.Specular;
            importer.SetTextureSettings(settings);
            importer.SaveAndReimport();
        }

        private static TextureImporter ImporterOf(Texture texture) =>
            texture != null ? AssetImporter.GetAtPath(AssetDatabase.GetAssetPath(texture)) as TextureImporter : null;

        private static TextureImporterSettings SettingsOf(TextureImporter importer)
        {
            var settings = new TextureImporterSettings();
            importer.ReadTextureSettings(settings);
            return settings;
        }

        private static void Change<T>(List<T> components, Action<T> change) where T : Component
        {
            foreach (var each in components)
            {
                Undo.RecordObject(each, "Fix Setup");
                change(each);
                ProbeAssets.KeepChange(each);
            }
        }

        private static string Names<T>(List<T> components) where T : Component
        {
            const int most = 5;
            return string.Join(", ", components.Take(most).Select(each => each.name)) +
                (components.Count > most ? " and " + (components.Count - most) + " more" : "");
        }
    }
}
