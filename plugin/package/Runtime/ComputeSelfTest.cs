using System;
using System.Collections.Generic;
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

        // Of the library's CPU results; CSharp.ComputeTest compares them.
        internal static readonly Dictionary<string, ulong> known = new Dictionary<string, ulong>
        {
            { "Rgba32F 65", 0xeee34dc73274c0b1 },
            { "Rgb32F 65", 0x7be4b484c87bf864 },
            { "Rgba16F 65", 0x100c7e841da7bd9b },
            { "Rgb9E5 65", 0xde3f47fa6fb7e350 },
            { "R11G11B10F 65", 0xa35a540d49acb9b3 },
            { "Rgba8 65", 0x0b5da7037e5ce4df },
            { "Rgba8Srgb 65", 0x3c508eb6b59e8db0 },
            { "R11G11B10F 129", 0x66a5aea5511feabf },
            { "R11G11B10F 257", 0x92ab964c16f314ce },
            { "R11G11B10F 511", 0x055a47d945838948 },
            { "R11G11B10F 513", 0xc5ae29ebde531d41 },
            { "R11G11B10F 1023", 0x7f9a6291360b96ae },
            { "R11G11B10F 1025", 0x24946c108f4a3a96 },
        };

        internal static readonly Dictionary<string, ComputeSelfTest> tests = new Dictionary<string, ComputeSelfTest>();

        private readonly string key;
        private ComputeRun run; // null when the verdict is known
        private bool hasPassed;

        private ComputeSelfTest(Format format, int size)
        {
            key = format + " " + size;
            run = new ComputeRun(MakeFaces(format, size), format, size, new ProjectOptions());
        }

        /// <summary>The tests of all kernels that such a cubemap needs.</summary>
        internal static ComputeSelfTest[] For(Format format, int faceSize)
        {
            var shape = new CubemapShape(faceSize);
            var left = ComputeRun.BlocksAfterCombining(shape);
            var needed = new List<ComputeSelfTest> { Get(format, sizes[1]) };
            if (left > 1)
                needed.Add(Get(SmallFormat, sizes[left]));
            if (left != shape.Blocks)
                needed.Add(Get(SmallFormat, CombinedSize));
            return needed.ToArray();
        }

        internal bool HasPassed => IsDone && hasPassed;

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

        internal static ulong HashOf(uint[] coefficients, uint[] counts)
        {
            var hash = 14695981039346656037; // FNV-1a, of words
            foreach (var words in new[] { coefficients, counts })
                foreach (var word in words)
                    hash = unchecked((hash ^ word) * 1099511628211);
            return hash;
        }

        // Mostly from 2^-3 to 2, of either sign; some not finite, some so small that their last bits are cut.
        private static uint TestWord(Format format, uint word, uint kind)
        {
            switch (format)
            {
                case Format.Rgba32F:
                case Format.Rgb32F:
                    return kind < 4 ? word | 0x7f800000 : kind < 24 ? (word & 0x8fffffff) + 0x30000000 : (word & 0x81ffffff) + 0x3e000000;
                case Format.Rgba16F:
                    return kind < 4 ? word | 0x7c00 : kind < 24 ? word & 0x83ff83ff : (word & 0x8fff8fff) + 0x30003000;
                default: return word;
            }
        }

        private static ComputeSelfTest Get(Format format, int size)
        {
            if (!tests.TryGetValue(format + " " + size, out var test))
                tests[format + " " + size] = test = new ComputeSelfTest(format, size);
            return test;
        }

        private void Judge()
        {
            hasPassed = known.TryGetValue(key, out var expected) && HashOf(run.Coefficients, run.Counts) == expected;
            run.Dispose();
            run = null;
        }
    }
}
