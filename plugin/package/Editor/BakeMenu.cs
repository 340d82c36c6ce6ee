using System;
using System.Collections.Generic;
using System.Linq;
using UnityEditor;
using UnityEngine;

namespace ProbeNorm.Editing
{
    /// <summary>Bakes chosen probes at once: one probe, the selected probes, or the stale probes.</summary>
    internal static class BakeMenu
    {
        /// <summary>Bakes all of them behind a progress bar that can be cancelled; a line for each that could not be
        /// baked.</summary>
        internal static List<string> Bake(IReadOnlyList<ReflectionProbe> probes)
        {
            try
            {
                using (var run = new BakeRun(probes, ProbeNormSettings.instance))
                {
                    run.Wait(() => !EditorUtility.DisplayCancelableProgressBar("ProbeNorm",
                        run.Completed + " of " + run.Total + " probes", (float)run.Completed / run.Total));
                    ProbeAssets.ApplyToRenderers();
                    if (run.IsCancelled)
                        run.Errors.Add("cancelled: " + run.Completed + " of " + run.Total + " probes are done");
                    return run.Errors;
                }
            }
            catch (Exception exception)
            {
                return new List<string> { exception.Message };
            }
            finally
            {
                EditorUtility.ClearProgressBar();
            }
        }

        internal static List<ReflectionProbe> FindSelected()
        {
            return Selection.gameObjects.Select(each => each.GetComponent<ReflectionProbe>())
                .Where(probe => probe != null).ToList();
        }

        /// <summary>The stale probes of the open scenes.</summary>
        internal static List<ReflectionProbe> FindStale()
        {
            return ProbeAssets.FindProbes()
                .Where(probe => ProbeStatus.IsStale(ProbeStatus.Of(probe, ProbeNormSettings.instance))).ToList();
        }

        [MenuItem("CONTEXT/ReflectionProbe/Bake ProbeNorm")]
        private static void BakeOne(MenuCommand command) => Log(Bake(new[] { (ReflectionProbe)command.context }));

        [MenuItem("GameObject/Light/ProbeNorm: Bake Selected Probes")]
        private static void BakeSelected() => Log(Bake(FindSelected()));

        [MenuItem("GameObject/Light/ProbeNorm: Bake Selected Probes", true)]
        private static bool CanBakeSelected()
        {
            return !EditorApplication.isPlayingOrWillChangePlaymode && FindSelected().Count > 0;
        }

        internal static void Log(IEnumerable<string> errors)
        {
            foreach (var error in errors)
                Debug.LogError("ProbeNorm: " + error);
        }
    }
}
