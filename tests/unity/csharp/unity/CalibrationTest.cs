using System.Linq;
using ProbeNorm.Editing;
using UnityEditor;
using UnityEngine;
using UnityEngine.Rendering;

namespace ProbeNorm.Tests
{
    /// <summary>A probe against the light probes where it stands.</summary>
    public static class CalibrationTest
    {
        private static ProbeData Bake(float ratio)
        {
            var probe = Scenes.Hall(1)[0];
            Scenes.Bake(probe); // no light probes yet
            var data = probe.GetComponent<NormalizedProbe>().Data;
            Check.Equal("0 1", data.InPlaceRatio + " " + data.Calibration, "without light probes");
            var light = new SphericalHarmonicsL2();
            for (var c = 0; c < 3; ++c)
                light[c, 0] = ratio * data.AverageLuminance;
            LightProbes.everywhere = light;
            LightmapSettings.lightProbes = new LightProbes { count = 4 };
            Scenes.Bake(probe);
            return data;
        }

        private static void Correct(bool corrects)
        {
            EditorGUILayout.edited = "correctsInPlaceRatio";
            EditorGUILayout.value = corrects;
            ProbeNormSettings.CreateProvider().guiHandler("");
            EditorGUILayout.edited = "";
        }

        private static bool Warns(ProbeData data) => ProbeReport.Warn(data).Any(line => line.Contains("where it stands"));

        // The factor there is the light probes' over what divides: 1.
        public static void TheFactorIsOneWhereTheProbeStands()
        {
            var data = Bake(1.5f);
            Check.Near(1.5, data.InPlaceRatio, 1e-5, "ratio");
            Check.Near(1.5 * data.AverageLuminance, 0.2126 * data.CalibratedLight[0, 0] + 0.7152 * data.CalibratedLight[1, 0] +
                0.0722 * data.CalibratedLight[2, 0], 1e-4 * data.AverageLuminance, "what divides");
            Check.Near(data.CalibratedLight[1, 3], data.ShaderVectors[1].x, 1e-6 * data.AverageLuminance, "in shaders");
            Check.Near(0.015 * data.AverageLuminance, data.Floor, 1e-5 * data.AverageLuminance, "floor");
            Check.Near(UnityLight.ToFloats(data.Light)[0], data.CalibratedLight[0, 0] / 1.5, 1e-4, "the measured light stays");
            Check.That(Warns(data), "it warns");
            Check.That(ProbeReport.Describe(data).Any(line => line.StartsWith("Light where it stands: 1.5 times its own, corrected")), "it is shown");
        }

        public static void LightThatAgreesIsNotWarnedOf()
        {
            Check.That(!Warns(Bake(1.2f)) && !Warns(Bake(0.85f)), "within 0.8 to 1.25");
            Check.That(Warns(Bake(1.3f)) && Warns(Bake(0.75f)), "beyond");
        }

        public static void NothingIsCorrectedWhereThatIsNotWished()
        {
            Correct(false);
            var data = Bake(1.5f);
            Correct(true);
            Check.Equal("1", data.Calibration + "", "calibration");
            Check.That(Warns(data), "it warns all the same");
        }

        public static void MistakesAreNotCorrected()
        {
            Check.Equal(1f, Bake(0.01f).Calibration, "almost black");
            Check.Equal(1f, Bake(100).Calibration, "far too bright");
            Check.Equal(0f, Bake(0).InPlaceRatio, "black");
        }
    }
}
