using System;
using System.Collections.Generic;
using System.Linq;
using ProbeNorm.Native;

namespace ProbeNorm
{
    /// <summary>Which mips are made of a cubemap for surfaces of rising roughness. 0 is the default of each
    /// value.</summary>
    public sealed class Prefilter
    {
        internal const int MaxMips = 15; // the library refuses more
        private const int MaxDfgSize = 1024;

        /// <summary>0 is Ggx; Charlie is cloth's.</summary>
        public Lobe Lobe { get; set; }
        /// <summary>The roughness of each mip, as MipRoughness returns it; 0 is Linear.</summary>
        public RoughnessMapping Mapping { get; set; }
        /// <summary>0 is Baked; Realtime takes less time.</summary>
        public Effort Effort { get; set; }
        /// <summary>Of a face of mip 0, in texels, at most the cubemap's; 0 is the cubemap's. Mip i has
        /// max(1, BaseSize >> i).</summary>
        public int BaseSize { get; set; }
        /// <summary>1 to 15. 0 is one for each Roughness, or without these all mips down to one texel.</summary>
        public int MipCount { get; set; }
        /// <summary>One perceptual roughness per mip, 0 to 1, instead of the mapping's; null: the mapping's.</summary>
        public float[] Roughness { get; set; }

        /// <summary>The perceptual roughness, 0 to 1, of each of mipCount mips (1 to 15) by a mapping. baseSize: of a face of
        /// mip 0 in texels, 1 to 16384; only Babylon reads it.</summary>
        public static float[] MipRoughness(RoughnessMapping mapping, int mipCount, int baseSize)
        {
            LibraryInfo.Require();
            var roughness = new float[MaxMips];
            Library.Check(Library.pnGetMipRoughness(mapping, (uint)baseSize, (uint)mipCount, roughness));
            return roughness.Take(mipCount).ToArray();
        }

        /// <summary>The other half of the split sum: RGB of size * size texels (size: 1 to 1024), row by row. Row y has
        /// perceptual roughness (y + 0.5) / size, column x has N.V = (x + 0.5) / size. B is cloth.</summary>
        public static float[] DfgTable(Dfg kind, int size = 256)
        {
            LibraryInfo.Require();
            var rgb = new float[size > 0 && size <= MaxDfgSize ? 3 * size * size : 0]; // the library refuses the others
            Library.Check(Library.pnMakeDfgRows(kind, (uint)size, 0, (uint)size, (ulong)rgb.Length, rgb));
            return rgb;
        }

        // What is larger than the source is refused by the library.
        internal int BaseSizeOf(CubemapTexels source) =>
            BaseSize > 0 ? Math.Min(BaseSize, source.FaceSize) : source.FaceSize;

        internal int MipCountOf(IReadOnlyList<CubemapTexels> sources)
        {
            var mipCount = MipCount != 0 || Roughness == null ? MipCount : Roughness.Length;
            if (Roughness != null && Roughness.Length != mipCount)
                throw new ArgumentException("must hold one number per mip, " + mipCount, nameof(Roughness));
            if (mipCount != 0 || Roughness != null)
                return mipCount;
            var counts = sources.Select(source => ChainLength(BaseSizeOf(source))).DefaultIfEmpty(1).Distinct().ToArray();
            if (counts.Length > 1)
                throw new ArgumentException("must be given for cubemaps of different sizes", nameof(MipCount));
            return counts[0];
        }

        internal unsafe Native.Prefilter ToNative(int mipCount, Pins pins)
        {
            return new Native.Prefilter
            {
                StructSize = (uint)sizeof(Native.Prefilter),
                Lobe = Lobe,
                Mapping = Mapping,
                Effort = Effort,
                BaseSize = (uint)BaseSize,
                MipCount = (uint)mipCount,
                Roughness = Roughness != null ? (float*)pins.Add(Roughness) : null,
            };
        }

        private static int ChainLength(int size) => size > 1 ? 1 + ChainLength(size >> 1) : 1;
    }

