using System;
using System.Linq;
using ProbeNorm.Native;

namespace ProbeNorm
{
    /// <summary>Coefficients of up to three bands where the library does not load: light along directions, and the automatic
    /// window. Twin of plugin/core/sh/evaluate.cpp, window.cpp and minimum.cpp: the same operations in the same
    /// order.</summary>
    internal static class ManagedLight
    {
        internal const int MostBands = 3;
        private const int Coefficients = MostBands * MostBands;
        private const int Steps = 1024, Sweeps = 12, Halvings = 60;
        internal const double L0 = 0.28209479177387814, L1 = 0.4886025119029199, L2M1 = 1.0925484305920792,
            L2M0 = 0.31539156525252, L2M2 = 0.5462742152960396;
        private static readonly double[] cosineLobe = { 1.0, 2.0 / 3.0, 1.0 / 4.0 };
        private static readonly double[] constants = { L0, L1, L1, L1, L2M1, L2M1, L2M0, L2M1, L2M2 };

        internal static Sh Deringed(Sh sh, float floor, out DeringResult dering)
        {
            if (!(floor >= 0 && floor <= 0.9f))
                throw new ArgumentOutOfRangeException(nameof(floor), floor, "must be in 0..0.9");
            var radiance = Array.ConvertAll(sh.ToArray(), value => (double)value);
            double[][] before = Irradiance(radiance), after;
            var minimaBefore = Array.ConvertAll(before, MinimumOf);
            var step = MildestStep(before, minimaBefore, floor);
            float[] result;
            double[] minimaAfter;
            for (;; --step) // lost by rounding to float
            {
                result = Array.ConvertAll(Windowed(radiance, 3, step), value => (float)value);
                after = Irradiance(Array.ConvertAll(result, value => (double)value));
                minimaAfter = Array.ConvertAll(after, MinimumOf);
                if (step == Steps || step == 0 || AllReach(after, minimaAfter, floor))
                    break;
            }
            var energy = Variation(before);
            dering = new DeringResult
            {
                Width = (float)((double)step / Steps),
                MinimumBefore = (float)Least(minimaBefore),
                MinimumAfter = (float)Least(minimaAfter),
                EnergyKept = (float)(energy > 0 ? Variation(after) / energy : 1),
            };
            return new Sh(sh.Bands, result);
        }

        internal static double CosineOf(int index) => cosineLobe[BandOf(index)];

        /// <summary>The constants of the polynomials 1 y z x xy yz 3zz-1 xz xx-yy.</summary>
        internal static double ConstantOf(int index) => constants[index];

        internal static double Luminance(double[] rgb) => 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];

        /// <summary>Rows r g b along a unit direction.</summary>
        internal static double[] Along(double[] rows, double[] direction)
        {
            double x = direction[0], y = direction[1], z = direction[2];
            var polynomials = new[] { 1, y, z, x, x * y, y * z, 3 * z * z - 1, x * z, x * x - y * y };
            var sum = new double[3];
            for (var i = 0; i < rows.Length; ++i)
                sum[i % 3] += rows[i] * constants[i / 3] * polynomials[i / 3];
            return sum;
        }

        /// <summary>Radiance r g b along each direction, or irradiance over pi.</summary>
        internal static float[] Along(Sh sh, float[] directions, bool isIrradiance)
        {
            var rows = Array.ConvertAll(sh.ToArray(), value => (double)value);
            var light = isIrradiance ? Light(rows) : rows;
            return ForEach(directions, i => Along(light, Direction(directions, i)));
        }

        /// <summary>Irradiance over pi, as rows r g b, of such rows of radiance.</summary>
        internal static double[] Light(double[] radiance)
        {
            var light = new double[radiance.Length];
            for (var i = 0; i < light.Length; ++i)
                light[i] = radiance[i] * CosineOf(i / 3);
            return light;
        }

