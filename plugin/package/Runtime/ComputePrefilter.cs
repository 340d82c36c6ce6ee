using System;
using System.Collections.Generic;
using System.Linq;
using ProbeNorm.Native;
using UnityEngine;

namespace ProbeNorm
{
    /// <summary>Makes the mips of a cubemap for surfaces of rising roughness, by compute shaders. The kernels first make mips of
    /// known texels with the same tables. Where the device cannot do that, or its bits are not the CPU's, the CPU does it,
    /// if the native library is there, and GetResult waits for it; else IsReproducible says so.</summary>
    public sealed class ComputePrefilter : ComputeTask<PrefilteredCubemap>
    {
        private static bool hasWarned;

        private readonly CubemapTexels cubemap;
        private readonly PrefilterTables tables;
        private readonly ProjectOptions options;
        private readonly ComputeMips work; // null: the device cannot do it
        private readonly string reason;
        private PrefilteredCubemap onCpu;

        public ComputePrefilter(CubemapTexels cubemap, PrefilterTables tables, ProjectOptions options = null)
        {
            this.cubemap = cubemap ?? throw new ArgumentNullException(nameof(cubemap));
            this.tables = tables ?? throw new ArgumentNullException(nameof(tables));
            this.options = options ?? new ProjectOptions();
            ComputeProjection.CheckOptions(this.options);
            if (cubemap.FaceSize != tables.faceSize || cubemap.Format != tables.format)
                throw new ArgumentException("must be of the tables' size and format", nameof(cubemap));
            if (this.options.BadTexels != BadTexelPolicy.Replace)
                throw new ArgumentException("BadTexels must be Replace, since nothing is counted", nameof(options));
            try
            {
                reason = ComputeProjection.UnavailableReason;
                if (reason.Length > 0)
                    throw new InvalidOperationException(reason);
                var mips = new ComputeMips(ComputeProjection.CopyFaces(cubemap), tables, this.options);
                Start(mips, () => ComputeSelfTest.ForMips(tables));
                work = mips;
            }
            catch (InvalidOperationException exception) when (LibraryInfo.IsAvailable)
            {
                reason = exception.Message;
            }
        }

        /// <summary>The texels of each mip on the device, for shaders of the same frame, until Dispose; null where the CPU makes
        /// them, which is known when IsDone.</summary>
        public IReadOnlyList<ComputeBuffer> MipBuffers =>
            FailedTest != null && LibraryInfo.IsAvailable ? null : work?.MipBuffers;

        /// <summary>For cubemaps of that size, at most 512, and format. It needs the native library, and takes twice as
        /// long as the CPU's first cubemap of that size.</summary>
        public static PrefilterTables MakeTables(int faceSize, Format format, Prefilter prefilter = null)
        {
            prefilter = prefilter ?? new Prefilter();
            var known = CubemapTexels.FromFaces(ComputeSelfTest.MakeFaces(format, faceSize), format, faceSize);
            var tables = PrefilterTables.Make(known, prefilter);
            var expected = OnCpu(known, prefilter, null);
            tables.roughness = expected.Roughness;
            tables.knownHash = ComputeWork.HashOf(Array.ConvertAll(expected.Mips, mip => Enumerable.Range(0, mip.Length / 4)
                .Select(i => BitConverter.ToUInt32(mip, 4 * i)).ToArray()));
            return tables;
        }

        internal override PrefilteredCubemap MakeResult(bool isReproducible)
        {
            if (work != null && (isReproducible && !work.HasFailed || !LibraryInfo.IsAvailable))
                return new PrefilteredCubemap
                {
                    Format = ComputeDivide.ResultFormat(tables.format), Mips = work.Mips, Roughness = tables.roughness,
                    IsReproducible = isReproducible,
                };
            if (!hasWarned)
                Debug.LogWarning("ProbeNorm: the CPU prefilters cubemaps: " +
                    (work == null ? reason : FailedTest?.Problem ?? "this device could not read them back"));
            hasWarned = true;
            return onCpu ?? (onCpu = OnCpu(cubemap, tables.Prefilter, options));
        }

        private static PrefilteredCubemap OnCpu(CubemapTexels cubemap, Prefilter prefilter, ProjectOptions options)
        {
            using (var context = new Context(new ContextOptions { Backend = Backend.Cpu }))
                return context.PrefilterCubemap(cubemap, prefilter, options);
        }
    }

    /// <summary>The mips of one cubemap by compute shaders.</summary>
    internal sealed class ComputeMips : ComputeWork
    {
        private const int GroupLanes = 128, TexelsPerLane = 8, LevelBlock = 8; // shaders/shared/prefilter_source.h
        private const int TileWords = 4, ImageGroups = 6; // prefilter_sum.h

