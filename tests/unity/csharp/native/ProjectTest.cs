using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;

namespace ProbeNorm.Tests
{
    /// <summary>The C API's bits, through the package.</summary>
    public static class ProjectTest
    {
        // Mono would also find a library that is installed on this machine.
        public static void TheLibraryIsTheOneThatWasBuilt()
        {
            Check.That(LibraryInfo.Version != null, "it is loaded");
            var loaded = File.ReadLines("/proc/self/maps").Where(line => line.Contains("libprobenorm"))
                .Select(line => line.Substring(line.IndexOf('/'))).Distinct();
            Check.Equal(Environment.GetEnvironmentVariable("PN_LIBRARY"), string.Join(", ", loaded), "file");
        }

        public static void CubemapsHaveTheBitsOfTheCApi()
        {
            using (var context = Reference.CpuContext())
            {
                var result = context.ProjectEnvironment(Reference.Cubemap(16)); // one array
                Check.SameBits(Reference.Get("rgba32f-16-3"), result.Sh.ToArray(), "coefficients");
                Check.Equal("Cpu True " + LibraryInfo.AlgorithmVersion, result.Info.Backend + " " + result.Info.IsReproducible +
                    " " + result.Info.Algorithm, "what else is told");
                result = context.ProjectEnvironment(Reference.HalfCubemap(33), new ProjectOptions { Bands = 5 }); // six arrays
                Check.SameBits(Reference.Get("rgba16f-33-5"), result.Sh.ToArray(), "coefficients of 5 bands");
            }
        }

        public static void DividedCubemapHasTheBitsOfTheCApi()
        {
            using (var context = Reference.CpuContext())
            {
                var normalized = context.NormalizeCubemap(new[] { Reference.Cubemap(16) });
                var texels = new float[normalized.Mips[0].Length / 4];
                Buffer.BlockCopy(normalized.Mips[0], 0, texels, 0, normalized.Mips[0].Length);
                Check.SameBits(Reference.Get("normalized"), texels, "texels");
                Check.SameBits(Reference.Get("rgba32f-16-3"), normalized.Light.ToArray(), "light");
                Check.Equal(Format.Rgba32F, normalized.Format, "format");
            }
        }

