using System;
using System.Collections.Generic;
using UnityEditor;
using UnityEngine;

namespace ProbeNorm.Editing
{
    /// <summary>The package's window: what the open scenes still lack, with buttons that mend it; and the bake of their reflection
    /// probes, here or through a farm.</summary>
    public sealed class BakeWindow : EditorWindow
    {
        private BakeRun run; // null when nothing runs
        private List<ReflectionProbe> probes = new List<ReflectionProbe>();
        private List<string> states = new List<string>(); // of the probes, updated when something changes
        private readonly List<string> errors = new List<string>(), warnings = new List<string>();
        private List<string> leftOut = new List<string>();
        private List<SetupCheck> checks = new List<SetupCheck>();
        private const int MostLeft = 100; // lines
        private List<NotNormalized> left; // null until somebody asks, and after a change: large scenes take a moment
        private Vector2 scroll;

        /// <summary>Where all items for the whole project are.</summary>
        internal const string Menu = "Tools/ProbeNorm/";

        [MenuItem(Menu + "Setup And Bake")]
        private static void Open() => GetWindow<BakeWindow>("ProbeNorm");

        private void OnEnable()
        {
            EditorApplication.update += OnUpdate;
            EditorApplication.hierarchyChanged += ForgetLeft;
            Refresh();
        }

        private void OnFocus() => Refresh(); // a moved probe does not change the hierarchy

        private void OnDisable()
        {
            EditorApplication.update -= OnUpdate;
            EditorApplication.hierarchyChanged -= ForgetLeft;
            Stop(); // also before a domain reload
        }

        private void Refresh()
        {
            if (run != null || EditorApplication.isPlayingOrWillChangePlaymode)
                return;
            probes = ProbeAssets.FindProbes();
            states = probes.ConvertAll(probe =>
                ProbeStatus.Describe(ProbeStatus.Of(probe, ProbeNormSettings.instance)) + ProbeReport.Summarize(probe));
            leftOut = ProbeAssets.FindLeftOut();
            checks = SetupChecks.Run();
            Repaint();
        }

        private void ForgetLeft()
        {
            left = null;
            Refresh();
        }

        private void OnUpdate()
        {
            if (run == null)
                return;
            run.Step();
            EditorApplication.QueuePlayerLoopUpdate(); // an idle editor renders no frames and reads nothing back
            Repaint();
            if (run.IsDone)
                Stop();
        }

        private void Stop()
        {
            if (run == null)
                return;
            errors.AddRange(run.Errors);
            warnings.AddRange(run.Warnings);
            run.Dispose();
            run = null;
            ForgetLeft();
        }

        private void OnGUI()
        {
            DrawSetup();
            EditorGUILayout.LabelField("Bake, which HDRP and divided cubemaps need");
            scroll = EditorGUILayout.BeginScrollView(scroll);
            for (var i = 0; i < probes.Count; ++i)
                DrawLine(probes[i], states[i]);
            for (var i = 0; left != null && i < Math.Min(left.Count, MostLeft); ++i)
                DrawLine(left[i].Target, left[i].Reason);
            EditorGUILayout.EndScrollView();
            DrawLeft();
            if (BakeRun.UnavailableReason.Length > 0)
                EditorGUILayout.HelpBox(BakeRun.UnavailableReason, MessageType.Warning);
            else if (!LibraryInfo.IsAvailable)
                EditorGUILayout.HelpBox("Probes are baked by compute shaders. " + LibraryInfo.UnavailableReason, MessageType.Info);
            foreach (var line in leftOut)
                EditorGUILayout.HelpBox(line, MessageType.Info);
            foreach (var warning in warnings)
                EditorGUILayout.HelpBox(warning, MessageType.Warning);
            foreach (var error in errors)
                EditorGUILayout.HelpBox(error, MessageType.Error);
            if (run != null)
                DrawProgress();
            else
                DrawButtons();
        }

        private void DrawSetup()
        {
            Action fix = null;
            foreach (var check in checks)
            {
                if (check.Problem.Length == 0)
                    EditorGUILayout.LabelField(check.Name + ": all is well");
                else
                    EditorGUILayout.HelpBox(check.Name + ": " + check.Problem + ".", MessageType.Warning);
                if (check.Fix != null && GUILayout.Button(check.FixName))
                    fix = check.Fix;
            }
            if (fix == null)
                return;
            Guard(fix);
            ForgetLeft();
        }

        private static void DrawLine(Component target, string text)
        {
            if (target == null) // it was destroyed in the meantime
                return;
            EditorGUILayout.BeginHorizontal();
            EditorGUILayout.ObjectField(target, target.GetType(), true);
            EditorGUILayout.LabelField(text);
            EditorGUILayout.EndHorizontal();
        }

        private void DrawLeft()
        {
            if (left != null)
                EditorGUILayout.LabelField(left.Count + " renderers are not normalized" +
                    (left.Count > MostLeft ? "; the first " + MostLeft + " are shown" : ""));
            else if (GUILayout.Button("List Renderers That Are Not Normalized"))
                left = NotNormalized.Find();
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
            var isPlaying = EditorApplication.isPlayingOrWillChangePlaymode;
            if (isPlaying)
                EditorGUILayout.HelpBox("Probes are not baked in Play Mode.", MessageType.Info);
            EditorGUILayout.BeginHorizontal();
            using (new EditorGUI.DisabledScope(isPlaying || BakeRun.UnavailableReason.Length > 0))
                DrawBakeButtons();
            using (new EditorGUI.DisabledScope(isPlaying || !LibraryInfo.IsAvailable))
                if (GUILayout.Button("Export For Farm...")) // a file dialog would break the layout in progress
                    EditorApplication.delayCall += () => Guard(Export);
            using (new EditorGUI.DisabledScope(isPlaying))
                if (GUILayout.Button("Import Results..."))
                    EditorApplication.delayCall += () => Guard(Import);
            EditorGUILayout.EndHorizontal();
        }

        private void DrawBakeButtons()
        {
            if (GUILayout.Button("Bake All"))
                Start(probes);
            if (GUILayout.Button("Bake Selected"))
                Start(BakeMenu.FindSelected());
            if (GUILayout.Button("Bake Stale"))
                Start(BakeMenu.FindStale());
        }

        private void Start(IReadOnlyList<ReflectionProbe> chosen) =>
            Guard(() => run = new BakeRun(chosen, ProbeNormSettings.instance));

        private void Guard(Action action)
        {
            errors.Clear();
            warnings.Clear();
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
        }
    }
}
