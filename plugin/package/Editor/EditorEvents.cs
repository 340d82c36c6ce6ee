using System.Linq;
using System.Runtime.CompilerServices;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using UnityEngine.SceneManagement;

[assembly: InternalsVisibleTo("ProbeNorm.UnityTests")]

namespace ProbeNorm.Editing
{
    /// <summary>Reacts to events of the editor: a scene was opened, a lighting bake started or ended, scripts are about
    /// to be reloaded.</summary>
    internal static class EditorEvents
    {
        [InitializeOnLoadMethod]
        internal static void Listen()
        {
            Lightmapping.bakeStarted -= ProbeAssets.RequestLight;
            Lightmapping.bakeStarted += ProbeAssets.RequestLight;
            EditorSceneManager.sceneOpened -= AfterOpening;
            EditorSceneManager.sceneOpened += AfterOpening;
            EditorApplication.delayCall += ProbeAssets.RequestLight; // for scenes that are open already
            Lightmapping.bakeCompleted -= AfterLighting;
            Lightmapping.bakeCompleted += AfterLighting;
            AssemblyReloadEvents.beforeAssemblyReload += RunningProjections.EndAll; // the event's list is empty after a reload
        }

        private static void AfterOpening(Scene scene, OpenSceneMode mode) => ProbeAssets.RequestLight();

        // HDRP writes its own baked light at the same event. Ours is written later, so that it is not overwritten.
        private static void AfterLighting() => EditorApplication.delayCall += TakeOver;

        private static void TakeOver()
        {
            if (EditorApplication.isPlayingOrWillChangePlaymode)
                return;
            BakeStale();
            BakeMenu.Log(ProbeAssets.TakeOverLighting(ProbeNormSettings.instance));
        }

        private static void BakeStale()
        {
            var isWished = ProbeNormSettings.instance.BakesAfterLighting;
            if (!isWished || BakeRun.UnavailableReason.Length > 0)
                return;
            var stale = BakeMenu.FindStale();
            if (stale.Count == 0)
                return;
            BakeMenu.Log(BakeMenu.Bake(stale));
            Debug.Log("ProbeNorm: " + stale.Count + " stale probes baked again after the lighting");
        }
    }

    /// <summary>Leaves the native library out of players if the settings say so. A player that only reads baked data does
    /// not need it.</summary>
    internal static class PlayerLibraries
    {
        private const string Folder = "Packages/com.probenorm/Runtime/Plugins/";

        [InitializeOnLoadMethod]
        internal static void Listen()
        {
            foreach (var library in PluginImporter.GetAllImporters().Where(IsOurs))
                library.SetIncludeInBuildDelegate(path => ProbeNormSettings.instance.LibraryInPlayers);
        }

        private static bool IsOurs(PluginImporter importer) =>
            importer.isNativePlugin && importer.assetPath.StartsWith(Folder, System.StringComparison.Ordinal);
    }
}