        public static void CoefficientsAreUsedAsByTheCApi()
        {
            var sh = new Sh(3, Reference.Get("rgba32f-16-3"));
            DeringResult dering;
            var turned = sh.Rotated(Reference.Turn);
            Check.SameBits(Reference.Get("radiance"), sh.EvaluateRadiance(Reference.Directions), "radiance");
            Check.SameBits(Reference.Get("irradiance"), sh.EvaluateIrradiance(Reference.Directions), "irradiance");
            Check.SameBits(Reference.Get("rotated"), turned.ToArray(), "rotated");
            Check.SameBits(Reference.Get("deringed"), sh.Deringed(0.8f, out dering).ToArray(), "deringed");
            Check.That(dering.Width > 0 && dering.Width < 1 && dering.EnergyKept < 1, "a window was needed");
            Check.SameBits(Reference.Get("unity-sha"), sh.ToConvention(Convention.UnitySha, Axes.MirrorX), "vectors");
            var asFactor = new Surfaces
            {
                reflections = Reference.Directions, lookups = Reference.Directions, roughness = new[] { 0.2f, 0.9f },
                isFactor = true,
            };
            Check.SameBits(Reference.Get("factor"), new Normalization().EvaluateReflection(asFactor, sh, turned), "factor");
            var grey = CubemapTexels.FromArray(
                Enumerable.Range(0, 24).Select(i => i % 4 < 3 ? 2f : 0f).ToArray(), Format.Rgba32F, 1);
            Check.That(grey.PackLuminance().SequenceEqual(new ushort[] { 0x4000, 0x4000, 0x4000, 0x4000, 0x4000, 0x4000 }),
                "the luminance of grey is its value");
            var white = new PictureTexels(Enumerable.Repeat((ushort)0x3C00, 5 * 4 * 4).ToArray(), Format.Rgba16F, 5, 4);
            using (var cpu = new Context(new ContextOptions { Backend = Backend.Cpu }))
                Check.That(PictureTexels.DecodeBc6h(cpu.EncodeBc6h(white)).SequenceEqual(Enumerable.Repeat((ushort)0x3C00, 128)),
                    "two blocks of white are white");
            var negative = CubemapTexels.FromArray(
                Enumerable.Range(0, 24).Select(i => i == 20 ? -3f : 2f).ToArray(), Format.Rgba32F, 1);
            using (var cpu = new Context(new ContextOptions { Backend = Backend.Cpu }))
            {
                var finding = cpu.CheckEnvironment(negative)[0];
                Check.That(finding.Name == "negative" && finding.Face == 5 && finding.X == 0 && finding.Text != "", "finding");
                Check.That(cpu.FixEnvironment(negative, FixFlags.Negative).Texels[20] == 0, "negative light is fixed");
                var texels = Enumerable.Range(0, 8 * 16 * 4).Select(i => i == 6 * 64 + 13 ? -3f : 2f).ToArray(); // x 3, y 6
                var map = new EquirectTexels(texels, Format.Rgba32F, 16, 8);
                finding = cpu.CheckEnvironment(map).Single(each => each.Kind == FindingKind.Negative);
                Check.Equal("-1 3 6", finding.Face + " " + finding.X + " " + finding.Y, "where it is in a map");
                var healed = cpu.FixEnvironment(map, FixFlags.Negative);
                Check.Equal("Negative 512", healed.Fixed + " " + healed.Texels.Length, "what was fixed in a map");
                Check.Near(0, healed.Texels[6 * 64 + 13], 0, "the map's channel");
                Check.Fails(Result.InvalidArgument, "mipCount", () => cpu.CheckEnvironment());
                Check.Throws<ArgumentException>(() => cpu.CheckEnvironment(map, null), "must not hold null");
                Check.Fails(Result.InvalidArgument, "fixes", () => cpu.FixEnvironment(map, FixFlags.None));
            }
            var surfaces = new Surfaces
            {
                radiance = new[] { 0.5f, 1, 2, 0, 3, 0.25f }, reflections = Reference.Directions,
                normals = Reference.Directions.Reverse().ToArray(), roughness = new[] { 0.2f, 0.9f },
                lookups = Reference.Directions,
            };
            Check.SameBits(Reference.Get("reflection"),
                new Normalization().EvaluateReflection(surfaces, sh, turned), "reflection");
            surfaces.localAlongNormals = new[] { 1f, 2, 3, 4, 5, 6 };
            Check.SameBits(Reference.Get("lightmapped"),
                new Normalization().EvaluateReflection(surfaces, sh), "reflection with a lightmap");
            surfaces.normals = new float[3];
            Check.Throws<ArgumentException>(() => new Normalization().EvaluateReflection(surfaces, sh), "normals");
        }

        public static void EquirectIsProjected()
        {
            var texels = Enumerable.Repeat(1f, 16 * 8 * 4).ToArray();
            using (var context = Reference.CpuContext())
            {
                var sh = context.ProjectEnvironment(new EquirectTexels(texels, Format.Rgba32F, 16, 8)).Sh;
                Check.Near(2 * Math.Sqrt(Math.PI), sh.ToArray()[0], 1e-5, "L00");
            }
        }

        public static void ConventionsGoThereAndBack()
        {
            var sh = new Sh(3, Reference.Get("rgba32f-16-3"));
            foreach (Convention convention in Enum.GetValues(typeof(Convention)))
            {
                var floats = sh.ToConvention(convention);
                var back = Sh.FromConvention(convention, 3, floats).ToArray();
                for (var i = 0; i < back.Length; ++i) // a few roundings, of numbers up to L00's size
                    Check.Near(sh.ToArray()[i], back[i], 2e-6 * Math.Abs(sh.ToArray()[0]), convention + "[" + i + "]");
                Check.That(!string.IsNullOrEmpty(LibraryInfo.NameOf(convention)), "name of " + convention);
            }
        }

