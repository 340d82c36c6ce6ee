using System;
using System.Collections.Generic;
using ProbeNorm.Native;
using static ProbeNorm.ManagedLight;

namespace ProbeNorm
{
    /// <summary>How the sum over a cubemap's faces is arranged; docs/math.md, section 5.</summary>
    internal struct CubemapShape
    {
        internal const int GroupLanes = 64; // of a workgroup of the kernels
        internal const int FaceCount = 6;
        private const int SegmentRows = 128, MaxSegments = 64;

        internal readonly int Size;

        internal CubemapShape(int size) => Size = size;

        /// <summary>Columns and rows of a quarter of a face.</summary>
        internal int Half => (Size + 1) / 2;
        internal int LaneColumnsLog2 => Log2(2 * Half - 1);
        internal int SegmentsLog2 => Log2(Math.Max(1, Math.Min(MaxSegments, Half / SegmentRows)));
        internal int GroupLanesLog2 => Math.Min(Log2(GroupLanes), LaneColumnsLog2 + SegmentsLog2);

        /// <summary>Partial sums of a face.</summary>
        internal int Blocks => 1 << (LaneColumnsLog2 + SegmentsLog2 - GroupLanesLog2);

        private static int Log2(int value)
        {
            var log2 = 0;
            while (value >> log2 > 1)
                ++log2;
            return log2;
        }
    }

    /// <summary>What the kernels read besides texels, for coefficients of three bands: the managed twin of
    /// plugin/core/kernel/geometry.cpp and of the plan in sh_finalize.cpp. Worked out in double, with the same operations, and
    /// rounded once, so that the numbers have the same bits.</summary>
    internal sealed class CubemapTables
    {
        internal const int Bands = 3, Coefficients = Bands * Bands;
        internal const int ByteValues = 256;
        private const int FactorTerms = 11, Padding = 16;
        private const float MeanWeight = 256;
        private const double LeastFactor = 1.0 / (1L << 40);
        private const double Centre = 0.375;

        internal readonly CubemapShape Shape;
        internal readonly int Stride; // of the rows of a quarter
        internal readonly float[] Floats; // byte values, factors of columns, pairs of weight and cosine
        internal readonly uint[] Terms; // pairs of moment and factor, then the first term of each coefficient and the end

        internal int FactorOffset => ByteValues;
        internal int WeightOffset => FactorOffset + FactorTerms * Stride;
        internal int TermOffset => Floats.Length;
        internal int TermCount => (Terms.Length - Coefficients - 1) / 2;
        internal int Length => Floats.Length + Terms.Length;
        internal float Scale => (float)(4 * Math.PI / (MeanWeight * (6.0 * Shape.Size * Shape.Size)));
        internal float ReciprocalSize => (float)(1.0 / Shape.Size);

        internal CubemapTables(CubemapShape shape, Format format)
        {
            Shape = shape;
            Stride = (shape.Half + Padding - 1) / Padding * Padding;
            Floats = new float[WeightOffset + 2 * shape.Half * Stride];
            for (var i = 0; i < ByteValues; ++i)
                Floats[i] = (float)(format == Format.Rgba8Srgb ? Linear(i / 255.0) : i / 255.0);
            for (var column = 0; column < shape.Half; ++column)
                FillFactors(column);
            for (var row = 0; row < shape.Half; ++row)
                FillRow(row);
            Terms = MakeTerms();
        }

        /// <summary>What division needs: values of bytes and of alpha, positions of rows, cosines.</summary>
        internal float[] DivisionFloats()
        {
            var floats = new float[2 * ByteValues + Shape.Half * (1 + Stride)];
            Array.Copy(Floats, floats, ByteValues);
            for (var i = 0; i < ByteValues; ++i)
                floats[ByteValues + i] = (float)(i / 255.0);
            for (var row = 0; row < Shape.Half; ++row)
                floats[2 * ByteValues + row] = (float)((2 * row + (Shape.Size % 2 == 0 ? 1 : 0)) * (double)ReciprocalSize);
            for (var i = 0; i < Shape.Half * Stride; ++i)
                floats[2 * ByteValues + Shape.Half + i] = Floats[WeightOffset + 2 * i + 1];
            return floats;
        }

