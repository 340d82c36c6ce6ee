using System;
using UnityEngine;
using UnityEngine.Rendering;

namespace ProbeNorm
{
    /// <summary>A probe's own light, and how it normalizes. Everything a frame needs; a player that reads it needs no
    /// native library.</summary>
    [CreateAssetMenu(menuName = "ProbeNorm/Probe Data", fileName = "ProbeData")]
    public sealed class ProbeData : ScriptableObject
    {
        private const float RedWeight = 0.2126f, GreenWeight = 0.7152f, BlueWeight = 0.0722f; // Rec. 709

        [SerializeField, Tooltip("Irradiance over pi in Unity's order: 9 red, 9 green, 9 blue")]
        private float[] coefficients = new float[3 * UnityLight.CoefficientCount];
        [SerializeField, Tooltip("The least light that divides, as a share of the probe's average")]
        private float floorShare;
        [SerializeField] private float low;
        [SerializeField] private float high;
        [SerializeField] private float fadeBegin;
        [SerializeField] private float fadeEnd;
        [SerializeField] private float weight;

        [SerializeField] private Vector3 capturePosition;
        [SerializeField] private int algorithm;
        [SerializeField] private bool isReproducible;
        [SerializeField, Tooltip("Of the window against ringing; 1: none was needed")]
        private float windowWidth = 1;
        [SerializeField] private int nonFiniteTexels;
        [SerializeField] private int negativeTexels;
        [SerializeField, HideInInspector] private string owner = "";

        [NonSerialized] private Vector4[] vectors; // a reload would keep the array, but empty

        /// <summary>Irradiance over pi.</summary>
        public SphericalHarmonicsL2 Light => UnityLight.FromFloats(coefficients);

        /// <summary>Seven vectors as unity_SHAr SHAg SHAb SHBr SHBg SHBb SHC. Do not change them.</summary>
        public Vector4[] ShaderVectors => vectors ?? (vectors = UnityLight.ToShaderVectors(Light));

        /// <summary>The least light that divides.</summary>
        public float Floor => floorShare * AverageLuminance;

        public float AverageLuminance
        {
            get
            {
                const int stride = UnityLight.CoefficientCount; // the first of each channel is its average
                return RedWeight * coefficients[0] + GreenWeight * coefficients[stride] +
                       BlueWeight * coefficients[2 * stride];
            }
        }

        /// <summary>low, high, fadeBegin, fadeEnd of the factor.</summary>
        public Vector4 Bounds => new Vector4(low, high, fadeBegin, fadeEnd);
        public float Weight => weight;
        public Vector3 CapturePosition => capturePosition;
        public int Algorithm => algorithm;
        public bool IsReproducible => isReproducible;
        public float WindowWidth => windowWidth;
        public int NonFiniteTexels => nonFiniteTexels;
        public int NegativeTexels => negativeTexels;
        public bool IsBaked => algorithm != 0;

        /// <summary>Whose light it is, in the editor's words; a copy of that probe is another. Empty: nobody's yet.
        /// </summary>
        internal string Owner
        {
            get => owner;
            set => owner = value;
        }

        /// <summary>Replaces everything. Renderers take it over when NormalizedRenderer.Apply is called.</summary>
        public void Set(BakedProbe probe, Vector3 position)
        {
            if (probe == null)
                throw new ArgumentNullException(nameof(probe));
            coefficients = probe.Light.ToConvention(Convention.Unity);
            floorShare = probe.Normalization.floor;
            low = probe.Normalization.low;
            high = probe.Normalization.high;
            fadeBegin = probe.Normalization.fadeBegin;
            fadeEnd = probe.Normalization.fadeEnd;
            weight = probe.Normalization.weight;
            capturePosition = position;
            algorithm = probe.Algorithm;
            isReproducible = probe.IsReproducible;
            windowWidth = probe.WindowWidth;
            nonFiniteTexels = probe.NonFiniteTexels;
            negativeTexels = probe.NegativeTexels;
            vectors = null;
        }

        private void OnValidate() => vectors = null; // edited by hand, or by undo
    }
}