        public static void PresetsAreFoundByName()
        {
            foreach (Preset preset in Enum.GetValues(typeof(Preset)))
                Check.Equal(preset, Normalization.GetPreset(LibraryInfo.NameOf(preset)).preset, preset.ToString());
            Check.Near(7, Normalization.GetPreset("classic").high, 0, "upper bound of the preset classic");
            Check.Equal(4, Normalization.GetPreset("probenorm").version, "version of the preset probenorm");
            Check.Equal(RoughnessMapping.Linear, Normalization.GetPreset("probenorm").mapping, "mapping of the preset probenorm");
            Check.Equal(RoughnessMapping.Unity, new Normalization { mapping = RoughnessMapping.Unity }.Resolved().mapping, "another mapping");
            Check.Throws<ArgumentException>(() => new Normalization { version = 1 }.Resolved(), "version 4 alone");
            var hdrp = PresetDescription.Of(Preset.Hdrp);
            Check.That(hdrp.IsFactor && hdrp.NeedsNormals && !hdrp.CanDivide && !hdrp.NeedsAverage, "what hdrp needs");
            Check.Fails(Result.InvalidArgument, "preset", () => Normalization.GetPreset("nobody"));
        }
    }

    /// <summary>Normalization.Resolved, field by field.</summary>
    public static class ResolvedTest
    {
        public static void WhatIsSetStaysAndTheRestIsThePresets()
        {
            var set = new Dictionary<string, object>
            {
                { "bands", 1 }, { "channels", Channels.Rgb }, { "lobe", Lobe.Ggx }, { "dering", Dering.None }, { "floor", 0.2f },
                { "low", 0.5f }, { "high", 3f }, { "fadeBegin", 0.3f }, { "fadeEnd", 0.7f }, { "weight", 0.25f },
                { "version", 1 }, { "mapping", RoughnessMapping.Unity },
            };
            var fields = typeof(Normalization).GetFields().Where(field => field.Name != "preset").ToList();
            Check.Equal(string.Join(" ", set.Keys), string.Join(" ", fields.Select(field => field.Name)), "fields");
            var preset = Normalization.GetPreset("classic");
            foreach (var changed in fields)
            {
                var own = new Normalization { preset = Preset.Classic };
                changed.SetValue(own, set[changed.Name]);
                var found = own.Resolved();
                Check.Equal(Preset.Classic, found.preset, "preset");
                foreach (var field in fields)
                    Check.Equal(field == changed ? set[field.Name] : field.GetValue(preset), field.GetValue(found),
                        field.Name + " where " + changed.Name + " is set");
            }
        }
    }

    /// <summary>Errors become exceptions that tell which result and why.</summary>
    public static class ErrorTest
    {
        public static void WrongTexelsAndOptionsAreRefusedByTheirField()
        {
            var faces = Enumerable.Repeat<Array>(new float[8 * 8 * 4], 5).Concat(new[] { new float[3] }).ToArray();
            var tooShort = CubemapTexels.FromArray(new float[6 * 8 * 8 * 4 - 1], Format.Rgba32F, 8);
            CheckRefusal(Result.InvalidArgument, "faceBytes", tooShort);
            CheckRefusal(Result.InvalidArgument, "faceBytes", CubemapTexels.FromFaces(faces, Format.Rgba32F, 8));
            CheckRefusal(Result.InvalidArgument, "faceBytes", CubemapTexels.FromArray(new float[0], Format.Rgba32F, 8));
            CheckRefusal(Result.InvalidArgument, "width", CubemapTexels.FromArray(new float[24], Format.Rgba32F, 20000));
            CheckRefusal(Result.UnsupportedFormat, "format", CubemapTexels.FromArray(new float[24], Format.Undefined, 1));
            CheckRefusal(Result.InvalidArgument, "bands", Reference.Cubemap(2), new ProjectOptions { Bands = 6 });
        }

        private static void CheckRefusal(Result result, string word, CubemapTexels cubemap, ProjectOptions options = null)
        {
            using (var context = Reference.CpuContext())
                Check.Fails(result, word, () => context.ProjectEnvironment(cubemap, options));
        }

        public static void BadTexelIsAnErrorWhereAsked()
        {
            var texels = new float[6 * 2 * 2 * 4];
            texels[(1 * 4 + 3) * 4 + 2] = float.NaN; // face 1, y 1, x 1
            var cubemap = CubemapTexels.FromArray(texels, Format.Rgba32F, 2);
            using (var context = Reference.CpuContext())
            {
                var info = context.ProjectEnvironment(cubemap).Info;
                var found = info.NonFinite + " " + info.BadFace + " " + info.BadX + " " + info.BadY;
                Check.Equal("1 1 1 1", found, "number, face, x and y");
                Check.Fails(Result.BadTexel, "face 1 at x 1, y 1", () => context.ProjectEnvironment(
                    cubemap, new ProjectOptions { BadTexels = BadTexelPolicy.Error }));
            }
        }