        /// <summary>The same, de-ringed by the window of its channels, or of their luminance.</summary>
        internal static double[] Deringed(double[] light, bool isRgb, float floor)
        {
            var lights = Channels(light);
            if (!isRgb)
                lights = new[] { lights[0].Select((red, i) => Luminance(new[] { red, lights[1][i], lights[2][i] })).ToArray() };
            return Windowed(light, 3, MildestStep(lights, Array.ConvertAll(lights, MinimumOf), floor));
        }

        internal static double Clamp(double value, double low, double high) => Math.Min(Math.Max(value, low), high);

        internal static double[] Triple(float[] values, int i) => new double[] { values[3 * i], values[3 * i + 1], values[3 * i + 2] };

        internal static double[] Direction(float[] directions, int i)
        {
            var d = Triple(directions, i);
            var length = Math.Sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
            return Array.ConvertAll(d, axis => axis / length);
        }

        /// <summary>r g b made for each of the triples.</summary>
        internal static float[] ForEach(float[] triples, Func<int, double[]> make)
        {
            var result = new float[triples.Length];
            for (var i = 0; i < result.Length / 3; ++i)
                Array.ConvertAll(make(i), value => (float)Clamp(value, -float.MaxValue, float.MaxValue)).CopyTo(result, 3 * i);
            return result;
        }

        private static int BandOf(int index) => index == 0 ? 0 : index < 4 ? 1 : 2;

        private static double[][] Irradiance(double[] radiance) => Channels(Light(radiance));

        private static double[][] Channels(double[] rows)
        {
            var channels = new[] { new double[Coefficients], new double[Coefficients], new double[Coefficients] };
            for (var i = 0; i < rows.Length; ++i)
                channels[i % 3][i / 3] = rows[i];
            return channels;
        }

        // The Gaussian window: width^(l (l + 1) / 2).
        private static double[] Windowed(double[] values, int stride, int step)
        {
            var width = (double)step / Steps;
            var weights = new[] { 1.0, width, width * width * width };
            var result = new double[values.Length];
            for (var i = 0; i < values.Length; ++i)
                result[i] = values[i] * weights[BandOf(i / stride)];
            return result;
        }

        private static bool AllReach(double[][] lights, double[] minima, double floor)
        {
            for (var i = 0; i < lights.Length; ++i)
            {
                var average = lights[i][0] * L0;
                if (average > 0 && !(minima[i] >= floor * average))
                    return false;
            }
            return true;
        }

        // A stronger window never lowers the minimum, so bisection finds the mildest one.
        private static int MildestStep(double[][] lights, double[] minima, double floor)
        {
            if (AllReach(lights, minima, floor))
                return Steps;
            int good = 0, bad = Steps;
            while (bad - good > 1)
            {
                var middle = (good + bad) / 2;
                var windowed = Array.ConvertAll(lights, light => Windowed(light, 1, middle));
                if (AllReach(windowed, Array.ConvertAll(windowed, MinimumOf), floor))
                    good = middle;
                else
                    bad = middle;
            }
            return good;
        }

        private static double Variation(double[][] lights)
        {
            var sum = 0.0;
            foreach (var light in lights)
                for (var i = 1; i < light.Length; ++i)
                    sum += light[i] * light[i];
            return sum;
        }

        private static double Least(double[] values) => Math.Min(values[0], Math.Min(values[1], values[2]));

