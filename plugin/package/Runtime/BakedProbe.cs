using System;

namespace ProbeNorm
{
    /// <summary>The result of a bake for one probe, here or on a farm.</summary>
    public sealed class BakedProbe
    {
        /// <summary>Radiance, three bands, windowed so that no channel's irradiance is negative.</summary>
        public Sh Light { get; internal set; }
        /// <summary>All values of the preset, with own tuning in place of some.</summary>
        public Normalization Normalization { get; internal set; }
        public int Algorithm { get; internal set; }
        public bool IsReproducible { get; internal set; }
        /// <summary>The width of the window against ringing; 1: no window was needed.</summary>
        public float WindowWidth { get; internal set; } = 1;
        public int NonFiniteTexels { get; internal set; }
        public int NegativeTexels { get; internal set; }

        /// <summary>From a projection, by the steps of `probenorm bake` with "window": "auto": the same bits. normalization:
        /// null is the default preset; what Normalization.Resolved() returns is taken as it is.</summary>
        public static BakedProbe From(ProjectResult result, Normalization normalization = null)
        {
            if (result == null)
                throw new ArgumentNullException(nameof(result));
            normalization = normalization ?? new Normalization();
            if (normalization.bands == 0) // not resolved: its zeros stand for the preset's values
                normalization = normalization.Resolved();
            DeringResult dering;
            var light = result.Sh.Deringed(0, out dering);
            return new BakedProbe
            {
                Light = light,
                Normalization = normalization,
                Algorithm = result.Info.Algorithm,
                IsReproducible = result.Info.IsReproducible,
                WindowWidth = dering.Width,
                NonFiniteTexels = result.Info.NonFinite,
                NegativeTexels = result.Info.Negative,
            };
        }
    }
}
