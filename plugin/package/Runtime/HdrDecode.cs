using System;
using UnityEngine;
using UnityEngine.Experimental.Rendering;

namespace ProbeNorm
{
    /// <summary>Decodes radiance from a texel: rgb x (w (a - 1) + 1)^y. RGBM has w = 1; doubled LDR has w = 0 and x above
    /// 1; HDR formats have neutral values. Shaders/CubeFaces.hlsl does the same on the device.</summary>
    internal static class HdrDecode
    {
        internal static readonly Vector4 Neutral = new Vector4(1, 1, 0, 0);

        internal static bool IsNeutral(Vector4 decode)
        {
            return decode.x == 1 && decode.w == 0; // the base of the power is 1 then
        }

        internal static Vector3 Decode(Vector4 texel, Vector4 decode)
        {
            var alpha = Math.Max(decode.w * (texel.w - 1.0) + 1.0, 0.0);
            var scale = decode.x * Math.Pow(alpha, decode.y);
            return new Vector3((float)(texel.x * scale), (float)(texel.y * scale), (float)(texel.z * scale));
        }
    }

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

    /// <summary>A reflection probe's texture, and how its texels are decoded to radiance.</summary>
    internal struct ProbeTexture
    {
        internal Texture Texture; // null if the probe is neither baked nor rendered
        internal Vector4 HdrDecode;

        /// <summary>HDRP keeps the texture in a component of its own, whose type this package does not reference. Other
        /// pipelines use the engine's texture.</summary>
        internal static ProbeTexture Of(ReflectionProbe probe)
        {
            var hdrp = HdrpNormalization.Find(probe);
            return hdrp == null ? OfEngine(probe) : OfHdrp(hdrp);
        }

        // The engine's decode values contain the probe's Intensity. It is taken out, since the factor would divide by it and
        // the slider would have no effect.
        private static ProbeTexture OfEngine(ReflectionProbe probe)
        {
            var decode = probe.textureHDRDecodeValues;
            if (probe.intensity > 0)
                decode.x /= probe.intensity;
            return new ProbeTexture { Texture = probe.texture, HdrDecode = decode };
        }

        // HDRP divides its captures by rangeCompressionFactor, and multiplies by it when it reads them. Its multiplier is left
        // out, like the Intensity above.
        private static ProbeTexture OfHdrp(Component hdrp)
        {
            var decode = ProbeNorm.HdrDecode.Neutral;
            var compression = Property(hdrp, "rangeCompressionFactor");
            if (compression is float && (float)compression > 0)
                decode.x = (float)compression;
            return new ProbeTexture { Texture = Property(hdrp, "texture") as Texture, HdrDecode = decode };
        }

        // A property of HDProbe. Its texture is the one of the probe's mode: baked, custom or realtime.
        private static object Property(Component hdrp, string name) =>
            hdrp.GetType().GetProperty(name)?.GetValue(hdrp);
    }
}
