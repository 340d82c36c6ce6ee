using UnityEngine;

namespace ProbeNorm
{
    /// <summary>How much of normalization ProbeNorm's shaders show, in all cameras, while this component is enabled. One is
    /// enough; without any it is the whole. In HDRP it changes nothing.</summary>
    [ExecuteAlways]
    [AddComponentMenu("ProbeNorm/Normalization Strength")]
    [DisallowMultipleComponent]
    public sealed class NormalizationStrength : MonoBehaviour
    {
        private static readonly int reductionId = Shader.PropertyToID("_ProbeNormReduction"); // Normalize.hlsl

        [SerializeField, Range(0, 1), Tooltip("0 leaves reflections as they are")]
        private float strength = 1;

        /// <summary>0 to 1. An animation may change it, too.</summary>
        public float Strength { get => strength; set => strength = Mathf.Clamp(value, 0, 1); }

        private void Update() => Shader.SetGlobalFloat(reductionId, 1 - strength);
        private void OnDisable() => Shader.SetGlobalFloat(reductionId, 0);
    }
}
