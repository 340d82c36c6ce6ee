using System;
using System.IO;
using System.Linq;
using ProbeNorm.Editing;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace ProbeNorm.Tests
{
    /// <summary>What an editor expects of a bake: prefabs, identity, Play Mode, undo, version
    /// control.</summary>
    public static class EditorTest
    {
        private static ProbeData DataOf(ReflectionProbe probe) => probe.GetComponent<NormalizedProbe>().Data;

        private static ReflectionProbe Instance(ReflectionProbe probe)
        {
            probe.gameObject.AddComponent<NormalizedProbe>();
            PrefabUtility.MakeInstance(probe.gameObject);
            return probe;
        }

        public static void PrefabInstancesKeepTheirDataInBatchMode()
        {
            var probe = Instance(Scenes.Hall(1)[0]);
            Check.Equal(0, BatchBake.Run(new[] { "-probenormScene", "Assets/Hall.unity" }), "exit code");
            PrefabUtility.Reopen();
            Check.That(DataOf(probe) != null, "records are flushed before the scene is saved");
        }

        public static void ProbesThatWereNeverSavedAreRefusedByName()
        {
            var probes = Scenes.Hall(3);
            probes[0].fileId = probes[2].fileId = 0;
            var errors = BakeMenu.Bake(probes);
            Check.Equal(2, errors.Count, "errors");
            Check.That(errors.Any(error => error.StartsWith("Probe (0): ")) &&
                       errors.All(error => error.Contains("save the scene first")), string.Join(", ", errors));
            Check.Equal(1, AssetDatabase.assets.Count, "assets");
            EditorSceneManager.SaveScene(probes[0].gameObject.scene);
            Check.Equal(0, BakeMenu.Bake(probes).Count, "errors after the scene is saved");
            Check.Equal(3, AssetDatabase.assets.Count, "assets after the scene is saved");
        }

        public static void NothingIsBakedInPlayModeOrGammaSpace()
        {
            var probes = Scenes.Hall(2);
            EditorApplication.isPlayingOrWillChangePlaymode = true;
            EditorUtility.isProgressShown = true;
            Check.That(BakeMenu.Bake(probes).Single().Contains("Play Mode"), "the reason");
            Check.That(!EditorUtility.isProgressShown, "the bar is gone");
            using (var window = new Window())
                Check.That(window.Draw("Bake All").Contains("Info: Probes are not baked in Play Mode."), "the window says so");
            Check.Throws<InvalidOperationException>(
                () => FarmBake.Import(probes, ProbeNormSettings.instance, "/nonexistent"), "Play Mode");
            EditorApplication.isPlayingOrWillChangePlaymode = false;
            QualitySettings.activeColorSpace = ColorSpace.Gamma;
            Check.That(BakeMenu.Bake(probes)[0].Contains("gamma colour space"), "the other reason");
            QualitySettings.activeColorSpace = ColorSpace.Linear;
            Check.Equal(0, AssetDatabase.assets.Count, "assets");
        }

        // Editors without Mono's domains announce a reload by this event alone.
        public static void AReloadOfScriptsEndsRunningProjections()
        {
            EditorEvents.Listen();
            EditorApplication.delayCall = null;
            var texels = CubemapTexels.FromArray(new float[6 * 256 * 256 * 4], Format.Rgba32F, 256);
            using (var context = Scenes.CpuContext())
            using (var projection = context.StartProjecting(Enumerable.Repeat(texels, 400).ToArray()))
            {
                AssemblyReloadEvents.Reload();
                Check.That(projection.IsDone, "its thread has ended");
                Check.Equal(Result.Cancelled,
                    Check.Throws<ProbeNormException>(() => projection.Wait(), "").Result, "cancelled");
            }
        }

        public static void UndoIsOneStepAndBringsTheNumbersBack()
        {
            var probes = Scenes.Hall(3);
            Scenes.Bake(probes);
            var before = probes.ConvertAll(probe => UnityLight.ToFloats(DataOf(probe).Light));
            foreach (var probe in probes)
                probe.texture = Scenes.HalfCubemap(50);
            EditorEvents.Listen();
            Scenes.Bake(probes);
            Check.Equal("Bake Probes", Undo.GetCurrentGroupName(), "name of the step");
            Undo.PerformUndo();
            for (var i = 0; i < probes.Count; ++i)
                Check.SameBits(before[i], UnityLight.ToFloats(DataOf(probes[i]).Light), "light of probe " + i);
            var vector = UnityLight.ToShaderVectors(DataOf(probes[0]).CalibratedLight)[0];
            Check.Equal(vector.w, DataOf(probes[0]).ShaderVectors[0].w, "shader vectors");
            Undo.PerformUndo();
            Check.That(probes.All(probe => probe.GetComponent<NormalizedProbe>() == null), "components are gone");
        }

        public static void TuningIsSeenAtOnceAndOutlivesABake()
        {
            var probes = Scenes.Hall(2);
            Scenes.Bake(probes);
            Edit("hasOwnTuning", true, DataOf(probes[0]));
            Edit("high", 2.5f, DataOf(probes[0]));
            Check.Equal(2.5f, DataOf(probes[0]).Bounds.y, "at once");
            Scenes.Bake(probes);
            Check.Equal(2.5f, DataOf(probes[0]).Bounds.y, "its own");
            Check.Equal(float.MaxValue, DataOf(probes[1]).Bounds.y, "the project's");
            ProbeNormSettings.instance.SetOwnTuning(true, 0);
            Scenes.Bake(probes);
            Check.Equal(0f, DataOf(probes[1]).Bounds.y, "settings can say zero");
        }

        public static void SeveralAreEditedTogether()
        {
            var probes = Scenes.Hall(3);
            Scenes.Bake(probes);
            Edit("hasOwnTuning", true, DataOf(probes[0]), DataOf(probes[1]));
            Edit("weight", 0f, DataOf(probes[0]), DataOf(probes[1]));
            Check.Equal("0 0 1", string.Join(" ", probes.Select(probe => DataOf(probe).Weight)), "weights");
            EditorGUILayout.lines.Clear();
            new ProbeDataEditor { targets = probes.Select(probe => (UnityEngine.Object)DataOf(probe)).ToArray() }
                .OnInspectorGUI();
            Check.That(EditorGUILayout.lines.Contains("weight: -"), "values that differ are shown as such");
        }

        public static void TheProbesInspectorBakesIt()
        {
            var probes = Scenes.Hall(1);
            var component = probes[0].gameObject.AddComponent<NormalizedProbe>();
            GUILayout.pressed = "Bake";
            EditorGUILayout.lines.Clear();
            new NormalizedProbeEditor { target = component }.OnInspectorGUI();
            GUILayout.pressed = "";
            Check.That(EditorGUILayout.lines.Contains("Info: not baked"), "its state before");
            Check.That(component.Data.IsBaked, "baked");
        }

        public static void ScenesThatAreOpenTogetherHaveAFolderEach()
        {
            Scenes.Hall(1);
            SceneManager.loaded.Add(SceneManager.active = new SceneState { path = "Assets/Cellar.unity" });
            Scenes.AddProbe("Cellar", Scenes.HalfCubemap(4));
            Scenes.Bake(ProbeAssets.FindProbes());
            Check.Equal("Assets/ProbeNorm/Cellar Assets/ProbeNorm/Hall",
                string.Join(" ", AssetDatabase.assets.Keys.Select(Path.GetDirectoryName).OrderBy(path => path)), "folders");
        }

        public static void FilesAreCheckedOut()
        {
            var probes = Scenes.Hall(2);
            Scenes.Bake(probes);
            foreach (var path in AssetDatabase.assets.Keys)
                AssetDatabase.locked.Add(path);
            Scenes.Bake(probes);
            Check.Equal(0, AssetDatabase.locked.Count, "files that are locked");
            AssetDatabase.locked.Add(AssetDatabase.GetAssetPath(DataOf(probes[1])));
            AssetDatabase.canCheckOut = false;
            var before = UnityLight.ToFloats(DataOf(probes[1]).Light);
            probes[1].texture = Scenes.HalfCubemap(33);
            Check.That(BakeMenu.Bake(probes).Single().Contains("could not be checked out"), "the reason");
            Check.SameBits(before, UnityLight.ToFloats(DataOf(probes[1]).Light), "light of the file that stays");
        }

        public static void PlayersGetTheLibraryIfTheyNeedIt()
        {
            var ours = new PluginImporter { assetPath = "Packages/com.probenorm/Runtime/Plugins/x86_64/probenorm.dll" };
            var other = new PluginImporter { assetPath = "Assets/Plugins/other.dll" };
            PluginImporter.all = new[] { ours, other };
            PlayerLibraries.Listen();
            Check.That(ours.include("") && other.include(""), "by default");
            Scenes.Edit("libraryInPlayers", false);
            var isLeftOut = !ours.include("") && other.include("");
            Scenes.Edit("libraryInPlayers", true);
            Check.That(isLeftOut, "ours alone is left out");
        }

        public static void PlayersGetComputeShadersIfTheyNeedThem()
        {
            Scenes.Clear();
            UnityEngine.Object other = new Material(null), gone = null;
            PlayerSettings.SetPreloadedAssets(new[] { other, gone });
            new PlayerKernels().OnPreprocessBuild(null);
            Check.That(PlayerSettings.GetPreloadedAssets().SequenceEqual(new[] { other, gone }), "not by default");
            Scenes.Edit("computeInPlayers", true);
            Check.That(PlayerSettings.GetPreloadedAssets().SequenceEqual(new[] { other, gone, ComputeKernels.Loaded }), "ticked");
            PlayerSettings.SetPreloadedAssets(new[] { other }); // as by a merge of two versions of the settings
            new PlayerKernels().OnPreprocessBuild(null);
            new PlayerKernels().OnPreprocessBuild(null);
            Check.That(PlayerSettings.GetPreloadedAssets().SequenceEqual(new[] { other, ComputeKernels.Loaded }), "by each build");
            Scenes.Edit("computeInPlayers", false);
            Check.That(PlayerSettings.GetPreloadedAssets().SequenceEqual(new[] { other }), "not ticked");
            PlayerSettings.SetPreloadedAssets(new UnityEngine.Object[0]);
        }

        private static void Edit(string field, object value, params ProbeData[] data) =>
            Scenes.Edit(field, value, new ProbeDataEditor { targets = data.Cast<UnityEngine.Object>().ToArray() }.OnInspectorGUI);
    }
}
