using System;
using ProbeNorm.Native;
using UnityEngine;

namespace ProbeNorm
{
    /// <summary>One projection of a cubemap by compute shaders: dispatches them when it is made, and fetches what they
    /// wrote.</summary>
    internal sealed class ComputeRun : ComputeWork
    {
        internal const int MaxFaceSize = 2048;
        private static CubemapTables lastTables; // probes of a bake have one size, as a rule
        private static Format lastFormat;

        /// <summary>The coefficients on the device.</summary>
        internal readonly ComputeBuffer CoefficientBuffer;

        private readonly BufferReading coefficients, counts;
        private readonly CubemapTables tables;

        internal ComputeRun(byte[][] faces, Format format, int faceSize, ProjectOptions options)
        {
            tables = TablesOf(faceSize, format);
            try
            {
                var tableWords = Upload(tables);
                var countWords = NewBuffer(KernelWords.CountWords);
                countWords.SetData(new uint[KernelWords.CountWords]);
                var partials = Project(Upload(faces), format, tableWords, countWords, options);
                CoefficientBuffer = Finish(partials, tableWords);
                coefficients = Fetch(CoefficientBuffer);
                counts = Fetch(countWords);
            }
            catch
            {
                Dispose();
                throw;
            }
        }

        internal uint[] Coefficients => coefficients.Words;

        /// <summary>Texels that are not finite, negative, clamped; then ~index of the first that is not finite.</summary>
        internal uint[] Counts => counts.Words;

        /// <summary>What the counts say. Throws an exception where texels are not finite and the options refuse these.</summary>
        internal Native.ProjectInfo CheckedInfo(ProjectOptions options)
        {
            var info = new Native.ProjectInfo
            {
                Algorithm = ComputeProjection.Algorithm, NonFinite = Counts[0], Negative = Counts[1], Clamped = Counts[2],
            };
            if (info.NonFinite == 0)
                return info;
            uint first = ~Counts[3], size = (uint)tables.Shape.Size;
            info.HasBadTexel = 1;
            info.BadX = first % size;
            info.BadY = first / size % size;
            info.BadFace = first / size / size;
            if (options.BadTexels == BadTexelPolicy.Error)
                throw new InvalidOperationException(
                    "the cubemap has " + info.NonFinite + " texels that are not finite, the first on face " + info.BadFace +
                    " at x " + info.BadX + ", y " + info.BadY);
            return info;
        }

        internal static CubemapTables TablesOf(int faceSize, Format format)
        {
            if (lastTables == null || lastTables.Shape.Size != faceSize || lastFormat != format)
            {
                lastTables = new CubemapTables(new CubemapShape(faceSize), format);
                lastFormat = format;
            }
            return lastTables;
        }

        private ComputeBuffer Project(
            ComputeBuffer texels, Format format, ComputeBuffer tableWords, ComputeBuffer countWords, ProjectOptions options)
        {
            var shape = tables.Shape;
            var facesPerGroup = CubemapShape.GroupLanes >> shape.GroupLanesLog2;
            var groups = (CubemapShape.FaceCount + facesPerGroup - 1) / facesPerGroup;
            var partials = NewBuffer(CubemapShape.FaceCount * shape.Blocks * KernelWords.FloatsPerPartial);
            Dispatch("ShProject" + KernelSuffix(format), groups, shape.Blocks,
                "Texels Tables Partials Counts", new[] { texels, tableWords, partials, countWords },
                KernelWords.OfProjection(tables, CubemapShape.FaceCount, 0, ZeroNegative(options), MaximumBits(options)));
            return partials;
        }

        // Adds the partials of each face, and makes coefficients.
        private ComputeBuffer Finish(ComputeBuffer partials, ComputeBuffer tableWords)
        {
            var left = KernelWords.BlocksAfterCombining(tables.Shape);
            if (left != tables.Shape.Blocks)
            {
                var sums = NewBuffer(CubemapShape.FaceCount * left * KernelWords.FloatsPerPartial);
                Dispatch("ShCombine", CubemapShape.FaceCount * left, 1, "Partials Sums", new[] { partials, sums },
                    KernelWords.OfCombination(CubemapShape.FaceCount * left));
                partials = sums;
            }
            var result = NewBuffer(KernelWords.FloatsPerPartial);
            Dispatch("ShFinalize" + left, 1, 1,
                "Partials Tables Coefficients", new[] { partials, tableWords, result },
                KernelWords.OfCoefficients(tables));
            return result;
        }
    }

    /// <summary>The parameters of the kernels.</summary>
    internal static class KernelWords
    {
        internal const int CombinePartials = 32, CountWords = 4, FloatsPerPartial = 3 * CubemapTables.Coefficients;
        internal const int DenominatorWords = 168; // shaders/shared/denominator.h
        internal const uint NoMaximum = 0x7fffffff;
        private const double CosineLinear = 2.0 / 3.0, CosineQuadratic = 1.0 / 4.0;

        /// <summary>The words of ShProjectParams (shaders/shared/sh_project.h).</summary>
        internal static uint[] OfProjection(
            CubemapTables tables, int faceCount, uint firstFace, uint zeroNegative, uint maximumBits)
        {
            var shape = tables.Shape;
            int n = shape.Size, half = shape.Half;
            return new uint[]
            {
                (uint)half, (uint)half, (uint)shape.SegmentsLog2, (uint)shape.LaneColumnsLog2, (uint)shape.GroupLanesLog2,
                (uint)faceCount, CubemapShape.FaceCount, firstFace, 0, (uint)shape.Blocks, (uint)(n * n),
                (uint)((half - 1) * n), (uint)((n - half) * n), (uint)(half - 1), (uint)(n - half), (uint)n, (uint)n,
                (uint)tables.WeightOffset / 2, (uint)tables.Stride, 0, (uint)tables.FactorOffset, (uint)tables.Stride, 0,
                zeroNegative, maximumBits, Words.Of(tables.ReciprocalSize), 0, 0, 0, 0,
            };
        }

        /// <summary>How many blocks of partial sums each face has after ShCombine.</summary>
        internal static int BlocksAfterCombining(CubemapShape shape) =>
            shape.Blocks > CombinePartials ? shape.Blocks / CombinePartials : shape.Blocks;

        /// <summary>The words of ShCombineParams. sums: of all faces.</summary>
        internal static uint[] OfCombination(int sums) => new uint[] { (uint)sums, CombinePartials, (uint)FloatsPerPartial };

        /// <summary>The words of ShFinalizeParams.</summary>
        internal static uint[] OfCoefficients(CubemapTables tables) => new uint[]
        {
            1, 1, (uint)tables.TermOffset / 2, (uint)(tables.TermOffset + 2 * tables.TermCount), (uint)tables.TermCount,
            Words.Of(tables.Scale),
        };

        /// <summary>The words of DenominatorParams (shaders/shared/denominator.h), with the cosine lobe.</summary>
        internal static uint[] OfDenominators(bool isRgb, bool derings, float floor, float least) => new uint[]
        {
            isRgb ? 1u : 0, derings ? 1u : 0, Words.Of(0.2126f), Words.Of(0.7152f), Words.Of(0.0722f),
            Words.Of((float)ManagedLight.L0), Words.Of((float)(ManagedLight.L1 * CosineLinear)),
            Words.Of((float)(ManagedLight.L2M1 * CosineQuadratic)), Words.Of((float)(ManagedLight.L2M0 * CosineQuadratic)),
            Words.Of((float)(ManagedLight.L2M2 * CosineQuadratic)), 0, Words.Of(floor), Words.Of(least), 0,
            DenominatorWords, (uint)FloatsPerPartial, 1,
        };
    }
}
