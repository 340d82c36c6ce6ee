using System;
using System.Collections.Generic;
using ProbeNorm.Native;
using UnityEngine;
using UnityEngine.Rendering;

namespace ProbeNorm
{
    /// <summary>One projection of a cubemap by compute shaders: dispatches them when it is made, and fetches what they
    /// wrote.</summary>
    internal sealed class ComputeRun : IDisposable
    {
        internal const int MaxFaceSize = 2048;
        private const int CombinePartials = 32, CountWords = 4, FloatsPerPartial = 3 * CubemapTables.Coefficients;
        private const uint NoMaximum = 0x7fffffff;
        private static CubemapTables lastTables; // probes of a bake have one size, as a rule
        private static Format lastFormat;

        private readonly List<ComputeBuffer> buffers = new List<ComputeBuffer>();
        private readonly BufferReading coefficients, counts;
        private readonly CubemapTables tables;

        internal ComputeRun(byte[][] faces, Format format, int faceSize, ProjectOptions options)
        {
            tables = TablesOf(faceSize, format);
            try
            {
                var tableWords = Buffer(tables.Length);
                tableWords.SetData(tables.Floats, 0, 0, tables.Floats.Length);
                tableWords.SetData(tables.Terms, 0, tables.TermOffset, tables.Terms.Length);
                var countWords = Buffer(CountWords);
                countWords.SetData(new uint[CountWords]);
                var partials = Project(Upload(faces), format, tableWords, countWords, options);
                var result = Finish(partials, tableWords);
                coefficients = new BufferReading(result);
                counts = new BufferReading(countWords);
            }
            catch
            {
                Dispose();
                throw;
            }
        }

        internal static int BlocksAfterCombining(CubemapShape shape) =>
            shape.Blocks > CombinePartials ? shape.Blocks / CombinePartials : shape.Blocks;

        internal bool IsDone => coefficients.IsDone & counts.IsDone;

        internal void Wait()
        {
            coefficients.Wait();
            counts.Wait();
        }

        internal uint[] Coefficients => coefficients.Words;

        /// <summary>Texels that are not finite, negative, clamped; then ~index of the first that is not finite.</summary>
        internal uint[] Counts => counts.Words;

        public void Dispose()
        {
            foreach (var buffer in buffers)
                buffer.Dispose();
            buffers.Clear();
        }

        private static CubemapTables TablesOf(int faceSize, Format format)
        {
            if (lastTables == null || lastTables.Shape.Size != faceSize || lastFormat != format)
            {
                lastTables = new CubemapTables(new CubemapShape(faceSize), format);
                lastFormat = format;
            }
            return lastTables;
        }

        private ComputeBuffer Buffer(int words, ComputeBufferType type = ComputeBufferType.Raw)
        {
            buffers.Add(new ComputeBuffer(words, sizeof(uint), type));
            return buffers[buffers.Count - 1];
        }

        private ComputeBuffer Upload(byte[][] faces)
        {
            var texels = Buffer(faces.Length * faces[0].Length / sizeof(uint));
            for (var face = 0; face < faces.Length; ++face)
                texels.SetData(faces[face], 0, face * faces[0].Length, faces[0].Length);
            return texels;
        }

        // The words of ShProjectParams (shaders/shared/sh_project.h).
        private ComputeBuffer Project(
            ComputeBuffer texels, Format format, ComputeBuffer tableWords, ComputeBuffer countWords, ProjectOptions options)
        {
            var shape = tables.Shape;
            int n = shape.Size, half = shape.Half;
            var facesPerGroup = CubemapShape.GroupLanes >> shape.GroupLanesLog2;
            var groups = (CubemapShape.FaceCount + facesPerGroup - 1) / facesPerGroup;
            var partials = Buffer(CubemapShape.FaceCount * shape.Blocks * FloatsPerPartial);
            Dispatch("ShProject" + KernelSuffix(format), groups, shape.Blocks,
                new Dictionary<string, ComputeBuffer>
                {
                    { "Texels", texels }, { "Tables", tableWords }, { "Partials", partials }, { "Counts", countWords },
                },
                (uint)half, (uint)half, (uint)shape.SegmentsLog2, (uint)shape.LaneColumnsLog2, (uint)shape.GroupLanesLog2,
                CubemapShape.FaceCount, CubemapShape.FaceCount, 0, 0, (uint)shape.Blocks, (uint)(n * n),
                (uint)((half - 1) * n), (uint)((n - half) * n), (uint)(half - 1), (uint)(n - half), (uint)n, (uint)n,
                (uint)tables.WeightOffset / 2, (uint)tables.Stride, 0, (uint)tables.FactorOffset, (uint)tables.Stride, 0,
                options.Negative == NegativePolicy.Zero ? 1u : 0,
                options.MaxRadiance != 0 ? Words.Of(options.MaxRadiance) : NoMaximum, Words.Of(tables.ReciprocalSize),
                0, 0, 0, 0);
            return partials;
        }

