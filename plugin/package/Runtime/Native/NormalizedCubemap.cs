using System;
using System.Collections.Generic;

namespace ProbeNorm
{
    /// <summary>A cubemap with its mips, each half the size of the one before, and the light that it is divided by.</summary>
    public sealed class CubemapMips
    {
        public IReadOnlyList<CubemapTexels> Mips { get; }
        /// <summary>Null: the cubemap's own light, which is projected first.</summary>
        public Sh Light { get; }

        public CubemapMips(IReadOnlyList<CubemapTexels> mips, Sh light = null)
        {
            if (mips == null || mips.Count == 0)
                throw new ArgumentException("must hold at least one mip", nameof(mips));
            foreach (var mip in mips)
                if (mip == null)
                    throw new ArgumentException("must not hold null", nameof(mips));
            Mips = mips;
            Light = light;
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
    }
}
