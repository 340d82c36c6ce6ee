using System;
using System.Collections.Generic;
using UnityEditor;
using UnityEngine;

namespace ProbeNorm.Editing
{
    /// <summary>Bakes all reflection probes of the open scenes, here or through a farm.</summary>
    public sealed class BakeWindow : EditorWindow
    {
        private BakeRun run; // null when nothing runs
        private List<ReflectionProbe> probes = new List<ReflectionProbe>();
        private readonly List<string> errors = new List<string>();
        private Vector2 scroll;

        [MenuItem("Window/Rendering/ProbeNorm Bake")]
        private static void Open() => GetWindow<BakeWindow>("ProbeNorm Bake");

        private void OnEnable()
        {
            EditorApplication.update += OnUpdate;
            EditorApplication.hierarchyChanged += Refresh;
            Refresh();
        }

        private void OnDisable()
        {
            EditorApplication.update -= OnUpdate;
            EditorApplication.hierarchyChanged -= Refresh;
            Stop(); // before a domain reload, too
        }

        private void Refresh()
        {
            if (run == null)
                probes = ProbeAssets.FindProbes();
            Repaint();
        }

        private void OnUpdate()
        {
            if (run == null)
                return;
            run.Step();
            EditorApplication.QueuePlayerLoopUpdate(); // else an editor at rest makes no frames, and reads nothing back
            Repaint();
            if (run.IsDone)
                Stop();
        }

        private void Stop()
        {
            if (run == null)
                return;
            errors.AddRange(run.Errors);
            run.Dispose();
            run = null;
            ProbeAssets.ApplyToRenderers();
        }

        private void OnGUI()
        {
            scroll = EditorGUILayout.BeginScrollView(scroll);
            foreach (var probe in probes)
                DrawProbe(probe);
            EditorGUILayout.EndScrollView();
            foreach (var error in errors)
                EditorGUILayout.HelpBox(error, MessageType.Error);
            if (run != null)
                DrawProgress();
            else
                DrawButtons();
        }

        private static void DrawProbe(ReflectionProbe probe)
        {
            if (probe == null) // destroyed meanwhile
                return;
            var component = probe.GetComponent<NormalizedProbe>();
            var isBaked = component != null && component.Data != null && component.Data.IsBaked;
            EditorGUILayout.BeginHorizontal();
            EditorGUILayout.ObjectField(probe, typeof(ReflectionProbe), true);
            EditorGUILayout.LabelField(isBaked ? "baked" : ProbeTexture.Of(probe).Texture == null ? "no texture" : "not baked");
            EditorGUILayout.EndHorizontal();
        }

        private void DrawProgress()
        {
            var share = run.Total > 0 ? (float)run.Completed / run.Total : 1;
            EditorGUI.ProgressBar(EditorGUILayout.GetControlRect(), share,
                run.Completed + " of " + run.Total + " on " + run.DeviceName);
            if (GUILayout.Button("Cancel"))
                run.Cancel();
        }

        private void DrawButtons()
        {
            EditorGUILayout.BeginHorizontal();
            if (GUILayout.Button("Bake All"))
                Guard(() => run = new BakeRun(probes, ProbeNormSettings.instance));
            if (GUILayout.Button("Export For Farm...")) // a panel of the system would end the layout that is under way
                EditorApplication.delayCall += () => Guard(Export);
            if (GUILayout.Button("Import Results..."))
                EditorApplication.delayCall += () => Guard(Import);
            EditorGUILayout.EndHorizontal();
        }

        private void Guard(Action action)
        {
            errors.Clear();
            try
            {
                action();
            }
            catch (Exception exception)
            {
                errors.Add(exception.Message);
            }
        }

        private void Export()
        {
            var folder = EditorUtility.SaveFolderPanel("Export captures and manifest", "", "probes");
            if (string.IsNullOrEmpty(folder))
                return;
            try
            {
                errors.AddRange(FarmBake.Export(probes, ProbeNormSettings.instance, folder, i =>
                    !EditorUtility.DisplayCancelableProgressBar("ProbeNorm", probes[i].name, (float)i / probes.Count)));
            }
            finally
            {
                EditorUtility.ClearProgressBar();
            }
        }

        private void Import()
        {
            var folder = EditorUtility.OpenFolderPanel("The folder that probenorm bake wrote", "", "");
            if (string.IsNullOrEmpty(folder))
                return;
            errors.AddRange(FarmBake.Import(probes, ProbeNormSettings.instance, folder));
            ProbeAssets.ApplyToRenderers();
        }
    }
}
