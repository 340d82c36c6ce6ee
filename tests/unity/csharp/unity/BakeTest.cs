using System.Linq;
using ProbeNorm.Editing;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using UnityEngine.Rendering;

namespace ProbeNorm.Tests
{
    /// <summary>The editor's bake: assets, window, batch mode, components.</summary>
    public static class BakeTest
    {
        public static void EveryProbeGetsItsAsset()
        {
            var probes = Scenes.Hall(9);
            Scenes.Bake(probes);
            Check.Equal(9, AssetDatabase.assets.Count, "assets");
            foreach (var probe in probes)
            {
                var data = probe.GetComponent<NormalizedProbe>().Data;
                var path = ProbeAssets.PathOf(probe, "Assets/ProbeNorm");
                Check.That(path.StartsWith("Assets/ProbeNorm/Hall/Probe"), "folder");
                Check.That(ReferenceEquals(AssetDatabase.assets[path], data), "path");
                DeringResult dering;
                var light = Scenes.Project((Cubemap)probe.texture).Deringed(0, out dering);
                Check.SameBits(light.ToConvention(Convention.Unity), UnityLight.ToFloats(data.Light), "light");
                Check.Equal(dering.Width, data.WindowWidth, "window");
                Check.Equal(LibraryInfo.AlgorithmVersion, data.Algorithm, "algorithm");
                Check.That(data.IsReproducible && data.IsBaked, "reproducible");
                Check.Equal(new Vector3(1, 2.5f, -3), data.CapturePosition, "position");
                Check.Equal("0 3.402823E+38 -1 -1 1", data.Bounds.x + " " + data.Bounds.y + " " + data.Bounds.z + " " +
                    data.Bounds.w + " " + data.Weight, "no bounds and no fade, as the default preset has it");
            }
        }

        public static void BakingAgainKeepsTheAssets()
        {
            var probes = Scenes.Hall(2);
            Scenes.Bake(probes);
            var data = probes[0].GetComponent<NormalizedProbe>().Data;
            probes[0].texture = Scenes.HalfCubemap(77);
            var before = UnityLight.ToFloats(data.Light);
            Scenes.Bake(probes);
            Check.Equal(2, AssetDatabase.assets.Count, "assets");
            Check.That(ReferenceEquals(data, probes[0].GetComponent<NormalizedProbe>().Data), "the same asset");
            Check.That(!before.SequenceEqual(UnityLight.ToFloats(data.Light)), "with new light");
        }

        public static void AProbeThatFailsCostsOnlyItself()
        {
            var probes = Scenes.Hall(4);
            probes[3].texture = null;
            using (var run = new BakeRun(probes, ProbeNormSettings.instance))
            {
                run.Step();
                UnityEngine.Object.Destroy(probes[1]);
                while (!run.IsDone)
                {
                    ++Time.frameCount;
                    run.Step();
                }
                Check.Equal(4, run.Completed, "completed");
                Check.That(run.Errors.Contains("Probe (1): it is gone"), "the one that is gone");
                Check.That(run.Errors.Any(error => error.StartsWith("Probe (3): ") && error.Contains("no texture")), "the other");
                Check.Equal("2 2", run.Errors.Count + " " + AssetDatabase.assets.Count, "errors and assets");
            }
            EditorSceneManager.OpenScene("", OpenSceneMode.Single);
            using (var run = new BakeRun(probes.Take(1).ToList(), ProbeNormSettings.instance))
            {
                run.Wait();
                Check.That(run.Errors.Single().Contains("the scene must be saved first"), "error");
            }
        }

        public static void WindowStepsAndCancels()
        {
            Scenes.Hall(6);
            using (var window = new Window())
            {
                window.Draw("Bake All");
                EditorApplication.update();
                Check.That(window.Draw().Last().Contains(" of 6 on "), "progress is drawn");
                window.Draw("Cancel");
                EditorApplication.update();
                Check.That(AssetDatabase.assets.Count < 6, "not all are baked");
                Check.That(window.Draw().Contains("not baked"), "the list is drawn");
            }
            Check.That(EditorApplication.update == null, "it no longer listens");
        }

        // An editor that draws nothing calls back no readback.
        public static void WindowBakesAllOrWhatIsSelected()
        {
            foreach (var callsBack in new[] { true, false })
                foreach (var button in new[] { "Bake All", "Bake Selected" })
                {
                    var probes = Scenes.Hall(3);
                    Selection.gameObjects = new[] { probes[2].gameObject, new GameObject("no probe") };
                    AsyncGPUReadback.callsBack = callsBack;
                    using (var window = new Window())
                    {
                        window.Draw(button);
                        var count = button == "Bake All" ? 3 : 1;
                        for (var frame = 0; frame < 10000 && AssetDatabase.assets.Count < count; ++frame)
                        {
                            EditorApplication.update();
                            ++Time.frameCount;
                            System.Threading.Thread.Sleep(1);
                        }
                    }
                    AsyncGPUReadback.callsBack = true;
                    var baked = probes.Select(probe => probe.GetComponent<NormalizedProbe>() != null);
                    Check.Equal(button == "Bake All" ? "True True True" : "False False True", string.Join(" ", baked), button);
                }
        }

