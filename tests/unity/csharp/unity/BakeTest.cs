using System;
using System.Collections.Generic;
using System.IO;
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
        private static List<ReflectionProbe> Scene(int count) => Scenes.Hall(count);
        private static void Bake(IReadOnlyList<ReflectionProbe> probes) => Scenes.Bake(probes);

        public static void EveryProbeGetsItsAsset()
        {
            var probes = Scene(9);
            Bake(probes);
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
            var probes = Scene(2);
            Bake(probes);
            var data = probes[0].GetComponent<NormalizedProbe>().Data;
            probes[0].texture = Scenes.HalfCubemap(77);
            var before = UnityLight.ToFloats(data.Light);
            Bake(probes);
            Check.Equal(2, AssetDatabase.assets.Count, "assets");
            Check.That(ReferenceEquals(data, probes[0].GetComponent<NormalizedProbe>().Data), "the same asset");
            Check.That(!before.SequenceEqual(UnityLight.ToFloats(data.Light)), "with new light");
        }

        public static void AProbeThatFailsCostsOnlyItself()
        {
            var probes = Scene(3);
            probes[1].texture = null;
            using (var run = new BakeRun(probes, ProbeNormSettings.instance))
            {
                run.Wait();
                Check.Equal(3, run.Completed, "completed");
                Check.Equal(1, run.Errors.Count, "errors");
                Check.That(run.Errors[0].StartsWith(probes[1].name + ": "), "the error names the probe");
                Check.That(run.Errors[0].Contains("no texture"), "the error says why");
                Check.Equal(2, AssetDatabase.assets.Count, "assets");
            }
        }

        public static void WindowStepsAndCancels()
        {
            Scene(6);
            var window = new BakeWindow();
            Messages.Send(window, "OnEnable");
            GUILayout.pressed = "Bake All";
            Messages.Send(window, "OnGUI");
            GUILayout.pressed = "";
            EditorApplication.update();
            EditorGUILayout.lines.Clear();
            Messages.Send(window, "OnGUI");
            Check.That(EditorGUILayout.lines.Last().Contains(" of 6 on "), "progress is drawn");

            GUILayout.pressed = "Cancel";
            Messages.Send(window, "OnGUI");
            GUILayout.pressed = "";
            EditorApplication.update();
            Check.That(AssetDatabase.assets.Count < 6, "not all are baked");
            EditorGUILayout.lines.Clear();
            Messages.Send(window, "OnGUI");
            Check.That(EditorGUILayout.lines.Contains("not baked"), "the list is drawn");
            Messages.Send(window, "OnDisable");
            Check.That(EditorApplication.update == null, "it no longer listens");
        }

        public static void WindowBakesAll()
        {
            Scene(6);
            var window = new BakeWindow();
            Messages.Send(window, "OnEnable");
            GUILayout.pressed = "Bake All";
            Messages.Send(window, "OnGUI");
            GUILayout.pressed = "";
            for (var frame = 0; frame < 10000 && AssetDatabase.assets.Count < 6; ++frame)
            {
                EditorApplication.update();
                ++Time.frameCount;
                System.Threading.Thread.Sleep(1);
            }
            Check.Equal(6, AssetDatabase.assets.Count, "assets");
            Messages.Send(window, "OnDisable");
        }

        public static void WindowBakesAllInAnEditorThatDrawsNothing()
        {
            AsyncGPUReadback.callsBack = false;
            try
            {
                WindowBakesAll();
            }
            finally
            {
                AsyncGPUReadback.callsBack = true;
            }
        }

        public static void AProbeThatGoesCostsOnlyItself()
        {
            var probes = Scene(3);
            using (var run = new BakeRun(probes, ProbeNormSettings.instance))
            {
                run.Step();
                UnityEngine.Object.Destroy(probes[1]);
                while (!run.IsDone)
                {
                    ++Time.frameCount;
                    run.Step();
                }
                Check.Equal("Probe (1): it is gone", string.Join(", ", run.Errors), "errors");
                Check.Equal(2, AssetDatabase.assets.Count, "assets");
            }
        }

        public static void ADuplicatedProbeGetsAnAssetOfItsOwn()
        {
            var probes = Scene(2);
            Bake(new[] { probes[0] });
            var first = probes[0].GetComponent<NormalizedProbe>().Data;
            probes[1].gameObject.AddComponent<NormalizedProbe>().Data = first; // as a duplicate has it
            var light = UnityLight.ToFloats(first.Light);
            Bake(new[] { probes[1] });
            Check.That(!ReferenceEquals(first, probes[1].GetComponent<NormalizedProbe>().Data), "an asset of its own");
            Check.SameBits(light, UnityLight.ToFloats(first.Light), "the original's light");
        }

        public static void AnUnsavedSceneIsNotBaked()
        {
            var probes = Scene(1);
            EditorSceneManager.OpenScene("", OpenSceneMode.Single);
            using (var run = new BakeRun(probes, ProbeNormSettings.instance))
            {
                run.Wait();
                Check.That(run.Errors.Single().Contains("the scene must be saved first"), "error");
            }
        }

        public static void PanelsOpenOutsideOfTheLayout()
        {
            Scene(1);
            var window = new BakeWindow();
            Messages.Send(window, "OnEnable");
            EditorUtility.folder = "/nonexistent/of/probenorm";
            GUILayout.pressed = "Import Results...";
            Messages.Send(window, "OnGUI");
            GUILayout.pressed = "";
            EditorGUILayout.lines.Clear();
            Messages.Send(window, "OnGUI");
            Check.That(!EditorGUILayout.lines.Any(line => line.StartsWith("Error")), "not yet");
            EditorApplication.delayCall();
            EditorApplication.delayCall = null;
            EditorUtility.folder = "";
            Messages.Send(window, "OnGUI");
            Check.That(EditorGUILayout.lines.Any(line => line.StartsWith("Error: Probe (0): ")), "then its error");
            Messages.Send(window, "OnDisable");
        }

        public static void BatchModeBakesTheScenesOfTheBuild()
        {
            Scene(2);
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
            var probes = Scene(2);
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
            Scene(2)[0].texture = null;
            Check.Equal(1, BatchBake.Run(new[] { "-probenormScene", "Assets/Hall.unity" }), "exit code");
            const string start = "error: ProbeNorm: Assets/Hall.unity: Probe (0): ";
            Check.That(Debug.lines.Any(line => line.StartsWith(start)), "scene and probe are named");

            Check.Equal(2, BatchBake.Run(new[] { "-probenormExport" }), "exit code without a value");
            Check.Equal(2, BatchBake.Run(new[] { "-probenormExprot", "here" }), "exit code of a misspelt option");
            var both = new[] { "-probenormExport", "a", "-probenormImport", "b" };
            Check.Equal(2, BatchBake.Run(both), "exit code of both");
            Check.That(Debug.lines.Last().Contains("exclude each other"), "message");

            EditorBuildSettings.scenes = new EditorBuildSettingsScene[0];
            Check.Equal(2, BatchBake.Run(new[] { "Unity" }), "exit code without scenes");
            Check.That(Debug.lines.Last().Contains("no scenes"), "message without scenes");
        }

        public static void RendererGetsTheLightOfItsProbe()
        {
            var probes = Scene(2);
            Bake(probes);
            var target = new GameObject("ball");
            var renderer = target.AddComponent<Renderer>();
            renderer.closest.Add(new ReflectionProbeBlendInfo { probe = probes[0], weight = 0.3f });
            renderer.closest.Add(new ReflectionProbeBlendInfo { probe = probes[1], weight = 0.7f });
            var component = target.AddComponent<NormalizedRenderer>();

            var data = probes[1].GetComponent<NormalizedProbe>().Data;
            Check.Equal(data.ShaderVectors[0].w, Property(renderer, "_ProbeNormSHAr").w, "vector of the heavier probe");
            Check.Equal(data.ShaderVectors[6].y, Property(renderer, "_ProbeNormSHC").y, "last vector");
            Check.Equal(float.MaxValue, data.Bounds.y, "the default preset has no upper bound");
            var classic = Normalization.Find("classic"); // a factor that does not see the reflection needs one
            var bounds = Property(renderer, "_ProbeNormBounds");
            Check.Equal(classic.low + " " + classic.high + " " + classic.fadeBegin + " " + classic.fadeEnd,
                bounds.x + " " + bounds.y + " " + bounds.z + " " + bounds.w, "the simple way's bounds and fade");
            var luminance = 0.2126 * data.Light[0, 0] + 0.7152 * data.Light[1, 0] + 0.0722 * data.Light[2, 0];
            Check.Near(0.01 * luminance, Property(renderer, "_ProbeNormFloor").x, 1e-6 * luminance, "floor");
            Check.Equal(1f, Property(renderer, "_ProbeNormFloor").y, "weight");

            component.Probe = probes[0].GetComponent<NormalizedProbe>();
            Check.Equal(probes[0].GetComponent<NormalizedProbe>().Data.ShaderVectors[0].w,
                Property(renderer, "_ProbeNormSHAr").w, "vector of the probe that was named");
            Messages.Send(component, "OnDisable");
            component.isActiveAndEnabled = false;
            ProbeAssets.ApplyToRenderers();
            component.Probe = null;
            Check.Equal(0f, Property(renderer, "_ProbeNormFloor").y, "weight when it is off");
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
                "not reproducible", "those of other machines" })
                Check.That(EditorGUILayout.lines.Any(line => line.Contains(word)), "a line with \"" + word + "\"");
        }

        // Light of 1 everywhere, twice that along +X; half of the average's place in gamma 2.2.
        public static void InspectorPreviewsABall()
        {
            var light = new SphericalHarmonicsL2();
            for (var c = 0; c < 3; ++c)
            {
                light[c, 0] = 1;
                light[c, 3] = 0.5f;
            }
            var picture = SpherePicture.Draw(light, 64);
            Check.Near(Math.Pow(0.5 * (1 + 0.5 / 64), 1 / 2.2), picture[32 * 64 + 32].r, 1e-5, "the middle");
            Check.Near(Math.Pow(0.5 * (1 + 0.5 * 61 / 64), 1 / 2.2), picture[32 * 64 + 62].g, 1e-5, "right");
            Check.Equal(0f, picture[0].a, "a corner");

            var probes = Scene(1);
            Bake(probes);
            var editor = new ProbeDataEditor { target = probes[0].GetComponent<NormalizedProbe>().Data };
            Check.That(editor.HasPreviewGUI(), "there is a preview");
            editor.OnPreviewGUI(new Rect(), null);
            var first = ((Texture2D)GUI.drawn).pixels;
            editor.OnPreviewGUI(new Rect(), null);
            Check.That(ReferenceEquals(first, ((Texture2D)GUI.drawn).pixels), "it is drawn once");
            probes[0].texture = Scenes.HalfCubemap(5);
            Bake(probes);
            editor.OnPreviewGUI(new Rect(), null);
            Check.That(!ReferenceEquals(first, ((Texture2D)GUI.drawn).pixels), "and again after a bake");
        }

        public static void SettingsAreDrawnByTheNamesOfTheirFields()
        {
            ProbeNormSettings.CreateProvider().guiHandler("");
        }

        private static Vector4 Property(Renderer renderer, string name)
        {
            var block = new MaterialPropertyBlock();
            renderer.GetPropertyBlock(block);
            return block.GetVector(Shader.PropertyToID(name));
        }
    }
}
