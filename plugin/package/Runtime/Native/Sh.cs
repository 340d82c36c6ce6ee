using System;
using ProbeNorm.Native;

namespace ProbeNorm
{
    /// <summary>What Sh.Deringed did.</summary>
    public struct DeringResult
    {
        /// <summary>The width of the Gaussian window that was applied; 1: no window was needed.</summary>
        public float Width;
        /// <summary>The smallest irradiance over pi of any channel over the sphere.</summary>
        public float MinimumBefore, MinimumAfter;
        /// <summary>How much of the irradiance's energy above band 0 is left, from 0 to 1.</summary>
        public float EnergyKept;
    }

    /// <summary>Radiance in real, orthonormal spherical harmonics without the Condon-Shortley sign.
    /// Immutable.</summary>
    public sealed unsafe class Sh
    {
        private Native.Sh data;

        internal Sh(ref Native.Sh data) => this.data = data;

        /// <summary>coefficients: bands * bands rows r g b, ordered by l (l + 1) + m.</summary>
        public Sh(int bands, float[] coefficients)
        {
            if (bands < 1 || bands > Native.Sh.MaxBands)
                throw new ArgumentOutOfRangeException(nameof(bands), bands, "must be in 1..5");
            if (coefficients == null || coefficients.Length != 3 * bands * bands)
                throw new ArgumentException("must hold 3 * bands * bands floats", nameof(coefficients));
            data.Bands = (uint)bands;
            fixed (float* rgb = data.Rgb)
            {
                for (var i = 0; i < coefficients.Length; ++i)
                    rgb[i] = coefficients[i];
            }
        }

        public int Bands => (int)data.Bands;

        /// <summary>The coefficients as bands * bands rows r g b.</summary>
        public float[] ToArray()
        {
            var coefficients = new float[3 * Bands * Bands];
            fixed (float* rgb = data.Rgb)
            {
                for (var i = 0; i < coefficients.Length; ++i)
                    coefficients[i] = rgb[i];
            }
            return coefficients;
        }

        /// <summary>Radiance r g b along each unit direction x y z.</summary>
        public float[] EvaluateRadiance(float[] directions)
        {
            var rgb = new float[CheckTriples(directions, nameof(directions))];
            if (IsManaged)
                return ManagedLight.Along(this, directions, false);
            var sh = DataForCall;
            Library.Check(Library.pnEvaluateRadiance(&sh, (uint)rgb.Length / 3, directions, rgb));
            return rgb;
        }

        /// <summary>Irradiance over pi along each direction: the radiance of a white Lambert surface.</summary>
        public float[] EvaluateIrradiance(float[] directions)
        {
            var rgb = new float[CheckTriples(directions, nameof(directions))];
            if (IsManaged)
                return ManagedLight.Along(this, directions, true);
            var sh = DataForCall;
            Library.Check(Library.pnEvaluateIrradiance(&sh, (uint)rgb.Length / 3, directions, rgb));
            return rgb;
        }

        /// <summary>The same light, rotated: its value along matrix * d is this one's value along d. The matrix is row-major
        /// and orthogonal, and may mirror.</summary>
        public Sh Rotated(float[] matrix)
        {
            if (matrix == null || matrix.Length != 9)
                throw new ArgumentException("must hold 9 floats", nameof(matrix));
            var sh = DataForCall;
            Native.Sh result;
            Library.Check(Library.pnRotateSh(&sh, matrix, &result));
            return new Sh(ref result);
        }

        public Sh Windowed(Window window, float width)
        {
            var sh = DataForCall;
            Native.Sh result;
            Library.Check(Library.pnWindowSh(&sh, window, width, &result));
            return new Sh(ref result);
        }

        /// <summary>Applies the mildest window that keeps each channel's irradiance at or above floor times its
        /// average.</summary>
        public Sh Deringed(float floor, out DeringResult dering)
        {
            if (IsManaged)
                return ManagedLight.Deringed(this, floor, out dering);
            var sh = DataForCall;
            Native.Sh result;
            var info = new DeringInfo { StructSize = (uint)sizeof(DeringInfo) };
            Library.Check(Library.pnDeringSh(&sh, floor, &result, &info));
            dering = new DeringResult
            {
                Width = info.Width,
                MinimumBefore = info.MinimumBefore,
                MinimumAfter = info.MinimumAfter,
                EnergyKept = info.EnergyKept,
            };
            return new Sh(ref result);
        }

        /// <summary>The minima over the sphere of irradiance over pi: of r, g, b and luminance.</summary>
        public float[] FindIrradianceMinimum()
        {
            var sh = DataForCall;
            var minimum = new float[4];
            Library.Check(Library.pnFindIrradianceMinimum(&sh, minimum));
            return minimum;
        }

        /// <summary>The coefficients as an engine stores them; docs/conventions.md describes each layout.</summary>
        public float[] ToConvention(Convention convention, Axes axes = Axes.Keep)
        {
            if (IsManaged && axes == Axes.Keep && ManagedConvention.Has(convention))
                return ManagedConvention.ToFloats(this, convention);
            var sh = DataForCall;
            var floats = new float[Library.pnGetConventionFloatCount(convention, data.Bands)];
            Library.Check(Library.pnConvertToConvention(&sh, convention, axes, (uint)floats.Length, floats));
            return floats;
        }

        public static Sh FromConvention(Convention convention, int bands, float[] floats, Axes axes = Axes.Keep)
        {
            if (floats == null)
                throw new ArgumentNullException(nameof(floats));
            if (CanManage(bands) && axes == Axes.Keep && ManagedConvention.Has(convention))
                return ManagedConvention.FromFloats(floats, convention, bands);
            Native.Sh result;
            LibraryInfo.Require();
            Library.Check(Library.pnConvertFromConvention(
                convention, axes, checked((uint)bands), (uint)floats.Length, floats, &result));
            return new Sh(ref result);
        }

        internal Native.Sh Data => data;

        // Where the library does not load.
        private bool IsManaged => CanManage(Bands);

        private static bool CanManage(int bands) => !LibraryInfo.IsAvailable && bands <= ManagedLight.MostBands;

        // For a call to the library; throws an exception where it does not load.
        private Native.Sh DataForCall
        {
            get
            {
                LibraryInfo.Require();
                return data;
            }
        }

        internal static int CheckTriples(float[] vectors, string name)
        {
            if (vectors == null || vectors.Length % 3 != 0)
                throw new ArgumentException("must hold x y z of each direction", name);
            return vectors.Length;
        }
    }
}
