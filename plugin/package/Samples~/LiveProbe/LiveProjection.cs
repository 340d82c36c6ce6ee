using System;
using UnityEngine;

namespace ProbeNorm.Samples
{
    /// <summary>Projects on the engine's device where that is possible; otherwise it reads the texels back.</summary>
    internal sealed class LiveProjection : IDisposable
    {
        private readonly RenderThreadProjection inFrame; // one of the two is null
        private readonly TextureProjection readBack;

        internal LiveProjection(Context context, ReflectionProbe probe)
        {
            var decode = probe.textureHDRDecodeValues;
            if (RenderPlugin.IsAvailable && decode.x == probe.intensity && decode.w == 0) // the texels are radiance already
            {
                inFrame = new RenderThreadProjection(probe.texture);
                inFrame.Issue();
            }
            else
            {
                readBack = TextureProjection.OfProbe(context, probe);
            }
        }

        internal bool IsDone => inFrame != null ? inFrame.IsDone : readBack.IsDone;

        internal ProjectResult GetResult() => inFrame != null ? inFrame.GetResult() : readBack.GetResult();

        public void Dispose()
        {
            inFrame?.Dispose();
            readBack?.Dispose();
        }
    }
}
