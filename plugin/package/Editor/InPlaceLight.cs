using UnityEngine;
using UnityEngine.Rendering;

namespace ProbeNorm.Editing
{
    /// <summary>Compares a probe with the light probes around it: where it stands, they should have its light.</summary>
    internal static class InPlaceLight
    {
        internal const float Lowest = 0.8f, Highest = 1.25f; // beyond these, somebody should look

        /// <summary>0: the scene has no light probes, or one of the two is black. Adaptive Probe Volumes have no public way
        /// to be asked.</summary>
        internal static float Ratio(ReflectionProbe probe, ProbeData data)
        {
            var baked = LightmapSettings.lightProbes;
            if (baked == null || baked.count == 0 || data.AverageLuminance <= 0)
                return 0;
            SphericalHarmonicsL2 light;
            LightProbes.GetInterpolatedProbe(probe.transform.position, null, out light);
            var average = 0.2126f * light[0, 0] + 0.7152f * light[1, 0] + 0.0722f * light[2, 0];
            return average > 0 ? average / data.AverageLuminance : 0;
        }

        internal static bool IsOdd(float ratio) => ratio != 0 && (ratio < Lowest || ratio > Highest);
    }
}
