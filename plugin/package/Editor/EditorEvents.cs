using System.Collections.Generic;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace ProbeNorm.Editing
{
    /// <summary>What the editor announces: a scene that was opened, lighting that is or was baked, an undo, scripts that are
    /// about to be reloaded.</summary>
    internal static class EditorEvents
    {
        [InitializeOnLoadMethod]
        internal static void Listen()
        {
            Lightmapping.bakeStarted -= ProbeAssets.RequestLight;
            Lightmapping.bakeStarted += ProbeAssets.RequestLight;
            EditorSceneManager.sceneOpened -= AfterOpening;
            EditorSceneManager.sceneOpened += AfterOpening;
            EditorApplication.delayCall += ProbeAssets.RequestLight; // in scenes that are open already
            Lightmapping.bakeCompleted -= AfterLighting;
            Lightmapping.bakeCompleted += AfterLighting;
            Undo.undoRedoPerformed -= ProbeAssets.ApplyToRenderers;
            Undo.undoRedoPerformed += ProbeAssets.ApplyToRenderers;
            AssemblyReloadEvents.beforeAssemblyReload += RunningProjections.EndAll; // its list is new after a reload
        }

        private static void AfterOpening(Scene scene, OpenSceneMode mode) => ProbeAssets.RequestLight();

        // Later, since HDRP takes over what it baked itself on the same occasion, and would overwrite ours.
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
            if (!isWished || !LibraryInfo.IsAvailable)
                return;
            var stale = BakeMenu.FindStale();
            if (stale.Count == 0)
                return;
            BakeMenu.Log(BakeMenu.Bake(stale));
            Debug.Log("ProbeNorm: " + stale.Count + " stale probes baked again after the lighting");
        }
    }
}
