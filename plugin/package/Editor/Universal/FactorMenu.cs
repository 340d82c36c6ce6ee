using UnityEditor;

namespace ProbeNorm.Editing
{
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
