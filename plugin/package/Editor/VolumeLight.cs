using UnityEngine;
using UnityEngine.Rendering;

namespace ProbeNorm.Editing
{
    /// <summary>The light that Unity's baker measures where a reflection probe stands, when it bakes Adaptive Probe
    /// Volumes.</summary>
    internal static class VolumeLight
    {
        private const float MostInvalid = 0.33f; // HDRP uses what is less
        private const float Black = 1e30f;       // Unity writes the largest float where no light arrives

        /// <summary>Unity's class that takes requests; null where this version of Unity has none.</summary>
        internal static BakeRequests Requests { get; set; } = BakeRequests.Find();

        /// <summary>Asks the baker to measure the light there, unless it was asked before.</summary>
        internal static void Request(ReflectionProbe probe)
        {
            var position = probe.transform.position;
            BakeAnswer answer;
            if (Requests != null && !(Requests.TryGet(probe, out answer) && answer.Position == position))
                Requests.Ask(probe, position);
        }

        /// <summary>False: the baker has not measured it, or could not.</summary>
        internal static bool TryGet(ReflectionProbe probe, out SphericalHarmonicsL2 light)
        {
            var answer = new BakeAnswer();
            var isMeasured = Requests != null && Requests.TryGet(probe, out answer) && answer.Invalidity < MostInvalid &&
                             answer.Position == probe.transform.position && !IsZero(answer.Light);
            light = isMeasured && answer.Light[0, 0] < Black ? answer.Light : new SphericalHarmonicsL2();
            return isMeasured;
        }

        // Zero is what Unity 2021.3 answers before it has measured anything.
        private static bool IsZero(SphericalHarmonicsL2 light)
        {
            return light[0, 0] == 0 && light[1, 0] == 0 && light[2, 0] == 0;
        }
    }
}
