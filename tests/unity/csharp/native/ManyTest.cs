using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;

namespace ProbeNorm.Tests
{
    /// <summary>Calls on many cubemaps or maps, and lights: each has the bits that it has alone.</summary>
    public static class ManyTest
    {
        private static CubemapMips Mips(int faceSize, Sh light = null) =>
            new CubemapMips(new[] { Reference.Cubemap(faceSize), Reference.Cubemap(faceSize / 2) }, light);

        private static void CheckSame(NormalizedCubemap alone, NormalizedCubemap one, string what)
        {
            Check.That(alone.Mips.Length == one.Mips.Length, what + ": mips");
            for (var mip = 0; mip < one.Mips.Length; ++mip)
                Check.That(alone.Mips[mip].SequenceEqual(one.Mips[mip]), what + ": texels of mip " + mip);
            Check.SameBits(alone.Light.ToArray(), one.Light.ToArray(), what + ": light");
            Check.Equal(alone.Format + " " + alone.Dering.Width + " " + alone.Average,
                one.Format + " " + one.Dering.Width + " " + one.Average, what);
        }

        public static void NormalizedCubemapsAreThoseOfSingleCalls()
        {
            var broken = new float[6 * 16 * 16 * 4];
            broken[5] = float.NaN;
            using (var context = Reference.CpuContext())
            {
                var light = context.ProjectEnvironment(Reference.HalfCubemap(33)).Sh;
                var halves = new CubemapMips(new[] { Reference.HalfCubemap(33) });
                var many = new[] { Mips(16), halves, Mips(8, light) };
                var normalization = new Normalization { preset = Preset.Classic };
                var results = context.NormalizeCubemaps(many, normalization);
                Check.Equal(3, results.Length, "results");
                for (var i = 0; i < many.Length; ++i)
                    CheckSame(context.NormalizeCubemap(many[i].Mips, normalization, many[i].Light), results[i], "cubemap " + i);
                var byOwn = context.NormalizeCubemap(many[2].Mips, normalization);
                Check.That(!byOwn.Mips[0].SequenceEqual(results[2].Mips[0]), "another light divides");
                Check.Equal(0, context.NormalizeCubemaps(new CubemapMips[0]).Length, "none");

                many[1] = new CubemapMips(new[] { CubemapTexels.FromArray(broken, Format.Rgba32F, 16) });
                many[2] = Mips(8); // a light that is given is not projected, so it takes no options
                var error = Check.Throws<ProbeNormException>(() => context.NormalizeCubemaps(
                    many, normalization, new ProjectOptions { BadTexels = BadTexelPolicy.Error }), "");
                Check.Equal("BadTexel 1", error.Result + " " + error.FinishedCubemaps.Length, "result, finished before");
                CheckSame(results[0], error.FinishedCubemaps[0], "the first");
            }
            Check.Throws<ArgumentException>(() => new CubemapMips(new CubemapTexels[] { null }), "null");
            Check.Throws<ArgumentException>(() => new CubemapMips(new CubemapTexels[0]), "at least one mip");
        }

        public static void CallsReportTheirProgressAndCanBeStopped()
        {
            using (var context = Reference.CpuContext(1))
            {
                var stopped = new CallProgress();
                var many = Enumerable.Repeat(Mips(64), 400).ToArray();
                var task = Task.Run(() => context.NormalizeCubemaps(many, null, null, stopped));
                while (stopped.Completed == 0 && !task.IsCompleted)
                    Thread.Sleep(1);
                stopped.Cancel();
                var exception = Check.Throws<ProbeNormException>(() => task.GetAwaiter().GetResult(), "");
                Check.Equal(Result.Cancelled, exception.Result, "result");
                Check.Equal(stopped.Completed, exception.FinishedCubemaps.Length, "what was finished is there");
            }
        }

        public static void MapsAreThoseOfSingleCalls()
        {
            const int width = 32, height = 16, pitch = 4 * width + 8; // floats
            var padded = Enumerable.Repeat(float.NaN, height * pitch).ToArray(); // which would be counted
            for (var row = 0; row < height; ++row)
                Array.Copy(Reference.Floats(4 * width * height), 4 * width * row, padded, row * pitch, 4 * width);
            var maps = new[]
            {
                new EquirectTexels(Reference.Floats(width * height * 4), Format.Rgba32F, width, height),
                new EquirectTexels(Reference.Halves(64 * 32 * 4), Format.Rgba16F, 64, 32),
            };
            using (var context = Reference.CpuContext())
            {
                var results = context.ProjectEnvironments(maps);
                for (var i = 0; i < maps.Length; ++i)
                    Check.SameBits(context.ProjectEnvironment(maps[i]).Sh.ToArray(), results[i].Sh.ToArray(), "map " + i);
                var found = context.ProjectEnvironment(new EquirectTexels(padded, Format.Rgba32F, width, height, 4 * pitch));
                Check.SameBits(results[0].Sh.ToArray(), found.Sh.ToArray(), "rows with padding");
                var cubemap = CubemapTexels.FromArray(padded, Format.Rgba32F, 1, 4 * pitch); // of a texel each
                Check.That(!found.Info.HasBadTexel && !context.ProjectEnvironment(cubemap).Info.HasBadTexel, "it is not read");
                var mixed = new EnvironmentTexels[] { maps[1], Reference.Cubemap(16), maps[0] };
                var ofMixed = context.ProjectEnvironments(mixed);
                using (var projection = context.StartProjecting(mixed))
                    for (var i = 0; i < mixed.Length; ++i)
                    {
                        var alone = context.ProjectEnvironment(mixed[i]).Sh.ToArray();
                        Check.SameBits(alone, ofMixed[i].Sh.ToArray(), "maps and cubemaps " + i);
                        Check.SameBits(alone, projection.Wait()[i].Sh.ToArray(), "on a thread of their own " + i);
                    }
                var wrong = new EquirectTexels(Reference.Floats(8), Format.Rgba32F, width, height);
                Check.Fails(Result.InvalidArgument, "faceBytes", () => context.ProjectEnvironments(new[] { wrong }));
                var stopped = new CallProgress();
                stopped.Cancel();
                Check.Fails(Result.Cancelled, "", () => context.ProjectEnvironments(maps, null, stopped));
            }
        }

