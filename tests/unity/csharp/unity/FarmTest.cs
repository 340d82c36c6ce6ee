using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using NUnit.Framework;
using ProbeNorm.Editing;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using UnityEngine.Experimental.Rendering;
using UnityEngine.SceneManagement;

namespace ProbeNorm.Tests
{
    /// <summary>A scene to the command line tool and back.</summary>
    public static class FarmTest
    {
        private static void Scene()
        {
            Scenes.Clear();
            EditorSceneManager.OpenScene("Assets/Hall.unity", OpenSceneMode.Single);
            Scenes.AddProbe("Hall probe \"A\" / \u00e4", Scenes.HalfCubemap(1));
            var broken = Scenes.HalfCubemap(2, isReadable: true);
            broken.faceBytes[3][8 * 17 + 1] = 0x7e; // red of a texel is NaN
            Scenes.AddProbe("hall probe", broken);
            Scenes.AddProbe("-", Scenes.Compressed(GraphicsFormat.RGB_BC6H_UFloat, Scenes.Same(new Color(2, 3, 4, 1))));
            Scenes.AddProbe("bytes", Scenes.Compressed(
                GraphicsFormat.RGBA_DXT5_SRGB, Scenes.Same(new Color(0.25f, 1, 1, 1)), isReadable: true));
        }

        public static void TheToolBakesTheSameBits()
        {
            float[] repaired = CheckSameBits(FixFlags.NonFinite), asItIs = CheckSameBits(FixFlags.None);
            Check.That(repaired[0] > asItIs[0], "the texel has its neighbours' light");
        }

        private static float[] CheckSameBits(FixFlags fixes)
        {
            Scenes.Edit("fixes", fixes);
            using (var folder = new TemporaryFolder())
            {
                Scene();
                Check.Equal(0, BatchBake.Run(new[] { "-probenormScene", "Assets/Hall.unity" }), "bake here");
                var here = Lights();

                Scene();
                Check.Equal(0, BatchBake.Run(new[]
                    { "-probenormScene", "Assets/Hall.unity", "-probenormExport", folder.Path }), "export");
                CheckManifest(File.ReadAllText(folder.Path + "/probes.json"));
                Program.Execute(Program.Variable("PN_CLI"),
                    "bake " + folder.Path + "/probes.json -o " + folder.Path + "/baked --device cpu");
                ProbeAssets.FindProbes()[0].name = "Lamp"; // which finds its record all the same
                Check.Equal(0, BatchBake.Run(new[] { "-probenormScene", "Assets/Hall.unity", "-probenormImport",
                    folder.Path + "/baked" }), string.Join(", ", Debug.lines));
                var there = Lights();

                Check.Equal(4, there.Count, "probes");
                for (var i = 0; i < 4; ++i)
                    Check.SameBits(here[i], there[i], "probe " + i);
                var data = ProbeAssets.FindProbes()[0].GetComponent<NormalizedProbe>().Data;
                Check.Equal("2 True 3.402823E+38 -1 1", data.Algorithm + " " + data.IsReproducible + " " + data.Bounds.y + " " +
                    data.Bounds.w + " " + data.Weight, "what else is read");
                return here[1];
            }
        }

        private static List<float[]> Lights() =>
            ProbeAssets.FindProbes().ConvertAll(
                probe => UnityLight.ToFloats(probe.GetComponent<NormalizedProbe>().Data.Light));

        private static void CheckManifest(string text)
        {
            var manifest = (Dictionary<string, object>)Json.Parse(text);
            var probe = (Dictionary<string, object>)((List<object>)manifest["probes"])[0];
            var box = (Dictionary<string, object>)probe["box"];
            Check.Equal("1 2.5 -3", string.Join(" ", (List<object>)probe["position"]), "position");
            Check.Equal("-1 -1 -1", string.Join(" ", (List<object>)box["min"]), "box.min");
            Check.Equal("3 5 7", string.Join(" ", (List<object>)box["max"]), "box.max");
        }

        private static List<string> BakeWithoutADevice(ReflectionProbe probe, string tool)
        {
            SystemInfo.graphicsDeviceType = UnityEngine.Rendering.GraphicsDeviceType.Null;
            Scenes.Edit("toolPath", tool);
            try
            {
                return BakeMenu.Bake(new[] { probe });
            }
            finally
            {
                SystemInfo.graphicsDeviceType = UnityEngine.Rendering.GraphicsDeviceType.Vulkan;
                Scenes.Edit("toolPath", "probenorm");
            }
        }

