using System;
using System.Collections.Generic;
using System.Globalization;
using ProbeNorm.Native;

namespace ProbeNorm
{
    /// <summary>A known cubemap, with texels of every kind, whose result on the CPU is known. It runs once on a
    /// device.</summary>
    internal sealed class ComputeSelfTest
    {
        // Sizes whose faces are summed by so many partials, by ShFinalize of that name; and the least that ShCombine adds.
        private static readonly Dictionary<int, int> sizes = new Dictionary<int, int>
        {
            { 1, 65 }, { 2, 129 }, { 4, 257 }, { 8, 511 }, { 16, 513 }, { 32, 1023 },
        };
        private const int CombinedSize = 1025;
        private const Format SmallFormat = Format.R11G11B10F;

        // Of the library's CPU results; CSharp.ComputeTest compares them. Coefficients and counts, word by word in base 64.
        internal static readonly Dictionary<string, string> knownWords = new Dictionary<string, string>
        {
            { "Rgba32F 65", "8SESQErjEkDuNRFAJdrlux6hEbzCulg7bcBZPI989DrXnh08AmCZuM9kIDo6Nuq75XQIvOKlUzvqVq+8pgHd" +
                "O/yAaDzkHKA8xbFsvBQ5oDvLR8g8JltevNnTGLxOAJC8Y0NkvJwcKL0at4a8iAQAAAAAAAAAAAAA7////w==" },
            { "Rgb32F 65", "o1cRQA2HEkCkIRJASF1mPHV+NLxS74a8YbSXuvoGuzw60TW8l6gtvDa7C7yK5+i8sYRWPMCOt7xYOL87hx6P" +
                "PEQLPjzVOT877MbhPD/PvrvRPjs8u7zPOyC+Uju58Ac86hjFO053I7uhaCC8ZgQAAAAAAAAAAAAA6f///w==" },
            { "Rgba16F 65", "McwFQE2HEkDn5QZARfxuucl2zTo8QYk7LJ1HPH4ExDsBNjm8F3hou9QHyTyaZH28yKmHPK3jO7xlsAW97RRX" +
                "vLOePbw6+hM8embHuxc1fzxeeze8QQWcuxbbWjt96cs8oH38OkdlSbr+eZu8FQMAAJYNAAAAAAAA3v///w==" },
            { "Rgb9E5 65", "e0jkRWwj4UW8IN9FoTASQTOUPEO1/itDT5NGQpsyVECKPhlC8QyjQpAT+UENIetCo6TgQm69gkFfrh5C2rl8" +
                "Qe5WH8PunEbCGK/7Q0KQFEPky4ND4HoQQ9Wev0KPkWZDzZLLwrXJdELFBZnCAAAAAAAAAAAAAAAAAAAAAA==" },
            { "R11G11B10F 65", "ZmUpRj9rLUbdZS1GGmHQQ0qgr0P8kb3DAngdQ0AoicP7HwfD44iKw4xtFkPBCGrD5HzUwc9vO0KJZS1Dp+2N" +
                "wcaZ9cE85bBCOlUYwygPlsM6o0hBOXYdw2GHkEN8Wr1DDOIBw1/6a8IHzQrD5ggAAAAAAAAAAAAA8P///w==" },
            { "Rgba8 65", "nhnjPyxH5D+1LuQ/aRC/uzQbSDs3x5w8aKrzusatJbxWNL262JAXO8g7I7wPL6U6nMJMu8RqmbnONM06tP6d" +
                "O4kFhbuiczo8+raLPC+5lLv/g4o7BJtcOv6p+ruIr2M6BhLcOxfe/rvAgdC7AAAAAAAAAAAAAAAAAAAAAA==" },
            { "Rgba8Srgb 65", "iWONP85mjj+HLY8/G6cXvBzYoTr6a4A8HHFgu9biKLyscS46d6DpOqdqLLzAvLi5KpWIu8GKErtzjI47yEl0" +
                "O712ULt1iyo8w+KXPO7JortXEFQ7Pj0LOcEm5bsTKQY6Ey2eO9RTBLz1y+u7AAAAAAAAAAAAAAAAAAAAAA==" },
            { "R11G11B10F 129", "V0IsRqS3LEZ/cC1G4Sohw0M1VUPFATzD+MhAQ98Ke0GyzKDCodTVwKTv7kJi8iNCvtIJQzhiIcH/RphBkDRK" +
                "w/JBksKyPXzB+V6ZQlFaFEMERhjBKs+8wuVgFkPxX0BCycsnQwUt/kG3/mpD/SIAAAAAAAAAAAAA8P///w==" },
            { "R11G11B10F 257", "FAErRsxjK0b5ES1GGNdVQTRc6kCe2qPC1ssKwQCwzMGgMUnCrOv4QR63v8HSaphCRJEMQut3IkGq4rFBumtV" +
                "wvIpIsKz/qTAYTjHQpUsJEIHiwNCixbBwC5v2j97UbhBgzCoQaJxmEJck8RC3osAAAAAAAAAAAAA8P///w==" },
            { "R11G11B10F 511", "IcMqRgCrKkbIqSxGdDeBQZ0dQsEAB6HAPD+pQcdVMMFuesFCrSb9vRyUcsEFvoLBZY5HwDxZNUEwByJC0LP6" +
                "wbaMd8EFbu+/9zE4QuhkrsLtfddA4IeYQQVv+cDZvQRCCeAnwr0iOkFMovJAQC0CAAAAAAAAAAAA8P///w==" },
            { "R11G11B10F 513", "occqRmG3KkbgsSxGzcKOwB+QLcG4MmnBO2aGwHIGgkH8MYhChrJqwdZUTcG/88E/brzswe2U2kCI22/ApavW" +
                "wUD/XMHGc9RBqXgFQsLd7cIzhbnAYSQ3whCLKEEbt9PA2KaDwZFShEDPwSi/rjECAAAAAAAAAAAA8P///w==" },
            { "R11G11B10F 1023", "ZyMrRtENK0aLVSxGnvvXQA3jt8GGCaPByNX2vifbC0IIFgNBJU9uwRclOkHi5T5Ano5uQJAYgEGqcFXBU8UN" +
                "wKJNREEfWKRAmM4NQg4uPsGv2CU/QlsYQfvhub9q7A9AgqK2wXzys8F7c8nAIbgIAAAAAAAAAAAA8P///w==" },
            { "R11G11B10F 1025", "AyIrRggYK0beSCxGq/yvQBe2gsHUOY3BQFOgQZex70FK3hBAoYyhwQtDUkFp7G7AmpP6wNBi/kCOprvAn9Bn" +
                "wP/OsEGL/27BtIyPQRDXosCwsOm/PnQBwB3BG0DzWrFBBd0AwQSlCsHdE+Q/08AIAAAAAAAAAAAA8P///w==" },
        };

