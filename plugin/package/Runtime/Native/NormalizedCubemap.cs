using System;
using System.Collections.Generic;
using System.Linq;
using ProbeNorm.Native;

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

    /// <summary>One cubemap as the library takes it to be normalized, and memory for the result.</summary>
    internal sealed unsafe class NormalizeBuffers
    {
        private readonly CubemapMips cubemap;
        private readonly MipBuffers results;

        internal NormalizeBuffers(CubemapMips cubemap, Pins pins)
        {
            this.cubemap = cubemap;
            var given = cubemap.Mips;
            var views = given.Select(mip => mip.View(pins)).ToArray();
            results = new MipBuffers(given[0].Format, cubemap.MipCount, mip => mip < given.Count ? given[mip].FaceSize :
                Math.Max(1, given[0].FaceSize >> mip), pins);
            Item = new NormalizeItem
            {
                StructSize = (uint)sizeof(NormalizeItem),
                MipCount = (uint)cubemap.MipCount,
                GivenMipCount = (uint)views.Length,
                Mips = (EnvironmentView*)pins.Add(views),
                Targets = results.Targets,
                Light = cubemap.Light != null ? (Native.Sh*)pins.Add(new[] { cubemap.Light.Data }) : null,
            };
        }

        internal NormalizeItem Item { get; }

        internal NormalizedCubemap Result(ref Native.Sh light, ref NormalizeInfo info)
        {
            return new NormalizedCubemap
            {
                Format = results.Format,
                Mips = results.Mips,
                Light = cubemap.Light ?? new Sh(ref light),
                Average = info.Average,
                Backend = info.Backend,
                IsReproducible = info.IsReproducible != 0,
                GpuTime = Library.Time(info.GpuNanoseconds),
                CallTime = Library.Time(info.CallNanoseconds),
                UploadedBytes = (long)info.UploadedBytes,
                Dering = new DeringResult
                {
                    Width = info.Width,
                    MinimumBefore = info.MinimumBefore,
                    MinimumAfter = info.MinimumAfter,
                    EnergyKept = info.EnergyKept,
                },
            };
        }
    }

    /// <summary>Memory for the mips of a result: the six faces of each one after the other, without gaps.</summary>
    internal sealed unsafe class MipBuffers
    {
        internal Format Format { get; }
        internal byte[][] Mips { get; }
        internal CubemapTarget* Targets { get; }

        /// <summary>source: the format of the texels that the mips are made of. faceSize: of each mip.</summary>
        internal MipBuffers(Format source, int mipCount, Func<int, int> faceSize, Pins pins)
        {
            Format = source == Format.Rgba8 || source == Format.Rgba8Srgb ? Format.Rgba16F : source;
            Mips = new byte[mipCount][];
            var targets = Enumerable.Range(0, mipCount).Select(mip => MakeTarget(mip, faceSize(mip), pins)).ToArray();
            Targets = (CubemapTarget*)pins.Add(targets);
        }

        private CubemapTarget MakeTarget(int mip, long faceSize, Pins pins)
        {
            var faceBytes = faceSize * faceSize * Library.pnGetFormatBytes(Format);
            Mips[mip] = new byte[checked(CubemapTexels.FaceCount * faceBytes)];
            var target = new CubemapTarget
            {
                StructSize = (uint)sizeof(CubemapTarget),
                Format = Format,
                FaceBytes = (ulong)faceBytes,
            };
            var start = (long)pins.Add(Mips[mip]);
            for (var face = 0; face < CubemapTexels.FaceCount; ++face)
                target.Faces[face] = start + faceBytes * face;
            return target;
        }
    }
}