        // Unity's have the faces side by side; the tool sees by the shape which it is.
        public static void WithoutADeviceTheToolReadsUnitysFile()
        {
            using (var folder = new TemporaryFolder())
            {
                var probe = Scenes.Hall(1)[0];
                var cubemap = (Cubemap)probe.texture;
                ExrFile.Write(folder.Path + "/tall.exr", Scenes.Texels(cubemap));
                Check.Throws<ArgumentException>(() => ExrFile.Write(
                    folder.Path + "/bytes.exr", CubemapTexels.FromArray(new byte[24], Format.Rgba8, 1)), "RGBA16F");
                AssetDatabase.CreateAsset(cubemap, folder.Path + "/tall.exr");
                Check.Equal("", string.Join(", ", BakeWithoutADevice(probe, Program.Variable("PN_CLI"))), "errors");
                DeringResult dering;
                var light = Scenes.Project(cubemap).Deringed(0, out dering);
                Check.SameBits(light.ToConvention(Convention.Unity),
                    UnityLight.ToFloats(probe.GetComponent<NormalizedProbe>().Data.Light), "light");
                var error = BakeWithoutADevice(probe, "/nonexistent/probenorm").Single();
                Check.That(error.Contains("put the tool probenorm on the path"), error);
            }
        }

        public static void MissingAndForeignRecordsAreNamed()
        {
            using (var folder = new TemporaryFolder())
            {
                Scene();
                var probes = ProbeAssets.FindProbes();
                Directory.CreateDirectory(folder.Path + "/probes");
                var texts = new[] { "{}", "{ \"convention\": \"unity\" }", "{ \"convention\"" };
                for (var i = 0; i < texts.Length; ++i)
                    File.WriteAllText(BakeRecord.PathOf(folder.Path, ProbeAssets.IdOf(probes[i])), texts[i]);
                var errors = FarmBake.Import(probes, ProbeNormSettings.instance, folder.Path);
                Check.Equal(4, errors.Count, "errors");
                Check.That(errors[1].Contains("convention must be \"canonical\", found \"unity\""), errors[1]);
                Check.That(errors[2].Contains("expected"), errors[2]);
                Check.That(errors[3].StartsWith(probes[3].name + ": "), errors[3]);
                Check.Equal(0, AssetDatabase.assets.Count, "assets");
            }
        }

        public static void IdsAreWhatAManifestAllows()
        {
            foreach (var name in new[] { "", "-", ".", "a b", "\u00e4", "..\\x", new string('n', 300) })
            {
                var id = BakeManifest.MakeId(name, "unique");
                Check.That(System.Text.RegularExpressions.Regex.IsMatch(
                    id, "^[A-Za-z0-9_]([A-Za-z0-9_.-]{0,98}[A-Za-z0-9_-])?$"), id); // docs/schema/manifest.json
            }
            Check.That(BakeManifest.MakeId("a", "1") != BakeManifest.MakeId("a", "2"), "one name, two objects");
            Check.Equal("a-af63bd4c8601b7df", BakeManifest.MakeId("a", "\0"), "FNV-1a of one zero byte");
        }

        public static void JsonIsRead()
        {
            var value = (Dictionary<string, object>)Json.Parse(
                " {\"a\": [1, -2.5e-3, true, false, null, {}], \"\\u00e4\\n\\\"\": \"\\\\\"} ");
            Check.Equal("1 -0.0025 True False  System.Collections.Generic.Dictionary`2[System.String,System.Object]",
                string.Join(" ", (List<object>)value["a"]), "array");
            Check.Equal("\\", value["\u00e4\n\""], "string");
            foreach (var broken in new[] { "", "{", "[1,]", "[1 2]", "{\"a\" 1}", "nul", "\"a", "\"\\u12", "1 2", "NaN",
                new string('[', 100) })
                Check.Throws<FormatException>(() => Json.Parse(broken), "JSON: expected");
            Check.Equal("\"\\\"\\\\\\u000a\"", Json.Quote("\"\\\n"), "quoted");
            Check.Equal(1e-30f, (float)(double)Json.Parse(Json.Number(1e-30f)), "number");
        }
    }

    /// <summary>On a machine where the native library does not load: one clear message, and what was baked elsewhere
    /// works. Runs without a path to the library.</summary>
    public static class NoLibraryTest
    {
        public static void ThereIsOneReason()
        {
            Check.That(!LibraryInfo.IsAvailable, "the library must not be found by this test");
            Check.That(LibraryInfo.UnavailableReason.Contains("64-bit Linux and Windows"), LibraryInfo.UnavailableReason);
            Check.Throws<InvalidOperationException>(LibraryInfo.Require, "does not load here");
        }

