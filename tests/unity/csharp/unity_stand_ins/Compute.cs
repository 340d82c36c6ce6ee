using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;

namespace UnityEngine
{
    /// <summary>Runtime/Export/Shaders/ComputeShader.bindings.cs (2021.3.0f1).</summary>
    public enum ComputeBufferType { Raw = 1, Constant = 8 }

    /// <summary>A Vulkan device that runs compute shaders; tests/unity/csharp/compute.cpp.</summary>
    internal static class ComputeDevice
    {
        private const string Library = "csharp_compute";

        [DllImport(Library)] internal static extern int testComputeStart();
        [DllImport(Library)] internal static extern int testComputeStop();
        [DllImport(Library)] internal static extern IntPtr testComputeMakeBuffer(ulong bytes);
        [DllImport(Library)] internal static extern void testComputeFreeBuffer(IntPtr buffer);
        [DllImport(Library)] internal static extern void testComputeWrite(IntPtr buffer, ulong offset, IntPtr from, ulong bytes);
        [DllImport(Library)] internal static extern void testComputeRead(IntPtr buffer, byte[] to, ulong bytes);
        [DllImport(Library)] internal static extern IntPtr testComputeMakeKernel(string path);
        [DllImport(Library)] internal static extern void testComputeFreeKernel(IntPtr kernel);
        [DllImport(Library)] internal static extern int testComputeSetBuffer(IntPtr kernel, string name, IntPtr buffer);
        [DllImport(Library)] internal static extern void testComputeDispatch(
            IntPtr kernel, byte[] parameters, uint bytes, uint x, uint y, uint z);
    }

    /// <summary>Runtime/Export/Shaders/ComputeBuffer.bindings.cs (2021.3.0f1).</summary>
    public sealed class ComputeBuffer : IDisposable
    {
        internal static int liveCount;
        internal readonly IntPtr handle;
        internal readonly int bytes;
        internal readonly ComputeBufferType type;
        public int count { get; }
        public int stride { get; }
        private bool isDisposed;

        public ComputeBuffer(int count, int stride, ComputeBufferType type)
        {
            this.count = count;
            this.stride = stride;
            bytes = count * stride;
            if (type == ComputeBufferType.Constant && bytes % 16 != 0)
                throw new ArgumentException("a constant buffer holds vectors of 16 bytes");
            this.type = type;
            handle = ComputeDevice.testComputeMakeBuffer((ulong)bytes);
            ++liveCount;
        }

        public void SetData(Array data) => SetData(data, 0, 0, data.Length);

        /// <summary>Indices and count are in elements of the array.</summary>
        public void SetData(Array data, int managedBufferStartIndex, int computeBufferStartIndex, int count)
        {
            var size = Marshal.SizeOf(data.GetType().GetElementType());
            if (managedBufferStartIndex + count > data.Length || size * (computeBufferStartIndex + count) > bytes)
                throw new ArgumentOutOfRangeException(nameof(count));
            var pin = GCHandle.Alloc(data, GCHandleType.Pinned);
            ComputeDevice.testComputeWrite(handle, (ulong)(size * computeBufferStartIndex),
                pin.AddrOfPinnedObject() + size * managedBufferStartIndex, (ulong)(size * count));
            pin.Free();
        }

        internal byte[] Read()
        {
            var data = new byte[bytes];
            ComputeDevice.testComputeRead(handle, data, (ulong)bytes);
            return data;
        }

        public void Dispose()
        {
            if (isDisposed)
                return;
            isDisposed = true;
            --liveCount;
            ComputeDevice.testComputeFreeBuffer(handle);
        }
    }

    /// <summary>Runtime/Export/Shaders/ComputeShader.bindings.cs (2021.3.0f1). Its device runs the HLSL of the package's
    /// file, compiled to SPIR-V kernel by kernel.</summary>
    public sealed class ComputeShader : Object
    {
        private static readonly Dictionary<string, ComputeShader> loaded = new Dictionary<string, ComputeShader>();
        /// <summary>The kernel that computes something else, as on a device that fails the self-test.</summary>
        public static string broken = "";
        public static int brokenWord = 1; // of its parameters; 1: rows, probes, or partials

        private string[] kernels; // their names
        private IntPtr[] native; // null: nothing has asked for the kernels yet
        private ComputeBuffer constants;

        /// <summary>The text that a file's kernels are declared in.</summary>
        public static ComputeShader Load(string source)
        {
            if (loaded.TryGetValue(source, out var known) || !File.Exists(source))
                return known;
            return loaded[source] = new ComputeShader
            {
                name = Path.GetFileNameWithoutExtension(source),
                kernels = File.ReadLines(source).Where(line => line.StartsWith("#pragma kernel "))
                    .Select(line => line.Split(' ')[2]).ToArray(),
            };
        }

        /// <summary>The next use compiles the kernels again.</summary>
        internal static void UnloadAll()
        {
            foreach (var shader in loaded.Values.Where(shader => shader.native != null))
            {
                foreach (var kernel in shader.native.Where(kernel => kernel != IntPtr.Zero))
                    ComputeDevice.testComputeFreeKernel(kernel);
                shader.native = null;
            }
        }

        private IntPtr Native(int kernelIndex)
        {
            native = native ?? new IntPtr[kernels.Length];
            if (native[kernelIndex] == IntPtr.Zero)
                native[kernelIndex] = ComputeDevice.testComputeMakeKernel(
                    Environment.GetEnvironmentVariable("PN_COMPUTE_KERNELS") + "/" + kernels[kernelIndex] + ".spv");
            return native[kernelIndex];
        }

        public bool HasKernel(string kernel) => kernels.Contains(kernel);

        public int FindKernel(string kernel)
        {
            var index = Array.IndexOf(kernels, kernel);
            return index >= 0 ? index : throw new ArgumentException("no kernel " + kernel);
        }

        public bool IsSupported(int kernelIndex) => Native(kernelIndex) != IntPtr.Zero;

        public void SetBuffer(int kernelIndex, string bufferName, ComputeBuffer buffer)
        {
            if (buffer.type != ComputeBufferType.Raw ||
                ComputeDevice.testComputeSetBuffer(Native(kernelIndex), bufferName, buffer.handle) == 0)
                throw new ArgumentException(kernels[kernelIndex] + " has no buffer " + bufferName);
        }

        public void SetConstantBuffer(string bufferName, ComputeBuffer buffer, int offset, int size)
        {
            if (bufferName != "Params" || offset != 0 || size != buffer.bytes || buffer.type != ComputeBufferType.Constant)
                throw new ArgumentException(name + " has no such constant buffer " + bufferName);
            constants = buffer;
        }

        public void Dispatch(int kernelIndex, int threadGroupsX, int threadGroupsY, int threadGroupsZ)
        {
            var parameters = constants.Read();
            if (broken == kernels[kernelIndex])
                parameters[sizeof(uint) * brokenWord] ^= 1;
            ComputeDevice.testComputeDispatch(Native(kernelIndex), parameters, (uint)parameters.Length, (uint)threadGroupsX,
                (uint)threadGroupsY, (uint)threadGroupsZ);
        }
    }
}
