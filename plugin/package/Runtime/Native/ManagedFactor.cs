using System;
using static ProbeNorm.ManagedLight;

namespace ProbeNorm
{
    /// <summary>What reflections are multiplied by and become, by the presets ProbeNorm and Classic with the cosine lobe, where
    /// the library does not load. Twin of plugin/core/sh/factor.cpp and reflection.cpp.</summary>
    internal sealed class ManagedFactor
    {
        private const double Least = 1.0 / (1 << 24), Kept = 1.5, MirrorsLoss = 0.7, MirrorsDetail = 0.4;

        private readonly Normalization values; // resolved
        private readonly double[] probe, local; // irradiance over pi, de-ringed

        internal ManagedFactor(Normalization normalization, Sh probe, Sh local)
        {
            values = normalization.Resolved();
            if (values.preset != Preset.Classic && !IsOurs || values.lobe != Lobe.Cosine)
                LibraryInfo.Require();
            this.probe = probe != null ? LightOf(probe) : null;
            this.local = local != null ? LightOf(local) : null;
        }

        /// <summary>The reflection of each surface, or the factor where that is asked for. Refuses what the library refuses
        /// (plugin/api/surfaces.cpp).</summary>
        internal float[] Reflections(Surfaces s)
        {
            CheckNumbers(s);
            if (s.reflections.Length > 0)
                CheckLight(s);
            return ForEach(s.reflections, i => Reflection(s, i));
        }

        private static void CheckNumbers(Surfaces s)
        {
            const string direction = " must have length 1, to 1e-3", share = " must be in 0..1", finite = " must be finite";
            RequireDirections(s.reflections, nameof(s.reflections) + direction);
            RequireDirections(s.normals, nameof(s.normals) + direction);
            RequireDirections(s.lookups, nameof(s.lookups) + direction);
            RequireAll(s.roughness, value => value >= 0 && value <= 1, nameof(s.roughness) + share);
            RequireAll(s.metallic, value => value >= 0 && value <= 1, nameof(s.metallic) + share);
            RequireAll(s.isFactor ? null : s.radiance, IsFinite, nameof(s.radiance) + finite);
            RequireAll(s.localAlongNormals, IsFinite, nameof(s.localAlongNormals) + finite);
            RequireAll(s.localAlongReflections, IsFinite, nameof(s.localAlongReflections) + finite);
            RequireAll(s.probeLuminances, value => IsFinite(value) && value >= 0,
                nameof(s.probeLuminances) + finite + " and not negative");
        }

        private void CheckLight(Surfaces s)
        {
            var isAlongDirections = s.localAlongNormals != null || s.localAlongReflections != null;
            Require(local == null || !isAlongDirections, "local must be null where the light along directions is given");
            Require(local != null || s.localAlongNormals != null, "the local light is missing");
            Require((probe != null) != (s.probeLuminances != null), "needs either the probe's coefficients or its luminances");
            Require(probe != null || !s.isDivided, "isDivided needs the probe's coefficients");
            var looksElsewhere = IsOurs && probe != null && (local != null || s.localAlongReflections != null);
            Require(!looksElsewhere || s.lookups != null, "surfaces.lookups is null: it must have the directions that radiance " +
                "was looked up by, which are reflections where nothing is corrected for parallax");
        }

        private bool IsOurs => values.preset == Preset.ProbeNorm;
        private bool IsRgb => values.channels == Channels.Rgb;

        private double[] Reflection(Surfaces s, int i)
        {
            var hasNormalOnly = local == null && s.localAlongReflections == null;
            double[] along = Direction(s.reflections, i), lookup = s.lookups != null ? Direction(s.lookups, i) : along;
            var normal = s.normals != null ? Direction(s.normals, i) : along;
            var average = probe != null ? Average(probe) : new double[3];
            var from = probe == null ? Grey(s.probeLuminances[i]) : Along(probe, hasNormalOnly ? normal : IsOurs ? lookup : along);
            var to = local != null ? Along(local, along) : Triple(hasNormalOnly ? s.localAlongNormals : s.localAlongReflections, i);
            var seen = Seen(to, local != null ? Average(local) : new double[3]);
            if (s.isFactor)
                return FactorOf(from, average, to, seen, s.roughness, i);
            var shown = Triple(s.radiance, i);
            if (s.isDivided)
                shown = Zip(shown, Seen(Along(probe, lookup), average, false), (texel, light) => texel * light);
            if (!IsOurs)
                return Zip(shown, FactorOf(from, average, to, seen, s.roughness, i), (light, factor) => light * factor);
            return Reflected(Seen(from, average), seen, Array.ConvertAll(shown, light => Math.Max(light, 0)),
                RoughnessOf(s.roughness, i));
        }

