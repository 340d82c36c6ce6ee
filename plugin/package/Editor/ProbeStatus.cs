using System.Globalization;
using UnityEngine;

namespace ProbeNorm.Editing
{
    internal enum ProbeState
    {
        NoTexture,
        NotBaked,
        /// <summary>The probe stands more than a centimetre from where it was baked.</summary>
        Moved,
        /// <summary>The cubemap has different texels now, or is decoded differently.</summary>
        TextureChanged,
        SettingsChanged,
        Baked,
    }

    /// <summary>Whether a probe's bake is still up to date.</summary>
    internal static class ProbeStatus
    {
        private const float FarthestMove = 0.01f; // metres; HDRP allows the same

        internal static ProbeState Of(ReflectionProbe probe, ProbeNormSettings settings)
        {
            if (ProbeTexture.Of(probe).Texture == null)
                return ProbeState.NoTexture;
            var component = probe.GetComponent<NormalizedProbe>();
            var data = component != null ? component.Data : null;
            if (data == null || !data.IsBaked)
                return ProbeState.NotBaked;
            if (IsFar(probe.transform.position - data.CapturePosition))
                return ProbeState.Moved;
            if (Differ(data.source, SourceOf(probe)))
                return ProbeState.TextureChanged;
            return Differ(data.settings, settings.Key) ? ProbeState.SettingsChanged : ProbeState.Baked;
        }

        internal static string Describe(ProbeState state)
        {
            switch (state)
            {
                case ProbeState.NoTexture: return "no texture";
                case ProbeState.NotBaked: return "not baked";
                case ProbeState.Moved: return "stale: moved";
                case ProbeState.TextureChanged: return "stale: other texels";
                case ProbeState.SettingsChanged: return "stale: other settings";
                default: return "baked";
            }
        }

        internal static bool IsStale(ProbeState state) =>
            state == ProbeState.Moved || state == ProbeState.TextureChanged || state == ProbeState.SettingsChanged;

        /// <summary>A text that changes when the texels or their decoding change. "" for a render texture, which has no
        /// hash.</summary>
        internal static string SourceOf(ReflectionProbe probe)
        {
            var captured = ProbeTexture.Of(probe);
            if (captured.Texture == null || !captured.Texture.imageContentsHash.isValid)
                return "";
            var decode = captured.HdrDecode;
            return captured.Texture.imageContentsHash + " " + string.Format(
                CultureInfo.InvariantCulture, "{0:R} {1:R} {2:R}", decode.x, decode.y, decode.w);
        }

        private static bool IsFar(Vector3 move) =>
            move.x * move.x + move.y * move.y + move.z * move.z > FarthestMove * FarthestMove;

        private static bool Differ(string baked, string now) => baked.Length > 0 && now.Length > 0 && baked != now;
    }
}
