using System;
using ProbeNorm.Native;

namespace ProbeNorm
{
    /// <summary>How reflections are normalized. 0 is the preset's own value.</summary>
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
        /// <summary>Of the preset's formula; 0 is the newest.</summary>
        public int version;

        /// <summary>All values of a preset, such as "probenorm" or "hdrp-corrected".</summary>
        public static unsafe Normalization Find(string name)
        {
            LibraryInfo.Require();
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
                version = (int)native.Version,
            };
        }

        /// <summary>The same with no 0 left: what is 0 becomes the preset's own value.</summary>
        public Normalization Resolved()
        {
            var isFirst = preset == Preset.ProbeNorm && version == 1;
            var all = Find(LibraryInfo.NameOf(isFirst ? Preset.Classic : preset));
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

        /// <summary>What surfaces reflect, given the light of the probe and the local light; r g b of each. local is null
        /// where the surfaces have their local light along directions.</summary>
        public unsafe float[] EvaluateReflection(Surfaces surfaces, Sh probe, Sh local = null)
        {
            surfaces.Check();
            var result = new float[surfaces.radiance.Length];
            var native = ToNative(this);
            var probeData = probe.Data;
            var localData = local != null ? local.Data : default(Native.Sh);
            fixed (float* radiance = surfaces.radiance, reflections = surfaces.reflections,
                   normals = surfaces.normals, roughness = surfaces.roughness, metallic = surfaces.metallic,
                   alongNormals = surfaces.localAlongNormals, alongReflections = surfaces.localAlongReflections)
            {
                var input = new Native.Surfaces
                {
                    StructSize = (uint)sizeof(Native.Surfaces),
                    Count = (uint)result.Length / 3,
                    Radiance = radiance,
                    Reflections = reflections,
                    Normals = normals,
                    Roughness = roughness,
                    Metallic = metallic,
                    Probe = &probeData,
                    Local = local != null ? &localData : null,
                    LocalAlongNormals = alongNormals,
                    LocalAlongReflections = alongReflections,
                    IsDivided = surfaces.isDivided ? 1u : 0u,
                };
                Library.Check(Library.pnEvaluateReflection(ref native, ref input, result));
            }
            return result;
        }

        internal static unsafe Native.Normalization ToNative(Normalization normalization)
        {
            LibraryInfo.Require();
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
                Version = checked((uint)normalization.version),
            };
        }
    }
}
