using UnityEngine;
using UnityEngine.Experimental.Rendering;

namespace ProbeNorm
{
    /// <summary>The texel formats of Unity that the library reads without conversion.</summary>
    internal static class TextureFormats
    {
        /// <summary>Undefined for a format that must be converted first.</summary>
        internal static Format Find(GraphicsFormat format)
        {
            switch (format)
            {
                case GraphicsFormat.R16G16B16A16_SFloat: return Format.Rgba16F;
                case GraphicsFormat.R32G32B32A32_SFloat: return Format.Rgba32F;
                case GraphicsFormat.R32G32B32_SFloat: return Format.Rgb32F;
                case GraphicsFormat.E5B9G9R9_UFloatPack32: return Format.Rgb9E5;
                case GraphicsFormat.B10G11R11_UFloatPack32: return Format.R11G11B10F;
                case GraphicsFormat.R8G8B8A8_UNorm: return Format.Rgba8;
                case GraphicsFormat.R8G8B8A8_SRGB: return Format.Rgba8Srgb;
                default: return Format.Undefined;
            }
        }
    }
}
