using System;

namespace ProbeNorm
{
    /// <summary>Coefficients as engines store them, of up to three bands and with the cubemap's axes, where the library does not
    /// load. Twin of plugin/core/sh/conventions.cpp, but for shader vectors.</summary>
    internal static class ManagedConvention
    {
        private const int Fixed = 9; // coefficients, where a convention holds three bands only
        private static readonly int[] playCanvasOrder = { 0, 3, 1, 2, 7, 5, 4, 6, 8 };

        internal static bool Has(Convention convention) =>
            convention != Convention.UnitySha && convention != Convention.UnrealPacked;

        internal static float[] ToFloats(Sh sh, Convention convention)
        {
            float[] radiance = sh.ToArray(), floats = new float[CountOf(convention, sh.Bands)];
            for (var i = 0; i < Math.Min(radiance.Length, floats.Length); ++i)
                floats[PositionOf(convention, i, floats.Length / 3)] = (float)(radiance[i] * ScaleOf(convention, i / 3));
            return floats;
        }

        internal static Sh FromFloats(float[] floats, Convention convention, int bands)
        {
            if (floats.Length != CountOf(convention, bands))
                throw new ArgumentException("must hold " + CountOf(convention, bands) + " floats", nameof(floats));
            var radiance = new float[3 * bands * bands];
            for (var i = 0; i < radiance.Length; ++i)
                radiance[i] = (float)(floats[PositionOf(convention, i, floats.Length / 3)] / ScaleOf(convention, i / 3));
            return new Sh(bands, radiance);
        }

        private static int CountOf(Convention convention, int bands)
        {
            var holdsAny = convention == Convention.Canonical || convention == Convention.FilamentRadiance ||
                convention == Convention.DirectXMath || convention == Convention.Google || convention == Convention.Cmft;
            return 3 * (holdsAny ? bands * bands : Fixed);
        }

        private static int PositionOf(Convention convention, int i, int slots)
        {
            var slot = convention == Convention.PlayCanvas ? Array.IndexOf(playCanvasOrder, i / 3) : i / 3;
            var isByChannel = convention == Convention.Unity || convention == Convention.Unreal ||
                convention == Convention.DirectXMath;
            return isByChannel ? i % 3 * slots + slot : 3 * slot + i % 3;
        }

        private static double ScaleOf(Convention convention, int index)
        {
            double lobe = ManagedLight.CosineOf(index), polynomial = lobe * ManagedLight.ConstantOf(index);
            switch (convention)
            {
                case Convention.Unity:
                case Convention.Filament: return polynomial;
                case Convention.PlayCanvas: return polynomial * (16.0 * Math.PI / 51.0);
                case Convention.Godot: return 1 / Math.PI;
                case Convention.Three:
                case Convention.Canonical: return 1;
            }
            var size = convention == Convention.Babylon ? lobe : 1;
            return index % 2 == 1 ? -size : size; // the Condon-Shortley sign
        }
    }
}
