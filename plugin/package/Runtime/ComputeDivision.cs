using System;
using System.Collections.Generic;
using System.Linq;
using ProbeNorm.Native;
using UnityEngine;

namespace ProbeNorm
{
    /// <summary>Divides a cubemap, mip by mip, by its own light, by compute shaders: the presets ProbeNorm and Classic with the
    /// cosine lobe, and their channels, floor and de-ringing. Otherwise as ComputeProjection. The result's Dering and Average
    /// are not worked out.</summary>
    public sealed class ComputeDivision : ComputeTask<NormalizedCubemap>
    {
        private const float LeastFloor = 1e-6f, MostFloor = 0.9f;

        private readonly Format format;
        private readonly ComputeDivide work;

        public ComputeDivision(
            IReadOnlyList<CubemapTexels> mips, Normalization normalization = null, ProjectOptions options = null)
        {
            if (mips == null || mips.Count == 0)
                throw new ArgumentException("must hold at least one mip", nameof(mips));
            if (ComputeProjection.UnavailableReason.Length > 0)
                throw new InvalidOperationException(ComputeProjection.UnavailableReason);
            options = options ?? new ProjectOptions();
            ComputeProjection.CheckOptions(options);
            normalization = (normalization ?? new Normalization()).Resolved();
            CheckArguments(mips, normalization);
            format = mips[0].Format;
            var isRgb = normalization.channels == Channels.Rgb;
            work = new ComputeDivide(mips, isRgb, normalization.dering == Dering.Auto, normalization.floor, options);
            Start(work, () => ComputeSelfTest.ForDivision(format, mips[0].FaceSize, isRgb));
        }

        internal override NormalizedCubemap MakeResult(bool isReproducible)
        {
            work.CheckTexels();
            return new NormalizedCubemap
            {
                Format = ComputeDivide.ResultFormat(format),
                Mips = work.Mips,
                Light = work.Light,
                IsReproducible = isReproducible,
            };
        }

        private static void CheckArguments(IReadOnlyList<CubemapTexels> mips, Normalization normalization)
        {
            ComputeProjection.CheckFaceSize(mips[0]);
            for (var mip = 1; mip < mips.Count; ++mip)
                if (mips[mip].Format != mips[0].Format || mips[mip].FaceSize != Math.Max(1, mips[0].FaceSize >> mip))
                    throw new ArgumentException("must be of one format, each half the size of the one before", nameof(mips));
            var isOurs = normalization.preset == Preset.ProbeNorm || normalization.preset == Preset.Classic;
            if (!isOurs || normalization.lobe != Lobe.Cosine || normalization.bands != CubemapTables.Bands)
                throw new ArgumentException(
                    "compute shaders divide by the presets ProbeNorm and Classic, with the cosine lobe and 3 bands",
                    nameof(normalization));
            if (!(normalization.floor >= LeastFloor && normalization.floor <= MostFloor))
                throw new ArgumentOutOfRangeException(
                    nameof(normalization), normalization.floor, "floor must be in 1e-6..0.9, or 0 for the preset's");
        }
    }

    /// <summary>One division by compute shaders.</summary>
    internal sealed class ComputeDivide : ComputeWork
    {
        private const int LaneRows = 16; // shaders/shared/normalize.h
        private const float Least = 1f / (1 << 24); // the smallest half float

        private readonly ComputeRun run;
        private readonly ProjectOptions options;
        private readonly BufferReading[] readings;

        internal void CheckTexels() => run.CheckedInfo(options);

        internal ComputeDivide(
            IReadOnlyList<CubemapTexels> mips, bool isRgb, bool derings, float floor, ProjectOptions options)
        {
            this.options = options;
            try
            {
                run = new ComputeRun(ComputeProjection.CopyFaces(mips[0]), mips[0].Format, mips[0].FaceSize, options);
                var denominators = MakeDenominators(isRgb, derings, floor);
                readings = mips.Select(mip => Divide(mip, denominators, isRgb, options)).ToArray();
            }
            catch
            {
                Dispose();
                throw;
            }
        }

        internal static Format ResultFormat(Format format) =>
            format == Format.Rgba8 || format == Format.Rgba8Srgb ? Format.Rgba16F : format;

        internal byte[][] Mips => Array.ConvertAll(readings, reading => reading.ToBytes());

        internal Sh Light => new Sh(CubemapTables.Bands, Array.ConvertAll(run.Coefficients, Words.ToFloat));

        internal override bool IsDone => run.IsDone & base.IsDone;

        internal override void Wait()
        {
            run.Wait();
            base.Wait();
        }

        public override void Dispose()
        {
            run?.Dispose();
            base.Dispose();
        }

        private ComputeBuffer MakeDenominators(bool isRgb, bool derings, float floor)
        {
            var denominators = NewBuffer(KernelWords.DenominatorWords + 1);
            Dispatch("Denominator", 1, 1,
                "Coefficients Denominators", new[] { run.CoefficientBuffer, denominators },
                KernelWords.OfDenominators(isRgb, derings, floor, Least));
            return denominators;
        }

        // The words of NormalizeParams (shaders/shared/normalize.h).
        private BufferReading Divide(CubemapTexels mip, ComputeBuffer denominators, bool isRgb, ProjectOptions options)
        {
            var tables = ComputeRun.TablesOf(mip.FaceSize, mip.Format);
            int n = mip.FaceSize, half = tables.Shape.Half;
            var texelWords = ComputeProjection.TexelBytes(ResultFormat(mip.Format)) / sizeof(uint);
            var results = NewBuffer(CubemapShape.FaceCount * n * n * texelWords);
            var lanesLog2 = tables.Shape.LaneColumnsLog2;
            var lanes = (1 << lanesLog2) * ((half + LaneRows - 1) / LaneRows); // of a face
            var groupFacesLog2 = 0;
            while (2 * lanes << groupFacesLog2 <= CubemapShape.GroupLanes)
                ++groupFacesLog2;
            Dispatch((isRgb ? "NormalizeRgb" : "NormalizeLuminance") + KernelSuffix(mip.Format),
                (CubemapShape.FaceCount + (1 << groupFacesLog2) - 1) >> groupFacesLog2,
                (lanes + CubemapShape.GroupLanes - 1) / CubemapShape.GroupLanes,
                "Texels Tables Results Denominators",
                new[] { Upload(ComputeProjection.CopyFaces(mip)), Upload(tables.DivisionFloats()), results, denominators },
                (uint)half, 0, (uint)half, (uint)lanesLog2, (uint)groupFacesLog2, CubemapShape.FaceCount, 0, (uint)(n * n),
                (uint)n, (uint)((half - 1) * n), (uint)((n - half) * n), (uint)(half - 1), (uint)(n - half),
                (uint)(2 * CubemapTables.ByteValues + half), (uint)tables.Stride, 2 * CubemapTables.ByteValues, 0,
                CubemapTables.ByteValues, 0, ZeroNegative(options), MaximumBits(options));
            return Fetch(results);
        }
    }
}