        public static void ADuplicatedProbeGetsAnAssetOfItsOwn()
        {
            var probes = Scenes.Hall(2);
            Scenes.Bake(new[] { probes[0] });
            var first = probes[0].GetComponent<NormalizedProbe>().Data;
            probes[1].gameObject.AddComponent<NormalizedProbe>().Data = first; // as a duplicate has it
            var light = UnityLight.ToFloats(first.Light);
            Scenes.Bake(new[] { probes[1] });
            Check.That(!ReferenceEquals(first, probes[1].GetComponent<NormalizedProbe>().Data), "an asset of its own");
            Check.SameBits(light, UnityLight.ToFloats(first.Light), "the original's light");
        }

        public static void BatchModeBakesTheScenesOfTheBuild()
        {
            Scenes.Hall(2);
            EditorBuildSettings.scenes = new[]
            {
                new EditorBuildSettingsScene { enabled = true, path = "Assets/Hall.unity" },
                new EditorBuildSettingsScene { enabled = false, path = "Assets/Old.unity" },
            };
            EditorSceneManager.saved.Clear();
            Check.Equal(0, BatchBake.Run(new[] { "Unity", "-batchmode" }), "exit code");
            Check.Equal("Assets/Hall.unity", string.Join(" ", EditorSceneManager.saved), "saved");
            Check.Equal(2, AssetDatabase.assets.Count, "assets");
        }

        // Disabled ones, and those of a prefab that is open for editing, which are in no scene.
        public static void ProbesThatAreLeftOutAreNamed()
        {
            var probes = Scenes.Hall(2);
            probes[1].isActiveAndEnabled = false;
            Debug.lines.Clear();
            Check.Equal(0, BatchBake.Run(new[] { "-probenormScene", "Assets/Hall.unity" }), "exit code");
            Check.That(Debug.lines.Contains("warning: ProbeNorm: Assets/Hall.unity: Probe (1): the probe or its object is " +
                "disabled; it is left out"), "the disabled one");
            var stage = PrefabStageUtility.current = new PrefabStage { assetPath = "Assets/Lamp.prefab" };
            stage.contents.Add(probes[0].gameObject);
            var lines = ProbeAssets.FindLeftOut();
            var error = BakeMenu.Bake(new[] { probes[0] }).Single();
            PrefabStageUtility.current = null;
            Check.That(lines.Count == 2 && lines[1].StartsWith("Assets/Lamp.prefab: probes of an open prefab"), "the prefab");
            Check.That(error.StartsWith("Probe (0): it is in a prefab that is open for editing"), error);
        }

        public static void BatchModeTellsWhatWentWrong()
        {
            Scenes.Hall(2)[0].texture = null;
            CheckExit(1, "error: ProbeNorm: Assets/Hall.unity: Probe (0): ", "-probenormScene", "Assets/Hall.unity");
            CheckExit(2, "", "-probenormExport");
            CheckExit(2, "", "-probenormExprot", "here");
            CheckExit(2, "exclude each other", "-probenormExport", "a", "-probenormImport", "b");
            EditorBuildSettings.scenes = new EditorBuildSettingsScene[0];
            CheckExit(2, "no scenes", "Unity");
            CheckExit(3, "Assets/missing.unity: ", "-probenormScene", "Assets/missing.unity");
            EditorApplication.isPlayingOrWillChangePlaymode = true;
            CheckExit(3, "", "-probenormScene", "Assets/Hall.unity");
        }

        private static void CheckExit(int expected, string word, params string[] arguments)
        {
            Debug.lines.Clear();
            Check.Equal(expected, BatchBake.Run(arguments), string.Join(" ", arguments));
            Check.That(Debug.lines.Any(line => line.Contains(word)), "\"" + word + "\" in " + string.Join(", ", Debug.lines));
        }

        public static void InspectorTellsWhatIsOdd()
        {
            var data = ScriptableObject.CreateInstance<ProbeData>();
            data.Set(new BakedProbe
            {
                Light = new Sh(3, new float[27]), Normalization = new Normalization().Resolved(), Algorithm = 1,
                WindowWidth = 0.5f, NonFiniteTexels = 3, NegativeTexels = 4,
            }, new Vector3());
            EditorGUILayout.lines.Clear();
            new ProbeDataEditor { target = data }.OnInspectorGUI();
            foreach (var word in new[] { "Average light: 0, 0, 0", "3 texels", "4 texels", "width 0.5", "almost black",
                "not reproducible", "fails its self-test" })
                Check.That(EditorGUILayout.lines.Any(line => line.Contains(word)), "a line with \"" + word + "\"");
        }
    }
}