        public static void EveryWayInGivesTheReason()
        {
            const string reason = "does not load here";
            Check.Throws<InvalidOperationException>(() => new Context(), reason);
            Check.Throws<InvalidOperationException>(() => Device.Enumerate(), reason);
            Check.Throws<InvalidOperationException>(() => PresetDescription.Of(Preset.Hdrp), reason);
            Check.Throws<InvalidOperationException>(() => { LibraryInfo.Version.ToString(); }, reason);
            Check.Throws<InvalidOperationException>(() => new RenderJob(new IntPtr(1)), reason);
            Check.That(!RenderPlugin.IsAvailable, "no render thread");
            Check.Equal(LibraryInfo.UnavailableReason, RenderPlugin.UnavailableReason, "its reason");
            PluginLog.FlushRenderPlugin();
            RenderPlugin.ReleaseAllJobs();
            Check.Equal("0 0", RenderPlugin.PendingJobCount + " " + RenderPlugin.RenderEvent, "nothing is there");
        }

        // Light that is 2 everywhere, and a slope along x that is 2 at least.
        public static void MathematicsWorks()
        {
            const float Average = 0.28209479f, Linear = 0.48860251f;
            Sh two = new Sh(1, Enumerable.Repeat(2 / Average, 3).ToArray());
            var rows = Enumerable.Repeat(4 / Average, 3).Concat(new float[6]).Concat(Enumerable.Repeat(2 / Linear, 3));
            Sh slope = new Sh(2, rows.ToArray()); // 4 + 2 x
            float[] x = { 1, 0, 0 }, y = { 0, 1, 0 };
            Action<string, double, float[]> near = (what, expected, found) =>
            {
                foreach (var value in found)
                    Check.Near(expected, value, 1e-5, what);
                Console.WriteLine("works   " + what);
            };
            near("EvaluateRadiance", 6, slope.EvaluateRadiance(x));
            near("EvaluateIrradiance", 4 + 4.0 / 3, slope.EvaluateIrradiance(x));
            near("Deringed", 4, slope.Deringed(0.01f, out var dering).EvaluateRadiance(y));
            var unity = two.ToConvention(Convention.Unity);
            near("ToConvention", 2, new[] { unity[0], unity[9], unity[18] });
            near("FromConvention", 2, Sh.FromConvention(Convention.Unity, 3, unity).EvaluateRadiance(y));
            var light = UnityLight.FromSphericalHarmonicsL2(UnityLight.ToSphericalHarmonicsL2(slope));
            near("UnityLight", 6, light.EvaluateRadiance(x));
            var classic = new Normalization { preset = Preset.Classic };
            near("EvaluateReflection, a factor", 2, classic.EvaluateReflection(
                new Surfaces { reflections = y, isFactor = true }, two, slope));
            var surfaces = new Surfaces { radiance = new float[] { 3, 3, 3 }, reflections = y, lookups = y };
            near("EvaluateReflection, classic", 6, classic.EvaluateReflection(surfaces, two, slope));
            near("EvaluateReflection, probenorm", 3, new Normalization().EvaluateReflection(surfaces, slope, slope));
            near("Resolved", 0.01f, new[] { new Normalization().Resolved().floor });
        }

        public static void OtherMathematicsGivesTheReason()
        {
            const string reason = "does not load here";
            float[] one = new float[3], x = { 1, 0, 0 };
            var surfaces = new Surfaces { reflections = x, lookups = x, isFactor = true };
            Sh sh = new Sh(1, one), large = new Sh(4, new float[48]);
            Check.Throws<InvalidOperationException>(() => large.EvaluateRadiance(x), reason);
            Check.Throws<InvalidOperationException>(() => large.ToConvention(Convention.Google), reason);
            Check.Throws<InvalidOperationException>(() => sh.ToConvention(Convention.Unity, Axes.Unreal), reason);
            Check.Throws<InvalidOperationException>(() => Sh.FromConvention(Convention.Unity, 3, new float[27], Axes.ZUp), reason);
            Check.Throws<InvalidOperationException>(() => sh.Rotated(new float[9]), reason);
            Check.Throws<InvalidOperationException>(() => sh.Windowed(ProbeNorm.Window.Hann, 1), reason);
            foreach (var other in new[]
            {
                new Normalization { preset = Preset.Hdrp }, new Normalization { lobe = Lobe.Ggx },
            })
                Check.Throws<InvalidOperationException>(() => other.EvaluateReflection(surfaces, sh, sh), reason);
            Check.Throws<ArgumentException>(() => new Normalization { version = 3 }.EvaluateReflection(surfaces, sh, sh), "version 4 alone");
            Check.Throws<InvalidOperationException>(() => sh.ToConvention(Convention.UnitySha), reason);
            Check.Throws<InvalidOperationException>(() => sh.FindIrradianceMinimum(), reason);
            Check.Throws<ArgumentException>(() => Sh.FromConvention(Convention.Unity, 3, new float[28]), "27 floats");
            Check.Throws<ArgumentException>(() => new Normalization().EvaluateReflection(
                new Surfaces { radiance = one, reflections = x }, sh), "local light");
        }