        // Hashes of divided texels.
        internal static readonly Dictionary<string, ulong> known = new Dictionary<string, ulong>
        {
            { "Rgba32F by rgb", 0x1098e4e66979f287 },
            { "Rgba32F by luminance", 0x7c491fbf909999e0 },
            { "Rgb32F by rgb", 0x32f13bb2c870351a },
            { "Rgb32F by luminance", 0x7a0260e1f87708d5 },
            { "Rgba16F by rgb", 0x377cf7e9a9e9cd01 },
            { "Rgba16F by luminance", 0xe4a896ad832a0fc4 },
            { "Rgb9E5 by rgb", 0x2770a85897b757ef },
            { "Rgb9E5 by luminance", 0x7bfc0482e183440b },
            { "R11G11B10F by rgb", 0xe4b9f3236f207593 },
            { "R11G11B10F by luminance", 0xe165b5cbf12ef240 },
            { "Rgba8 by rgb", 0x7c219a2c9ccdca6a },
            { "Rgba8 by luminance", 0x64d9d5c9c27bc7da },
            { "Rgba8Srgb by rgb", 0x5ad7b71f83c62a9f },
            { "Rgba8Srgb by luminance", 0xb2716a157d17b0f0 },
            { "window", 0xcc7e3d40d844c5be },
        };

        internal static readonly Dictionary<string, ComputeSelfTest> tests = new Dictionary<string, ComputeSelfTest>();

        private readonly string key;
        private readonly ulong expected;
        private ComputeWork run; // null when the verdict is known
        private int users; // who wait for the verdict

        private ComputeSelfTest(string key, ulong expected, ComputeWork run)
        {
            this.key = key;
            this.expected = expected;
            this.run = run;
        }

        /// <summary>The tests of all kernels that such a cubemap needs.</summary>
        internal static ComputeSelfTest[] For(Format format, int faceSize)
        {
            var shape = new CubemapShape(faceSize);
            var left = KernelWords.BlocksAfterCombining(shape);
            var needed = new List<ComputeSelfTest> { Get(format, sizes[1]) };
            if (left > 1)
                needed.Add(Get(SmallFormat, sizes[left]));
            if (left != shape.Blocks)
                needed.Add(Get(SmallFormat, CombinedSize));
            return needed.ToArray();
        }

        /// <summary>The tests of all kernels that a cubemap needs to be divided.</summary>
        internal static ComputeSelfTest[] ForDivision(Format format, int faceSize, bool isRgb)
        {
            var needed = new List<ComputeSelfTest>();
            needed.Add(Get(format + (isRgb ? " by rgb" : " by luminance"), () => new ComputeDivide(
                new[] { CubemapTexels.FromFaces(MakeFaces(format, sizes[1]), format, sizes[1]) }, isRgb, true, 0.01f,
                new ProjectOptions())));
            needed.AddRange(For(format, faceSize)); // where a kernel does not run, the first test throws, and none has begun
            needed.Add(Get("window", () => new ComputeDivide(new[] { MakeSun() }, true, true, 0.01f, new ProjectOptions())));
            return needed.ToArray();
        }

