using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.InteropServices;

namespace ProbeNorm.Native
{
    /// <summary>The arguments of one pnProjectEquirects.</summary>
    internal sealed unsafe class EquirectsCall : IDisposable
    {
        private readonly List<PinnedArray> pins = new List<PinnedArray>();
        private readonly EquirectView[] views;
        private readonly int count;

        internal EquirectsCall(IReadOnlyList<EquirectTexels> maps)
        {
            if (maps == null || maps.Any(map => map == null))
                throw new ArgumentException("must be there, and must not hold null", nameof(maps));
            count = maps.Count;
            views = new EquirectView[Math.Max(1, count)]; // so that fixed gives an address
            for (var i = 0; i < count; ++i)
            {
                pins.Add(new PinnedArray(maps[i].Texels));
                views[i] = maps[i].View(pins[i]);
            }
        }

        internal ProjectResult[] Run(ContextHandle context, ProbeNorm.ProjectOptions options, CallProgress progress)
        {
            var shs = new Sh[views.Length];
            var infos = new ProjectInfo[views.Length];
            infos[0].StructSize = (uint)sizeof(ProjectInfo);
            var native = ProbeNorm.ProjectOptions.ToNative(options, progress);
            uint completed;
            Result result;
            string message;
            fixed (EquirectView* firstView = views)
            fixed (Sh* firstSh = shs)
            fixed (ProjectInfo* firstInfo = infos)
            {
                result = Library.pnProjectEquirects(
                    context, (uint)count, firstView, ref native, firstSh, firstInfo, out completed);
                message = Utf8.Read(Library.pnGetLastErrorMessage());
            }
            GC.KeepAlive(progress);
            var finished = Enumerable.Range(0, (int)completed).Select(i => new ProjectResult(ref shs[i], ref infos[i]));
            if (result != Result.Success)
                throw new ProbeNormException(result, message, finished.ToArray());
            return finished.ToArray();
        }

        public void Dispose()
        {
            foreach (var pin in pins)
                pin.Dispose();
        }
    }

    /// <summary>The arguments of one pnNormalizeCubemaps.</summary>
    internal sealed unsafe class NormalizeCall : IDisposable
    {
        private readonly List<NormalizeBuffers> buffers = new List<NormalizeBuffers>();

        internal NormalizeCall(IReadOnlyList<CubemapMips> cubemaps)
        {
            if (cubemaps == null || cubemaps.Any(cubemap => cubemap == null))
                throw new ArgumentException("must be there, and must not hold null", nameof(cubemaps));
            try
            {
                foreach (var cubemap in cubemaps)
                    buffers.Add(new NormalizeBuffers(cubemap));
            }
            catch
            {
                Dispose();
                throw;
            }
        }

        internal NormalizedCubemap[] Run(ContextHandle context, ProbeNorm.Normalization normalization,
            ProbeNorm.ProjectOptions options, CallProgress progress)
        {
            var length = Math.Max(1, buffers.Count); // so that fixed gives an address
            var items = new NormalizeItem[length];
            for (var i = 0; i < buffers.Count; ++i)
                items[i] = buffers[i].Item;
            var shs = new Sh[length];
            var infos = new NormalizeInfo[length];
            infos[0].StructSize = (uint)sizeof(NormalizeInfo);
            var nativeNormalization = ProbeNorm.Normalization.ToNative(normalization);
            var native = ProbeNorm.ProjectOptions.ToNative(options, progress);
            uint completed;
            Result result;
            string message;
            fixed (NormalizeItem* firstItem = items)
            fixed (Sh* firstSh = shs)
            fixed (NormalizeInfo* firstInfo = infos)
            {
                result = Library.pnNormalizeCubemaps(context, (uint)buffers.Count, firstItem, ref nativeNormalization,
                    ref native, firstSh, null, firstInfo, out completed);
                message = Utf8.Read(Library.pnGetLastErrorMessage());
            }
            GC.KeepAlive(progress);
            var finished = buffers.Take((int)completed).Select((each, i) => each.Result(ref shs[i], ref infos[i])).ToArray();
            if (result != Result.Success)
                throw new ProbeNormException(result, message, null, finished);
            return finished;
        }

