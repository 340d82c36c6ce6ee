using UnityEngine;

namespace ProbeNorm
{
    /// <summary>What a reflection probe captured, and how its texels become radiance.</summary>
    internal struct ProbeTexture
    {
        internal Texture Texture; // null: neither baked nor rendered yet
        internal Vector4 HdrDecode;

        /// <summary>HDRP keeps textures in a component of its own beside the probe, whose type this package does not
        /// know; they hold radiance as it is. Else the engine's.</summary>
        internal static ProbeTexture Of(ReflectionProbe probe)
        {
            var hdrp = probe.GetComponent("HDAdditionalReflectionData");
            if (hdrp == null)
                return new ProbeTexture { Texture = probe.texture, HdrDecode = probe.textureHDRDecodeValues };
            var texture = hdrp.GetType().GetProperty("texture"); // of HDProbe, by its mode: baked, custom, realtime
            return new ProbeTexture
            {
                Texture = texture?.GetValue(hdrp) as Texture, HdrDecode = ProbeNorm.HdrDecode.Neutral,
            };
        }
    }
}
