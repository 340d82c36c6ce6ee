using UnityEditor;

namespace ProbeNorm.Editing
{
    /// <summary>Switches scene views to what normalization does, and back.</summary>
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