        // The minimum over the sphere of constant + linear . d + d^T M d: by the eigenvalues of M, and the multiplier of the
        // sphere's equation.
        private static double MinimumOf(double[] c)
        {
            double p6 = L2M0 * c[6], p8 = L2M2 * c[8];
            double xy = 0.5 * L2M1 * c[4], yz = 0.5 * L2M1 * c[5], xz = 0.5 * L2M1 * c[7];
            var m = new[,] { { p8 - p6, xy, xz }, { xy, -p6 - p8, yz }, { xz, yz, 2.0 * p6 } };
            var slopes = new[] { L1 * c[3], L1 * c[1], L1 * c[2] };
            for (var sweep = 0; sweep < Sweeps; ++sweep)
            {
                Rotate(m, slopes, 0, 1);
                Rotate(m, slopes, 0, 2);
                Rotate(m, slopes, 1, 2);
            }
            var eigenvalues = new[] { m[0, 0], m[1, 1], m[2, 2] };
            var lambda = Least(eigenvalues);
            var slope = Math.Sqrt(slopes[0] * slopes[0] + slopes[1] * slopes[1] + slopes[2] * slopes[2]);
            double low = -lambda, high = -lambda + 0.5 * slope;
            if (low == high)
                return L0 * c[0] - low;
            for (var i = 0; i < Halvings; ++i)
            {
                var middle = 0.5 * (low + high);
                if (SquaredLength(eigenvalues, slopes, middle) > 1.0)
                    low = middle;
                else
                    high = middle;
            }
            var dual = -high;
            for (var i = 0; i < 3; ++i)
                if (slopes[i] != 0)
                    dual -= slopes[i] * slopes[i] / (4.0 * (eigenvalues[i] + high));
            return L0 * c[0] + dual;
        }

        private static double SquaredLength(double[] eigenvalues, double[] slopes, double multiplier)
        {
            var sum = 0.0;
            for (var i = 0; i < 3; ++i)
            {
                var y = slopes[i] == 0 ? 0 : slopes[i] / (2.0 * (eigenvalues[i] + multiplier));
                sum += y * y;
            }
            return sum;
        }

        // One Jacobi rotation: makes m[p, q] zero and rotates v in the same way.
        private static void Rotate(double[,] m, double[] v, int p, int q)
        {
            if (m[p, q] == 0)
                return;
            var theta = (m[q, q] - m[p, p]) / (2.0 * m[p, q]);
            var t = (theta >= 0 ? 1.0 : -1.0) / (Math.Abs(theta) + Math.Sqrt(theta * theta + 1.0));
            double c = 1.0 / Math.Sqrt(t * t + 1.0), s = t * c;
            var r = 3 - p - q;
            double mpq = m[p, q], mrp = m[r, p], mrq = m[r, q];
            m[p, p] -= t * mpq;
            m[q, q] += t * mpq;
            m[p, q] = m[q, p] = 0;
            m[r, p] = m[p, r] = c * mrp - s * mrq;
            m[r, q] = m[q, r] = s * mrp + c * mrq;
            double vp = v[p], vq = v[q];
            v[p] = c * vp - s * vq;
            v[q] = s * vp + c * vq;
        }
    }
    /// <summary>The values of presets where the library does not load. Twin of plugin/core/sh/preset.cpp.</summary>
    internal static class ManagedPreset
    {
        internal static Native.Normalization Of(Preset preset)
        {
            var isOurs = preset == Preset.ProbeNorm || preset == Preset.Classic;
            var n = new Native.Normalization
            {
                Preset = preset, Bands = 3, Channels = Channels.Luminance, Lobe = Lobe.Cosine,
                Dering = isOurs ? Dering.Auto : Dering.None, Floor = isOurs ? 0.01f : 1e-6f, Low = -float.MaxValue,
                High = float.MaxValue, FadeBegin = -1, FadeEnd = -1, Weight = 1, Version = 1, Mapping = RoughnessMapping.Linear,
            };
            switch (preset)
            {
                case Preset.ProbeNorm: n.Channels = Channels.Rgb; n.Low = 0; n.Version = 4; break;
                case Preset.Classic: n.Low = 0; n.High = 7; n.FadeBegin = 0.1f; n.FadeEnd = 0.3f; break;
                case Preset.BlackOps: n.Bands = 1; break;
                case Preset.Unreal: n.Bands = 1; n.High = 10000; n.FadeBegin = 0.1f; n.FadeEnd = 0.3f; break;
                case Preset.Hdrp:
                case Preset.HdrpCorrected: n.Low = 0.005f; n.High = 1; break;
                case Preset.Source2:
                case Preset.CommunityShaders: n.Bands = 2; break;
                case Preset.Eevee: n.Bands = 1; n.Low = 0; n.High = 1; break;
                case Preset.Rend2: n.Channels = Channels.Rgb; break;
            }
            return n;
        }
    }
}
