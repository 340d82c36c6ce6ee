using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;
using UnityEditor;
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

        // The list is not public before URP 17; the field has this name in 12 to 17.
        private static IEnumerable<ScriptableRendererData> FindRenderers()
        {
            const BindingFlags any = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;
            var asset = GraphicsSettings.currentRenderPipeline as UniversalRenderPipelineAsset;
            var field = typeof(UniversalRenderPipelineAsset).GetField("m_RendererDataList", any);
            var renderers = asset != null && field != null ? field.GetValue(asset) as ScriptableRendererData[] : null;
            return (renderers ?? new ScriptableRendererData[0]).Where(each => each != null);
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
