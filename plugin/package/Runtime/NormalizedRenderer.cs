using System.Collections.Generic;
using UnityEngine;
using UnityEngine.Rendering;

namespace ProbeNorm
{
    /// <summary>The simple way, for any pipeline: a component beside a Renderer that sets the light of the renderer's probe in
    /// a MaterialPropertyBlock, under the names of Shaders/ShaderGraph.hlsl. A renderer with such a block is drawn without
    /// the SRP Batcher and the GPU Resident Drawer.</summary>
    [AddComponentMenu("ProbeNorm/Normalized Renderer")]
    [DisallowMultipleComponent]
    [ExecuteAlways]
    [RequireComponent(typeof(Renderer))]
    public sealed class NormalizedRenderer : MonoBehaviour
    {
        private static readonly int[] vectorIds =
        {
            Shader.PropertyToID("_ProbeNormSHAr"), Shader.PropertyToID("_ProbeNormSHAg"),
            Shader.PropertyToID("_ProbeNormSHAb"), Shader.PropertyToID("_ProbeNormSHBr"),
            Shader.PropertyToID("_ProbeNormSHBg"), Shader.PropertyToID("_ProbeNormSHBb"),
            Shader.PropertyToID("_ProbeNormSHC"),
        };
        private static readonly int boundsId = Shader.PropertyToID("_ProbeNormBounds");
        private static readonly int floorId = Shader.PropertyToID("_ProbeNormFloor");
        private static readonly List<ReflectionProbeBlendInfo> nearby = new List<ReflectionProbeBlendInfo>();

        [SerializeField, Tooltip("Instead of the probe that weighs most at this renderer")]
        private NormalizedProbe probe;
        [SerializeField, Tooltip("Look for the probe again when this renderer has moved")]
        private bool isMoving;

        private MaterialPropertyBlock block; // null until Apply
        private bool hadBlock;               // another script's block, which is kept
        private bool mustLook;               // probes were added or removed
        private Vector3 lastPosition;

        /// <summary>The probe to use; null uses the one with the largest weight at the renderer.</summary>
        public NormalizedProbe Probe
        {
            get => probe;
            set
            {
                probe = value;
                if (isActiveAndEnabled)
                    Apply();
            }
        }

        /// <summary>Call it after a probe was baked again or probes were moved.</summary>
        public void Apply()
        {
            lastPosition = transform.position;
            var target = GetComponent<Renderer>();
            var data = FindData(target);
            hadBlock = block == null ? target.HasPropertyBlock() : hadBlock;
            block = block ?? new MaterialPropertyBlock();
            target.GetPropertyBlock(block);
            Fill(block, data);
            target.SetPropertyBlock(block);
        }

        /// <summary>Without data the weight is 0, and the shader's factor is 1.</summary>
        internal static void Fill(MaterialPropertyBlock block, ProbeData data)
        {
            var isBaked = data != null && data.IsBaked;
            for (var i = 0; i < vectorIds.Length; ++i)
                block.SetVector(vectorIds[i], isBaked ? data.ShaderVectors[i] : Vector4.zero);
            block.SetVector(boundsId, isBaked ? data.FactorBounds : Vector4.zero);
            block.SetVector(floorId, isBaked ? new Vector4(data.Floor, data.Weight, 0, 0) : Vector4.zero);
        }

        private ProbeData FindData(Renderer target)
        {
            if (probe != null)
                return probe.Data;
            target.GetClosestReflectionProbes(nearby);
            ReflectionProbe best = null;
            var most = 0f;
            foreach (var info in nearby)
            {
                if (info.probe == null || info.weight <= most)
                    continue;
                best = info.probe;
                most = info.weight;
            }
            var found = best != null ? best.GetComponent<NormalizedProbe>() : null;
            return found != null ? found.Data : null;
        }

        private void OnEnable()
        {
            ReflectionProbe.reflectionProbeChanged += LookAgain; // scenes with probes may be loaded and unloaded later
            Apply();
        }

        private void OnValidate()
        {
            if (isActiveAndEnabled)
                Apply();
        }

        private void OnDisable()
        {
            ReflectionProbe.reflectionProbeChanged -= LookAgain;
            if (block == null)
                return;
            var target = GetComponent<Renderer>();
            target.GetPropertyBlock(block);
            Fill(block, null);
            target.SetPropertyBlock(hadBlock ? block : null); // without a block the renderer is batched again
            block = null;
        }

        // The probe's own OnEnable may still be running, so the search is done in LateUpdate.
        private void LookAgain(ReflectionProbe changed, ReflectionProbe.ReflectionProbeEvent what) => mustLook = true;

        private void LateUpdate()
        {
            if (!mustLook && !(isMoving && transform.position != lastPosition))
                return;
            mustLook = false;
            Apply();
        }
    }
}
