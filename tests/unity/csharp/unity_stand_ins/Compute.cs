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
    /// file, compiled to SPIR-V.</summary>
    public sealed class ComputeShader : Object
    {
        /// <summary>By name, of all that were dispatched.</summary>
        public static readonly List<string> dispatched = new List<string>();
        private static readonly Dictionary<string, ComputeShader> loaded = new Dictionary<string, ComputeShader>();
        /// <summary>The shader that computes something else, as on a device that fails the self-test.</summary>
        public static string broken = "";
        public static string unsupported = ""; // whose kernel the device cannot compile
        public static int brokenWord = 1; // of its parameters; 1: rows, probes, or partials

        private IntPtr native;
        private string[] kernels;
        private ComputeBuffer constants;

        internal static ComputeShader Load(string path)
        {
            var source = Environment.GetEnvironmentVariable("PN_PACKAGE") + "/Runtime/Resources/" + path + ".compute";
            if (loaded.TryGetValue(path, out var known) || !File.Exists(source))
                return known;
            var name = Path.GetFileName(path);
            return loaded[path] = new ComputeShader
            {
                name = name,
                native = ComputeDevice.testComputeMakeKernel(
                    Environment.GetEnvironmentVariable("PN_COMPUTE_KERNELS") + "/" + name + ".spv"),
                kernels = File.ReadLines(source).Where(line => line.StartsWith("#pragma kernel "))
                    .Select(line => line.Split(' ')[2]).ToArray(),
            };
        }

        internal static void UnloadAll()
        {
            foreach (var shader in loaded.Values)
                ComputeDevice.testComputeFreeKernel(shader.native);
            loaded.Clear();
        }

        public int FindKernel(string kernel)
        {
            var index = Array.IndexOf(kernels, kernel);
            return index >= 0 ? index : throw new ArgumentException("no kernel " + kernel);
        }

        public bool IsSupported(int kernelIndex) => native != IntPtr.Zero && name != unsupported;

        public void SetBuffer(int kernelIndex, string bufferName, ComputeBuffer buffer)
        {
            if (buffer.type != ComputeBufferType.Raw || ComputeDevice.testComputeSetBuffer(native, bufferName, buffer.handle) == 0)
                throw new ArgumentException(name + " has no buffer " + bufferName);
        }

        public void SetConstantBuffer(string bufferName, ComputeBuffer buffer, int offset, int size)
        {
            if (bufferName != "Params" || offset != 0 || size != buffer.bytes || buffer.type != ComputeBufferType.Constant)
                throw new ArgumentException(name + " has no such constant buffer " + bufferName);
            constants = buffer;
        }

        public void Dispatch(int kernelIndex, int threadGroupsX, int threadGroupsY, int threadGroupsZ)
        {
            dispatched.Add(name);
            var parameters = constants.Read();
            if (broken == name)
                parameters[sizeof(uint) * brokenWord] ^= 1;
            ComputeDevice.testComputeDispatch(native, parameters, (uint)parameters.Length, (uint)threadGroupsX,
                (uint)threadGroupsY, (uint)threadGroupsZ);
        }
    }
}
