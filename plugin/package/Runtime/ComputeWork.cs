using System;
using System.Collections.Generic;
using ProbeNorm.Native;
using UnityEngine;
using UnityEngine.Rendering;

namespace ProbeNorm
{
    /// <summary>Buffers and kernels that are disposed together.</summary>
    internal abstract class DeviceObjects : IDisposable
    {
        private readonly List<IDisposable> owned = new List<IDisposable>();

        public virtual void Dispose()
        {
            owned.ForEach(each => each.Dispose());
            owned.Clear();
        }

        protected T Own<T>(T resource) where T : IDisposable
        {
            owned.Add(resource);
            return resource;
        }

        /// <summary>Throws an exception where the device has no buffers of that size.</summary>
        protected ComputeBuffer NewBuffer(int words)
        {
            const long Mebibyte = 1 << 20;
            long bytes = sizeof(uint) * (long)words, most = SystemInfo.maxGraphicsBufferSize;
            if (bytes > most)
                throw new InvalidOperationException("this needs a buffer of " + (bytes + Mebibyte - 1) / Mebibyte +
                    " MiB, and this device's buffers hold " + most / Mebibyte + " MiB; use smaller faces");
            return Own(new ComputeBuffer(words, sizeof(uint), ComputeBufferType.Raw));
        }

        protected ComputeBuffer Upload(CubemapTables tables)
        {
            var words = NewBuffer(tables.Length);
            words.SetData(tables.Floats, 0, 0, tables.Floats.Length);
            words.SetData(tables.Terms, 0, tables.TermOffset, tables.Terms.Length);
            return words;
        }
    }

    /// <summary>Work by compute shaders, dispatched when it is made, and its buffers.</summary>
    internal abstract class ComputeWork : DeviceObjects
    {
        private readonly List<BufferReading> results = new List<BufferReading>();

        internal virtual bool IsDone => results.TrueForAll(result => result.IsDone);

        /// <summary>Of work that is done: whether the device could not read back what it computed.</summary>
        internal bool HasFailed => results.Exists(result => result.HasFailed);

        internal virtual void Wait() => results.ForEach(result => result.Wait());

        /// <summary>All words of the results, in the order in which they were fetched.</summary>
        internal uint[][] ResultWords => results.ConvertAll(result => result.Words).ToArray();

        internal static ulong HashOf(params uint[][] results)
        {
            var hash = 14695981039346656037; // FNV-1a, of words
            foreach (var words in results)
                foreach (var word in words)
                    hash = unchecked((hash ^ word) * 1099511628211);
            return hash;
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

        protected void Dispatch(
            string name, int x, int y, string names, ComputeBuffer[] named, params uint[] parameters)
        {
            var kernel = Own(new DeviceKernel(name, x, y, parameters));
            var all = names.Split(' ');
            for (var i = 0; i < all.Length; ++i)
                kernel.Bind(all[i], named[i]);
            kernel.Run();
        }

        protected static string KernelSuffix(Format format)
        {
            var name = format == Format.Rgba8Srgb ? "Rgba8" : format.ToString();
            return name.Substring(0, 1) + name.Substring(1).ToLowerInvariant();
        }

        protected static uint ZeroNegative(ProjectOptions options) => options.Negative == NegativePolicy.Zero ? 1u : 0;

        protected static uint MaximumBits(ProjectOptions options) =>
            options.MaxRadiance != 0 ? Words.Of(options.MaxRadiance) : KernelWords.NoMaximum;
    }

    /// <summary>A compute shader with its buffers and parameters. It can be run many times.</summary>
    internal sealed class DeviceKernel : IDisposable
    {
        private readonly ComputeShader shader;
        private readonly int kernel, x, y;
        private readonly ComputeBuffer constants;
        private readonly List<Action> bindings = new List<Action>(); // scripts share a shader, and each binds its own

        /// <summary>parameters: the words of the kernel's constant buffer but for the groups along x, which follow them.</summary>
        internal DeviceKernel(string name, int x, int y, params uint[] parameters)
        {
            shader = ComputeKernels.Find(name);
            kernel = shader != null ? shader.FindKernel(name) : -1;
            if (kernel < 0 || !shader.IsSupported(kernel))
                throw new InvalidOperationException("the compute shader " + name + " does not run on this device");
            this.x = x;
            this.y = y;
            var words = new uint[(parameters.Length + 4) / 4 * 4]; // a constant buffer is vectors of four
            parameters.CopyTo(words, 0);
            words[parameters.Length] = (uint)x;
            constants = new ComputeBuffer(words.Length, sizeof(uint), ComputeBufferType.Constant);
            constants.SetData(words);
        }

        internal DeviceKernel Bind(string name, ComputeBuffer buffer) => Bind(() => shader.SetBuffer(kernel, name, buffer));

        internal void Run()
        {
            shader.SetConstantBuffer("Params", constants, 0, constants.count * constants.stride);
            foreach (var binding in bindings)
                binding();
            shader.Dispatch(kernel, x, y, 1);
        }

        public void Dispose() => constants.Dispose();

        private DeviceKernel Bind(Action binding)
        {
            bindings.Add(binding);
            return this;
        }
    }

    /// <summary>The words of a buffer, fetched without waiting for the device.</summary>
    internal sealed class BufferReading
    {
        private AsyncGPUReadbackRequest request;
        private uint[] words;

        internal BufferReading(ComputeBuffer buffer) => request = AsyncGPUReadback.Request(buffer, Take);

        internal bool HasFailed { get; private set; }

        internal bool IsDone
        {
            get
            {
                if (words == null && !HasFailed)
                {
                    request.Update(); // an idle editor looks for finished requests only when it is asked
                    if (request.done)
                        Take(request);
                }
                return words != null || HasFailed;
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
            if (words != null || HasFailed)
                return;
            HasFailed = done.hasError;
            if (!HasFailed)
                words = done.GetData<uint>().ToArray();
        }
    }
}
