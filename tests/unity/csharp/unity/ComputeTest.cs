using System;
using System.Linq;
using ProbeNorm.Editing;
using ProbeNorm.Native;
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

        // The long test runs a second preset at all of them, too.
        private static readonly int[] sizes = { 1, 2, 7, 16, 33, 64, 129 };
        private static readonly bool isEverySize = Environment.GetEnvironmentVariable("PN_EVERY_SIZE") == "1";

        private static CubemapTexels Texels(Format format, int size) =>
            CubemapTexels.FromFaces(ComputeSelfTest.MakeFaces(format, size), format, size);

        private static void Compare(Format format, int size, ProjectOptions options = null)
        {
            var what = format + " " + size;
            var texels = Texels(format, size);
            using (var context = Scenes.CpuContext())
            using (var projection = new ComputeProjection(texels, options))
            {
                var expected = context.ProjectEnvironment(texels, options);
                var actual = projection.Wait();
                Check.SameBits(expected.Sh.ToArray(), actual.Sh.ToArray(), what);
                Check.Equal(Told(expected.Info), Told(actual.Info), what);
                Check.Equal(expected.Info.Algorithm, actual.Info.Algorithm, "algorithm");
                Check.That(actual.Info.IsReproducible, what + ": the self-test has passed");
            }
        }

        private static string Told(ProjectInfo info) => string.Join(" ", info.NonFinite, info.Negative, info.Clamped,
            info.HasBadTexel, info.BadFace, info.BadX, info.BadY);

        static ComputeTest() => Scenes.UseKernels();

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
                    var result = context.ProjectEnvironment(Texels(format, size));
                    var info = result.Info;
                    var first = (uint)((info.BadFace * size + info.BadY) * size + info.BadX);
                    var words = result.Sh.ToArray().Select(Bits.Of).Concat(new[]
                    {
                        (uint)info.NonFinite, (uint)info.Negative, (uint)info.Clamped, info.HasBadTexel ? ~first : 0,
                    });
                    found += Unknown(format + " " + size, Convert.ToBase64String(words.SelectMany(BitConverter.GetBytes).ToArray()));
                }
            Check.Equal("", found, "words that ComputeSelfTest lacks");
        }

        public static void KnownDivisionsAreThoseOfTheCpu()
        {
            var found = "";
            using (var context = Scenes.CpuContext())
            {
                var sun = context.NormalizeCubemap(new[] { ComputeSelfTest.MakeSun() });
                Check.That(sun.Dering.Width < 0.9f, "a window is needed: " + sun.Dering.Width);
                found += Unknown("window", HashOf(sun.Mips[0]));
                foreach (var format in formats)
                    foreach (var channels in new[] { Channels.Rgb, Channels.Luminance })
                    {
                        var mip = context.NormalizeCubemap(
                            new[] { Texels(format, 65) }, new Normalization { channels = channels }).Mips[0];
                        found += Unknown(format + " by " + channels.ToString().ToLowerInvariant(), HashOf(mip));
                    }
            }
            Check.Equal("", found, "hashes that ComputeSelfTest lacks");
        }

        private static ulong HashOf(byte[] bytes)
        {
            var words = new uint[bytes.Length / sizeof(uint)];
            Buffer.BlockCopy(bytes, 0, words, 0, bytes.Length);
            return ComputeWork.HashOf(words);
        }

        private static string Unknown(string key, ulong hash) =>
            ComputeSelfTest.known.TryGetValue(key, out var known) && known == hash ? "" :
            "\n{ \"" + key + "\", 0x" + hash.ToString("x16") + " },";

        private static string Unknown(string key, string words) =>
            ComputeSelfTest.knownWords.TryGetValue(key, out var known) && known == words ? "" :
            "\n{ \"" + key + "\", \"" + words.Substring(0, 84) + "\" +\n\"" + words.Substring(84) + "\" },";

        public static void DividedTexelsHaveTheBitsOfTheCpu()
        {
            using (new ShaderDevice())
                foreach (var format in formats)
                {
                    foreach (var size in sizes)
                        CompareDivided(format, size, new Normalization());
                    foreach (var size in isEverySize ? sizes : new[] { 1, 33 })
                        CompareDivided(format, size, new Normalization { preset = Preset.Classic, floor = 0.2f });
                }
        }

        public static void LightThatNeedsAWindowIsDividedAlike()
        {
            var sun = new[] { ComputeSelfTest.MakeSun() };
            using (new ShaderDevice())
                foreach (var floor in new[] { 0.01f, 0.1f, 0.5f })
                    foreach (var channels in new[] { Channels.Rgb, Channels.Luminance })
                        CompareDivided("sun " + floor, sun, new Normalization { floor = floor, channels = channels });
        }

        public static void DividedTexelsHaveTheBitsOfTheCpuWithPolicies()
        {
            var policy = new ProjectOptions { Negative = NegativePolicy.Zero, MaxRadiance = 1.25f };
            using (new ShaderDevice())
                foreach (var format in formats)
                {
                    CompareDivided(format, 31, new Normalization { dering = Dering.None, channels = Channels.Luminance }, policy);
                    CompareDivided(format, isEverySize || format == Format.Rgba16F ? 260 : 67,
                        new Normalization { preset = Preset.Classic, channels = Channels.Rgb }, policy);
                }
        }

        private static void CompareDivided(
            Format format, int size, Normalization normalization, ProjectOptions options = null)
        {
            var mips = size > 100 ? new[] { Texels(format, size) } :
                new[] { Texels(format, size), Texels(format, Math.Max(1, size / 2)) }.Take(size > 1 ? 2 : 1).ToArray();
            CompareDivided(format + " " + size + " divided", mips, normalization, options);
        }

        private static void CompareDivided(
            string what, CubemapTexels[] mips, Normalization normalization, ProjectOptions options = null)
        {
            using (var context = Scenes.CpuContext())
            using (var division = new ComputeDivision(mips, normalization, options))
            {
                var expected = context.NormalizeCubemap(mips, normalization, null, options);
                var actual = division.Wait();
                Check.SameBits(expected.Light.ToArray(), actual.Light.ToArray(), what);
                Check.Equal(expected.Format, actual.Format, what);
                Check.Equal(expected.Mips.Length, actual.Mips.Length, what);
                for (var mip = 0; mip < mips.Length; ++mip)
                    Check.That(expected.Mips[mip].SequenceEqual(actual.Mips[mip]), what + ", texels of mip " + mip);
                Check.That(actual.IsReproducible, what + ": the self-test has passed");
            }
        }

        public static void EachFormatAndSizeHasTheBitsOfTheCpu()
        {
            using (new ShaderDevice())
                foreach (var format in formats)
                    foreach (var size in new[] { 1, 2, 3, 7, 16, 33, 64, 65, 100, 128 })
                        Compare(format, size);
        }

        // Two to 128 partials of a face.
        public static void LargeFacesHaveTheBitsOfTheCpu()
        {
            using (new ShaderDevice())
            {
                foreach (var size in new[] { 129, 256, 300, 511, 513, 1024 })
                    Compare(Format.Rgba16F, size);
                foreach (var size in new[] { 1025, 2048 })
                    Compare(Format.Rgb9E5, size);
            }
        }

        public static void PoliciesHaveTheBitsOfTheCpu()
        {
            using (new ShaderDevice())
                foreach (var format in formats)
                {
                    Compare(format, 40, new ProjectOptions { Negative = NegativePolicy.Zero });
                    Compare(format, 41, new ProjectOptions { Bands = 3, MaxRadiance = 0.75f });
                }
        }

        public static void BadTexelsAreRefusedWithTheirPlace()
        {
            var texels = new float[6 * 9 * 9 * 4];
            texels[4 * (81 * 4 + 9 * 2 + 7)] = float.NaN;
            var cubemap = CubemapTexels.FromArray(texels, Format.Rgba32F, 9);
            var options = new ProjectOptions { BadTexels = BadTexelPolicy.Error };
            const string Message = "1 texels that are not finite, the first on face 4 at x 7, y 2";
            using (new ShaderDevice())
            using (var projection = new ComputeProjection(cubemap, options))
            using (var division = new ComputeDivision(new[] { cubemap }, null, options))
            {
                Check.Throws<InvalidOperationException>(() => projection.Wait(), Message);
                Check.Throws<InvalidOperationException>(() => division.Wait(), Message);
            }
        }

        public static void ResultsComeSomeFramesLaterAndLeaveNoBuffers()
        {
            ComputeSelfTest.tests.Clear();
            using (new ShaderDevice())
            using (var projection = new ComputeProjection(Texels(Format.Rgba16F, 16)))
            {
                Check.That(projection.keepWaiting, "not at once");
                var onDevice = new float[27];
                Buffer.BlockCopy(projection.CoefficientBuffer.Read(), 0, onDevice, 0, 4 * 27);
                Check.Throws<InvalidOperationException>(() => projection.GetResult(), "not done");
                for (var frame = 0; frame < 100 && projection.keepWaiting; ++frame)
                    ++Time.frameCount;
                Check.That(projection.GetResult().Info.IsReproducible, "done, and the self-test has passed");
                Check.SameBits(projection.GetResult().Sh.ToArray(), onDevice, "on the device");
                projection.Dispose();
                Check.Equal(0, ComputeBuffer.liveCount, "buffers");
            }
        }

        public static void WhereBitsDifferTheResultSaysSo()
        {
            ComputeSelfTest.tests.Clear();
            using (new ShaderDevice())
            {
                ComputeShader.broken = "ShProjectRgba16f";
                using (var projection = new ComputeProjection(Texels(Format.Rgba16F, 32)))
                {
                    Check.That(!projection.Wait().Info.IsReproducible, "the format's kernel is tested");
                    CheckSaysHowFar(projection.SelfTestProblem);
                }
                Compare(Format.Rgba8, 32);
                ComputeShader.broken = "ShFinalize2";
                using (var projection = new ComputeProjection(Texels(Format.Rgba8, 200)))
                    Check.That(!projection.Wait().Info.IsReproducible, "the kernel that adds two partials is tested");
                ComputeShader.broken = "ShCombine";
                using (var projection = new ComputeProjection(Texels(Format.Rgba8, 2048)))
                    Check.That(!projection.Wait().Info.IsReproducible, "the kernel that combines is tested");
            }
            ComputeShader.broken = "";
            ComputeSelfTest.tests.Clear();
        }

        // The broken kernel reads other rows, so it is more than last bits, and less than a hundred times the light.
        private static void CheckSaysHowFar(string problem)
        {
            const string Begin = "this device's compute shaders fail their self-test, Rgba16F 65: a coefficient is off by ";
            const string End = " of the largest";
            Check.That(problem.StartsWith(Begin) && problem.EndsWith(End), problem);
            var share = double.Parse(problem.Substring(Begin.Length, problem.Length - Begin.Length - End.Length),
                System.Globalization.CultureInfo.InvariantCulture);
            Check.That(share > 1e-5 && share < 100, problem);
        }

        public static void BuffersThatADeviceCannotHoldAreRefused()
        {
            SystemInfo.maxGraphicsBufferSize = 5 << 20;
            using (new ShaderDevice())
            {
                Check.Throws<InvalidOperationException>(() => new ComputeProjection(Texels(Format.Rgba32F, 256)),
                    "this needs a buffer of 6 MiB, and this device's buffers hold 5 MiB; use smaller faces");
                Check.Equal(0, ComputeBuffer.liveCount, "buffers");
                Compare(Format.Rgba16F, 256);
            }
            SystemInfo.maxGraphicsBufferSize = int.MaxValue;
            ComputeSelfTest.tests.Clear();
        }

        public static void APlayerWithoutKernelsNamesTheSwitch()
        {
            var kernels = ComputeKernels.Loaded;
            ComputeKernels.Loaded = null;
            ComputeKernels.FindInEditor = () => null;
            Check.Throws<InvalidOperationException>(() => new ComputeProjection(Texels(Format.Rgba8, 4)), "made when it is packed");
            ComputeKernels.FindInEditor = null;
            const string Message = "tick Compute In Players in Project Settings > ProbeNorm";
            Check.Throws<InvalidOperationException>(() => new ComputeProjection(Texels(Format.Rgba8, 4)), Message);
            Check.Throws<InvalidOperationException>(() => new TextureProjection(null, Scenes.HalfCubemap(1)), Message);
            Messages.Send(kernels, "OnEnable"); // as a player does with preloaded assets
            Check.Equal("", ComputeProjection.UnavailableReason, "with the asset");
            PlayerKernels.Listen();
        }

        // HLSLcc counts it from the wrong end; fxc warns of a loop of one turn.
        public static void TextsHaveNothingThatUnitysCompilersGetWrong()
        {
            var texts = System.IO.Directory.GetFiles(Program.Variable("PN_COMPUTE"), "*.compute");
            Check.Equal(7, texts.Length, "texts");
            foreach (var text in texts)
                foreach (var word in new[] { "firstbit", "while(false", "while (false" })
                    Check.That(!System.IO.File.ReadAllText(text).Contains(word), text + ": " + word);
        }

        public static void WhatCannotBeReadBackIsAnErrorOnceAndNotPerFrame()
        {
            ComputeSelfTest.tests.Clear();
            using (new ShaderDevice())
            {
                UnityEngine.Rendering.AsyncGPUReadback.fails = true;
                using (var projection = new ComputeProjection(Texels(Format.Rgba8, 4)))
                {
                    UnityEngine.Rendering.AsyncGPUReadback.fails = false;
                    for (var frame = 0; frame < 100; ++frame, ++Time.frameCount)
                        Check.That(projection.IsDone || frame < 60, "it ends");
                    Check.Throws<InvalidOperationException>(() => projection.GetResult(), "could not read back");
                }
                using (var projection = new ComputeProjection(Texels(Format.Rgba8, 4)))
                    Check.That(!projection.Wait().Info.IsReproducible, "its kernels are not proven");
                ComputeSelfTest.tests.Clear();
                Compare(Format.Rgba8, 4);
            }
        }

        private static void CompareMips(Format format, int size, Prefilter prefilter = null, ProjectOptions options = null)
        {
            var what = format + " " + size + " prefiltered";
            var tables = ComputePrefilter.MakeTables(size, format, prefilter);
            var faceBytes = size * size * ComputeProjection.TexelBytes(format); // others than those of the self-test
            var texels = CubemapTexels.FromFaces(ComputeSelfTest.MakeFaces(format, size + 1)
                .Select(face => face.Take(faceBytes).ToArray()).ToArray(), format, size);
            using (var context = Scenes.CpuContext())
            using (var compute = new ComputePrefilter(texels, tables, options))
            {
                var expected = context.PrefilterCubemap(texels, prefilter, options);
                var actual = compute.Wait();
                Check.Equal(Backend.Auto, actual.Backend, what + ", by the device");
                Check.Equal(expected.Format + " " + expected.Mips.Length, actual.Format + " " + actual.Mips.Length, what);
                for (var mip = 0; mip < expected.Mips.Length; ++mip)
                {
                    Check.That(expected.Mips[mip].SequenceEqual(actual.Mips[mip]), what + ", texels of mip " + mip);
                    Check.That(compute.MipBuffers[mip].Read().SequenceEqual(actual.Mips[mip]), what + ", on the device");
                }
                Check.SameBits(expected.Roughness, actual.Roughness, what + ", roughness");
                Check.That(actual.IsReproducible, what + ": the self-test has passed");
            }
        }

        public static void MipsHaveTheBitsOfTheCpu()
        {
            using (new ShaderDevice())
            {
                foreach (var format in formats)
                    CompareMips(format, 16);
                foreach (var size in new[] { 1, 2, 5, 33 })
                    CompareMips(Format.Rgba16F, size);
                CompareMips(Format.Rgb9E5, 64, new Prefilter { Mapping = RoughnessMapping.Unity, MipCount = 7, Effort = Effort.Realtime });
            }
        }

        public static void MipsOfEachLobeAndPolicyHaveTheBitsOfTheCpu()
        {
            using (new ShaderDevice())
            {
                CompareMips(Format.Rgba32F, 12, new Prefilter { Lobe = Lobe.Charlie });
                CompareMips(Format.Rgba32F, 12, new Prefilter { Lobe = Lobe.Cosine, BaseSize = 7, MipCount = 2 });
                CompareMips(Format.R11G11B10F, 20, new Prefilter { BaseSize = 9, Roughness = new[] { 0, 0.3f } });
                CompareMips(Format.Rgba16F, 9, null, new ProjectOptions { Negative = NegativePolicy.Zero, MaxRadiance = 0.75f });
            }
        }

        public static void WhereTheDeviceCannotPrefilterTheCpuDoes()
        {
            var tables = ComputePrefilter.MakeTables(8, Format.Rgba16F);
            var texels = Texels(Format.Rgba16F, 8);
            var warnings = 0;
            Action<string> check = what =>
            {
                ComputeSelfTest.tests.Clear();
                using (var context = Scenes.CpuContext())
                using (var compute = new ComputePrefilter(texels, tables))
                {
                    var actual = compute.Wait();
                    var expected = context.PrefilterCubemap(texels);
                    for (var mip = 0; mip < 4; ++mip)
                        Check.That(expected.Mips[mip].SequenceEqual(actual.Mips[mip]), what + ", texels of mip " + mip);
                    Check.Equal(Backend.Cpu, actual.Backend, what);
                    Check.That(compute.MipBuffers == null, what + ": buffers with other bits");
                    warnings = Debug.lines.Count(line => line.Contains("the CPU prefilters cubemaps: "));
                }
            };
            using (new ShaderDevice())
            {
                foreach (var kernel in new[] { "Least", "Texels", "Copy", "Sum" })
                {
                    ComputeShader.broken = "Prefilter" + kernel + "Rgba16f";
                    ComputeShader.brokenWord = kernel == "Copy" ? 12 : kernel == "Sum" ? 5 : 7;
                    check(ComputeShader.broken);
                }
                ComputeShader.broken = "PrefilterLevel";
                ComputeShader.brokenWord = 8;
                check("PrefilterLevel");
            }
            ComputeShader.broken = "";
            ComputeShader.brokenWord = 1;
            UnityEngine.Rendering.AsyncGPUReadback.fails = true;
            using (new ShaderDevice())
                check("no read-back");
            UnityEngine.Rendering.AsyncGPUReadback.fails = false;
            SystemInfo.supportsComputeShaders = false;
            check("no compute shaders");
            SystemInfo.supportsComputeShaders = true;
            Check.Equal(1, warnings, "it is said once");
        }

        public static void WhatCannotBePrefilteredIsRefused()
        {
            Check.Fails(Result.InvalidArgument, "1..512", () => ComputePrefilter.MakeTables(513, Format.Rgba8));
            var tables = ComputePrefilter.MakeTables(2, Format.Rgba8);
            Check.Throws<ArgumentException>(() => new ComputePrefilter(Texels(Format.Rgba8, 4), tables), "size and format");
            Check.Throws<ArgumentException>(() => new ComputePrefilter(Texels(Format.Rgba16F, 2), tables), "size and format");
            Check.Throws<ArgumentException>(() => new ComputePrefilter(Texels(Format.Rgba8, 2), tables,
                new ProjectOptions { BadTexels = BadTexelPolicy.Error }), "BadTexels");
        }

        public static void TexturesAreProjectedWithoutAContext()
        {
            var cubemap = Scenes.HalfCubemap(1);
            using (new ShaderDevice())
            using (var projection = new TextureProjection(null, cubemap))
            {
                Check.Equal(CubemapRoute.Readback, projection.Route, "route");
                Check.SameBits(Scenes.Project(cubemap).ToArray(), projection.Wait().Sh.ToArray(), "coefficients");
            }
        }

        public static void WhatCannotBeDoneIsRefused()
        {
            var texels = Texels(Format.Rgba8, 4);
            Check.Throws<ArgumentException>(
                () => new ComputeProjection(texels, new ProjectOptions { Bands = 5 }), "3 bands");
            Check.Throws<ArgumentException>(
                () => new ComputeProjection(texels, new ProjectOptions { MaxRadiance = -1 }), "2^-14");
            Check.Throws<ArgumentException>(
                () => new ComputeProjection(CubemapTexels.FromArray(new byte[6], Format.Rgba8, 2049)), "up to 2048");
            Check.Throws<ArgumentException>(() => new ComputeProjection(
                CubemapTexels.FromArray(new byte[6 * 4 * 64], Format.Rgba8, 4, rowPitchBytes: 64)), "without padding");
            SystemInfo.supportsComputeShaders = false;
            Check.Throws<InvalidOperationException>(() => new ComputeProjection(texels), "no compute shaders");
            Check.Throws<InvalidOperationException>(
                () => new TextureProjection(null, Scenes.HalfCubemap(1, true)), "no compute shaders");
            SystemInfo.supportsComputeShaders = true;
        }
    }

    /// <summary>The managed twins of what a bake needs beside its kernels.</summary>
    public static class ManagedLightTest
    {
        // Lights of rising contrast, so that the window goes from none to a narrow one.
        public static void WindowsHaveTheBitsOfTheLibrary()
        {
            var random = new Random(1);
            var narrow = 0;
            for (var i = 0; i < 2000; ++i)
            {
                var bands = 1 + i % 3;
                var contrast = Math.Pow(10, random.NextDouble() * 4 - 2);
                var coefficients = new float[3 * bands * bands];
                for (var j = 0; j < coefficients.Length; ++j)
                    coefficients[j] = (float)(j < 3 ? random.NextDouble() : contrast * (random.NextDouble() - 0.5));
                var sh = new Sh(bands, coefficients);
                var floor = i % 5 * 0.1f;
                Sh expected = sh.Deringed(floor, out var library), actual = ManagedLight.Deringed(sh, floor, out var managed);
                Check.SameBits(expected.ToArray(), actual.ToArray(), "light " + i);
                Check.SameBits(Values(library), Values(managed), "what was done to light " + i);
                narrow += library.Width < 0.5f ? 1 : 0;
            }
            Check.That(narrow > 200, "windows are needed");
        }

        // The largest difference from the library, as a share of the larger of 1 and its value.
        private sealed class Grid
        {
            private readonly string name;
            private double most;
            private int values;

            internal Grid(string name) => this.name = name;

            internal void Add(float[] expected, float[] actual)
            {
                Check.Equal(expected.Length, actual.Length, name + ", length");
                for (var i = 0; i < expected.Length; ++i, ++values)
                    most = Math.Max(most, Math.Abs(expected[i] - actual[i]) / Math.Max(1, Math.Abs(expected[i])));
            }

            internal void End(int least)
            {
                Console.WriteLine("largest difference of " + name + ": " + most.ToString("e1") + " in " + values + " values");
                Check.That(LibraryInfo.IsAvailable && values >= least, name + ": the library, and values of the grid");
                Check.Near(0, most, 1e-6, name);
            }
        }

        // Light of some bands, of a contrast of 10^-2 to 10^2.
        private static Sh Light(Random random, int bands)
        {
            var contrast = Math.Pow(10, random.NextDouble() * 4 - 2);
            return new Sh(bands, Enumerable.Range(0, 3 * bands * bands).Select(
                i => (float)(i < 3 ? 1 + random.NextDouble() : contrast * (random.NextDouble() - 0.5))).ToArray());
        }

        private static float[] Directions(Random random, int count) => Enumerable.Range(0, count).SelectMany(i =>
        {
            double z = 2 * random.NextDouble() - 1, phi = 2 * Math.PI * random.NextDouble(), r = Math.Sqrt(1 - z * z);
            return new[] { (float)(r * Math.Cos(phi)), (float)(r * Math.Sin(phi)), (float)z };
        }).ToArray();

        public static void CoefficientsAreUsedAsByTheLibrary()
        {
            var random = new Random(2);
            Grid radiance = new Grid("radiance"), irradiance = new Grid("irradiance");
            for (var i = 0; i < 300; ++i)
            {
                var light = Light(random, 1 + i % 3);
                var directions = Directions(random, 20);
                radiance.Add(light.EvaluateRadiance(directions), ManagedLight.Along(light, directions, false));
                irradiance.Add(light.EvaluateIrradiance(directions), ManagedLight.Along(light, directions, true));
            }
            radiance.End(18000);
            irradiance.End(18000);
        }

        public static void ConventionsAreThoseOfTheLibrary()
        {
            var random = new Random(3);
            Grid to = new Grid("to conventions"), from = new Grid("from conventions");
            foreach (var convention in Enum.GetValues(typeof(Convention)).Cast<Convention>().Where(ManagedConvention.Has))
                for (var i = 0; i < 60; ++i)
                {
                    var bands = 1 + i % 3;
                    var light = Light(random, bands);
                    var floats = light.ToConvention(convention);
                    to.Add(floats, ManagedConvention.ToFloats(light, convention));
                    from.Add(Sh.FromConvention(convention, bands, floats).ToArray(),
                        ManagedConvention.FromFloats(floats, convention, bands).ToArray());
                }
            to.End(13 * 60 * 3);
            from.End(13 * 60 * 3);
        }

        private static System.Collections.Generic.IEnumerable<Normalization> Normalizations() =>
            from preset in new[] { Preset.ProbeNorm, Preset.Classic }
            from channels in new[] { Channels.Rgb, Channels.Luminance }
            from dering in new[] { Dering.Auto, Dering.None }
            from floor in new[] { 0, 0.3f }
            from bands in new[] { 0, 2 }
            select new Normalization
            {
                preset = preset, channels = channels, dering = dering, floor = floor, bands = bands, weight = bands == 2 ? 0.7f : 0,
                fadeBegin = bands == 2 ? 0.2f : 0, fadeEnd = bands == 2 ? 0.6f : 0, high = floor > 0 ? 3 : 0,
            };

        public static void FactorsAndReflectionsAreThoseOfTheLibrary()
        {
            var random = new Random(4);
            Grid factors = new Grid("factors"), reflections = new Grid("reflections");
            foreach (var normalization in Normalizations())
                for (var i = 0; i < 24; ++i)
                {
                    Sh probe = Light(random, 1 + i % 3), local = Light(random, 1 + i / 3 % 3);
                    Func<int, float, float[]> make = (count, scale) =>
                        Enumerable.Range(0, count).Select(j => scale * (float)random.NextDouble()).ToArray();
                    var surfaces = new Surfaces
                    {
                        radiance = make(30, 4), reflections = Directions(random, 10), isDivided = i % 2 == 1,
                        roughness = i % 5 > 0 ? make(10, 1) : null, normals = i % 4 > 1 ? Directions(random, 10) : null,
                        lookups = Directions(random, 10), localAlongNormals = i % 3 > 0 ? make(30, 2) : null,
                        localAlongReflections = i % 3 > 1 ? make(30, 2) : null, isFactor = i % 6 > 3,
                        probeLuminances = i % 8 == 2 ? make(10, 2) : null,
                    };
                    surfaces.radiance[0] = -1;
                    var asFactor = new Surfaces
                    {
                        reflections = surfaces.reflections, lookups = surfaces.reflections, roughness = surfaces.roughness,
                        isFactor = true,
                    };
                    factors.Add(normalization.EvaluateReflection(asFactor, probe, local),
                        new ManagedFactor(normalization, probe, local).Reflections(asFactor));
                    var given = i % 3 > 0 ? null : local;
                    var own = surfaces.probeLuminances == null ? probe : null;
                    reflections.Add(normalization.EvaluateReflection(surfaces, own, given),
                        new ManagedFactor(normalization, own, given).Reflections(surfaces));
                }
            factors.End(32 * 24 * 30);
            reflections.End(32 * 24 * 30);
        }

        private static Surfaces Plain() => new Surfaces
        {
            radiance = new float[] { 1, 2, 3 }, reflections = new float[] { 0, 1, 0 }, normals = new float[] { 0, 0, 1 },
            lookups = new float[] { 1, 0, 0 }, roughness = new[] { 0.5f }, metallic = new[] { 1f },
        };

        // What is wrong, and with which light; null: by coefficients.
        private static void BothRefuse(string word, Action<Surfaces> spoil, bool hasProbe = true, bool hasLocal = true)
        {
            var random = new Random(5);
            Sh probe = hasProbe ? Light(random, 3) : null, local = hasLocal ? Light(random, 3) : null;
            var surfaces = Plain();
            spoil(surfaces);
            Check.Fails(Result.InvalidArgument, word, () => new Normalization().EvaluateReflection(surfaces, probe, local));
            Check.Throws<ArgumentException>(
                () => new ManagedFactor(new Normalization(), probe, local).Reflections(surfaces), word);
        }

        public static void WrongSurfacesAreRefusedAsByTheLibrary()
        {
            new Normalization().EvaluateReflection(Plain(), new Sh(1, new float[3]), new Sh(1, new float[3])); // nothing is wrong
            float[] two = { 0, 2, 0 }, bad = { 1, float.NaN, 1 }, light = { 1, 1, 1 };
            BothRefuse("reflections", s => s.reflections = two);
            BothRefuse("normals", s => s.normals = two);
            BothRefuse("lookups", s => s.lookups = two);
            BothRefuse("lookups is null", s => s.lookups = null);
            BothRefuse("lookups is null", s => { s.lookups = null; s.isFactor = true; });
            BothRefuse("roughness", s => s.roughness[0] = 1.5f);
            BothRefuse("metallic", s => s.metallic[0] = -1);
            BothRefuse("radiance", s => s.radiance = bad);
            BothRefuse("localAlongNormals", s => s.localAlongNormals = bad, hasLocal: false);
            BothRefuse("localAlongReflections", s => { s.localAlongNormals = light; s.localAlongReflections = bad; }, hasLocal: false);
            BothRefuse("local", s => s.localAlongNormals = light);
            BothRefuse("local", s => { }, hasLocal: false);
            BothRefuse("probe", s => { }, hasProbe: false);
            BothRefuse("probe", s => s.probeLuminances = new[] { 1f });
            BothRefuse("probeLuminances", s => s.probeLuminances = new[] { -1f }, hasProbe: false);
            BothRefuse("isDivided", s => { s.isDivided = true; s.probeLuminances = new[] { 1f }; }, hasProbe: false);
        }

        private static float[] Values(DeringResult d) => new[] { d.Width, d.MinimumBefore, d.MinimumAfter, d.EnergyKept };

        public static void PresetsHaveTheValuesOfTheLibrary()
        {
            foreach (Preset preset in Enum.GetValues(typeof(Preset)))
            {
                var expected = Normalization.ToNative(new Normalization { preset = preset }.Resolved());
                var actual = ManagedPreset.Of(preset);
                foreach (var field in expected.GetType().GetFields(
                    System.Reflection.BindingFlags.Instance | System.Reflection.BindingFlags.NonPublic))
                    if (field.Name != "StructSize")
                        Check.Equal(field.GetValue(expected), field.GetValue(actual), preset + ", " + field.Name);
            }
        }
    }

    /// <summary>Where the native library does not load.</summary>
    public static class ComputeAloneTest
    {
        public static void ProbesAreBaked()
        {
            var probes = Scenes.Hall(2);
            using (new ShaderDevice())
            {
                Check.Equal("", string.Join(", ", BakeMenu.Bake(probes)), "errors");
                foreach (var probe in probes)
                    using (var projection = new TextureProjection(null, probe.texture))
                    {
                        var data = probe.GetComponent<NormalizedProbe>().Data;
                        Check.SameBits(UnityLight.ToFloats(projection.Wait().Sh), UnityLight.ToFloats(data.Light), "light");
                        Check.That(data.Floor > 0 && data.ShaderVectors[0].w > 0, "what shaders read");
                    }
                Check.That(BatchBake.Run(new[] { "-probenormScene", "Assets/Hall.unity" }) == 0, "batch mode");
                Check.That(Debug.lines.Any(line => line.EndsWith("probes baked on stand-in (compute shaders)")), "the device");
            }
        }

        public static void AFailedSelfTestStopsABake()
        {
            var probes = Scenes.Hall(2);
            ComputeSelfTest.tests.Clear();
            const string Problem = "Probe (0): this device's compute shaders fail their self-test, Rgba16F 65: a coefficient is off by ";
            using (new ShaderDevice())
            {
                ComputeShader.broken = "ShProjectRgba16f";
                var errors = BakeMenu.Bake(probes);
                Check.Equal(2, errors.Count, "errors");
                Check.That(errors[0].StartsWith(Problem) && errors[0].EndsWith(" of the largest. Nothing was saved. Bake on another " +
                    "device or graphics API, or allow it: Allows Failed Self Test in Project Settings > ProbeNorm"), errors[0]);
                Check.Equal("cancelled: 0 of 2 probes are done", errors[1], "the rest");
                Check.That(probes.All(probe => probe.GetComponent<NormalizedProbe>() == null), "nothing is saved");
                Check.Equal(1, BatchBake.Run(new[] { "-probenormScene", "Assets/Hall.unity" }), "exit code");
                Check.Equal(1, Debug.lines.Count(line => line.StartsWith("error: ProbeNorm: Assets/Hall.unity: " + Problem)), "log");
                Scenes.Edit("allowsFailedSelfTest", true);
                Check.Equal(0, BatchBake.Run(new[] { "-probenormScene", "Assets/Hall.unity" }), "exit code where it is allowed");
                Check.Equal(1, Debug.lines.Count(line => line.StartsWith("warning: ProbeNorm: " + Problem)), "warning");
                Check.That(probes.All(probe => !probe.GetComponent<NormalizedProbe>().Data.IsReproducible), "the data say so");
                Scenes.Edit("allowsFailedSelfTest", false);
                ComputeShader.broken = "";
                ComputeSelfTest.tests.Clear();
            }
        }

        // A face of one texel, whose only mip is a copy.
        public static void StoredTablesPrefilterWithoutTheLibrary()
        {
            Check.Throws<InvalidOperationException>(() => ComputePrefilter.MakeTables(8, Format.Rgba8), "does not load here");
            var tables = new PrefilterTables
            {
                faceSize = 1, baseSize = 1, format = Format.Rgba32F, roughness = new float[1], levelCount = 2,
                words = new uint[] { 0, 1, 6, 2, 0, 0, 1, 0, 1, 2, 0x3f800000, 0x3f800000 }, gatherOffset = 4, weightOffset = 10,
                tileOffset = new[] { 12, 12 }, weights = new float[0],
            };
            var texels = Enumerable.Range(0, 24).Select(i => i % 4 == 3 ? 1f : i / 8f).ToArray();
            using (new ShaderDevice())
            using (var compute = new ComputePrefilter(CubemapTexels.FromArray(texels, Format.Rgba32F, 1), tables))
            {
                Check.That(texels.SelectMany(BitConverter.GetBytes).SequenceEqual(compute.Wait().Mips[0]), "texels");
                Check.That(!compute.Wait().IsReproducible, "their hash is not known");
                Check.Equal(1, compute.MipBuffers.Count, "the same mips on the device");
            }
        }

        public static void KernelsHaveTheKnownBitsWithoutTheLibrary()
        {
            Check.That(!LibraryInfo.IsAvailable, "the library must not be found by this test");
            var faces = ComputeSelfTest.MakeFaces(Format.Rgba32F, 65);
            using (new ShaderDevice())
            using (var projection = new ComputeProjection(CubemapTexels.FromFaces(faces, Format.Rgba32F, 65)))
                Check.That(projection.Wait().Info.IsReproducible, "the self-test has passed");
        }
    }

    internal sealed class ShaderDevice : IDisposable
    {
        internal ShaderDevice()
        {
            Scenes.UseKernels();
            Check.Equal(1, ComputeDevice.testComputeStart(), "the device starts");
        }

        public void Dispose()
        {
            ComputeShader.UnloadAll();
            Check.Equal(1, ComputeDevice.testComputeStop(), "validation has found nothing");
        }
    }
}
