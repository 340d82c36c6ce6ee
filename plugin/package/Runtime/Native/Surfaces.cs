using System;

namespace ProbeNorm
{
    /// <summary>Surfaces that show the reflection of one probe; for Normalization.EvaluateReflection.</summary>
    public sealed class Surfaces
    {
        /// <summary>The radiance r g b that each surface reads from the probe's cubemap.</summary>
        public float[] radiance;
        /// <summary>Unit vectors x y z.</summary>
        public float[] reflections;
        /// <summary>Unit vectors x y z; null where the preset does not need them.</summary>
        public float[] normals;
        /// <summary>Perceptual, 0 to 1; null is 1 everywhere.</summary>
        public float[] roughness;
        /// <summary>0 to 1, for the preset godot; null is 1 everywhere.</summary>
        public float[] metallic;
        /// <summary>The local light as irradiance over pi, r g b, if it is not given as coefficients. localAlongReflections is
        /// null if only the light along normals is known, as with a lightmap.</summary>
        public float[] localAlongNormals, localAlongReflections;
        /// <summary>Whether radiance is from a cubemap that was divided.</summary>
        public bool isDivided;

        internal void Check()
        {
            if (radiance == null || radiance.Length % 3 != 0)
                throw new ArgumentException("must hold r g b of each surface", nameof(radiance));
            CheckLength(reflections, radiance.Length, nameof(reflections));
            CheckLength(normals, radiance.Length, nameof(normals));
            CheckLength(roughness, radiance.Length / 3, nameof(roughness));
            CheckLength(metallic, radiance.Length / 3, nameof(metallic));
            CheckLength(localAlongNormals, radiance.Length, nameof(localAlongNormals));
            CheckLength(localAlongReflections, radiance.Length, nameof(localAlongReflections));
        }

        private static void CheckLength(float[] array, int length, string name)
        {
            if (array != null && array.Length != length)
                throw new ArgumentException("must hold " + length + " numbers, as radiance has surfaces", name);
        }
    }
}
