using System;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace ProbeNorm.Tests
{
    /// <summary>Mips for surfaces of rising roughness, through the package.</summary>
    public static class PrefilterTest
    {
        private static void CheckSame(PrefilteredCubemap expected, PrefilteredCubemap actual, string what)
        {
            Check.Equal(expected.Format + " " + expected.Mips.Length, actual.Format + " " + actual.Mips.Length, what);
            for (var mip = 0; mip < expected.Mips.Length; ++mip)
                Check.That(expected.Mips[mip].SequenceEqual(actual.Mips[mip]), what + ": texels of mip " + mip);
            Check.SameBits(expected.Roughness, actual.Roughness, what + ": roughness");
        }

        // rgba: the bits of a texel of the result.
        private static void CheckConstant(CubemapTexels cubemap, Lobe lobe, Format format, byte[] rgba, params int[] sizes)
        {
            using (var context = Reference.CpuContext())
            {
                var found = context.PrefilterCubemap(cubemap, new Prefilter { Lobe = lobe });
                Check.Equal(format + " Cpu True", found.Format + " " + found.Backend + " " + found.IsReproducible,
                    "format, backend, whether it is reproducible");
                Check.Equal(string.Join(" ", sizes.Select(size => 6 * size * size * rgba.Length)),
                    string.Join(" ", found.Mips.Select(mip => mip.Length)), "bytes of the mips");
                for (var mip = 0; mip < sizes.Length; ++mip)
                    Check.That(found.Mips[mip].Where((value, i) => value != rgba[i % rgba.Length]).Count() == 0,
                        lobe + ", " + cubemap.Format + ": mip " + mip + " is the colour, to the bit");
                Check.Equal(sizes.Length, found.Roughness.Length, "numbers of roughness");
                Check.That(found.CallTime > TimeSpan.Zero, "it took time");
            }
        }

        public static void OneColourStaysToTheBit()
        {
            var floats = Enumerable.Range(0, 6 * 8 * 8 * 4).Select(i => i % 4 < 3 ? 0.3f : 7f).ToArray();
            var halves = Enumerable.Repeat((ushort)0x34cd, 6 * 5 * 5 * 4).ToArray(); // 0.3, and alpha
            var bytes = Enumerable.Repeat((byte)51, 6 * 4 * 4 * 4).ToArray(); // 0.2, which is 0x3266 as half float
            var three = Enumerable.Repeat(BitConverter.GetBytes(0.3f), 3).SelectMany(each => each).ToArray();
            foreach (Lobe lobe in Enum.GetValues(typeof(Lobe)))
            {
                CheckConstant(CubemapTexels.FromArray(floats, Format.Rgba32F, 8), lobe, Format.Rgba32F,
                    three.Concat(BitConverter.GetBytes(1f)).ToArray(), 8, 4, 2, 1);
                CheckConstant(CubemapTexels.FromArray(Enumerable.Repeat(0.3f, 6 * 3 * 3 * 3).ToArray(), Format.Rgb32F, 3), lobe,
                    Format.Rgb32F, three, 3, 1);
                CheckConstant(CubemapTexels.FromArray(halves, Format.Rgba16F, 5), lobe, Format.Rgba16F,
                    new byte[] { 0xcd, 0x34, 0xcd, 0x34, 0xcd, 0x34, 0, 0x3c }, 5, 2, 1);
                CheckConstant(CubemapTexels.FromArray(bytes, Format.Rgba8, 4), lobe, Format.Rgba16F,
                    new byte[] { 0x66, 0x32, 0x66, 0x32, 0x66, 0x32, 0, 0x3c }, 4, 2, 1);
            }
        }

        public static void ManyAreThoseOfSingleCalls()
        {
            var many = new[] { Reference.Cubemap(16), Reference.HalfCubemap(33), Reference.Cubemap(8) };
            var prefilter = new Prefilter { MipCount = 3, Mapping = RoughnessMapping.Babylon, Effort = Effort.Realtime };
            var options = new ProjectOptions { MaxRadiance = 2 };
            using (var context = Reference.CpuContext())
            {
                var results = context.PrefilterCubemaps(many, prefilter, options);
                Check.Equal(3, results.Length, "results");
                for (var i = 0; i < 3; ++i)
                    CheckSame(context.PrefilterCubemap(many[i], prefilter, options), results[i], "cubemap " + i);
                Check.That(results[0].Roughness[1] != results[2].Roughness[1], "this mapping's roughness depends on the size");
                var baked = new Prefilter { MipCount = 3, Mapping = RoughnessMapping.Babylon };
                var other = context.PrefilterCubemap(many[0], baked, options);
                Check.That(!other.Mips[1].SequenceEqual(results[0].Mips[1]), "the effort counts");
                other = context.PrefilterCubemap(many[0], prefilter);
                Check.That(!other.Mips[0].SequenceEqual(results[0].Mips[0]), "the options count");
                Check.Equal(0, context.PrefilterCubemaps(new CubemapTexels[0]).Length, "none");
            }
        }

        public static void SizesAndRoughnessCanBeGiven()
        {
            var cubemap = Reference.Cubemap(16);
            using (var context = Reference.CpuContext())
            {
                var found = context.PrefilterCubemap(
                    cubemap, new Prefilter { BaseSize = 8, Roughness = new[] { 0.25f, 0.5f } });
                Check.Equal("6144 1536", string.Join(" ", found.Mips.Select(mip => mip.Length)), "bytes");
                Check.SameBits(new[] { 0.25f, 0.5f }, found.Roughness, "roughness");
                var byMapping = context.PrefilterCubemap(cubemap, new Prefilter { BaseSize = 8, MipCount = 5 }); // 0, 0.25, 0.5, ...
                Check.Equal(5, byMapping.Mips.Length, "mips");
                Check.SameBits(new[] { 0, 0.25f, 0.5f, 0.75f, 1 }, byMapping.Roughness, "linear");
                var sharp = context.PrefilterCubemap(cubemap, new Prefilter { Roughness = new float[1] });
                Check.That(sharp.Mips[0].Where((value, i) => i % 16 < 12).SequenceEqual(
                    Reference.Floats(6 * 16 * 16 * 4).SelectMany(BitConverter.GetBytes).Where((value, i) => i % 16 < 12)),
                    "without roughness, texels stay");
            }
            var unity = Prefilter.MipRoughness(RoughnessMapping.Unity, 7, 128);
            Check.Near(1.7 / 1.4 - Math.Sqrt(2.89 / 1.96 - 2.8 / 1.96 / 6), unity[1], 1.0 / (1 << 24), "Unity's mip 1");
            Check.Equal(7, unity.Length, "mips");
        }

        public static void TheDfgTableHasItsRowsAndKinds()
        {
            var table = Prefilter.DfgTable(Dfg.ScaleBias, 32);
            var multiscatter = Prefilter.DfgTable(Dfg.Multiscatter, 32);
            Check.Equal(3 * 32 * 32, table.Length, "floats");
            for (var x = 4; x < 32; ++x)
                Check.Near(Math.Pow(1 - (x + 0.5) / 32, 5), table[3 * x + 1], 5e-3, "a smooth surface: Schlick's term");
            for (var i = 0; i < table.Length; i += 3)
                Check.That(multiscatter[i] == table[i + 1] && multiscatter[i + 2] == table[i + 2], "the same values, rearranged");
            Check.Fails(Result.InvalidArgument, "size", () => Prefilter.DfgTable(Dfg.ScaleBias, 1025));
            Check.Fails(Result.InvalidArgument, "size", () => Prefilter.DfgTable(Dfg.ScaleBias, -1));
            Check.Fails(Result.InvalidArgument, "kind", () => Prefilter.DfgTable((Dfg)3, 2));
        }

        public static void WrongArgumentsAreRefusedByTheirField()
        {
            CheckRefusal("mipCount", new Prefilter { MipCount = 16 });
            CheckRefusal("mipCount", new Prefilter { MipCount = -1 });
            CheckRefusal("mipCount", new Prefilter { Roughness = new float[0] });
            CheckRefusal("baseSize", new Prefilter { BaseSize = 9 });
            CheckRefusal("baseSize", new Prefilter { BaseSize = -1 });
            CheckRefusal("roughness[1]", new Prefilter { Roughness = new[] { 0, 1.5f } });
            CheckRefusal("mapping", new Prefilter { Mapping = (RoughnessMapping)99 });
            CheckRefusal("lobe", new Prefilter { Lobe = (Lobe)99 });
            CheckRefusal("effort", new Prefilter { Effort = (Effort)99 });
            CheckRefusal("badTexels", null, new ProjectOptions { BadTexels = BadTexelPolicy.Error });
            Check.Fails(Result.InvalidArgument, "mipCount", () => Prefilter.MipRoughness(RoughnessMapping.Unity, 16, 1));
            using (var context = Reference.CpuContext())
            {
                var wrong = new Prefilter { MipCount = 3, Roughness = new float[2] };
                Check.Throws<ArgumentException>(() => context.PrefilterCubemap(Reference.Cubemap(8), wrong), "Roughness");
                Check.Throws<ArgumentException>(
                    () => context.PrefilterCubemaps(new[] { Reference.Cubemap(8), Reference.Cubemap(16) }), "MipCount");
                Check.Throws<ArgumentException>(() => context.PrefilterCubemap(null), "cubemap");
                Check.Throws<ArgumentException>(() => context.PrefilterCubemaps(new CubemapTexels[1]), "cubemaps");
            }
        }

        private static void CheckRefusal(string word, Prefilter prefilter, ProjectOptions options = null)
        {
            using (var context = Reference.CpuContext())
            {
                var cubemap = Reference.Cubemap(8);
                Check.Fails(Result.InvalidArgument, word, () => context.PrefilterCubemap(cubemap, prefilter, options));
                Check.Fails(Result.InvalidArgument, word, () => context.PrefilterCubemaps(new[] { cubemap }, prefilter, options));
            }
        }

        public static void CancellingKeepsWhatWasFinished()
        {
            // Neighbours of equal size are finished together, so the sizes alternate.
            var pair = new[] { Reference.Cubemap(32), Reference.Cubemap(16) };
            var many = Enumerable.Range(0, 600).Select(i => pair[i % 2]).ToArray();
            var prefilter = new Prefilter { MipCount = 5 };
            using (var context = Reference.CpuContext(1))
            {
                var stopped = new CallProgress();
                var task = Task.Run(() => context.PrefilterCubemaps(many, prefilter, null, stopped));
                while (stopped.Completed == 0 && !task.IsCompleted)
                    Thread.Sleep(1);
                stopped.Cancel();
                var error = Check.Throws<ProbeNormException>(() => task.GetAwaiter().GetResult(), "cancel");
                Check.Equal(Result.Cancelled + " " + stopped.Completed, error.Result + " " + error.FinishedPrefiltered.Length,
                    "result, finished before");
                CheckSame(context.PrefilterCubemap(pair[0], prefilter), error.FinishedPrefiltered[0], "the first");
            }
        }
    }
}
