using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using UnityEngine;
using UnityEngine.Rendering;

[assembly: InternalsVisibleTo("ProbeNorm.UnityTests")]

namespace UnityEngine
{
    public class Renderer : Component
    {
        public bool enabled { get; set; } = true;
        public Bounds bounds { get; set; }
        public Material sharedMaterial { get; set; }
        public Material[] sharedMaterials => new[] { sharedMaterial };
    }

    /// <summary>Modules/Terrain/Public/Terrain.bindings.cs (2021.3.0f1).</summary>
    public sealed class Terrain : Behaviour
    {
        public Material materialTemplate { get; set; }
        public TerrainData terrainData { get; set; }
    }

    /// <summary>Modules/Terrain/Public/TerrainData.bindings.cs (2021.3.0f1): bounds are in the terrain's own space.</summary>
    public sealed class TerrainData : Object { public Bounds bounds { get; set; } }

    /// <summary>Runtime/Export/Camera/ReflectionProbe.bindings.cs (2021.3.0f1).</summary>
    public sealed class ReflectionProbe : Behaviour
    {
        /// <summary>The texture's own light, without the probe's Intensity.</summary>
        public Vector4 decodeOfTexture = new Vector4(1, 1, 0, 0);
        public Texture bakedTexture { get; set; }
        public Texture customBakedTexture { get; set; }

        /// <summary>The one of the probe's mode.</summary>
        public Texture texture
        {
            get => mode == ReflectionProbeMode.Custom ? customBakedTexture : bakedTexture;
            set => bakedTexture = customBakedTexture = value;
        }

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

    }

    /// <summary>Runtime/Export/Graphics/Graphics.bindings.cs, line 790 (2021.3.0f1). Without baked probes it gives the ambient
    /// probe.</summary>
    public sealed class LightProbes : Object
    {
        public static SphericalHarmonicsL2 everywhere;
        public int count { get; set; }

        public static void GetInterpolatedProbe(Vector3 position, Renderer renderer, out SphericalHarmonicsL2 probe) =>
            probe = everywhere;
    }

    public sealed class LightmapData { }

    public static class LightmapSettings
    {
        public static LightProbes lightProbes { get; set; }
        public static LightmapData[] lightmaps { get; set; } = new LightmapData[0];
    }
}

namespace UnityEngine.Rendering
{
    /// <summary>Of the render pipelines' core package: an Adaptive Probe Volume.</summary>
    public sealed class ProbeVolume : MonoBehaviour { }

    /// <summary>Packages/com.unity.render-pipelines.high-definition (12.0).</summary>
    public sealed class HDRenderPipelineAsset : RenderPipelineAsset { }

    /// <summary>Packages/com.unity.render-pipelines.core/Runtime/Lighting/ProbeVolume/ProbeGIBaking (17.0): light that the
    /// baker measures beside the volumes, by the number of who asked. A request that is new or was moved has no
    /// result.</summary>
    public class AdditionalGIBakeRequestsManager
    {
        public static AdditionalGIBakeRequestsManager instance { get; } = new AdditionalGIBakeRequestsManager();
        private readonly BakeRequests<int> requests = new BakeRequests<int>();
        public void UpdatePositionForRequest(int probeInstanceID, Vector3 newPosition) => requests.Update(probeInstanceID, newPosition);

        public bool RetrieveProbeSH(int probeInstanceID, out SphericalHarmonicsL2 sh, out Vector3 pos) =>
            requests.Retrieve(probeInstanceID, out pos, out sh, out var validity) && validity < 0.33f;

        public static void Bake(SphericalHarmonicsL2 light, float validity = 0) => instance.requests.Bake(light, validity);
        public static void Forget() => instance.requests.Clear();
    }

    /// <summary>Results by key; Unity's class is of one kind of key in each version.</summary>
    public sealed class BakeRequests<TKey>
    {
        private sealed class Request
        {
            internal Vector3 position;
            internal SphericalHarmonicsL2 light;
            internal float validity = 1;
        }

        private readonly Dictionary<TKey, Request> all = new Dictionary<TKey, Request>();
        public void Update(TKey key, Vector3 position) => all[key] = new Request { position = position };

