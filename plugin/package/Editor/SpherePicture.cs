using System;
using UnityEngine;
using UnityEngine.Rendering;

namespace ProbeNorm.Editing
{
    /// <summary>Draws a white ball in a probe's light, seen along +Z, for the inspector's preview.</summary>
    internal static class SpherePicture
    {
        private const float Middle = 0.5f;     // brightness of the average light, before gamma
        private const double Gamma = 1 / 2.2;  // near enough to sRGB for a preview

        /// <summary>The bottom row comes first, as in Texture2D. Pixels outside the ball are transparent.</summary>
        internal static Color[] Draw(SphericalHarmonicsL2 light, int size)
        {
            var average = Math.Max(0.2126f * light[0, 0] + 0.7152f * light[1, 0] + 0.0722f * light[2, 0], 1e-9f);
            var pixels = new Color[size * size];
            for (var i = 0; i < pixels.Length; ++i)
            {
                var x = (2 * (i % size) + 1f) / size - 1;
                var y = (2 * (i / size) + 1f) / size - 1;
                var z2 = 1 - x * x - y * y;
                if (z2 >= 0)
                    pixels[i] = Shade(light, new Vector3(x, y, -(float)Math.Sqrt(z2)), Middle / average);
            }
            return pixels;
        }

        private static Color Shade(SphericalHarmonicsL2 light, Vector3 normal, float exposure)
        {
            return new Color(Channel(light, 0, normal, exposure), Channel(light, 1, normal, exposure),
                Channel(light, 2, normal, exposure), 1);
        }

        // SphericalHarmonicsL2 stores the polynomials 1 y z x xy yz 3zz-1 xz xx-yy.
        private static float Channel(SphericalHarmonicsL2 light, int c, Vector3 n, float exposure)
        {
            var sum = light[c, 0] + light[c, 1] * n.y + light[c, 2] * n.z + light[c, 3] * n.x +
                      light[c, 4] * n.x * n.y + light[c, 5] * n.y * n.z + light[c, 6] * (3 * n.z * n.z - 1) +
                      light[c, 7] * n.x * n.z + light[c, 8] * (n.x * n.x - n.y * n.y);
            return (float)Math.Pow(Math.Min(Math.Max(sum * exposure, 0), 1), Gamma);
        }
    }
}
