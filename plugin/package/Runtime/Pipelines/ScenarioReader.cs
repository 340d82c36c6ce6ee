[assembly: System.Runtime.CompilerServices.InternalsVisibleTo("ProbeNorm.Universal")]
[assembly: System.Runtime.CompilerServices.InternalsVisibleTo("ProbeNorm.UnityTests")]

#if PROBENORM_CORE_17
namespace ProbeNorm
{
    /// <summary>Asks Adaptive Probe Volumes for their lighting scenarios, since Unity announces no change of them.</summary>
    internal static class ScenarioReader
    {
        [UnityEngine.RuntimeInitializeOnLoadMethod(UnityEngine.RuntimeInitializeLoadType.BeforeSceneLoad)]
        internal static void Register() => LightingScenarios.Read = () =>
        {
            var volumes = UnityEngine.Rendering.ProbeReferenceVolume.instance;
            var hasOther = volumes.otherScenario != null;
            return new LightingScenarios
            {
                Name = volumes.lightingScenario, Other = volumes.otherScenario, Factor = hasOther ? volumes.scenarioBlendingFactor : 0,
            };
        };
    }
}
#endif