        private static double Linear(double value) =>
            value <= 0.04045 ? value / 12.92 : Math.Pow((value + 0.055) / 1.055, 2.4);

        // Distance from the centre of a face, where the face's edge is at 1.
        private double Offset(int i) => Shape.Size % 2 == 0 ? (2.0 * i + 1.0) / Shape.Size : 2.0 * i / Shape.Size;

        private double CentreShare(int i) => i == 0 && Shape.Size % 2 == 1 ? 0.5 : 1.0; // loaded twice

        // In a column a = s u and c = s, so each harmonic is a combination of sums with factors of the column.
        private void FillFactors(int column)
        {
            var u = Offset(column);
            var s2 = 1 / (u * u + 1);
            double a0 = u * u * (s2 * (1 + -1.0 * Centre)), a1 = u * u * (s2 * (-1.0 * 1));
            double c0 = s2 * (1 + -1.0 * Centre), c1 = s2 * (-1.0 * 1);
            var factors = new[]
            {
                L0, L1, L1, L1 * u, L2M1 * u, L2M1, L2M0 * (3 * c0 + -1), L2M0 * (3 * c1), L2M1 * u,
                L2M2 * (a0 + -1 * Centre), L2M2 * (a1 + -1),
            };
            for (var term = 0; term < FactorTerms; ++term)
            {
                var factor = CentreShare(column) * factors[term];
                Floats[FactorOffset + term * Stride + column] = Math.Abs(factor) < LeastFactor ? 0 : (float)factor;
            }
        }

        private void FillRow(int row)
        {
            var n = Shape.Size;
            var v = Offset(row);
            double v0 = v - 1.0 / n, v1 = v + 1.0 / n;
            var mean = 4.0 * Math.PI / (6.0 * n * n);
            var inner = Distance(Offset(0) - 1.0 / n, v0);
            var outer = Distance(Offset(0) - 1.0 / n, v1);
            for (var i = 0; i < Shape.Half; ++i)
            {
                var u = Offset(i);
                // The next texel's inner edge; at u + 1 / n it would be rounded otherwise.
                double nextInner = Distance(Offset(i + 1) - 1.0 / n, v0), nextOuter = Distance(Offset(i + 1) - 1.0 / n, v1);
                var relative = n <= 2 ? 1.0 : SolidAngle(u - 1.0 / n, u + 1.0 / n, v0, v1, inner, nextInner, outer, nextOuter,
                    4.0 / ((double)n * n)) / mean;
                Floats[WeightOffset + 2 * (row * Stride + i)] = (float)(MeanWeight * CentreShare(row) * relative);
                Floats[WeightOffset + 2 * (row * Stride + i) + 1] = (float)(1.0 / Math.Sqrt(1.0 + u * u + v * v));
                inner = nextInner;
                outer = nextOuter;
            }
        }

        private static double Distance(double u, double v) => Math.Sqrt(1.0 + u * u + v * v);

        // Van Oosterom and Strackee 1983, for both triangles of a small rectangle on the plane at distance 1.
        private static double SolidAngle(double u0, double u1, double v0, double v1, double l00, double l10, double l01,
            double l11, double area)
        {
            double d00d10 = 1.0 + u0 * u1 + v0 * v0, d00d01 = 1.0 + u0 * u0 + v0 * v1;
            double d11d10 = 1.0 + u1 * u1 + v0 * v1, d11d01 = 1.0 + u0 * u1 + v1 * v1;
            var d10d01 = 1.0 + u0 * u1 + v0 * v1;
            return 2.0 * (HalfSolidAngle(area, l00, l10, l01, d00d10, d10d01, d00d01) +
                          HalfSolidAngle(area, l11, l01, l10, d11d01, d10d01, d11d10));
        }