        public static void MipsThatAreNotGivenAreMade()
        {
            using (var context = Reference.CpuContext())
            {
                var cubemap = Reference.Cubemap(16);
                var made = context.NormalizeCubemaps(new[] { new CubemapMips(new[] { cubemap }, null, 5) })[0];
                Check.Equal("6144 1536 384 96 24", string.Join(" ", made.Mips.Select(mip => mip.Length / 4)), "floats");
                var alone = context.NormalizeCubemap(new[] { cubemap });
                Check.That(alone.Mips[0].SequenceEqual(made.Mips[0]), "mip 0 has the bits that it has alone");
                Check.That(made.Mips[4].Any(each => each != 0), "the last is written");
            }
            Check.Throws<ArgumentOutOfRangeException>(
                () => new CubemapMips(new[] { Reference.Cubemap(16), Reference.Cubemap(8) }, null, 1), "mipCount");
        }

        // A sky of radiance 1 with one texel of 10 000 in the row above the horizon.
        public static void ASunIsTakenOutOfAMap()
        {
            const int width = 64, height = 32, sun = (height / 2 - 1) * width + 20;
            var texels = Enumerable.Repeat(1f, width * height * 4).ToArray();
            for (var c = 0; c < 3; ++c)
                texels[4 * sun + c] = 10000;
            using (var context = Reference.CpuContext())
            {
                var map = new EquirectTexels(texels, Format.Rgba32F, width, height);
                var lights = context.ExtractLights(map, null, null, true);
                Check.Equal(1, lights.Lights.Count, "lights");
                // A texel there covers 2 pi / 64 times the difference of the sines of 0 and pi / 32.
                var solidAngle = 2 * Math.PI / width * Math.Sin(Math.PI / height);
                Check.Near(9999 * solidAngle, lights.Lights[0].Irradiance[1], 0.01 * 9999 * solidAngle, "irradiance");
                Check.Equal(width * height * 4, lights.ResidualTexels.Length, "texels of the rest");
                Check.Near(1, lights.ResidualTexels[4 * sun], 0.01, "where the sun was");
                var many = context.ExtractLights(new EnvironmentTexels[] { Reference.Cubemap(8), map });
                CheckSame(lights, many[1], "of a map beside a cubemap");
                Check.Equal(0, many[1].ResidualTexels.Length, "unless they are asked for");
            }
        }

        private static void CheckSame(EnvironmentLights alone, EnvironmentLights one, string what)
        {
            Check.SameBits(alone.Residual.ToArray(), one.Residual.ToArray(), what + ": residual");
            Check.Equal(alone.Lights.Count + " " + alone.Threshold, one.Lights.Count + " " + one.Threshold, what);
        }

        public static void LightsOfManyCubemapsAreThoseOfSingleCalls()
        {
            var many = new[] { Reference.Cubemap(16), Reference.HalfCubemap(33), Reference.Cubemap(8) };
            using (var context = Reference.CpuContext())
            {
                var results = context.ExtractLights(many, null, null, null, true);
                for (var i = 0; i < 3; ++i)
                {
                    var alone = context.ExtractLights(many[i], null, null, true);
                    CheckSame(alone, results[i], "cubemap " + i);
                    Check.SameBits(alone.ResidualTexels, results[i].ResidualTexels, "texels " + i);
                }
                Check.Equal(0, context.ExtractLights(new EnvironmentTexels[0]).Length, "none");
                var stopped = new CallProgress();
                stopped.Cancel();
                Check.Fails(Result.Cancelled, "", () => context.ExtractLights(many, null, null, stopped));
            }
        }

        // Callbacks are left out, since no native thread enters managed code; results are always arrays without padding. A function
        // that C# can only reach by its binding is none of the package's interface. A call for one is a call of many.
        public static void EveryFieldAndImportedFunctionIsUsed()
        {
            var left = new[] { "Log", "LogUserData", "LoadKernels", "StoreKernels", "KernelsUserData", "LoadTables",
                "StoreTables", "TablesUserData", "OnProgress", "UserData", "Reserved" };
            var folder = Path.Combine(Environment.GetEnvironmentVariable("PN_PACKAGE"), "Runtime/Native");
            var files = Directory.GetFiles(folder, "*.cs").ToLookup(path => path.EndsWith("Bindings.cs"), File.ReadAllText);
            var rest = string.Concat(files[false]);
            var fields = Names(string.Concat(files[true]), @"internal (?:fixed )?[\w*]+ (\w+)(?:\[\d+\])?;").Except(left).ToList();
            const string import = @"extern \w+ (pn\w+)\([^)]*\);";
            var functions = Names(string.Concat(files[true]) + rest, import).Except(new[] { "pnProjectEnvironment" }).ToList(); // one is many
            Check.That(fields.Count > 80 && functions.Count > 40, "they are found");
            foreach (var field in fields)
                Check.That(Regex.IsMatch(rest, @"\b" + field + @"\b"), field + " is read or written");
            foreach (var function in functions)
                Check.That(Regex.Replace(rest, import, "").Contains(function + "("), function + " is called");
        }

        private static IEnumerable<string> Names(string text, string pattern) =>
            Regex.Matches(text, pattern).Cast<Match>().Select(match => match.Groups[1].Value).Distinct();
    }
}
