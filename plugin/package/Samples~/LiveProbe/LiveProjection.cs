using System;
using UnityEngine;

namespace ProbeNorm.Samples
{
    /// <summary>On the engine's device where that can be, else by reading the texels back.</summary>
    internal sealed class LiveProjection : IDisposable
    {
        private readonly RenderThreadProjection inFrame; // one of the two is null
        private readonly TextureProjection readBack;

        internal LiveProjection(Context context, ReflectionProbe probe, TexturePointer pointer)
        {
            var decode = probe.textureHDRDecodeValues;
            if (RenderPlugin.IsAvailable && decode.x == 1 && decode.w == 0) // texels are radiance as they are
            {
                inFrame = new RenderThreadProjection(probe.texture, texturePointer: pointer.Of(probe.texture));
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

    /// <summary>Texture.GetNativeTexturePtr waits for the render thread, so it is asked once a texture.</summary>
    internal sealed class TexturePointer
    {
        private Texture texture;
        private IntPtr pointer;

        internal IntPtr Of(Texture current)
        {
            if (texture != current)
                pointer = current.GetNativeTexturePtr();
            texture = current;
            return pointer;
        }
    }
}
