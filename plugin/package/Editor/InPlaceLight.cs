using UnityEngine;
using UnityEngine.Rendering;

namespace ProbeNorm.Editing
{
    /// <summary>The light of the place where a probe stands, which the probe's own light should equal.</summary>
    internal static class InPlaceLight
    {
        internal const float Lowest = 0.8f, Highest = 1.25f; // beyond these, somebody should look

        /// <summary>The average luminance of irradiance over pi, from Adaptive Probe Volumes or else from light probes.
        /// Null: the scene has neither, or the baker has not measured the place.</summary>
        internal static float? Measure(ReflectionProbe probe)
        {
            SphericalHarmonicsL2 light;
            if (!VolumeLight.TryGet(probe, out light) && !TryGetLightProbes(probe, out light))
                return null;
            return 0.2126f * light[0, 0] + 0.7152f * light[1, 0] + 0.0722f * light[2, 0];
        }

        internal static bool IsOdd(float ratio) => ratio != 0 && (ratio < Lowest || ratio > Highest);

        private static bool TryGetLightProbes(ReflectionProbe probe, out SphericalHarmonicsL2 light)
        {
            light = new SphericalHarmonicsL2();
            var baked = LightmapSettings.lightProbes;
            if (baked == null || baked.count == 0)
                return false;
            LightProbes.GetInterpolatedProbe(probe.transform.position, null, out light);
            return true;
        }
    }
}
