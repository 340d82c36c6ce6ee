using System;
using System.Collections.Generic;
using ProbeNorm.Native;

namespace ProbeNorm
{
    /// <summary>A cubemap divided by light: its texels have no unit, and the run time multiplies by the local
    /// light.</summary>
    public sealed class NormalizedCubemap
    {
        /// <summary>The input's, or Rgba16F for the 8-bit ones.</summary>
        public Format Format { get; internal set; }
        /// <summary>A mip's six faces, one after the other, without gaps.</summary>
        public byte[][] Mips { get; internal set; }
        /// <summary>What it was divided by; unwindowed.</summary>
        public Sh Light { get; internal set; }
        /// <summary>Of the denominator of mip 0.</summary>
        public DeringResult Dering { get; internal set; }
        public float Average { get; internal set; }
        public Backend Backend { get; internal set; }
        public bool IsReproducible { get; internal set; }
    }

    /// <summary>The arguments of one pnNormalizeCubemap.</summary>
    internal sealed unsafe class NormalizeCall
    {
        private readonly IReadOnlyList<CubemapTexels> mips;
        private readonly Sh light;
        private readonly Format format;
        private readonly byte[][] results;
        private Native.Normalization normalization;
        private Native.ProjectOptions options;

        internal NormalizeCall(
            IReadOnlyList<CubemapTexels> mips, Normalization normalization, Sh light, ProjectOptions options)
        {
            if (mips == null || mips.Count == 0)
                throw new ArgumentException("must hold at least one mip", nameof(mips));
            this.mips = mips;
            this.light = light;
            this.normalization = Normalization.ToNative(normalization);
            this.options = ProjectOptions.ToNative(options);
            format = mips[0].Format == Format.Rgba8 || mips[0].Format == Format.Rgba8Srgb
                ? Format.Rgba16F
                : mips[0].Format;
            results = new byte[mips.Count][];
            for (var i = 0; i < results.Length; ++i)
                results[i] = new byte[checked(CubemapTexels.FaceCount * FaceBytes(mips[i]))];
        }

        internal NormalizedCubemap Run(ContextHandle context)
        {
            var pins = new List<IDisposable>();
            try
            {
                var views = new CubemapView[mips.Count];
                var targets = new CubemapTarget[mips.Count];
                for (var i = 0; i < views.Length; ++i)
                {
                    var pinned = mips[i].Pin();
                    pins.Add(pinned);
                    views[i] = pinned.View();
                    var result = new PinnedArray(results[i]);
                    pins.Add(result);
                    targets[i] = MakeTarget(result, (ulong)FaceBytes(mips[i]));
                }
                return Run(context, views, targets);
            }
            finally
            {
                foreach (var pin in pins)
                    pin.Dispose();
            }
        }

        private NormalizedCubemap Run(ContextHandle context, CubemapView[] views, CubemapTarget[] targets)
        {
            Native.Sh sh;
            var projectInfo = new Native.ProjectInfo { StructSize = (uint)sizeof(Native.ProjectInfo) };
            var info = new NormalizeInfo { StructSize = (uint)sizeof(NormalizeInfo) };
            var given = light != null ? light.Data : new Native.Sh();
            fixed (CubemapView* firstView = views)
            fixed (CubemapTarget* firstTarget = targets)
            {
                Library.Check(Library.pnNormalizeCubemap(
                    context, (uint)views.Length, firstView, ref normalization, light != null ? &given : null,
                    ref options, firstTarget, out sh, ref projectInfo, ref info));
            }
            return new NormalizedCubemap
            {
                Format = format,
                Mips = results,
                Light = light ?? new Sh(ref sh),
                Average = info.Average,
                Backend = info.Backend,
                IsReproducible = info.IsReproducible != 0,
                Dering = new DeringResult
                {
                    Width = info.Width,
                    MinimumBefore = info.MinimumBefore,
                    MinimumAfter = info.MinimumAfter,
                    EnergyKept = info.EnergyKept,
                },
            };
        }

        private long FaceBytes(CubemapTexels mip)
        {
            return (long)mip.FaceSize * mip.FaceSize * Library.pnGetFormatBytes(format);
        }

        private CubemapTarget MakeTarget(PinnedArray result, ulong faceBytes)
        {
            var target = new CubemapTarget
            {
                StructSize = (uint)sizeof(CubemapTarget),
                Format = format,
                FaceBytes = faceBytes,
            };
            for (var face = 0; face < CubemapTexels.FaceCount; ++face)
                target.Faces[face] = result.Address.ToInt64() + (long)faceBytes * face;
            return target;
        }
    }
}
