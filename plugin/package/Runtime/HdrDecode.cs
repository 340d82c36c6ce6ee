using System;
using UnityEngine;

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
}
