using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;
using UnityEditor;
using UnityEngine;
using UnityEngine.Rendering;
using UnityEngine.Rendering.Universal;

[assembly: InternalsVisibleTo("ProbeNorm.UnityTests")]

namespace ProbeNorm.Editing
{
    /// <summary>Tells the bake window where URP's renderers lack the feature, without which reflections stay as they
    /// are.</summary>
    internal static class FeatureCheck
    {
        [InitializeOnLoadMethod]
        internal static void Register() => BakeWindow.Checks.Add(Run);

        /// <summary>"": another pipeline is in use, or every renderer has the feature.</summary>
        internal static string Run()
        {
            var lacking = FindRenderers().Where(each => !each.rendererFeatures.OfType<ProbeNormFeature>().Any())
                .Select(each => each.name).ToArray();
            if (lacking.Length == 0)
                return "";
            return "Reflections stay as they are until the renderer asset of URP has the feature: select " +
                   string.Join(", ", lacking) + ", Add Renderer Feature > ProbeNorm.";
        }

        // Of the pipelines of all quality levels. The list of renderers is not public before URP 17; the field has this name in
        // 12 to 17.
        private static IEnumerable<ScriptableRendererData> FindRenderers()
        {
            const BindingFlags any = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;
            var field = typeof(UniversalRenderPipelineAsset).GetField("m_RendererDataList", any);
            if (field == null)
                return new ScriptableRendererData[0];
            return Enumerable.Range(0, QualitySettings.names.Length).Select(QualitySettings.GetRenderPipelineAssetAt)
                .Select(each => each != null ? each : GraphicsSettings.defaultRenderPipeline)
                .OfType<UniversalRenderPipelineAsset>()
                .SelectMany(each => (ScriptableRendererData[])field.GetValue(each))
                .Where(each => each != null).Distinct();
        }
    }

    /// <summary>A menu item that makes scene views show the factor, or normal shading again.</summary>
    internal static class FactorMenu
    {
        private const string Path = "Window/Rendering/ProbeNorm: Show Factor In Scene Views";

        [MenuItem(Path)]
        private static void Toggle()
        {
            ProbeNormFeature.ShowsFactorInSceneViews = !ProbeNormFeature.ShowsFactorInSceneViews;
            SceneView.RepaintAll();
        }

        [MenuItem(Path, true)]
        private static bool Check()
        {
            Menu.SetChecked(Path, ProbeNormFeature.ShowsFactorInSceneViews);
            return true;
        }
    }
}
