using System;
using ProbeNorm.Native;

namespace ProbeNorm
{
    /// <summary>What divides a probe's light, and how the factor is bounded. 0 is the preset's own value.</summary>
    [Serializable]
    public sealed class Normalization
    {
        public Preset preset;
        /// <summary>1 to 3.</summary>
        public int bands;
        public Channels channels;
        public Lobe lobe;
        public Dering dering;
        /// <summary>The least denominator, as a share of the probe's average.</summary>
        public float floor;
        public float low, high;
        /// <summary>Perceptual roughness below which the factor is 1, and from which it has its full weight.</summary>
        public float fadeBegin, fadeEnd;
        public float weight;

        /// <summary>All values of a preset, such as "probenorm" or "hdrp-corrected".</summary>
        public static unsafe Normalization Find(string name)
        {
            var native = new Native.Normalization { StructSize = (uint)sizeof(Native.Normalization) };
            Library.Check(Library.pnFindPreset(Utf8.Terminated(name), ref native));
            return new Normalization
            {
                preset = native.Preset,
                bands = (int)native.Bands,
                channels = native.Channels,
                lobe = native.Lobe,
                dering = native.Dering,
                floor = native.Floor,
                low = native.Low,
                high = native.High,
                fadeBegin = native.FadeBegin,
                fadeEnd = native.FadeEnd,
                weight = native.Weight,
            };
        }

        /// <summary>The same with no 0 left: what is 0 becomes the preset's own value.</summary>
        public Normalization Resolved()
        {
            var all = Find(LibraryInfo.NameOf(preset));
            all.bands = bands != 0 ? bands : all.bands;
            all.channels = channels != 0 ? channels : all.channels;
            all.lobe = lobe != 0 ? lobe : all.lobe;
            all.dering = dering != 0 ? dering : all.dering;
            all.floor = floor != 0 ? floor : all.floor;
            all.low = low != 0 ? low : all.low;
            all.high = high != 0 ? high : all.high;
            all.fadeBegin = fadeBegin != 0 ? fadeBegin : all.fadeBegin;
            all.fadeEnd = fadeEnd != 0 ? fadeEnd : all.fadeEnd;
            all.weight = weight != 0 ? weight : all.weight;
            return all;
        }

        /// <summary>What reflections are multiplied by, r g b of each surface. Unit vectors x y z; normals may be null
        /// where the preset does not look along them, roughness null is 1 everywhere.</summary>
        public float[] EvaluateFactor(
            Sh probe, Sh local, float[] reflections, float[] normals = null, float[] roughness = null)
        {
            var factors = new float[Sh.CheckTriples(reflections, nameof(reflections))];
            if (normals != null && normals.Length != reflections.Length)
                throw new ArgumentException("must hold as many vectors as reflections", nameof(normals));
            if (roughness != null && roughness.Length != reflections.Length / 3)
                throw new ArgumentException("must hold a number for each reflection", nameof(roughness));
            var native = ToNative(this);
            var probeData = probe.Data;
            var localData = local.Data;
            Library.Check(Library.pnEvaluateFactor(
                ref native, ref probeData, ref localData, (uint)factors.Length / 3, reflections, normals, roughness,
                factors));
            return factors;
        }

        internal static unsafe Native.Normalization ToNative(Normalization normalization)
        {
            normalization = normalization ?? new Normalization();
            return new Native.Normalization
            {
                StructSize = (uint)sizeof(Native.Normalization),
                Preset = normalization.preset,
                Bands = checked((uint)normalization.bands),
                Channels = normalization.channels,
                Lobe = normalization.lobe,
                Dering = normalization.dering,
                Floor = normalization.floor,
                Low = normalization.low,
                High = normalization.high,
                FadeBegin = normalization.fadeBegin,
                FadeEnd = normalization.fadeEnd,
                Weight = normalization.weight,
            };
        }
    }
}
