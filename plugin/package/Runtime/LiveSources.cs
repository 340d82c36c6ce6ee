using System;
using System.Collections.Generic;
using ProbeNorm.Native;
using UnityEngine;
using UnityEngine.Rendering;

namespace ProbeNorm
{
    /// <summary>How a live probe's light comes to shaders.</summary>
    public enum LiveRoute
    {
        None,
        /// <summary>In the frame, by the native plugin: Vulkan.</summary>
        Plugin,
        /// <summary>In the frame, by compute shaders.</summary>
        Compute,
        /// <summary>Texels are read back; the light is some frames late.</summary>
        ReadBack,
    }

    /// <summary>Follows one probe's texture. Dispose it when the texture has another size or is decoded differently.</summary>
    internal abstract class LiveSource : IDisposable
    {
        /// <summary>The row of LiveRows from which shaders read; -1: results are all there is.</summary>
        internal virtual int Row => -1;

        /// <summary>Once per frame.</summary>
        internal abstract void Step(ReflectionProbe probe);

        /// <summary>What was projected last, some frames later: for inspectors, HDRP and NormalizedRenderer.</summary>
        internal abstract bool TryTake(out ProjectResult result);

        public abstract void Dispose();

        /// <summary>The best route for a probe. reason: why it is not in the frame; "" where it is.</summary>
        internal static LiveRoute Choose(ProbeTexture captured, bool oneFacePerFrame, out string reason)
        {
            var isTooLarge = captured.Texture.width > ComputeRun.MaxFaceSize;
            reason = isTooLarge ? "compute shaders take faces of up to 2048 x 2048 texels" : LiveRows.UnavailableReason;
            if (reason.Length == 0)
                return !oneFacePerFrame && HdrDecode.IsNeutral(captured.HdrDecode) && RenderPlugin.IsAvailable ?
                    LiveRoute.Plugin : LiveRoute.Compute;
            var canReadBack = SystemInfo.supportsAsyncGPUReadback &&
                (LibraryInfo.IsAvailable || !isTooLarge && ComputeProjection.UnavailableReason.Length == 0);
            return canReadBack ? LiveRoute.ReadBack : LiveRoute.None;
        }
    }

    /// <summary>Light that stays on the device, and a row that shaders read.</summary>
    internal abstract class LiveInFrame : LiveSource
    {
        protected readonly LiveKernels kernels = new LiveKernels();
        private readonly int row = LiveRows.Take();

        /// <summary>faceSize 0: the kernels do not project.</summary>
        protected LiveInFrame(int faceSize, Vector4 decode, float floorShare)
        {
            try
            {
                kernels.Make(faceSize, decode, row, floorShare);
            }
            catch
            {
                Dispose();
                throw;
            }
        }

        internal override int Row => row;

        public override void Dispose()
        {
            kernels.Dispose();
            LiveRows.Release(row);
        }
    }

    /// <summary>By compute shaders: all faces in each frame, or one.</summary>
    internal sealed class LiveComputing : LiveInFrame
    {
        private readonly bool oneFacePerFrame;
        private AsyncGPUReadbackRequest request; // of the coefficients
        private bool isRequested;
        private int face;

        internal LiveComputing(ProbeTexture captured, float floorShare, bool oneFacePerFrame)
            : base(captured.Texture.width, captured.HdrDecode, floorShare)
        {
            this.oneFacePerFrame = oneFacePerFrame;
        }

        internal override void Step(ReflectionProbe probe)
        {
            var texture = ProbeTexture.Of(probe).Texture;
            var end = oneFacePerFrame ? face + 1 : CubemapShape.FaceCount;
            for (; face < end; ++face)
                kernels.ProjectFace(texture, face);
            if (face < CubemapShape.FaceCount)
                return;
            face = 0;
            kernels.FinishProjection();
            kernels.WriteRow();
            if (isRequested)
                return;
            request = AsyncGPUReadback.Request(kernels.Coefficients);
            isRequested = true;
        }

        internal override bool TryTake(out ProjectResult result)
        {
            result = null;
            if (!isRequested || !request.done)
                return false;
            isRequested = false;
            if (!request.hasError)
            {
                var sh = new Sh(CubemapTables.Bands, request.GetData<float>().ToArray()).Data;
                var info = new Native.ProjectInfo { Algorithm = ComputeProjection.Algorithm }; // CubeFace has no known bits
                result = new ProjectResult(ref sh, ref info);
            }
            return result != null;
        }
    }

    /// <summary>By the native plugin, which writes the coefficients into a buffer of the engine.</summary>
    internal sealed class LivePlugin : LiveInFrame
    {
        private const int MostPending = 4; // results come two to three frames later

        private readonly Queue<RenderThreadProjection> pending = new Queue<RenderThreadProjection>();

        internal LivePlugin(float floorShare) : base(0, HdrDecode.Neutral, floorShare) { }

        internal override void Step(ReflectionProbe probe)
        {
            if (pending.Count == MostPending)
                return;
            var projection = new RenderThreadProjection(ProbeTexture.Of(probe).Texture, buffer: kernels.Coefficients);
            pending.Enqueue(projection);
            projection.Issue();
            kernels.WriteRow();
        }

        internal override bool TryTake(out ProjectResult result)
        {
            result = null;
            if (pending.Count == 0 || !pending.Peek().IsDone)
                return false;
            using (var done = pending.Dequeue())
                result = done.GetResult();
            return true;
        }

        public override void Dispose()
        {
            foreach (var projection in pending)
                projection.Dispose();
            base.Dispose();
        }
    }

    /// <summary>Texels are read back, and projected by the library, or by compute shaders where it does not load.</summary>
    internal sealed class LiveReadBack : LiveSource
    {
        private readonly Context context =
            LibraryInfo.IsAvailable ? new Context(new ContextOptions { Backend = Backend.Cpu }) : null;
        private TextureProjection projection; // null between two rounds

        internal override void Step(ReflectionProbe probe) => projection = projection ?? TextureProjection.OfProbe(context, probe);

        internal override bool TryTake(out ProjectResult result)
        {
            result = null;
            if (projection == null || !projection.IsDone)
                return false;
            using (var done = projection)
            {
                projection = null;
                result = done.GetResult();
            }
            return true;
        }

        public override void Dispose()
        {
            projection?.Dispose();
            context?.Dispose();
        }
    }
}
