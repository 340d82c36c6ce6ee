using System.Collections.Generic;
using UnityEditor;
using UnityEngine;

namespace ProbeNorm.Editing
{
    /// <summary>What the editor announces: lighting that was baked, an undo, scripts that are about to be
    /// reloaded.</summary>
    internal static class EditorEvents
    {
        [InitializeOnLoadMethod]
        internal static void Listen()
        {
            Lightmapping.bakeCompleted -= AfterLighting;
            Lightmapping.bakeCompleted += AfterLighting;
            Undo.undoRedoPerformed -= ProbeAssets.ApplyToRenderers;
            Undo.undoRedoPerformed += ProbeAssets.ApplyToRenderers;
            AssemblyReloadEvents.beforeAssemblyReload += RunningProjections.EndAll; // its list is new after a reload
        }

        // Later, since HDRP takes over what it baked itself on the same occasion, and would overwrite ours.
        private static void AfterLighting() => EditorApplication.delayCall += TakeOver;

        private static void TakeOver()
        {
            if (EditorApplication.isPlayingOrWillChangePlaymode)
                return;
            BakeStale();
            BakeMenu.Log(ProbeAssets.HandAllToHdrp());
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
