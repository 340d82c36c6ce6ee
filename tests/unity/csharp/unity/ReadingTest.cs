using System;
using System.Linq;
using UnityEngine;
using UnityEngine.Experimental.Rendering;
using UnityEngine.Rendering;

namespace ProbeNorm.Tests
{
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

        public static void WithoutTheEngineTheRenderThreadIsRefused()
        {
            Check.Throws<ProbeNormException>(() => new RenderThreadProjection(Scenes.HalfCubemap(1)).Issue(), "");
        }
    }
}
