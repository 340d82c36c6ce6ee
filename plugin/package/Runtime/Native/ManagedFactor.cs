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
            var isKnown = values.preset == Preset.Classic || IsOurs && (normalization.version == 0 || normalization.version == 4);
            if (!isKnown || values.lobe != Lobe.Cosine)
                LibraryInfo.Require();
            this.probe = LightOf(probe);
            this.local = local != null ? LightOf(local) : new double[probe.ToArray().Length];
        }

        /// <summary>The factor of each surface whose reflections and roughness are known.</summary>
        internal float[] Factors(float[] reflections, float[] roughness) =>
            ForEach(reflections, i =>
            {
                var along = Direction(reflections, i);
                double[] from = Along(probe, along), to = Along(local, along), own = Seen(from, Average(probe));
                return Faded(!IsOurs ? Quotients(from, to) : Zip(Blended(Seen(to, Average(local)), own, own,
                    RoughnessOf(roughness, i)), own, (light, before) => light / before), roughness, i);
            });

        /// <summary>The reflection of each surface.</summary>
        internal float[] Reflections(Surfaces s, bool hasLocal)
        {
            if (!hasLocal && s.localAlongNormals == null)
                throw new ArgumentException("the local light is missing", nameof(s));
            return ForEach(s.radiance, i => Reflection(s, hasLocal, i));
        }

        private bool IsOurs => values.preset == Preset.ProbeNorm;
        private bool IsRgb => values.channels == Channels.Rgb;

        private double[] Reflection(Surfaces s, bool hasLocal, int i)
        {
            var hasNormalOnly = !hasLocal && s.localAlongReflections == null;
            double[] along = Direction(s.reflections, i), lookup = s.lookups != null ? Direction(s.lookups, i) : along;
            var normal = s.normals != null ? Direction(s.normals, i) : along;
            var shown = Triple(s.radiance, i);
            if (s.isDivided)
                shown = Zip(shown, Seen(Along(probe, lookup), Average(probe), false), (texel, light) => texel * light);
            var from = Along(probe, hasNormalOnly ? normal : IsOurs ? lookup : along);
            var to = hasLocal ? Along(local, along) : Triple(hasNormalOnly ? s.localAlongNormals : s.localAlongReflections, i);
            if (!IsOurs)
                return Zip(shown, Faded(Quotients(from, to), s.roughness, i), (light, factor) => light * factor);
            return Reflected(Seen(from, Average(probe)), Seen(to, hasLocal ? Average(local) : new double[3]),
                Array.ConvertAll(shown, light => Math.Max(light, 0)), RoughnessOf(s.roughness, i));
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

        private double[] Quotients(double[] from, double[] to) =>
            Zip(IsRgb ? to : Grey(to), Seen(from, Average(probe), false), (local, own) => local / own);

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

        private static double[] Grey(double[] rgb) => new[] { Luminance(rgb), Luminance(rgb), Luminance(rgb) };

        private static double[] Zip(double[] a, double[] b, Func<double, double, double> make) =>
            new[] { make(a[0], b[0]), make(a[1], b[1]), make(a[2], b[2]) };

        private static double RoughnessOf(float[] roughness, int i) => roughness != null ? roughness[i] : 1;

    }
}