        // Adds the partials of each face, and makes coefficients. The words are those of ShCombineParams and
        // ShFinalizeParams.
        private ComputeBuffer Finish(ComputeBuffer partials, ComputeBuffer tableWords)
        {
            var left = BlocksAfterCombining(tables.Shape);
            if (left != tables.Shape.Blocks)
            {
                var sums = Buffer(CubemapShape.FaceCount * left * FloatsPerPartial);
                Dispatch("ShCombine", CubemapShape.FaceCount * left, 1,
                    new Dictionary<string, ComputeBuffer> { { "Partials", partials }, { "Sums", sums } },
                    (uint)(CubemapShape.FaceCount * left), CombinePartials, FloatsPerPartial);
                partials = sums;
            }
            var result = Buffer(FloatsPerPartial);
            Dispatch("ShFinalize" + left, 1, 1,
                new Dictionary<string, ComputeBuffer>
                {
                    { "Partials", partials }, { "Tables", tableWords }, { "Coefficients", result },
                },
                1, 1, (uint)tables.TermOffset / 2, (uint)(tables.TermOffset + 2 * tables.TermCount), (uint)tables.TermCount,
                Words.Of(tables.Scale));
            return result;
        }

        // The constant buffer: the kernel's parameters, and the groups along x.
        private void Dispatch(
            string name, int x, int y, Dictionary<string, ComputeBuffer> byName, params uint[] parameters)
        {
            var shader = Load(name);
            var kernel = shader.FindKernel("Run");
            if (!shader.IsSupported(kernel))
                throw new InvalidOperationException("the compute shader " + name + " does not run on this device");
            var words = new uint[(parameters.Length + 4) / 4 * 4]; // a constant buffer is vectors of four
            parameters.CopyTo(words, 0);
            words[parameters.Length] = (uint)x;
            var constants = Buffer(words.Length, ComputeBufferType.Constant);
            constants.SetData(words);
            shader.SetConstantBuffer("Params", constants, 0, sizeof(uint) * words.Length);
            foreach (var pair in byName)
                shader.SetBuffer(kernel, pair.Key, pair.Value);
            shader.Dispatch(kernel, x, y, 1);
        }

        private static ComputeShader Load(string name)
        {
            var shader = Resources.Load<ComputeShader>("ProbeNorm/Compute/" + name);
            return shader != null ? shader : throw new InvalidOperationException("the package lacks its compute shader " + name);
        }

        private static string KernelSuffix(Format format) =>
            format == Format.Rgba8Srgb ? "Rgba8" : format.ToString().Substring(0, 1) + format.ToString().Substring(1).ToLowerInvariant();
    }

    /// <summary>The words of a buffer, fetched without waiting for the device.</summary>
    internal sealed class BufferReading
    {
        private readonly AsyncGPUReadbackRequest request;
        private uint[] words;
        private bool hasFailed;

        internal BufferReading(ComputeBuffer buffer) => request = AsyncGPUReadback.Request(buffer, Take);

        internal bool IsDone
        {
            get
            {
                if (words == null && !hasFailed)
                {
                    request.Update(); // an idle editor looks for finished requests only when it is asked
                    if (request.done)
                        Take(request);
                }
                return words != null || hasFailed;
            }
        }

        internal uint[] Words => words ?? throw new InvalidOperationException("the device could not read back what it computed");

        internal void Wait()
        {
            if (!IsDone)
                request.WaitForCompletion();
            Take(request);
        }

        // The data lives for one frame.
        private void Take(AsyncGPUReadbackRequest done)
        {
            if (words != null || hasFailed)
                return;
            hasFailed = done.hasError;
            if (!hasFailed)
                words = done.GetData<uint>().ToArray();
        }
    }
}