        private double[] Reflected(double[] from, double[] to, double[] light, double roughness)
        {
            var whole = Math.Max(Luminance(light), Least);
            var shown = IsRgb ? light : new[] { whole, whole, whole };
            var result = Zip(Blended(to, from, shown, roughness), shown, (value, before) =>
            {
                var most = values.high * Math.Max(before, Least);
                return before + Fade(roughness) * (Clamp(value, Math.Min(values.low * before, most), most) - before);
            });
            return IsRgb ? result : Array.ConvertAll(light, channel => result[0] / whole * channel);
        }

        private double[] Blended(double[] to, double[] from, double[] shown, double roughness)
        {
            double own = Luminance(from), ratio = Luminance(to) / own, difference = ratio - 1;
            double mirror = 1 - roughness * roughness, scale = 1 / (ratio * difference + 1);
            var ofProbe = scale * ratio * Math.Min(Kept * ratio, 1);
            var ofPlace = scale * difference * difference *
                (1 - mirror * (MirrorsLoss - MirrorsDetail * Luminance(shown) / own));
            return Zip(shown, to, (radiance, place) => ofProbe * radiance + ofPlace * place);
        }

        // seen: to, raised to its floor.
        private double[] FactorOf(double[] from, double[] average, double[] to, double[] seen, float[] roughness, int i)
        {
            if (!IsOurs)
                return Faded(Zip(IsRgb ? to : Grey(to), Seen(from, average, false), (light, own) => light / own), roughness, i);
            var shown = Seen(from, average);
            return Faded(Zip(Blended(seen, shown, shown, RoughnessOf(roughness, i)), shown, (light, own) => light / own),
                roughness, i);
        }

        private double[] Faded(double[] gains, float[] roughness, int i) => Array.ConvertAll(gains, gain =>
            1 + Fade(RoughnessOf(roughness, i)) * (Clamp(gain, values.low, values.high) - 1));

        private double Fade(double roughness)
        {
            if (values.fadeEnd < 0)
                return values.weight;
            double begin = values.fadeBegin, width = values.fadeEnd - begin;
            var t = width > 0 ? Clamp((roughness - begin) / width, 0, 1) : roughness < values.fadeEnd ? 0 : 1;
            return values.weight * (t * t * (3 - 2 * t));
        }

        // Light raised to the floor: each channel, or their luminance, which is raised before or after the channels are added.
        private double[] Seen(double[] along, double[] average, bool isEachRaised = true)
        {
            if (!IsRgb && !isEachRaised)
                return Seen(Grey(along), Grey(average));
            var raised = Zip(along, average, (light, mean) => Math.Max(light, Math.Max(values.floor * mean, Least)));
            return IsRgb ? raised : Grey(raised);
        }

        private double[] LightOf(Sh radiance)
        {
            var sums = Array.ConvertAll(radiance.ToArray(), value => (double)value);
            Array.Resize(ref sums, 3 * values.bands * values.bands);
            return values.dering == Dering.Auto ? Deringed(Light(sums), IsRgb, values.floor) : Light(sums);
        }

        private static double[] Average(double[] light) => Along(new[] { light[0], light[1], light[2] }, new double[3]);

        private static double[] Grey(double[] rgb) => Grey(Luminance(rgb));

        private static double[] Grey(double light) => new[] { light, light, light };

        private static double[] Zip(double[] a, double[] b, Func<double, double, double> make) =>
            new[] { make(a[0], b[0]), make(a[1], b[1]), make(a[2], b[2]) };

        private static double RoughnessOf(float[] roughness, int i) => roughness != null ? roughness[i] : 1;

        private static bool IsFinite(float value) => !float.IsNaN(value) && !float.IsInfinity(value);

        private static void RequireDirections(float[] vectors, string message)
        {
            for (var i = 0; vectors != null && i < vectors.Length / 3; ++i)
            {
                var d = Triple(vectors, i);
                Require(Math.Abs(Math.Sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) - 1) <= 1e-3, message); // NaN fails, too
            }
        }

        private static void RequireAll(float[] values, Predicate<float> holds, string message) =>
            Require(values == null || Array.TrueForAll(values, holds), message);

        private static void Require(bool condition, string message)
        {
            if (!condition)
                throw new ArgumentException(message, "surfaces");
        }
    }
}