    /// <summary>The mips of a cubemap for surfaces of rising roughness.</summary>
    public sealed class PrefilteredCubemap
    {
        /// <summary>The source's, or Rgba16F for the 8-bit ones.</summary>
        public Format Format { get; internal set; }
        /// <summary>Radiance: a mip's six faces, one after the other, without gaps. Alpha is 1.</summary>
        public byte[][] Mips { get; internal set; }
        /// <summary>Perceptual, 0 to 1, of each mip.</summary>
        public float[] Roughness { get; internal set; }
        public Backend Backend { get; internal set; }
        /// <summary>Whether the kernels that ran gave the CPU backend's bits.</summary>
        public bool IsReproducible { get; internal set; }
        /// <summary>Of the whole call.</summary>
        public TimeSpan CallTime { get; internal set; }
    }

    /// <summary>The arguments of one pnPrefilterCubemaps.</summary>
    internal sealed unsafe class PrefilterCall
    {
        private readonly Prefilter prefilter;
        private readonly CubemapTexels[] sources;
        private readonly MipBuffers[] results;
        private readonly PrefilterItem[] items;
        private readonly PrefilterInfo[] infos;
        private Native.Prefilter native;

        internal PrefilterCall(IReadOnlyList<CubemapTexels> cubemaps, Prefilter prefilter, Pins pins)
        {
            LibraryInfo.Require();
            this.prefilter = prefilter = prefilter ?? new Prefilter();
            sources = cubemaps.ToArray();
            var mipCount = prefilter.MipCountOf(sources);
            native = prefilter.ToNative(mipCount, pins);
            var made = Math.Max(0, Math.Min(mipCount, Prefilter.MaxMips));
            results = sources.Select(source => new MipBuffers(source.Format, made,
                mip => Math.Max(1, prefilter.BaseSizeOf(source) >> mip), pins)).ToArray();
            var views = (EnvironmentView*)pins.Add(sources.Select(source => source.View(pins)).ToArray());
            items = new PrefilterItem[Math.Max(1, sources.Length)]; // so that fixed gives an address
            for (var i = 0; i < sources.Length; ++i)
                items[i] = new PrefilterItem
                {
                    StructSize = (uint)sizeof(PrefilterItem), Cubemap = views + i, Targets = results[i].Targets,
                };
            infos = new PrefilterInfo[items.Length];
            infos[0].StructSize = (uint)sizeof(PrefilterInfo);
        }

        internal PrefilteredCubemap[] Run(ContextHandle context, ProjectOptions options, CallProgress progress)
        {
            var nativeOptions = ProjectOptions.ToNative(options, progress?.words);
            uint completed;
            Result result;
            fixed (Native.Prefilter* first = &native)
            fixed (PrefilterItem* firstItem = items)
            fixed (PrefilterInfo* firstInfo = infos)
                result = Library.pnPrefilterCubemaps(
                    context, (uint)sources.Length, firstItem, first, &nativeOptions, firstInfo, out completed);
            var message = Library.LastError(); // now, since the next call clears it
            GC.KeepAlive(progress);
            var finished = Enumerable.Range(0, (int)completed).Select(ResultOf).ToArray();
            if (result != Result.Success)
                throw new ProbeNormException(result, message, null, null, finished);
            return finished;
        }

        private PrefilteredCubemap ResultOf(int index)
        {
            var mapping = native.Mapping != 0 ? native.Mapping : RoughnessMapping.Linear;
            return new PrefilteredCubemap
            {
                Format = results[index].Format,
                Mips = results[index].Mips,
                Roughness = (float[])prefilter.Roughness?.Clone() ??
                    Prefilter.MipRoughness(mapping, (int)native.MipCount, prefilter.BaseSizeOf(sources[index])),
                Backend = infos[index].Backend,
                IsReproducible = infos[index].IsReproducible != 0,
                CallTime = Library.Time(infos[index].CallNanoseconds),
            };
        }
    }
}
