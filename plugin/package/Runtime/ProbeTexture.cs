using UnityEngine;

namespace ProbeNorm
{
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
        private static object Property(Component hdrp, string name)
        {
            return hdrp.GetType().GetProperty(name)?.GetValue(hdrp);
        }
    }
}
