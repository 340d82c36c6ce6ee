using UnityEngine;

namespace ProbeNorm
{
    /// <summary>A component that gives a probe other light than what was baked, while it is enabled.</summary>
    [DisallowMultipleComponent]
    [RequireComponent(typeof(NormalizedProbe))]
    public abstract class ProbeOverride : MonoBehaviour
    {
        [SerializeField, Tooltip("Renderers that get the light by a property block. " +
            "URP with the renderer feature and HDRP need none")]
        protected NormalizedRenderer[] receivers = new NormalizedRenderer[0];

        protected ReflectionProbe probe;
        protected ProbeData baked, live; // of the NormalizedProbe: before, and meanwhile
        private NormalizedProbe component;
        private string lastProblem = ""; // so that each problem is logged once

        internal ProbeOverride() { }

        protected virtual void OnEnable()
        {
            probe = GetComponent<ReflectionProbe>();
            component = GetComponent<NormalizedProbe>();
            baked = component.Data;
            component.Data = live = ScriptableObject.CreateInstance<ProbeData>();
        }

        protected virtual void OnDisable()
        {
            component.Data = baked;
            Destroy(live);
            HdrpNormalization.Restore(probe, baked);
            ApplyToReceivers();
        }

        /// <summary>Shows what live holds. Call it after each change.</summary>
        protected void Publish()
        {
            Warn(HdrpNormalization.Write(probe, live));
            ApplyToReceivers();
        }

        protected void Warn(string problem)
        {
            if (problem.Length > 0 && problem != lastProblem)
                Debug.LogWarning("ProbeNorm: " + probe.name + ": " + problem, this);
            lastProblem = problem.Length > 0 ? problem : lastProblem;
        }

        private void ApplyToReceivers()
        {
            foreach (var receiver in receivers)
                if (receiver != null && receiver.isActiveAndEnabled)
                    receiver.Apply();
        }
    }
}
