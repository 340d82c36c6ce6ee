using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using ProbeNorm.Editing;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using UnityEngine.Experimental.Rendering;

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
            Scenes.AddProbe("hall probe", Scenes.HalfCubemap(2, isReadable: true));
            Scenes.AddProbe("-", Scenes.Compressed(GraphicsFormat.RGB_BC6H_UFloat, Scenes.Same(new Color(2, 3, 4, 1))));
            Scenes.AddProbe("bytes", Scenes.Compressed(
                GraphicsFormat.RGBA_DXT5_SRGB, Scenes.Same(new Color(0.25f, 1, 1, 1)), isReadable: true));
        }

        private static Dictionary<string, float[]> Lights()
        {
            return ProbeAssets.FindProbes().ToDictionary(
                probe => probe.name, probe => UnityLight.ToFloats(probe.GetComponent<NormalizedProbe>().Data.Light));
        }

        public static void TheToolBakesTheSameBits()
        {
            using (var folder = new TemporaryFolder())
            {
                Scene();
                Check.Equal(0, BatchBake.Run(new[] { "-probenormScene", "Assets/Hall.unity" }), "bake here");
                var here = Lights();

                Scene();
                Check.Equal(0, BatchBake.Run(new[]
                    { "-probenormScene", "Assets/Hall.unity", "-probenormExport", folder.Path }), "export");
                Program.Execute(Program.Variable("PN_CLI"),
                    "bake " + folder.Path + "/probes.json -o " + folder.Path + "/baked --device cpu");
                Check.Equal(0, BatchBake.Run(new[] { "-probenormScene", "Assets/Hall.unity", "-probenormImport",
                    folder.Path + "/baked" }), string.Join(", ", Debug.lines));
                var there = Lights();

                Check.Equal(4, there.Count, "probes");
                foreach (var light in here)
                    Check.SameBits(light.Value, there[light.Key], light.Key);
                var data = ProbeAssets.FindProbes()[0].GetComponent<NormalizedProbe>().Data;
                Check.Equal("1 True 3.402823E+38 -1 1", data.Algorithm + " " + data.IsReproducible + " " + data.Bounds.y + " " +
                    data.Bounds.w + " " + data.Weight, "what else is read");
            }
        }

        public static void AProbeThatWasRenamedFindsItsRecord()
        {
            using (var folder = new TemporaryFolder())
            {
                var probe = Scenes.Hall(1)[0];
                var settings = ProbeNormSettings.instance;
                Check.Equal(0, FarmBake.Export(new[] { probe }, settings, folder.Path).Count, "export");
                Program.Execute(Program.Variable("PN_CLI"),
                    "bake " + folder.Path + "/probes.json -o " + folder.Path + "/baked --device cpu");
                probe.name = "Lamp";
                Check.Equal("", string.Join(", ", FarmBake.Import(new[] { probe }, settings, folder.Path + "/baked")),
                    "errors");
            }
        }

        private static void BakeWithoutADevice(ReflectionProbe probe, string tool, Action<List<string>> check)
        {
            SystemInfo.graphicsDeviceType = UnityEngine.Rendering.GraphicsDeviceType.Null;
            SetTool(tool);
            try
            {
                check(BakeMenu.Bake(new[] { probe }));
            }
            finally
            {
                SystemInfo.graphicsDeviceType = UnityEngine.Rendering.GraphicsDeviceType.Vulkan;
                SetTool("probenorm");
            }
        }

        private static void SetTool(string tool)
        {
            EditorGUILayout.edited = "toolPath";
            EditorGUILayout.value = tool;
            ProbeNormSettings.CreateProvider().guiHandler("");
            EditorGUILayout.edited = "";
        }

        // Unity's have the faces side by side; the tool sees by the shape which it is.
        private static string WriteStrip(Cubemap cubemap, string folder)
        {
            ExrFile.Write(folder + "/tall.exr", CubemapTexels.FromFaces(
                Array.ConvertAll(cubemap.faceBytes, bytes => (Array)bytes), Format.Rgba16F, Scenes.FaceSize));
            return folder + "/tall.exr";
        }

        public static void WithoutADeviceTheToolReadsUnitysFile()
        {
            using (var folder = new TemporaryFolder())
            {
                var probe = Scenes.Hall(1)[0];
                var cubemap = (Cubemap)probe.texture;
                AssetDatabase.CreateAsset(cubemap, WriteStrip(cubemap, folder.Path));
                BakeWithoutADevice(probe, Program.Variable("PN_CLI"), errors =>
                    Check.Equal("", string.Join(", ", errors), "errors"));
                DeringResult dering;
                var light = Scenes.Project(cubemap).Deringed(0, out dering);
                Check.SameBits(light.ToConvention(Convention.Unity),
                    UnityLight.ToFloats(probe.GetComponent<NormalizedProbe>().Data.Light), "light");
                BakeWithoutADevice(probe, "/nonexistent/probenorm", errors =>
                    Check.That(errors.Single().Contains("put the tool probenorm on the path"), errors.Single()));
            }
        }

        public static void ManifestTellsPlaceAndBox()
        {
            using (var folder = new TemporaryFolder())
            {
                Scene();
                FarmBake.Export(ProbeAssets.FindProbes(), ProbeNormSettings.instance, folder.Path);
                var manifest = (Dictionary<string, object>)Json.Parse(File.ReadAllText(folder.Path + "/probes.json"));
                var probe = (Dictionary<string, object>)((List<object>)manifest["probes"])[0];
                var box = (Dictionary<string, object>)probe["box"];
                Check.Equal("1 2.5 -3", string.Join(" ", (List<object>)probe["position"]), "position");
                Check.Equal("-1 -1 -1", string.Join(" ", (List<object>)box["min"]), "box.min");
                Check.Equal("3 5 7", string.Join(" ", (List<object>)box["max"]), "box.max");
            }
        }

        public static void CapturesAreTheTexels()
        {
            using (var folder = new TemporaryFolder())
            {
                var path = folder.Path + "/cube.exr";
                var cubemap = Scenes.HalfCubemap(5);
                ExrFile.Write(path, CubemapTexels.FromFaces(
                    Array.ConvertAll(cubemap.faceBytes, bytes => (Array)bytes), Format.Rgba16F, Scenes.FaceSize));
                var json = Program.Execute(Program.Variable("PN_CLI"), "project --device cpu --format json " + path);
                var record = (Dictionary<string, object>)Json.Parse(json);
                var values = ((List<object>)record["coefficients"]).SelectMany(row => (List<object>)row)
                    .Select(value => (float)(double)value).ToArray();
                Check.SameBits(Scenes.Project(cubemap).ToArray(), values, "coefficients");
                Check.Throws<ArgumentException>(() => ExrFile.Write(path, CubemapTexels.FromArray(
                    new byte[24], Format.Rgba8, 1)), "RGBA16F");
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
}
