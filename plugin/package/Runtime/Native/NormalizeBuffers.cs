using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;

namespace ProbeNorm.Native
{
    /// <summary>One cubemap as the library takes it to be normalized, and memory for the result. Keeps all of it in place
    /// until it is disposed.</summary>
    internal sealed unsafe class NormalizeBuffers : IDisposable
    {
        private const long NanosecondsPerTick = 100;

        private readonly List<IDisposable> pins = new List<IDisposable>();
        private readonly List<GCHandle> handles = new List<GCHandle>();
        private readonly CubemapMips cubemap;
        private readonly Format format;
        private readonly byte[][] results;
        private NormalizeItem item;

        internal NormalizeBuffers(CubemapMips cubemap)
        {
            this.cubemap = cubemap;
            var first = cubemap.Mips[0].Format;
            format = first == Format.Rgba8 || first == Format.Rgba8Srgb ? Format.Rgba16F : first;
            results = new byte[cubemap.MipCount][];
            try
            {
                Fill();
            }
            catch
            {
                Dispose();
                throw;
            }
        }

        internal NormalizeItem Item => item;

        internal NormalizedCubemap Result(ref Sh light, ref NormalizeInfo info)
        {
            return new NormalizedCubemap
            {
                Format = format,
                Mips = results,
                Light = cubemap.Light ?? new ProbeNorm.Sh(ref light),
                Average = info.Average,
                Backend = info.Backend,
                IsReproducible = info.IsReproducible != 0,
                GpuTime = TimeSpan.FromTicks((long)info.GpuNanoseconds / NanosecondsPerTick),
                CallTime = TimeSpan.FromTicks((long)info.CallNanoseconds / NanosecondsPerTick),
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

        public void Dispose()
        {
            foreach (var pin in pins)
                pin.Dispose();
            foreach (var handle in handles)
                handle.Free();
            pins.Clear();
            handles.Clear();
        }

        private void Fill()
        {
            var views = new CubemapView[cubemap.Mips.Count];
            var targets = new CubemapTarget[results.Length];
            for (var i = 0; i < views.Length; ++i)
            {
                var pinned = cubemap.Mips[i].Pin();
                pins.Add(pinned);
                views[i] = pinned.View();
            }
            for (var i = 0; i < targets.Length; ++i)
            {
                long faceSize = i < views.Length ? cubemap.Mips[i].FaceSize : Math.Max(1, cubemap.Mips[0].FaceSize >> i);
                var faceBytes = faceSize * faceSize * Library.pnGetFormatBytes(format);
                results[i] = new byte[checked(CubemapTexels.FaceCount * faceBytes)];
                var result = new PinnedArray(results[i]);
                pins.Add(result);
                targets[i] = MakeTarget(result, (ulong)faceBytes);
            }
            item = new NormalizeItem
            {
                StructSize = (uint)sizeof(NormalizeItem),
                MipCount = (uint)targets.Length,
                GivenMipCount = (uint)views.Length,
                Mips = (CubemapView*)Pin(views),
                Targets = (CubemapTarget*)Pin(targets),
                Light = cubemap.Light != null ? (Sh*)Pin(new[] { cubemap.Light.Data }) : null,
            };
        }

        private void* Pin(Array structs)
        {
            handles.Add(GCHandle.Alloc(structs, GCHandleType.Pinned));
            return handles[handles.Count - 1].AddrOfPinnedObject().ToPointer();
        }

        private CubemapTarget MakeTarget(PinnedArray result, ulong faceBytes)
        {
            var target = new CubemapTarget
            {
                StructSize = (uint)sizeof(CubemapTarget),
                Format = format,
                FaceBytes = faceBytes,
            };
            for (var face = 0; face < CubemapTexels.FaceCount; ++face)
                target.Faces[face] = result.Address.ToInt64() + (long)faceBytes * face;
            return target;
        }
    }
}
