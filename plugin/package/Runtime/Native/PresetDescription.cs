using ProbeNorm.Native;

namespace ProbeNorm
{
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

        public static unsafe PresetDescription Of(Preset preset)
        {
            LibraryInfo.Require();
            var info = new PresetInfo { StructSize = (uint)sizeof(PresetInfo) };
            Library.Check(Library.pnGetPresetInfo(preset, ref info));
            return new PresetDescription
            {
                Version = (int)info.Version,
                IsFactor = info.IsFactor != 0,
                CanDivide = info.CanDivide != 0,
                NeedsNormals = info.NeedsNormals != 0,
                NeedsAverage = info.NeedsAverage != 0,
            };
        }
    }
}
