using System;
using System.Linq;
using ProbeNorm.Editing;
using UnityEditor;
using UnityEngine;
using UnityEngine.Experimental.Rendering;

namespace ProbeNorm.Tests
{
    /// <summary>What a bake finds in a probe's cubemap, and fixes before it.</summary>
    public static class FindingTest
    {
        private const int Size = 16;

        // 1.5 and a slope, and one texel of +Y that nothing explains. -1: no such texel.
        private static Cubemap Lit(float texel)
        {
            var cubemap = new Cubemap(Size, GraphicsFormat.R32G32B32A32_SFloat) { isReadable = true, faceBytes = new byte[6][] };
            for (var face = 0; face < 6; ++face)
            {
                var floats = new float[4 * Size * Size];
                for (var i = 0; i < floats.Length; ++i)
                    floats[i] = Slope(face, (i / 4 % Size * 2 + 1.0) / Size - 1, (i / 4 / Size * 2 + 1.0) / Size - 1);
                for (var c = 0; face == 2 && !(texel < 0) && c < 3; ++c)
                    floats[4 * (Size * 5 + 9) + c] = texel;
                cubemap.faceBytes[face] = new byte[4 * floats.Length];
                Buffer.BlockCopy(floats, 0, cubemap.faceBytes[face], 0, cubemap.faceBytes[face].Length);
            }
            return cubemap;
        }

        private static float Slope(int face, double u, double v)
        {
            double[][] directions =
            {
                new[] { 1, -v, -u }, new[] { -1, -v, u }, new[] { u, 1, v }, new[] { u, -1, -v }, new[] { u, -v, 1 }, new[] { -u, -v, -1 },
            };
            var d = directions[face];
            return (float)(1.5 + (0.5 * d[0] + 0.3 * d[1] + 0.2 * d[2]) / Math.Sqrt(1 + u * u + v * v));
        }

        private static ReflectionProbe Hall(float texel)
        {
            var probe = Scenes.Hall(1)[0];
            Scenes.Edit("checks", true);
            probe.texture = Lit(texel);
            return probe;
        }

        private static ProbeData Bake(ReflectionProbe probe)
        {
            Scenes.Bake(probe);
            return probe.GetComponent<NormalizedProbe>().Data;
        }

        private static string Inspect(ProbeData data)
        {
            EditorGUILayout.lines.Clear();
            new ProbeDataEditor { target = data }.OnInspectorGUI();
            return string.Join("\n", EditorGUILayout.lines);
        }

        public static void ABakeKeepsWhatItFinds()
        {
            var probe = Hall(float.NaN);
            var finding = Bake(probe).Findings.Single(each => each.name == "non-finite");
            Check.Equal(Severity.Error + " face +Y, texel 9 5 " + FixFlags.NonFinite,
                finding.severity + " " + finding.where + " " + finding.fixes, "severity, place and what fixes it");
            var shown = Inspect(probe.GetComponent<NormalizedProbe>().Data);
            Check.That(shown.Contains("Error: non-finite, face +Y, texel 9 5: " + finding.text), shown);
            Check.That(shown.Contains("Fix what the probe renders, or tick NonFinite in Project Settings > ProbeNorm"), shown);
            using (var window = new Window())
                Check.That(window.Draw().Any(line => line.StartsWith("baked, 1 error")), string.Join("\n", EditorGUILayout.lines));
            Scenes.Edit("checks", false);
            Check.Equal(0, Bake(probe).Findings.Count, "findings where nobody looks");
            Scenes.Edit("checks", true);
            probe.texture = Lit(-1);
            Check.Equal("", string.Join(" ", Bake(probe).Findings.Select(each => each.name)), "the next bake finds nothing");
            using (var window = new Window())
                Check.That(window.Draw().Contains("baked"), "the window says no more");
        }

        // The texel's solid angle is .01296, its centre at u .1875, v -.3125; the average is 1.5, and the texel would have about 1.74.
        public static void TheEffectIsAShareOfTheLight()
        {
            var text = Bake(Hall(5000)).Findings.Single(each => each.name.EndsWith("firefly")).text;
            var percent = text.Split(new[] { " % of the average light" }, StringSplitOptions.None)[0].Split(' ').Last();
            Check.Near(100 * 0.01296 / (4 * Math.PI) * (5000 - 1.74) / 1.5, double.Parse(
                percent, System.Globalization.CultureInfo.InvariantCulture), 2, text);
        }

        public static void WhatIsFixedIsNotFoundAndDoesNotDivide()
        {
            var clean = UnityLight.ToFloats(Bake(Hall(-1)).Light);
            var probe = Hall(float.NaN);
            var before = UnityLight.ToFloats(Bake(probe).Light);
            Scenes.Edit("fixes", FixFlags.NonFinite | FixFlags.SunOrFireflies);
            Check.Equal("nonfinite,sun-or-fireflies", ProbeNormSettings.instance.FixWords, "the tool's words");
            Check.Equal(ProbeState.SettingsChanged, ProbeStatus.Of(probe, ProbeNormSettings.instance), "a bake without it is stale");
            var data = Bake(probe);
            Check.That(data.Findings.All(each => each.name != "non-finite"), "findings");
            for (var i = 0; i < clean.Length; ++i)
                Check.Near(clean[i], UnityLight.ToFloats(data.Light)[i], 2e-4, "light of the surroundings' median, " + i);
            Check.That(Math.Abs(before[0] - clean[0]) > 5e-4, "without the texel there was less light: " + before[0]);
            Scenes.Edit("fixes", FixFlags.None);
        }

        public static void FixesGoToTheFarmAndToTheTool()
        {
            var words = string.Join(",", new[] { "nonfinite", "negative", "fireflies", "sun-or-fireflies", "faces", "seams" });
            foreach (var fixes in new[] { FixFlags.None, (FixFlags)63 })
            {
                Scenes.Edit("fixes", fixes);
                Check.Equal(fixes == FixFlags.None ? "" : words, ProbeNormSettings.instance.FixWords, "words");
                var manifest = new BakeManifest(new Normalization().Resolved(), new ProjectOptions(), ProbeNormSettings.instance.FixWords);
                Check.Equal(fixes != FixFlags.None, manifest.ToString().Contains("\"fix\": \"" + words + "\""), "manifest");
            }
            Scenes.Edit("fixes", FixFlags.None);
        }
    }
}
