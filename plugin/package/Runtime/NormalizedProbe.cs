using UnityEngine;

namespace ProbeNorm
{
    /// <summary>A component beside a ReflectionProbe that refers to the probe's baked data.</summary>
    [AddComponentMenu("ProbeNorm/Normalized Probe")]
    [DisallowMultipleComponent]
    [RequireComponent(typeof(ReflectionProbe))]
    public sealed class NormalizedProbe : MonoBehaviour
    {
        [SerializeField] private ProbeData data;

        /// <summary>Null while nothing is baked.</summary>
        public ProbeData Data { get => data; set => data = value; }
    }
}