        public static void ArgumentsThatNeverReachTheLibraryAreRefused()
        {
            var format = Format.Rgba32F;
            Check.Throws<ArgumentException>(() => CubemapTexels.FromFaces(new Array[5], format, 1), "six faces");
            Check.Throws<ArgumentException>(() => CubemapTexels.FromArray(new string[1], format, 1), "");
            Check.Throws<ArgumentException>(() => CubemapTexels.FromArray(new float[24], format, 0), "1 or more");
            Check.Throws<ArgumentException>(() => new Sh(3, new float[26]), "3 * bands * bands");
            Check.Throws<ArgumentException>(() => new Sh(1, new float[3]).EvaluateRadiance(new float[2]), "x y z");
            Check.Throws<ArgumentException>(() => new Sh(1, new float[3]).Rotated(new float[8]), "9 floats");
        }

        public static void DisposedContextIsAnError()
        {
            var context = Reference.CpuContext();
            context.Dispose();
            context.Dispose();
            Check.Throws<ObjectDisposedException>(() => context.ProjectEnvironment(Reference.Cubemap(2)), "");
            LogEntry entry;
            Check.Throws<ObjectDisposedException>(() => context.TakeLogMessage(out entry), "");
        }
    }

    /// <summary>What tests/unity/csharp/reference.c prints, and the texels it makes.</summary>
    internal static class Reference
    {
        private static readonly Dictionary<string, float[]> values = Lines("PN_REFERENCE_PROGRAM").ToDictionary(
            line => line[0], line => line.Skip(1).Select(Parse).ToArray());

        private const int Bright = 16 * 16 * 4;
        internal static readonly float[] Directions = { 0.36f, -0.48f, 0.8f, 0, 0, -1 };
        internal static readonly float[] Turn = { 0, 0, 1, 1, 0, 0, 0, 1, 0 };

        /// <summary>What a C program of this folder prints, whose path ctest puts into the environment.</summary>
        internal static IEnumerable<string[]> Lines(string variable) => Program.Execute(Program.Variable(variable), "")
            .Split(new[] { '\n' }, StringSplitOptions.RemoveEmptyEntries).Select(line => line.Split(' '));

        internal static float[] Get(string name) => values[name];

        private static float Parse(string hex) =>
            Bits.ToFloat(uint.Parse(hex, NumberStyles.HexNumber, CultureInfo.InvariantCulture));

        internal static float[] Floats(int count)
        {
            var texels = new float[count];
            var state = 7u;
            for (var i = 0; i < count; ++i)
            {
                state = unchecked(state * 1664525u + 1013904223u);
                texels[i] = (state >> 8) * (1f / (1 << (i < Bright ? 16 : 20)));
            }
            return texels;
        }

        internal static ushort[] Halves(int count)
        {
            var texels = new ushort[count];
            var state = 7u;
            for (var i = 0; i < count; ++i)
            {
                state = unchecked(state * 1664525u + 1013904223u);
                texels[i] = (ushort)((state >> 16) % 0x7c00u);
            }
            return texels;
        }

        internal static CubemapTexels Cubemap(int faceSize) =>
            CubemapTexels.FromArray(Floats(6 * faceSize * faceSize * 4), Format.Rgba32F, faceSize);

        internal static CubemapTexels HalfCubemap(int faceSize)
        {
            var texels = Halves(6 * faceSize * faceSize * 4);
            var faces = new Array[6];
            for (var face = 0; face < 6; ++face)
                faces[face] = texels.Skip(face * texels.Length / 6).Take(texels.Length / 6).ToArray();
            return CubemapTexels.FromFaces(faces, Format.Rgba16F, faceSize);
        }

        internal static Context CpuContext(int threadCount = 0) =>
            new Context(new ContextOptions { Backend = Backend.Cpu, ThreadCount = threadCount });
    }
}
