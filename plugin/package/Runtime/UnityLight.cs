using UnityEngine;
using UnityEngine.Rendering;

namespace ProbeNorm
{
    /// <summary>Coefficients as Unity holds them: irradiance over pi, as polynomials.</summary>
    public static class UnityLight
    {
        internal const int CoefficientCount = 9;
        internal const int VectorCount = 7;

        public static SphericalHarmonicsL2 ToSphericalHarmonicsL2(Sh sh)
        {
            return FromFloats(sh.ToConvention(Convention.Unity));
        }

        public static Sh FromSphericalHarmonicsL2(SphericalHarmonicsL2 light)
        {
            return Sh.FromConvention(Convention.Unity, 3, ToFloats(light));
        }

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
