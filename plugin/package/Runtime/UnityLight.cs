using UnityEngine;
using UnityEngine.Rendering;

namespace ProbeNorm
{
    /// <summary>Converts coefficients to Unity's form: irradiance over pi, as polynomials.</summary>
    public static class UnityLight
    {
        internal const int CoefficientCount = 9;
        internal const int VectorCount = 7;

        /// <summary>Needs no native library; the bits are those of Sh.ToConvention(Convention.Unity).</summary>
        public static SphericalHarmonicsL2 ToSphericalHarmonicsL2(Sh sh) => FromFloats(ToFloats(sh));

        public static Sh FromSphericalHarmonicsL2(SphericalHarmonicsL2 light) =>
            Sh.FromConvention(Convention.Unity, 3, ToFloats(light));

        /// <summary>unity_SHAr SHAg SHAb SHBr SHBg SHBb SHC of a light. Needs no native library.</summary>
        public static Vector4[] ToShaderVectors(SphericalHarmonicsL2 light)
        {
            var vectors = new Vector4[VectorCount];
            for (var c = 0; c < 3; ++c)
            {
                vectors[c] = new Vector4(light[c, 3], light[c, 1], light[c, 2], light[c, 0] - light[c, 6]);
                vectors[3 + c] = new Vector4(light[c, 4], light[c, 5], 3 * light[c, 6], light[c, 7]);
            }
            vectors[6] = new Vector4(light[0, 8], light[1, 8], light[2, 8], 1);
            return vectors;
        }

        /// <summary>Rec. 709; the first coefficient of each channel is its average.</summary>
        internal static float AverageLuminance(SphericalHarmonicsL2 light) =>
            0.2126f * light[0, 0] + 0.7152f * light[1, 0] + 0.0722f * light[2, 0];

        internal static SphericalHarmonicsL2 Scaled(SphericalHarmonicsL2 light, float factor)
        {
            for (var i = 0; i < 3 * CoefficientCount; ++i)
                light[i / CoefficientCount, i % CoefficientCount] *= factor;
            return light;
        }

        internal static float[] ToFloats(Sh sh) => ManagedConvention.ToFloats(sh, Convention.Unity);

        internal static float[] ToFloats(SphericalHarmonicsL2 light)
        {
            var floats = new float[3 * CoefficientCount];
            for (var i = 0; i < floats.Length; ++i)
                floats[i] = light[i / CoefficientCount, i % CoefficientCount];
            return floats;
        }

        internal static SphericalHarmonicsL2 FromFloats(float[] floats)
        {
            var light = new SphericalHarmonicsL2();
            for (var i = 0; i < floats.Length; ++i)
                light[i / CoefficientCount, i % CoefficientCount] = floats[i];
            return light;
        }
    }
}