        public bool Retrieve(TKey key, out Vector3 position, out SphericalHarmonicsL2 light, out float validity)
        {
            var isFound = all.TryGetValue(key, out var found);
            const float none = float.NegativeInfinity;
            position = isFound ? found.position : new Vector3(none, none, none);
            light = isFound ? found.light : new SphericalHarmonicsL2();
            validity = isFound ? found.validity : none;
            return isFound;
        }

        /// <summary>Places without light get the largest float.</summary>
        public void Bake(SphericalHarmonicsL2 light, float validity)
        {
            if (light[0, 0] == 0)
                light[0, 0] = light[1, 0] = light[2, 0] = float.MaxValue;
            foreach (var request in all.Values)
            {
                request.light = light;
                request.validity = validity;
            }
        }

        public void Clear() => all.Clear();
    }
}

namespace UnityEngine.Rendering.Universal
{
    public enum RenderingMode { Forward = 0, Deferred = 1, ForwardPlus = 2, DeferredPlus = 3 }

    /// <summary>Runtime/UniversalRendererData.cs (14.0).</summary>
    public sealed class UniversalRendererData : ScriptableObject { public RenderingMode renderingMode { get; set; } }

    /// <summary>Runtime/Data/UniversalRenderPipelineAsset.cs (12.0): the list is internal before 17.</summary>
    public sealed class UniversalRenderPipelineAsset : RenderPipelineAsset
    {
        internal ScriptableObject[] m_RendererDataList = new ScriptableObject[1];
    }
}

/// <summary>Packages/com.unity.render-pipelines.high-definition/Runtime/Lighting/Reflection/HDProbe.cs of HDRP 12 to 17: fields
/// and what they are checked against.</summary>
public abstract class HDProbe : MonoBehaviour
{
#pragma warning disable 169, 649 // HDRP's other code would use them
    [SerializeField] private bool m_HasValidSHForNormalization;
    [SerializeField] private SphericalHarmonicsL2 m_SHForNormalization;
    [SerializeField] private Vector3 m_SHValidForCapturePosition;
    [SerializeField] private Vector3 m_SHValidForSourcePosition;
#pragma warning restore 169, 649

    /// <summary>Of the probe's settings: from where it is captured, relative to it.</summary>
    public Vector3 captureOffset;

    public Texture texture { get; set; }
    public float rangeCompressionFactor { get; set; } = 1;
    public float multiplier { get; set; } = 1;

    /// <summary>GetSHForNormalization, and EvaluateReflectionProbeSH of core's ProbeVolume.hlsl: the luminance that
    /// HDRP divides by along a surface's normal. Band 1 is multiplied in the order in which it is stored. 0: it is off.
    /// </summary>
    public double Divisor(Vector3 normal, bool isL2)
    {
        if (!IsValid)
            return 0;
        if (m_SHForNormalization[0, 0] == float.MaxValue)
            return float.MaxValue;
        var s = new double[9];
        for (var i = 0; i < 9; ++i)
            s[i] = 0.2126729 * m_SHForNormalization[0, i] + 0.7151522 * m_SHForNormalization[1, i] +
                   0.0721750 * m_SHForNormalization[2, i];
        double x = normal.x, y = normal.y, z = normal.z;
        var sum = s[0] + s[1] * x + s[2] * y + s[3] * z;
        if (isL2)
            sum += -s[6] + s[4] * x * y + s[5] * y * z + 3 * s[6] * z * z + s[7] * z * x + s[8] * (x * x - y * y);
        return sum;
    }

    /// <summary>HDRP drops the data when probe or capture are more than a centimetre away from where it was made.</summary>
    private bool IsValid => m_HasValidSHForNormalization &&
        IsNear(ComputeCapturePositionWS(), m_SHValidForCapturePosition) &&
        IsNear(transform.position, m_SHValidForSourcePosition);

    /// <summary>What HDRP does when it has baked Adaptive Probe Volumes: its own light.</summary>
    public void Overwrite() => m_SHForNormalization = new SphericalHarmonicsL2();

    private Vector3 ComputeCapturePositionWS() => transform.position + captureOffset;

    private static bool IsNear(Vector3 a, Vector3 b)
    {
        var d = a - b;
        return d.x * d.x + d.y * d.y + d.z * d.z <= 1e-4f;
    }
}

public sealed class HDAdditionalReflectionData : HDProbe { }
