using System;
using System.Linq;
using ProbeNorm.Editing;
using UnityEditor;
using UnityEngine;
using UnityEngine.Rendering;

namespace ProbeNorm.Tests
{
    /// <summary>Coefficients and texels as Unity encodes them.</summary>
    public static class LightTest
    {
        private static Sh Slope()
        {
            var coefficients = new float[27];
            for (var i = 0; i < coefficients.Length; ++i)
                coefficients[i] = i < 3 ? 5 + i : (i * 7 % 11 - 5) * 0.1f;
            return new Sh(3, coefficients);
        }

        private static readonly float[] directions = { 0.36f, -0.48f, 0.8f, 0, 0, -1, 1, 0, 0, -0.6f, 0.8f, 0 };

        // Unity's ShadeSH9: SHA . (n, 1) + SHB . (xy, yz, zz, zx) + SHC (x^2 - y^2).
        public static void ShaderVectorsShadeAsTheIrradiance()
        {
            var vectors = UnityLight.ToShaderVectors(UnityLight.ToSphericalHarmonicsL2(Slope()));
            var expected = Slope().EvaluateIrradiance(directions);
            for (var i = 0; i < directions.Length; i += 3)
            {
                float x = directions[i], y = directions[i + 1], z = directions[i + 2];
                for (var c = 0; c < 3; ++c)
                {
                    Vector4 a = vectors[c], b = vectors[3 + c];
                    var last = c == 0 ? vectors[6].x : c == 1 ? vectors[6].y : vectors[6].z;
                    var shaded = a.x * x + a.y * y + a.z * z + a.w +
                                 b.x * x * y + b.y * y * z + b.z * z * z + b.w * z * x + last * (x * x - y * y);
                    Check.Near(expected[i + c], shaded, 1e-5, "channel " + c); // some roundings of numbers up to 2
                }
            }
        }

        public static void SphericalHarmonicsComeBack()
        {
            var back = UnityLight.FromSphericalHarmonicsL2(UnityLight.ToSphericalHarmonicsL2(Slope())).ToArray();
            for (var i = 0; i < back.Length; ++i)
                Check.Near(Slope().ToArray()[i], back[i], 1e-6 * 7, "coefficient " + i);
        }

        // Unity stores (value / 5) in gamma 2.2: with rgb 1, alpha is (radiance / 5^2.2)^(1 / 2.2).
        public static void RgbmIsDecoded()
        {
            var range = Math.Pow(5, 2.2);
            var decode = new Vector4((float)range, 2.2f, 0, 1);
            foreach (var radiance in new[] { 0.5, 1.0, 10.0, range })
            {
                var alpha = (float)Math.Pow(radiance / range, 1 / 2.2);
                var rgb = HdrDecode.Decode(new Vector4(1, 0.5f, 0, alpha), decode);
                Check.Near(radiance, rgb.x, 1e-5 * radiance, "red");
                Check.Near(radiance / 2, rgb.y, 1e-5 * radiance, "green");
                Check.Near(0, rgb.z, 0, "blue");
            }
            Check.That(!HdrDecode.IsNeutral(decode), "not neutral");
        }

        public static void DoubledLdrAndHdrAreDecoded()
        {
            var doubled = new Vector4((float)Math.Pow(2, 2.2), 1, 0, 0); // twice, in gamma 2.2
            Check.Near(Math.Pow(2, 2.2) / 2, HdrDecode.Decode(new Vector4(0.5f, 0, 0, 0.1f), doubled).x, 1e-6, "dLDR");
            Check.That(!HdrDecode.IsNeutral(doubled) && HdrDecode.IsNeutral(HdrDecode.Neutral), "neutral");
            Check.Near(123.5, HdrDecode.Decode(new Vector4(123.5f, 0, 0, 0.1f), HdrDecode.Neutral).x, 0, "HDR");
        }
    }

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
            Scenes.Edit("correctsInPlaceRatio", false);
            var data = Bake(1.5f);
            Scenes.Edit("correctsInPlaceRatio", true);
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
