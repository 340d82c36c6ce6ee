using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;

namespace ProbeNorm.Tests
{
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