        /// <summary>The tests of all kernels that prefilter with these tables, and of the tables themselves.</summary>
        internal static ComputeSelfTest[] ForMips(PrefilterTables tables) => new[]
        {
            Get("mips " + tables.knownHash, () => new ComputeMips(MakeFaces(tables.format, tables.faceSize), tables,
                new ProjectOptions()), tables.knownHash),
        };

        /// <summary>One bright face, whose light needs a de-ringing window.</summary>
        internal static CubemapTexels MakeSun()
        {
            var texels = new float[CubemapShape.FaceCount * 8 * 8 * 4];
            for (var i = 0; i < texels.Length; ++i)
                texels[i] = i < 8 * 8 * 4 ? 100 : i % 64 * 0.001f;
            return CubemapTexels.FromArray(texels, Format.Rgba32F, 8);
        }

        internal bool HasPassed => IsDone && Problem.Length == 0;

        /// <summary>Why it has not passed, for people. Of a test that is done.</summary>
        internal string Problem { get; private set; }

        internal bool IsDone
        {
            get
            {
                if (run != null && run.IsDone)
                    Judge();
                return run == null;
            }
        }

        internal void Wait()
        {
            run?.Wait();
            if (run != null)
                Judge();
        }

        /// <summary>A test that nobody waits for ends. Each user who still waits calls it once.</summary>
        internal static void Release(ComputeSelfTest[] released)
        {
            foreach (var test in released)
            {
                if (--test.users > 0 || test.run == null)
                    continue;
                test.run.Dispose();
                test.run = null;
                tests.Remove(test.key);
            }
        }

        internal static byte[][] MakeFaces(Format format, int size)
        {
            var faces = new byte[CubemapShape.FaceCount][];
            var words = new uint[size * size * ComputeProjection.TexelBytes(format) / sizeof(uint)];
            var state = 1u;
            for (var face = 0; face < faces.Length; ++face)
            {
                for (var i = 0; i < words.Length; ++i)
                {
                    state = unchecked(state * 1664525 + 1013904223); // Numerical Recipes' quick generator
                    words[i] = TestWord(format, state ^ state >> 16, state >> 24);
                }
                faces[face] = new byte[sizeof(uint) * words.Length];
                Buffer.BlockCopy(words, 0, faces[face], 0, faces[face].Length);
            }
            return faces;
        }

        // Mostly from 2^-3 to 2; some not finite, some so small that their last bits are cut, some negative.
        private static uint TestWord(Format format, uint word, uint kind)
        {
            var isSigned = kind < 40;
            switch (format)
            {
                case Format.Rgba32F:
                case Format.Rgb32F:
                    return kind < 4 ? word | 0x7f800000 : kind < 24 ? (word & 0x8fffffff) + 0x30000000 :
                        (word & (isSigned ? 0x81ffffff : 0x01ffffff)) + 0x3e000000;
                case Format.Rgba16F:
                    return kind < 4 ? word | 0x7c00 : kind < 24 ? word & 0x83ff83ff :
                        (word & (isSigned ? 0x8fff8fff : 0x0fff0fff)) + 0x30003000;
                default: return word;
            }
        }

        private static ComputeSelfTest Get(Format format, int size) =>
            Get(format + " " + size, () => new ComputeRun(MakeFaces(format, size), format, size, new ProjectOptions()),
                ComputeWork.HashOf(KnownWords(format + " " + size)));

        private static uint[] KnownWords(string key)
        {
            var bytes = Convert.FromBase64String(knownWords[key]);
            var words = new uint[bytes.Length / sizeof(uint)];
            Buffer.BlockCopy(bytes, 0, words, 0, bytes.Length);
            return words;
        }

        private static ComputeSelfTest Get(string key, Func<ComputeWork> start) => Get(key, start, known[key]);

        private static ComputeSelfTest Get(string key, Func<ComputeWork> start, ulong expected)
        {
            if (!tests.TryGetValue(key, out var test))
                tests[key] = test = new ComputeSelfTest(key, expected, start());
            ++test.users;
            return test;
        }

        private void Judge()
        {
            Problem = run.HasFailed ? "this device could not read back the self-test of its compute shaders" :
                ComputeWork.HashOf(run.ResultWords) == expected ? "" :
                "this device's compute shaders fail their self-test, " + key + ": " + Difference(run.ResultWords[0]);
            run.Dispose();
            run = null;
        }

        private string Difference(uint[] words)
        {
            if (!knownWords.ContainsKey(key))
                return "texels have other bits";
            double most = 0, largest = 0;
            var right = Array.ConvertAll(KnownWords(key), Words.ToFloat);
            for (var i = 0; i < words.Length; ++i)
            {
                most = Math.Max(most, Math.Abs(Words.ToFloat(words[i]) - right[i])); // NaN stays
                largest = Math.Max(largest, Math.Abs(right[i]));
            }
            return double.IsNaN(most) ? "a coefficient is no number" :
                most == 0 ? "coefficients are equal, but not their bits, or not the counts of texels" :
                "a coefficient is off by " + (most / largest).ToString("e1", CultureInfo.InvariantCulture) + " of the largest";
        }
    }
}