        internal readonly ComputeBuffer[] MipBuffers;

        private readonly PrefilterTables tables;
        private readonly ProjectOptions options;
        private readonly ComputeBuffer texels, words, weights, nodes;
        private readonly BufferReading[] readings;

        internal ComputeMips(byte[][] faces, PrefilterTables tables, ProjectOptions options)
        {
            this.tables = tables;
            this.options = options;
            try
            {
                texels = Upload(faces);
                words = Upload(tables.words);
                weights = Upload(tables.weights.Length > 0 ? tables.weights : new float[1]);
                nodes = NewBuffer(LeastOffset + 4);
                nodes.SetData(new[] { uint.MaxValue, uint.MaxValue, uint.MaxValue, uint.MaxValue }, 0, LeastOffset, 4);
                MakeLight();
                MipBuffers = Enumerable.Range(0, tables.roughness.Length).Select(MakeMip).ToArray();
                readings = Array.ConvertAll(MipBuffers, Fetch);
            }
            catch
            {
                Dispose();
                throw;
            }
        }

        internal byte[][] Mips => Array.ConvertAll(readings, reading => reading.ToBytes());

        private int TexelCount => CubemapShape.FaceCount * tables.faceSize * tables.faceSize;
        private int NodeCount => FirstOf(tables.levelCount - 1) +
            CubemapShape.FaceCount * SizeOf(tables.levelCount - 1) * SizeOf(tables.levelCount - 1);
        private int LeastOffset => 4 * NodeCount;
        private int FirstOf(int level) => (int)tables.words[2 * level];
        private int SizeOf(int level) => (int)tables.words[2 * level + 1];

        private static int GroupsOf(int count, int perGroup) => (count + perGroup - 1) / perGroup;

        private void MakeLight()
        {
            DispatchTexels("PrefilterLeast", GroupsOf(TexelCount, GroupLanes * TexelsPerLane), "Nodes", nodes);
            DispatchTexels("PrefilterTexels", GroupsOf(TexelCount, GroupLanes), "Nodes", nodes);
            for (int level = 1, row = 0; level < tables.levelCount; row += SizeOf(level++))
            {
                var squares = GroupsOf(SizeOf(level), LevelBlock);
                DispatchSource("PrefilterLevel", CubemapShape.FaceCount * squares * squares,
                    "Tables Nodes", new[] { words, nodes }, level, row);
            }
        }

        private ComputeBuffer MakeMip(int mip)
        {
            int size = tables.SizeOf(mip), tile = tables.tileOffset[mip];
            var tiles = (tables.tileOffset[mip + 1] - tile) / TileWords;
            var target = ComputeDivide.ResultFormat(tables.format);
            var results = NewBuffer(CubemapShape.FaceCount * size * size * ComputeProjection.TexelBytes(target) / sizeof(uint));
            if (tiles == 0)
                DispatchTexels("PrefilterCopy", GroupsOf(TexelCount, GroupLanes), "Results", results);
            else // the words of PrefilterSumParams
                Dispatch("PrefilterSum" + KernelSuffix(target), tiles, ImageGroups,
                    "Nodes Tables Weights Results", new[] { nodes, words, weights, results },
                    0, (uint)NodeCount, 0, (uint)LeastOffset, (uint)tables.levelCount, (uint)tables.symmetryOffset, (uint)tile,
                    (uint)tables.tileOffset[tables.tileOffset.Length - 1], (uint)size, 0);
            return results;
        }

        // Bytes need the values that they stand for.
        private void DispatchTexels(string name, int groups, string other, ComputeBuffer buffer)
        {
            var hasBytes = ComputeDivide.ResultFormat(tables.format) != tables.format;
            DispatchSource(name + KernelSuffix(tables.format), groups, "Texels " + other + (hasBytes ? " Tables" : ""),
                new[] { texels, buffer, words });
        }

        // The words of PrefilterSourceParams. row: the level's first, of all levels.
        private void DispatchSource(
            string name, int groups, string names, ComputeBuffer[] named, int level = 1, int row = 0)
        {
            var values = tables.valueOffset + (tables.format == Format.Rgba8Srgb ? CubemapTables.ByteValues : 0);
            Dispatch(name, groups, 1, names, named, 0, (uint)TexelCount, (uint)values, (uint)(tables.gatherOffset + 3 * row),
                (uint)tables.weightOffset, (uint)NodeCount, 0, (uint)LeastOffset, (uint)FirstOf(level - 1),
                (uint)SizeOf(level - 1), (uint)FirstOf(level), (uint)SizeOf(level), ZeroNegative(options),
                MaximumBits(options), 0, (uint)TexelCount);
        }
    }
}
