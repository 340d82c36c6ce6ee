using System.Collections.Generic;
using System.Globalization;

namespace ProbeNorm.Editing
{
    /// <summary>What the inspector says of a probe; the warnings are those of `probenorm bake`.</summary>
    internal static class ProbeReport
    {
        private const float DarkestAverage = 1f / 1024;

        internal static IEnumerable<string> Describe(ProbeData data)
        {
            var light = data.Light;
            var place = data.CapturePosition;
            yield return "Average light: " + Numbers(light[0, 0], light[1, 0], light[2, 0]);
            yield return "Floor: " + Number(data.Floor);
            yield return "In place: " + (data.InPlaceRatio == 0 ? "not measured (no light probes or volumes)" : Number(data.InPlaceRatio) +
                " of its light is at its place, " + (data.Calibration != 1 ? "corrected" : "not corrected"));
            yield return "Captured at: " + Numbers(place.x, place.y, place.z);
            yield return "Algorithm " + data.Algorithm + (data.IsReproducible ? ", " : ", not ") + "reproducible";
        }

        internal static IEnumerable<string> Warn(ProbeData data)
        {
            if (data.NonFiniteTexels > 0)
                yield return data.NonFiniteTexels + " texels are NaN or infinite: look at what the probe renders";
            if (data.NegativeTexels > 0)
                yield return data.NegativeTexels +
                             " texels are below zero: set them to zero in Project Settings > ProbeNorm";
            if (data.WindowWidth < 1)
                yield return "The light would ring; a window of width " + Number(data.WindowWidth) + " mends it";
            if (data.AverageLuminance < DarkestAverage)
                yield return "The probe is almost black: it says nothing about its place";
            if (InPlaceLight.IsOdd(data.InPlaceRatio))
                yield return "Where it stands, light probes or volumes have " + Number(data.InPlaceRatio) + " of its light" +
                             (data.Calibration != 1 ? ", which is corrected" : ", and nothing is corrected") +
                             ": are lights of mode Baked near, or did one of the two change since it was baked?";
            if (!data.IsReproducible)
                yield return "The device that baked it does not give the bits of other machines";
        }

        private static string Numbers(float a, float b, float c) => Number(a) + ", " + Number(b) + ", " + Number(c);
        private static string Number(float value) => value.ToString("G4", CultureInfo.InvariantCulture);
    }
}
