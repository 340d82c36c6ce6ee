// Packages/com.unity.render-pipelines.core: names and signatures of 12.1.0, 14.0.8 and 17.
namespace UnityEngine.Rendering
{
#if PROBENORM_CORE_17
    /// <summary>Runtime/Lighting/ProbeVolume/ProbeReferenceVolume.cs (17): asks the baking set, which is null without volumes. A
    /// factor of 0 says that nothing is blended.</summary>
    public sealed class ProbeReferenceVolume
    {
        public static ProbeReferenceVolume instance { get; } = new ProbeReferenceVolume();

        public string lightingScenario { get; set; }
        public string otherScenario { get; private set; }
        public float scenarioBlendingFactor { get; set; }

        public void BlendLightingScenario(string other, float blendingFactor)
        {
            otherScenario = other;
            scenarioBlendingFactor = blendingFactor;
        }
    }
#endif
}