        public void Dispose()
        {
            foreach (var each in buffers)
                each.Dispose();
        }
    }

    /// <summary>The arguments of one pnExtractLightsOfMany.</summary>
    internal sealed unsafe class LightsCall : IDisposable
    {
        private readonly List<IDisposable> pins = new List<IDisposable>();
        private readonly List<GCHandle> handles = new List<GCHandle>();
        private readonly LightItem[] items;
        private readonly float[][] rest;
        private readonly int count;

        internal LightsCall(IReadOnlyList<CubemapTexels> cubemaps, bool keepsTexels) : this(Count(cubemaps))
        {
            var views = new CubemapView[items.Length];
            var first = (CubemapView*)Pin(views);
            for (var i = 0; i < count; ++i)
            {
                var pinned = cubemaps[i].Pin();
                pins.Add(pinned);
                views[i] = pinned.View();
                items[i].Cubemap = first + i;
                var size = cubemaps[i].FaceSize;
                Keep(i, keepsTexels ? (long)CubemapTexels.FaceCount * size * size : 0);
            }
        }

        internal LightsCall(IReadOnlyList<EquirectTexels> maps, bool keepsTexels) : this(Count(maps))
        {
            var views = new EquirectView[items.Length];
            var first = (EquirectView*)Pin(views);
            for (var i = 0; i < count; ++i)
            {
                var pinned = new PinnedArray(maps[i].Texels);
                pins.Add(pinned);
                views[i] = maps[i].View(pinned);
                items[i].Map = first + i;
                Keep(i, keepsTexels ? (long)maps[i].Width * maps[i].Height : 0);
            }
        }

        private LightsCall(int count)
        {
            this.count = count;
            items = new LightItem[Math.Max(1, count)]; // so that fixed gives an address
            rest = new float[items.Length][];
        }

        internal EnvironmentLights[] Run(ContextHandle context, ProbeNorm.LightOptions lightOptions,
            ProbeNorm.ProjectOptions options, CallProgress progress)
        {
            var lights = new Lights[items.Length];
            var shs = new Sh[items.Length];
            lights[0].StructSize = (uint)sizeof(Lights);
            var native = ProbeNorm.ProjectOptions.ToNative(options, progress);
            var nativeLights = ProbeNorm.LightOptions.ToNative(lightOptions);
            uint completed;
            fixed (LightItem* firstItem = items)
            fixed (Lights* firstLights = lights)
            fixed (Sh* firstSh = shs)
                Library.Check(Library.pnExtractLightsOfMany(
                    context, (uint)count, firstItem, ref native, ref nativeLights, firstLights, firstSh, out completed));
            GC.KeepAlive(progress);
            return Enumerable.Range(0, (int)completed)
                .Select(i => new EnvironmentLights(ref lights[i], ref shs[i], rest[i])).ToArray();
        }

        public void Dispose()
        {
            foreach (var pin in pins)
                pin.Dispose();
            foreach (var handle in handles)
                handle.Free();
        }

        private static int Count<T>(IReadOnlyList<T> environments) where T : class
        {
            if (environments == null || environments.Any(each => each == null))
                throw new ArgumentException("must be there, and must not hold null", nameof(environments));
            return environments.Count;
        }

        private IntPtr Pin(Array array)
        {
            var handle = GCHandle.Alloc(array, GCHandleType.Pinned);
            handles.Add(handle);
            return handle.AddrOfPinnedObject();
        }

        private void Keep(int index, long texelCount)
        {
            rest[index] = new float[checked(4 * texelCount)];
            items[index].StructSize = (uint)sizeof(LightItem);
            items[index].ResidualFloats = (ulong)rest[index].Length;
            if (texelCount > 0)
                items[index].Residual = (float*)Pin(rest[index]);
        }
    }
}
