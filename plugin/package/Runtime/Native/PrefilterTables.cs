using System;
using ProbeNorm.Native;

namespace ProbeNorm
{
    /// <summary>What ComputePrefilter reads beside texels, for cubemaps of one size and format; ComputePrefilter.MakeTables makes
    /// it. Fields are public so that Unity can store them with an asset.</summary>
    [Serializable]
    public sealed class PrefilterTables
    {
        public int faceSize, baseSize;
        public Format format;
        public Lobe lobe;
        public Effort effort;
        /// <summary>Perceptual, 0 to 1, of each mip.</summary>
        public float[] roughness;
        /// <summary>As PnUnityPrefilterTables of probenorm_unity.h has them.</summary>
        public int levelCount, symmetryOffset, valueOffset, gatherOffset, weightOffset;
        public int[] tileOffset;
        public uint[] words;
        public float[] weights;
        /// <summary>The hash of the CPU's mips of known texels.</summary>
        public ulong knownHash;

        internal Prefilter Prefilter => new Prefilter { Lobe = lobe, Effort = effort, BaseSize = baseSize, Roughness = roughness };

        internal int SizeOf(int mip) => Math.Max(1, baseSize >> mip);

        /// <summary>For cubemaps like this one.</summary>
        internal static unsafe PrefilterTables Make(CubemapTexels cubemap, Prefilter prefilter)
        {
            LibraryInfo.Require();
            var mipCount = prefilter.MipCountOf(new[] { cubemap });
            var made = new PrefilterTables
            {
                faceSize = cubemap.FaceSize, baseSize = prefilter.BaseSizeOf(cubemap), format = cubemap.Format,
                lobe = prefilter.Lobe, effort = prefilter.Effort,
            };
            using (var pins = new Pins())
            {
                var native = prefilter.ToNative(mipCount, pins);
                var tables = new UnityPrefilterTables { StructSize = (uint)sizeof(UnityPrefilterTables) };
                Library.Check(Library.pnMakeUnityPrefilterTables((uint)cubemap.FaceSize, &native, &tables));
                try
                {
                    made.levelCount = (int)tables.LevelCount;
                    made.symmetryOffset = (int)tables.SymmetryOffset;
                    made.valueOffset = (int)tables.ValueOffset;
                    made.gatherOffset = (int)tables.GatherOffset;
                    made.weightOffset = (int)tables.WeightOffset;
                    made.tileOffset = new int[mipCount + 1];
                    for (var mip = 0; mip <= mipCount; ++mip)
                        made.tileOffset[mip] = (int)tables.TileOffset[mip];
                    made.words = new uint[tables.WordCount];
                    made.weights = new float[tables.WeightCount];
                    Buffer.MemoryCopy(tables.Words, pins.Add(made.words), 4 * tables.WordCount, 4 * tables.WordCount);
                    Buffer.MemoryCopy(tables.Weights, pins.Add(made.weights), 4 * tables.WeightCount, 4 * tables.WeightCount);
                }
                finally
                {
                    Library.pnFreeUnityPrefilterTables(&tables);
                }
            }
            return made;
        }
    }
}
