using System;
using System.Collections.Generic;
using System.Linq;
using UnityEngine.Rendering;

namespace UnityEngine
{
    public class Renderer : Component
    {
        public Material sharedMaterial { get; set; }
        public Material[] sharedMaterials => new[] { sharedMaterial };
        public readonly List<ReflectionProbeBlendInfo> closest = new List<ReflectionProbeBlendInfo>();
        private readonly MaterialPropertyBlock block = new MaterialPropertyBlock();

        public bool HasPropertyBlock() => !block.isEmpty;
        public void GetPropertyBlock(MaterialPropertyBlock target) => target.CopyFrom(block);

        /// <summary>Null takes the block away: Runtime/Export/Graphics/GraphicsRenderers.bindings.cs (2021.3.0f1) hands
        /// it on as it is.</summary>
        public void SetPropertyBlock(MaterialPropertyBlock source)
        {
            block.CopyFrom(source ?? new MaterialPropertyBlock());
        }

        public void GetClosestReflectionProbes(List<ReflectionProbeBlendInfo> result)
        {
            result.Clear();
            result.AddRange(closest);
        }
    }

    /// <summary>Runtime/Export/Camera/ReflectionProbe.bindings.cs (2021.3.0f1).</summary>
    public sealed class ReflectionProbe : Behaviour
    {
        public enum ReflectionProbeEvent
        {
            ReflectionProbeAdded = 0,
            ReflectionProbeRemoved = 1,
        }

        public static event Action<ReflectionProbe, ReflectionProbeEvent> reflectionProbeChanged;

        /// <summary>The texture's own light, without the probe's Intensity.</summary>
        public Vector4 decodeOfTexture = new Vector4(1, 1, 0, 0);

        public Texture texture { get; set; }
        public float intensity { get; set; } = 1;
        public Vector3 size { get; set; }
        public ReflectionProbeMode mode { get; set; }
        public int resolution { get; set; }
        public bool hdr { get; set; }
        public Bounds bounds { get; set; }

        /// <summary>Line 59 there: native CalculateHDRDecodeValues. Intensity has no other way into shaders, since
        /// VisibleReflectionProbe.hdrData is all that render pipelines are given, so x holds it.</summary>
        public Vector4 textureHDRDecodeValues
        {
            get => new Vector4(decodeOfTexture.x * intensity, decodeOfTexture.y, decodeOfTexture.z, decodeOfTexture.w);
        }

        internal static void Tell(ReflectionProbe probe, ReflectionProbeEvent what)
        {
            if (!ReferenceEquals(probe, null))
                reflectionProbeChanged?.Invoke(probe, what);
        }
    }

    public sealed class MaterialPropertyBlock
    {
        private readonly Dictionary<int, Vector4> vectors = new Dictionary<int, Vector4>();

        public bool isEmpty => vectors.Count == 0;
        public void SetVector(int id, Vector4 value) => vectors[id] = value;

        public Vector4 GetVector(int id)
        {
            Vector4 value;
            return vectors.TryGetValue(id, out value) ? value : Vector4.zero;
        }

        internal void CopyFrom(MaterialPropertyBlock other)
        {
            var copy = other.vectors.ToArray();
            vectors.Clear();
            foreach (var pair in copy)
                vectors[pair.Key] = pair.Value;
        }
    }
}