        public static void TheWindowSaysSoAndOffersWhatWorks()
        {
            Scenes.Hall(1);
            SystemInfo.supportsComputeShaders = false;
            using (var window = new Window())
                foreach (var button in new[] { "Bake All", "Export For Farm...", "Import Results..." })
                {
                    var lines = window.Draw(button);
                    Check.Equal(button.StartsWith("Import"), EditorApplication.delayCall != null, button + " may begin");
                    Check.That(!lines.Any(line => line.StartsWith("Error")), "no error");
                    Check.That(lines.Contains("Warning: " + LibraryInfo.UnavailableReason), "the reason");
                }
            EditorApplication.delayCall = null;
            SystemInfo.supportsComputeShaders = true;
            using (var window = new Window())
                Check.That(window.Draw("Export For Farm...").Contains(
                    "Info: Probes are baked by compute shaders. " + LibraryInfo.UnavailableReason), "the other way");
            Check.That(EditorApplication.delayCall == null, "farms need the library");
        }

        public static void MenusAndBatchModeSayTheSame()
        {
            var probes = Scenes.Hall(2);
            SystemInfo.supportsComputeShaders = false;
            Check.Equal(LibraryInfo.UnavailableReason, BakeMenu.Bake(probes).Single(), "menu");
            Check.Equal(3, BatchBake.Run(new[] { "-probenormScene", "Assets/Hall.unity" }), "exit code");
            Check.That(Debug.lines.Last().EndsWith(LibraryInfo.UnavailableReason), "batch mode");
            EditorEvents.Listen();
            Scenes.CompleteLighting();
            SystemInfo.supportsComputeShaders = true;
        }

        // A record as the tool writes it, of light that is 1 everywhere.
        public static void ResultsOfAFarmAreImportedAndUsed()
        {
            var probe = Scenes.Hall(1)[0];
            using (var folder = new TemporaryFolder())
            {
                Directory.CreateDirectory(folder.Path + "/probes");
                var rows = string.Join(", ", Enumerable.Range(0, 9).Select(i => i == 0 ? "[3.5449077, 0, 0]" : "[0, 0, 0]"));
                File.WriteAllText(BakeRecord.PathOf(folder.Path, ProbeAssets.IdOf(probe)),
                    "{ \"convention\": \"canonical\", \"window\": \"auto\", \"bands\": 3, \"coefficients\": [" + rows + "]," +
                    "\"algorithm\": 1, \"reproducible\": true, \"dering\": { \"width\": 1 }, \"input\": { \"nonFinite\": 0, " +
                    "\"negative\": 0 }, \"normalization\": { \"preset\": \"classic\", \"floor\": 0.25, \"low\": 0, \"high\": null, \"fade\": null, " +
                    "\"weight\": 0.5 } }");
                Check.Equal(0, FarmBake.Import(new[] { probe }, ProbeNormSettings.instance, folder.Path).Count, "errors");
            }
            var data = probe.GetComponent<NormalizedProbe>().Data;
            Check.Near(1, data.Light[0, 0], 1e-6, "irradiance over pi");
            Check.Equal("0 -1 0.5", data.Bounds.x + " " + data.Bounds.w + " " + data.Weight, "low, no fade, weight");
            Check.That(data.UsesFactor, "its form");
            Check.Near(0.25 * 0.2126, data.Floor, 1e-6, "floor");
            Check.Near(1, data.ShaderVectors[0].w, 1e-6, "vector");
            EditorGUILayout.lines.Clear();
            new ProbeDataEditor { target = data }.OnInspectorGUI();
            Check.That(EditorGUILayout.lines.Count > 4, "the inspector shows it");
        }
    }

    /// <summary>The tests that the package brings for Unity's Test Runner, as far as stand-ins can play their
    /// parts.</summary>
    public static class EditorTestsTest
    {
        public static void TestsOfThePackagePass()
        {
            var folder = Path.GetDirectoryName(typeof(EditorTestsTest).Assembly.Location);
            var methods = Assembly.LoadFrom(Path.Combine(folder, "ProbeNorm.EditorTests.dll")).GetTypes()
                .SelectMany(type => type.GetMethods())
                .Where(method => method.GetCustomAttribute<TestAttribute>() != null).ToList();
            Check.That(methods.Count >= 4, "tests are found");
            foreach (var method in methods)
                method.Invoke(Activator.CreateInstance(method.DeclaringType), null);
        }
    }
}
