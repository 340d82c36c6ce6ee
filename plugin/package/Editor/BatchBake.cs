using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;

namespace ProbeNorm.Editing
{
    /// <summary>For build machines: Unity -batchmode -executeMethod ProbeNorm.Editing.BatchBake.Run
    /// [-probenormScene Assets/A.unity]... [-probenormExport DIR | -probenormImport DIR]. Without scenes, those of the
    /// build settings. Ends the editor: 0 success, 1 some probes failed, 2 wrong arguments, 3 nothing could be done: no
    /// native library, or a scene that does not open.</summary>
    public static class BatchBake
    {
        private const int Success = 0, SomeFailed = 1, WrongArguments = 2, CouldNotRun = 3;

        public static void Run()
        {
            EditorApplication.Exit(Run(Environment.GetCommandLineArgs()));
        }

        internal static int Run(IReadOnlyList<string> commandLine)
        {
            BatchArguments arguments;
            try
            {
                arguments = BatchArguments.Parse(commandLine);
            }
            catch (ArgumentException exception)
            {
                Debug.LogError("ProbeNorm: " + exception.Message);
                return WrongArguments;
            }
            var scenes = arguments.Scenes.Count > 0
                ? arguments.Scenes
                : EditorBuildSettings.scenes.Where(scene => scene.enabled).Select(scene => scene.path).ToList();
            if (scenes.Count == 0)
            {
                Debug.LogError("ProbeNorm: no scenes: give -probenormScene, or enable some in the build settings");
                return WrongArguments;
            }
            var errors = new List<string>();
            var opened = scenes.Count(scene => Run(scene, scenes.Count > 1, arguments, errors));
            foreach (var error in errors)
                Debug.LogError("ProbeNorm: " + error);
            if (opened < scenes.Count)
                return CouldNotRun;
            return errors.Count == 0 ? Success : SomeFailed;
        }

        // Every exception is caught, since an uncaught one ends the editor with exit code 1. False: nothing was done.
        private static bool Run(string scenePath, bool isOneOfMany, BatchArguments arguments, List<string> errors)
        {
            try
            {
                var scene = EditorSceneManager.OpenScene(scenePath, OpenSceneMode.Single);
                var name = isOneOfMany ? Path.ChangeExtension(scenePath, null) : "";
                foreach (var line in ProbeAssets.FindLeftOut())
                    Debug.LogWarning("ProbeNorm: " + scenePath + ": " + line);
                var ofScene = Run(ProbeAssets.FindProbes(), arguments, name);
                errors.AddRange(ofScene.Select(error => scenePath + ": " + error));
                ProbeAssets.ApplyToRenderers();
                Undo.FlushUndoRecordObjects(); // so that recorded prefab overrides are saved
                if (scene.isDirty)
                    EditorSceneManager.SaveScene(scene);
                return true;
            }
            catch (Exception exception)
            {
                errors.Add(scenePath + ": " + exception.Message);
                return false;
            }
        }

        // A manifest is for one bake, so each of several scenes has its own folder.
        private static List<string> Run(
            IReadOnlyList<ReflectionProbe> probes, BatchArguments arguments, string sceneFolder)
        {
            var settings = ProbeNormSettings.instance;
            if (arguments.Export != null)
                return FarmBake.Export(probes, settings, Path.Combine(arguments.Export, sceneFolder));
            if (arguments.Import != null)
                return FarmBake.Import(probes, settings, Path.Combine(arguments.Import, sceneFolder));
            using (var run = new BakeRun(probes, settings))
            {
                run.Wait();
                Debug.Log("ProbeNorm: " + run.Completed + " probes baked on " + run.DeviceName);
                return run.Errors;
            }
        }
    }
}
