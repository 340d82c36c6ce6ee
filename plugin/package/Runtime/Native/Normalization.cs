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
        /// <summary>Which roughness each mip has, where the lobe is Ggx.</summary>
        public RoughnessMapping mapping;

        /// <summary>All values of a preset, such as "probenorm" or "hdrp-corrected".</summary>
        public static Normalization GetPreset(string name) => FromNative(GetNative(name));

        /// <summary>The same with no 0 left: what is 0 becomes the preset's own value.</summary>
        public Normalization Resolved()
        {
            var own = Copy(this);
            var preset = LibraryInfo.IsAvailable ? GetNative(LibraryInfo.NameOf(own.Preset)) : ManagedPreset.Of(own.Preset);
            if (own.Version != 0 && own.Version != preset.Version)
                throw new ArgumentException("the preset has version " + preset.Version + " alone", nameof(version));
            own.Bands = own.Bands != 0 ? own.Bands : preset.Bands;
            own.Channels = own.Channels != 0 ? own.Channels : preset.Channels;
            own.Lobe = own.Lobe != 0 ? own.Lobe : preset.Lobe;
            own.Dering = own.Dering != 0 ? own.Dering : preset.Dering;
            own.Floor = own.Floor != 0 ? own.Floor : preset.Floor;
            own.Low = own.Low != 0 ? own.Low : preset.Low;
            own.High = own.High != 0 ? own.High : preset.High;
            own.FadeBegin = own.FadeBegin != 0 ? own.FadeBegin : preset.FadeBegin;
            own.FadeEnd = own.FadeEnd != 0 ? own.FadeEnd : preset.FadeEnd;
            own.Weight = own.Weight != 0 ? own.Weight : preset.Weight;
            own.Version = preset.Version;
            own.Mapping = own.Mapping != 0 ? own.Mapping : preset.Mapping;
            return FromNative(own);
        }

        /// <summary>What surfaces reflect, or what to multiply their reflections by (Surfaces.isFactor), given the light of the
        /// probe and the local light; r g b of each. local is null where the surfaces have their local light along
        /// directions, probe where they have its luminance.</summary>
        public unsafe float[] EvaluateReflection(Surfaces surfaces, Sh probe, Sh local = null)
        {
            surfaces.Check();
            if (!LibraryInfo.IsAvailable)
                return new ManagedFactor(this, probe, local).Reflections(surfaces);
            var result = new float[surfaces.reflections.Length];
            var native = ToNative(this);
            var probeData = probe != null ? probe.Data : default(Native.Sh);
            var localData = local != null ? local.Data : default(Native.Sh);
            fixed (float* radiance = surfaces.radiance, reflections = surfaces.reflections,
                   normals = surfaces.normals, roughness = surfaces.roughness, metallic = surfaces.metallic,
                   alongNormals = surfaces.localAlongNormals, alongReflections = surfaces.localAlongReflections,
                   lookups = surfaces.lookups, probeLuminances = surfaces.probeLuminances)
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
                    Probe = probe != null ? &probeData : null,
                    Local = local != null ? &localData : null,
                    LocalAlongNormals = alongNormals,
                    LocalAlongReflections = alongReflections,
                    IsDivided = surfaces.isDivided ? 1u : 0u,
                    IsFactor = surfaces.isFactor ? 1u : 0u,
                    Lookups = lookups,
                    ProbeLuminances = probeLuminances,
                };
                Library.Check(Library.pnEvaluateReflection(&native, &input, result));
            }
            return result;
        }

        internal static Native.Normalization ToNative(Normalization normalization)
        {
            LibraryInfo.Require();
            return Copy(normalization ?? new Normalization());
        }

        private static unsafe Native.Normalization Copy(Normalization normalization)
        {
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
                Mapping = normalization.mapping,
            };
        }

        private static unsafe Native.Normalization GetNative(string name)
        {
            LibraryInfo.Require();
            var native = new Native.Normalization { StructSize = (uint)sizeof(Native.Normalization) };
            Library.Check(Library.pnGetPreset(Utf8.Terminated(name), &native));
            return native;
        }

        private static Normalization FromNative(Native.Normalization native)
        {
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
                mapping = native.Mapping,
            };
        }
    }

    /// <summary>What a preset's formula is and needs.</summary>
    public sealed class PresetDescription
    {
        /// <summary>The version of the formula; it grows when the formula changes.</summary>
        public int Version { get; private set; }
        /// <summary>Whether the preset multiplies reflections by a factor. Otherwise the factor is only its simplest
        /// form.</summary>
        public bool IsFactor { get; private set; }
        /// <summary>Whether a cubemap can be divided by it.</summary>
        public bool CanDivide { get; private set; }
        public bool NeedsNormals { get; private set; }
        /// <summary>Whether the local light must be given as coefficients.</summary>
        public bool NeedsAverage { get; private set; }
        /// <summary>The probe's light must be given as coefficients: its luminance is not enough.</summary>
        public bool NeedsCoefficients { get; private set; }

        public static unsafe PresetDescription Of(Preset preset)
        {
            LibraryInfo.Require();
            var info = new PresetInfo { StructSize = (uint)sizeof(PresetInfo) };
            Library.Check(Library.pnGetPresetInfo(preset, &info));
            return new PresetDescription
            {
                Version = (int)info.Version,
                IsFactor = info.IsFactor != 0,
                CanDivide = info.CanDivide != 0,
                NeedsNormals = info.NeedsNormals != 0,
                NeedsAverage = info.NeedsAverage != 0,
                NeedsCoefficients = info.NeedsCoefficients != 0,
            };
        }
    }

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
        /// <summary>Whether the result is what reflections are multiplied by; radiance is not read then.</summary>
        public bool isFactor;
        /// <summary>Unit vectors x y z along which radiance was looked up: what box projection made of reflections, or
        /// reflections. The preset probenorm needs them beside a probe's coefficients, but where only light along normals is
        /// known.</summary>
        public float[] lookups;
        /// <summary>The luminance of the probe's own light along lookups, in place of its coefficients: that of its last mip, if it
        /// is of roughness 1.</summary>
        public float[] probeLuminances;

        internal void Check()
        {
            if (reflections == null || reflections.Length % 3 != 0)
                throw new ArgumentException("must hold x y z of each surface", nameof(reflections));
            if (radiance == null && !isFactor)
                throw new ArgumentException("is missing", nameof(radiance));
            CheckLength(radiance, reflections.Length, nameof(radiance));
            CheckLength(normals, reflections.Length, nameof(normals));
            CheckLength(roughness, reflections.Length / 3, nameof(roughness));
            CheckLength(metallic, reflections.Length / 3, nameof(metallic));
            CheckLength(localAlongNormals, reflections.Length, nameof(localAlongNormals));
            CheckLength(localAlongReflections, reflections.Length, nameof(localAlongReflections));
            CheckLength(lookups, reflections.Length, nameof(lookups));
            CheckLength(probeLuminances, reflections.Length / 3, nameof(probeLuminances));
        }

        private static void CheckLength(float[] array, int length, string name)
        {
            if (array != null && array.Length != length)
                throw new ArgumentException("must hold " + length + " numbers, as reflections has surfaces", name);
        }
    }
}