        private static double HalfSolidAngle(double area, double la, double lb, double lc, double ab, double bc, double ca) =>
            AtanSmall(area / (la * lb * lc + ab * lc + bc * la + ca * lb));

        // Arc tangent, |x| <= 0.11.
        private static double AtanSmall(double x)
        {
            var sum = 0.0;
            for (var k = 8; k >= 0; --k)
                sum = 1.0 / (2.0 * k + 1.0) - x * x * sum;
            return x * sum;
        }

        // By the table of cube faces in the Vulkan specification: axes to the right, down and outwards.
        private static readonly int[][,] faces =
        {
            new[,] { { 0, 0, -1 }, { 0, -1, 0 }, { 1, 0, 0 } }, new[,] { { 0, 0, 1 }, { 0, -1, 0 }, { -1, 0, 0 } },
            new[,] { { 1, 0, 0 }, { 0, 0, 1 }, { 0, 1, 0 } }, new[,] { { 1, 0, 0 }, { 0, 0, -1 }, { 0, -1, 0 } },
            new[,] { { 1, 0, 0 }, { 0, -1, 0 }, { 0, 0, 1 } }, new[,] { { -1, 0, 0 }, { 0, -1, 0 }, { 0, 0, -1 } },
        };

        // The harmonics of band 2 as symmetric matrices, xy yz 3zz-1 xz xx-yy, of which none needs its factor here.
        private static readonly int[][,] quadrics =
        {
            new[,] { { 0, 1, 0 }, { 1, 0, 0 }, { 0, 0, 0 } }, new[,] { { 0, 0, 0 }, { 0, 0, 1 }, { 0, 1, 0 } },
            new[,] { { -1, 0, 0 }, { 0, -1, 0 }, { 0, 0, 2 } }, new[,] { { 0, 0, 1 }, { 0, 0, 0 }, { 1, 0, 0 } },
            new[,] { { 1, 0, 0 }, { 0, -1, 0 }, { 0, 0, 0 } },
        };

        private static readonly int[] axisOf = { 1, 2, 0 }; // the harmonics of band 1: y z x

        // How a harmonic of a face's own frame counts in one of the cube's frame: exact, but for one square root.
        private static double Rotation(int[,] axes, int to, int from)
        {
            if (to == 0)
                return 1;
            if (to < 4)
                return axes[axisOf[from - 1], axisOf[to - 1]];
            int[,] a = quadrics[to - 4], b = quadrics[from - 4];
            int product = 0, normA = 0, normB = 0;
            for (var i = 0; i < 9; ++i)
            {
                normA += a[i / 3, i % 3] * a[i / 3, i % 3];
                normB += b[i / 3, i % 3] * b[i / 3, i % 3];
                for (var j = 0; j < 9; ++j)
                    product += a[i / 3, i % 3] * axes[j / 3, i / 3] * axes[j % 3, i % 3] * b[j / 3, j % 3];
            }
            return product / Math.Sqrt(normA * normB);
        }

        private static uint[] MakeTerms()
        {
            var terms = new List<uint>();
            var first = new List<uint>();
            for (var to = 0; to < Coefficients; ++to)
            {
                first.Add((uint)terms.Count / 2);
                var band = to == 0 ? 0 : to < 4 ? 1 : 2; // bands never mix
                for (var face = 0; face < faces.Length; ++face)
                    for (var from = band * band; from < (band + 1) * (band + 1); ++from)
                    {
                        var factor = Rotation(faces[face], to, from);
                        if (factor == 0)
                            continue;
                        terms.Add((uint)(face * Coefficients + from));
                        terms.Add(Words.Of((float)factor));
                    }
            }
            first.Add((uint)terms.Count / 2);
            terms.AddRange(first);
            return terms.ToArray();
        }
    }

    internal static class Words
    {
        internal static uint Of(float value) => BitConverter.ToUInt32(BitConverter.GetBytes(value), 0);
        internal static float ToFloat(uint bits) => BitConverter.ToSingle(BitConverter.GetBytes(bits), 0);
    }
}
