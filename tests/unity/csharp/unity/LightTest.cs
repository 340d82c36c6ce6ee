using System;
using System.Linq;
using ProbeNorm.Editing;
using UnityEditor;
using UnityEngine;
using UnityEngine.Experimental.Rendering;
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

        public static void OnlyWhatIsOddAndWishedIsCorrected()
        {
            Check.That(!Warns(Bake(1.2f)) && !Warns(Bake(0.85f)), "it warns of nothing within 0.8 to 1.25");
            Check.That(Warns(Bake(1.3f)) && Warns(Bake(0.75f)), "and beyond");
            Check.Equal("1 1 0", Bake(0.01f).Calibration + " " + Bake(100).Calibration + " " + Bake(0).InPlaceRatio,
                "almost black and far too bright are mistakes, black is no ratio");
            Scenes.Edit("correctsInPlaceRatio", false);
            var data = Bake(1.5f);
            Scenes.Edit("correctsInPlaceRatio", true);
            Check.That(data.Calibration == 1 && Warns(data), "where it is not wished, it warns all the same");
        }
    }

    /// <summary>How cubemaps come to the library: by which route, and with which values.</summary>
    public static class ReadingTest
    {
        private static readonly Vector4 neutral = new Vector4(1, 1, 0, 0);

        public static void FloatTexturesAreReadAsTheyAre()
        {
            CheckBits(Scenes.HalfCubemap(2, isReadable: true), CubemapRoute.Memory, projection => { });
            CheckBits(Scenes.HalfCubemap(1), CubemapRoute.Readback, projection =>
            {
                Check.That(projection.keepWaiting, "it is not done at once");
                while (projection.keepWaiting)
                    ++Time.frameCount;
            });
            // Faces end in different frames, and nobody asks meanwhile.
            CheckBits(Scenes.HalfCubemap(1), CubemapRoute.Readback, projection => Time.frameCount += 100);
        }

        private static void CheckBits(Cubemap cubemap, CubemapRoute route, Action<TextureProjection> wait)
        {
            using (var context = Scenes.CpuContext())
            using (var projection = new TextureProjection(context, cubemap))
            {
                Check.Equal(route, projection.Route, "route");
                wait(projection);
                Check.SameBits(Scenes.Project(cubemap).ToArray(), projection.Wait().Sh.ToArray(), "coefficients");
            }
        }

        // HDRP leaves the engine's texture unset, or stale. HDProbe.cs of HDRP 12 to 17: "the result of the rendering of the
        // probe will be divided by this factor".
        public static void InHdrpTextureAndRangeAreThoseOfItsOwnComponent()
        {
            var probe = Scenes.AddProbe("hall", Scenes.HalfCubemap(1));
            probe.decodeOfTexture = new Vector4(5, 1, 0, 0);
            var hdrp = probe.gameObject.AddComponent<HDAdditionalReflectionData>();
            var own = Scenes.HalfCubemap(2, isReadable: true);
            hdrp.texture = own;
            CheckScaled(1, Scenes.Project(own), LightOf(probe));
            hdrp.rangeCompressionFactor = 4;
            CheckScaled(4, Scenes.Project(own), LightOf(probe));
        }

        private static Sh LightOf(ReflectionProbe probe)
        {
            using (var context = Scenes.CpuContext())
            using (var projection = TextureProjection.OfProbe(context, probe))
                return projection.Wait().Sh;
        }

        // Else the factor divides it away, and the slider does nothing.
        public static void IntensityStaysOutOfTheLight()
        {
            var cubemap = Scenes.HalfCubemap(2, isReadable: true);
            var probe = Scenes.AddProbe("hall", cubemap);
            probe.intensity = 3;
            Check.SameBits(Scenes.Project(cubemap).ToArray(), LightOf(probe).ToArray(), "by the exact route");
        }

        private static void CheckScaled(double factor, Sh expected, Sh actual)
        {
            float[] left = expected.ToArray(), right = actual.ToArray();
            for (var i = 0; i < left.Length; ++i) // two ways to round texels of halves
                Check.Near(factor * left[i], right[i], 1e-5 * factor * left[0], "coefficient " + i);
        }

        // Radiance 10 in RGBM, from everywhere: Unity's first coefficient is 10, to the rounding of a half.
        public static void CompressedTexturesAreDrawn()
        {
            var range = (float)Math.Pow(5, 2.2);
            var alpha = (float)Math.Pow(10 / range, 1 / 2.2);
            var cubemap = Scenes.Compressed(GraphicsFormat.RGBA_DXT5_SRGB, Scenes.Same(new Color(1, 1, 1, alpha)));
            using (var context = Scenes.CpuContext())
            using (var projection = new TextureProjection(context, cubemap, new Vector4(range, 2.2f, 0, 1)))
            {
                Check.Equal(CubemapRoute.Draw, projection.Route, "route");
                Check.Equal(6, RenderTexture.temporaryCount, "targets");
                var light = UnityLight.ToSphericalHarmonicsL2(projection.Wait().Sh);
                Check.Near(10, light[0, 0], 10.0 / 2048 + 1e-5, "average");
            }
            Check.Equal(0, RenderTexture.temporaryCount, "targets that are left");
        }

        public static void FacesKeepTheirPlaces()
        {
            var faces = Enumerable.Range(0, 6).Select(
                i => new Color(i == 2 ? 8 : 1, i == 4 ? 8 : 1, i == 0 ? 8 : 1, 1));
            var cubemap = Scenes.Compressed(GraphicsFormat.RGB_BC6H_UFloat, faces.ToArray());
            using (var context = Scenes.CpuContext())
            using (var projection = new TextureProjection(context, cubemap))
            {
                var light = UnityLight.ToSphericalHarmonicsL2(projection.Wait().Sh);
                Check.That(light[0, 1] > 1, "red comes from +Y"); // Unity's order: 1, y, z, x
                Check.That(light[1, 2] > 1, "green from +Z");
                Check.That(light[2, 3] > 1, "blue from +X");
            }
        }

        public static void WithoutADeviceMemoryIsEnough()
        {
            SystemInfo.graphicsDeviceType = GraphicsDeviceType.Null;
            var colors = Scenes.Same(new Color(0.5f, 1, 0, 1));
            var cubemap = Scenes.Compressed(GraphicsFormat.RGBA_DXT5_SRGB, colors, isReadable: true);
            using (var context = Scenes.CpuContext())
            {
                using (var projection = new TextureProjection(context, cubemap, new Vector4(2, 1, 0, 0)))
                {
                    Check.Equal(CubemapRoute.Colors, projection.Route, "route");
                    var light = UnityLight.ToSphericalHarmonicsL2(projection.Wait().Sh);
                    Check.Near(2 * 0.2140411, light[0, 0], 1e-5, "red, 0.5 of sRGB doubled"); // IEC 61966-2-1
                    Check.Near(2, light[1, 0], 1e-5, "green");
                }
                Check.Throws<InvalidOperationException>(
                    () => new TextureProjection(context, Scenes.HalfCubemap(1)), "Read/Write");
            }
            SystemInfo.graphicsDeviceType = GraphicsDeviceType.Vulkan;
        }

        public static void ReadbackThatFailsOrIsNotThereIsAnError()
        {
            using (var context = Scenes.CpuContext())
            {
                AsyncGPUReadback.fails = true;
                using (var projection = new TextureProjection(context, Scenes.HalfCubemap(1)))
                    Check.Throws<InvalidOperationException>(() => projection.Wait(), "could not read back face");
                AsyncGPUReadback.fails = false;
                SystemInfo.supportsAsyncGPUReadback = false;
                Check.Throws<InvalidOperationException>(
                    () => new TextureProjection(context, Scenes.HalfCubemap(1)), "no asynchronous readback");
                using (var projection = new TextureProjection(context, Scenes.HalfCubemap(1, true)))
                    projection.Wait(); // from memory
                SystemInfo.supportsAsyncGPUReadback = true;
            }
        }

        public static void WrongTexturesAreRefused()
        {
            using (var context = Scenes.CpuContext())
            {
                Check.Throws<ArgumentException>(() => new TextureProjection(context, new RenderTexture()), "cubemap");
                Check.Throws<ArgumentException>(() => new TextureProjection(context, null), "");
                Check.Throws<ArgumentException>(
                    () => new TextureProjection(context, Scenes.HalfCubemap(1), neutral, 1), "mipmapCount");
                var probe = Scenes.AddProbe("blind", null);
                Check.Throws<InvalidOperationException>(() => TextureProjection.OfProbe(context, probe), "no texture");
            }
        }
    }
}
