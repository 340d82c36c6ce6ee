using System;
using System.Linq;
using UnityEngine;

namespace ProbeNorm.Tests
{
    /// <summary>The package's compute shaders, from the HLSL that Unity compiles, on a device: the bits of the
    /// CPU.</summary>
    public static class ComputeTest
    {
        private static readonly Format[] formats =
        {
            Format.Rgba32F, Format.Rgb32F, Format.Rgba16F, Format.Rgb9E5, Format.R11G11B10F, Format.Rgba8, Format.Rgba8Srgb,
        };

        private static CubemapTexels Texels(Format format, int size) =>
            CubemapTexels.FromFaces(ComputeSelfTest.MakeFaces(format, size), format, size);

        private static void Compare(Format format, int size, ProjectOptions options = null)
        {
            var what = format + " " + size;
            var texels = Texels(format, size);
            using (var context = Scenes.CpuContext())
            using (var projection = new ComputeProjection(texels, options))
            {
                var expected = context.ProjectCubemap(texels, options);
                var actual = projection.Wait();
                Check.SameBits(expected.Sh.ToArray(), actual.Sh.ToArray(), what);
                Check.Equal(Told(expected.Info), Told(actual.Info), what);
                Check.Equal(expected.Info.Algorithm, actual.Info.Algorithm, "algorithm");
                Check.That(actual.Info.IsReproducible, what + ": the self-test has passed");
            }
        }

        private static string Told(ProjectInfo info) => string.Join(" ", info.NonFinite, info.Negative, info.Clamped,
            info.HasBadTexel, info.BadFace, info.BadX, info.BadY);

        public static void KnownBitsAreThoseOfTheCpu()
        {
            var needed = formats.Select(format => Tuple.Create(format, 65)).Concat(
                new[] { 129, 257, 511, 513, 1023, 1025 }.Select(size => Tuple.Create(Format.R11G11B10F, size)));
            var found = "";
            using (var context = Scenes.CpuContext())
                foreach (var test in needed)
                {
                    var format = test.Item1;
                    var size = test.Item2;
                    var result = context.ProjectCubemap(Texels(format, size));
                    var info = result.Info;
                    var first = (uint)((info.BadFace * size + info.BadY) * size + info.BadX);
                    var hash = ComputeSelfTest.HashOf(result.Sh.ToArray().Select(Bits.Of).ToArray(), new[]
                    {
                        (uint)info.NonFinite, (uint)info.Negative, (uint)info.Clamped, info.HasBadTexel ? ~first : 0,
                    });
                    if (!ComputeSelfTest.known.TryGetValue(format + " " + size, out var known) || known != hash)
                        found += "\n{ \"" + format + " " + size + "\", 0x" + hash.ToString("x16") + " },";
                }
            Check.Equal("", found, "hashes that ComputeSelfTest lacks");
        }

        public static void EachFormatAndSizeHasTheBitsOfTheCpu()
        {
            using (new ShaderDevice())
                foreach (var format in formats)
                    foreach (var size in new[] { 1, 2, 3, 7, 16, 33, 64, 65, 100, 128 })
                        Compare(format, size);
        }
    }

    internal sealed class ShaderDevice : IDisposable
    {
        internal ShaderDevice() => Check.Equal(1, ComputeDevice.testComputeStart(), "the device starts");

        public void Dispose()
        {
            ComputeShader.UnloadAll();
            Check.Equal(1, ComputeDevice.testComputeStop(), "validation has found nothing");
        }
    }
}
