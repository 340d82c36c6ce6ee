using System;
using System.Collections.Generic;
using ProbeNorm.Native;
using UnityEngine;
using UnityEngine.Rendering;

namespace ProbeNorm
{
    /// <summary>Work by compute shaders, dispatched when it is made, and its buffers.</summary>
    internal abstract class ComputeWork : IDisposable
    {
        private const uint NoMaximum = 0x7fffffff;
        private const string Kernel = "Run";

        private readonly List<ComputeBuffer> buffers = new List<ComputeBuffer>();
        private readonly List<BufferReading> results = new List<BufferReading>();

        internal virtual bool IsDone => results.TrueForAll(result => result.IsDone);

        internal virtual void Wait() => results.ForEach(result => result.Wait());

        /// <summary>Of all words of the results.</summary>
        internal ulong Hash => HashOf(results.ConvertAll(result => result.Words).ToArray());

        public virtual void Dispose()
        {
            foreach (var buffer in buffers)
                buffer.Dispose();
            buffers.Clear();
        }

        internal static ulong HashOf(params uint[][] results)
        {
            var hash = 14695981039346656037; // FNV-1a, of words
            foreach (var words in results)
                foreach (var word in words)
                    hash = unchecked((hash ^ word) * 1099511628211);
            return hash;
        }

        protected ComputeBuffer NewBuffer(int words, ComputeBufferType type = ComputeBufferType.Raw)
        {
            buffers.Add(new ComputeBuffer(words, sizeof(uint), type));
            return buffers[buffers.Count - 1];
        }

        protected BufferReading Fetch(ComputeBuffer buffer)
        {
            results.Add(new BufferReading(buffer));
            return results[results.Count - 1];
        }

        protected ComputeBuffer Upload(Array words)
        {
            var buffer = NewBuffer(words.Length);
            buffer.SetData(words);
            return buffer;
        }

        protected ComputeBuffer Upload(byte[][] faces)
        {
            var texels = NewBuffer(faces.Length * faces[0].Length / sizeof(uint));
            for (var face = 0; face < faces.Length; ++face)
                texels.SetData(faces[face], 0, face * faces[0].Length, faces[0].Length);
            return texels;
        }

        // The constant buffer: the kernel's parameters, and the groups along x.
        protected void Dispatch(
            string name, int x, int y, string names, ComputeBuffer[] named, params uint[] parameters)
        {
            var shader = Resources.Load<ComputeShader>("ProbeNorm/Compute/" + name);
            if (shader == null || !shader.IsSupported(shader.FindKernel(Kernel)))
                throw new InvalidOperationException("the compute shader " + name + " does not run on this device");
            var kernel = shader.FindKernel(Kernel);
            var words = new uint[(parameters.Length + 4) / 4 * 4]; // a constant buffer is vectors of four
            parameters.CopyTo(words, 0);
            words[parameters.Length] = (uint)x;
            var constants = NewBuffer(words.Length, ComputeBufferType.Constant);
            constants.SetData(words);
            shader.SetConstantBuffer("Params", constants, 0, sizeof(uint) * words.Length);
            var all = names.Split(' ');
            for (var i = 0; i < all.Length; ++i)
                shader.SetBuffer(kernel, all[i], named[i]);
            shader.Dispatch(kernel, x, y, 1);
        }

        protected static string KernelSuffix(Format format)
        {
            var name = format == Format.Rgba8Srgb ? "Rgba8" : format.ToString();
            return name.Substring(0, 1) + name.Substring(1).ToLowerInvariant();
        }

        protected static uint ZeroNegative(ProjectOptions options) => options.Negative == NegativePolicy.Zero ? 1u : 0;

        protected static uint MaximumBits(ProjectOptions options) =>
            options.MaxRadiance != 0 ? Words.Of(options.MaxRadiance) : NoMaximum;
    }

    /// <summary>The words of a buffer, fetched without waiting for the device.</summary>
    internal sealed class BufferReading
    {
        private AsyncGPUReadbackRequest request;
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

        internal byte[] ToBytes()
        {
            var bytes = new byte[sizeof(uint) * Words.Length];
            Buffer.BlockCopy(Words, 0, bytes, 0, bytes.Length);
            return bytes;
        }

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
