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

        public static void Run() => EditorApplication.Exit(Run(Environment.GetCommandLineArgs()));

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
            BakeMenu.Log(errors);
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
                BakeMenu.LogWarnings(run.Warnings);
                Debug.Log("ProbeNorm: " + run.Completed + " probes baked on " + run.DeviceName);
                return run.Errors;
            }
        }
    }

    /// <summary>The command line arguments of a batch bake.</summary>
    internal sealed class BatchArguments
    {
        internal List<string> Scenes { get; } = new List<string>();
        /// <summary>The folder for a manifest, which is written in place of a bake; null bakes.</summary>
        internal string Export { get; private set; }
        /// <summary>A folder that `probenorm bake` wrote, whose results are read in place of a bake; null bakes.</summary>
        internal string Import { get; private set; }

        internal static BatchArguments Parse(IReadOnlyList<string> arguments)
        {
            var parsed = new BatchArguments();
            for (var i = 0; i < arguments.Count; ++i)
            {
                switch (arguments[i])
                {
                    case "-probenormScene": parsed.Scenes.Add(ValueOf(arguments, ref i)); break;
                    case "-probenormExport": parsed.Export = ValueOf(arguments, ref i); break;
                    case "-probenormImport": parsed.Import = ValueOf(arguments, ref i); break;
                    default: RefuseUnknown(arguments[i]); break;
                }
            }
            if (parsed.Export != null && parsed.Import != null)
                throw new ArgumentException("-probenormExport and -probenormImport exclude each other");
            return parsed;
        }

        private static string ValueOf(IReadOnlyList<string> arguments, ref int i)
        {
            if (i + 1 >= arguments.Count || arguments[i + 1].StartsWith("-", StringComparison.Ordinal))
                throw new ArgumentException(arguments[i] + " needs a value");
            return arguments[++i];
        }

        // Options of the editor are ignored. A misspelt option of ours is an error.
        private static void RefuseUnknown(string argument)
        {
            if (argument.StartsWith("-probenorm", StringComparison.OrdinalIgnoreCase))
                throw new ArgumentException(
                    argument + " is unknown; there are -probenormScene, -probenormExport and -probenormImport");
        }
    }
}
