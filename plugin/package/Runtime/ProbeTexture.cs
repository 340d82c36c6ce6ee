using UnityEngine;

namespace ProbeNorm
{
    /// <summary>What a reflection probe captured, and how its texels become radiance.</summary>
    internal struct ProbeTexture
    {
        internal Texture Texture; // null: neither baked nor rendered yet
        internal Vector4 HdrDecode;

        /// <summary>HDRP keeps textures in a component of its own beside the probe, whose type this package does not
        /// reference. Else the engine's.</summary>
        internal static ProbeTexture Of(ReflectionProbe probe)
        {
            var hdrp = HdrpNormalization.Find(probe);
            return hdrp == null ? OfEngine(probe) : OfHdrp(hdrp);
        }

        // The values of the engine hold the probe's Intensity. It is left out of the light: the factor would divide it
        // away again, and the slider would do nothing.
        private static ProbeTexture OfEngine(ReflectionProbe probe)
        {
            var decode = probe.textureHDRDecodeValues;
            if (probe.intensity > 0)
                decode.x /= probe.intensity;
            return new ProbeTexture { Texture = probe.texture, HdrDecode = decode };
        }

        // HDRP divides what it renders by rangeCompressionFactor and undoes that where it reads. Its multiplier, as the
        // Intensity above, stays outside.
        private static ProbeTexture OfHdrp(Component hdrp)
        {
            var decode = ProbeNorm.HdrDecode.Neutral;
            var compression = Property(hdrp, "rangeCompressionFactor");
            if (compression is float && (float)compression > 0)
                decode.x = (float)compression;
            return new ProbeTexture { Texture = Property(hdrp, "texture") as Texture, HdrDecode = decode };
        }

        // Of HDProbe; texture is that of its mode: baked, custom or realtime.
        private static object Property(Component hdrp, string name)
        {
            return hdrp.GetType().GetProperty(name)?.GetValue(hdrp);
        }
    }
}
