using System;
using System.Collections.Generic;

namespace ProbeNorm
{
    /// <summary>A cubemap with its mips, each half the size of the one before, and the light that it is divided by.
    /// </summary>
    public sealed class CubemapMips
    {
        public IReadOnlyList<CubemapTexels> Mips { get; }
        /// <summary>Null: the cubemap's own light, which is projected first.</summary>
        public Sh Light { get; }
        /// <summary>How many mips the result has. The library makes those that are not given.</summary>
        public int MipCount { get; }

        /// <summary>mipCount: of the result; 0: as many as are given.</summary>
        public CubemapMips(IReadOnlyList<CubemapTexels> mips, Sh light = null, int mipCount = 0)
        {
            if (mips == null || mips.Count == 0)
                throw new ArgumentException("must hold at least one mip", nameof(mips));
            foreach (var mip in mips)
                if (mip == null)
                    throw new ArgumentException("must not hold null", nameof(mips));
            if (mipCount != 0 && mipCount < mips.Count)
                throw new ArgumentOutOfRangeException(nameof(mipCount), mipCount, "must not be below the mips that are given");
            Mips = mips;
            Light = light;
            MipCount = mipCount != 0 ? mipCount : mips.Count;
        }
    }

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
        /// <summary>Of the whole call.</summary>
        public TimeSpan GpuTime { get; internal set; }
        public TimeSpan CallTime { get; internal set; }
        /// <summary>Texel bytes that the call sent to the device; 0 on the CPU.</summary>
        public long UploadedBytes { get; internal set; }
    }
}
