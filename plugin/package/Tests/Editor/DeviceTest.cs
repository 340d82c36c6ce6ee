using System;
using NUnit.Framework;
using UnityEngine;

namespace ProbeNorm.EditorTests
{
    /// <summary>Run these in an editor with a graphics device: every way to read a cubemap must give the same texels, the
    /// right way up.</summary>
    public sealed class DeviceTest
    {
        private const int FaceSize = 16;
        private const float AverageLight = 3.5f; // the faces are 1 to 6

        // Face f has the value f + 1, and a bright upper left texel. A test sees exchanged faces, rows or columns.
        private static Cubemap MakeCubemap(bool isReadable)
        {
            var cubemap = new Cubemap(FaceSize, TextureFormat.RGBAHalf, false);
            for (var face = 0; face < 6; ++face)
            {
                var halves = new ushort[4 * FaceSize * FaceSize];
                for (var i = 0; i < halves.Length; ++i)
                    halves[i] = Half(i < 4 ? 512 : face + 1);
                cubemap.SetPixelData(halves, 0, (CubemapFace)face);
            }
            cubemap.Apply(false, !isReadable);
            return cubemap;
        }

        // value: a whole number from 1 to 2048, which a half holds exactly.
        private static ushort Half(int value)
        {
            var exponent = 0;
            while (value >> exponent > 1)
                ++exponent;
            return (ushort)((exponent + 15 << 10) | (value - (1 << exponent) << 10 >> exponent));
        }

        private static float[] Project(Cubemap cubemap, Vector4 hdrDecode, CubemapRoute route)
        {
            using (var context = new Context(new ContextOptions { Backend = Backend.Cpu }))
            using (var projection = new TextureProjection(context, cubemap, hdrDecode))
            {
                Assert.AreEqual(route, projection.Route);
                return projection.Wait().Sh.ToArray();
            }
        }

        [Test]
        public void ReadBackTexelsAreThoseOfMemory()
        {
            var neutral = new Vector4(1, 1, 0, 0);
            CollectionAssert.AreEqual(
                Project(MakeCubemap(true), neutral, CubemapRoute.Memory),
                Project(MakeCubemap(false), neutral, CubemapRoute.Readback));
        }

        // Decoding doubles the texels. Doubling is exact in halves and in every sum after that.
        [Test]
        public void DrawnTexelsAreThoseOfMemory()
        {
            var expected = Project(MakeCubemap(true), new Vector4(1, 1, 0, 0), CubemapRoute.Memory);
            CollectionAssert.AreEqual(
                Array.ConvertAll(expected, value => 2 * value),
                Project(MakeCubemap(false), new Vector4(2, 1, 0, 0), CubemapRoute.Draw));
        }

        [Test]
        public void LightComesFromTheBrighterSide()
        {
            using (var context = new Context())
            using (var projection = new TextureProjection(context, MakeCubemap(false)))
            {
                var light = UnityLight.ToSphericalHarmonicsL2(projection.Wait().Sh);
                var directions = new[] { Vector3.left, Vector3.right };
                var shaded = new Color[2];
                light.Evaluate(directions, shaded); // face -X is 2, +X is 1
                Assert.Greater(shaded[0].r, shaded[1].r);
                Assert.Greater(light[0, 0], AverageLight);
            }
        }

        [Test]
        public void RenderThreadSaysWhyItIsNotThere()
        {
            if (RenderPlugin.IsAvailable)
                Assert.AreEqual("", RenderPlugin.UnavailableReason);
            else
                Assert.AreNotEqual("", RenderPlugin.UnavailableReason);
        }
    }
}
