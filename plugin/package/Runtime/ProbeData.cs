using System;
using System.Collections.Generic;
using UnityEngine;
using UnityEngine.Rendering;

namespace ProbeNorm
{
    /// <summary>A probe's own light and the settings of its normalization. A player that only reads this data needs no native
    /// library.</summary>
    [CreateAssetMenu(menuName = "ProbeNorm/Probe Data", fileName = "ProbeData")]
    public sealed class ProbeData : ScriptableObject
    {
        [SerializeField, Tooltip("Irradiance over pi in Unity's order: 9 red, 9 green, 9 blue")]
        private float[] coefficients = new float[3 * UnityLight.CoefficientCount];
        [SerializeField, Tooltip("Keep the values below when the probe is baked again; else they are the project's")]
        private bool hasOwnTuning;
        [SerializeField, Tooltip("The least light that divides, as a share of the probe's average")]
        private float floorShare;
        [SerializeField] private float low;
        [SerializeField] private float high;
        [SerializeField] private float fadeBegin;
        [SerializeField] private float fadeEnd;
        [SerializeField] private float weight;

        [SerializeField, Tooltip("The local light where this probe stands, over its own; 0: not measured")]
        private float inPlaceRatio;
        [SerializeField, HideInInspector] private float placeLight = -1;
        [SerializeField, Tooltip("What its own light is multiplied by, so that the factor is 1 where it stands")]
        private float calibration = 1;
        [SerializeField] private Preset preset;
        [SerializeField] private Vector3 capturePosition;
        [SerializeField] private int algorithm;
        [SerializeField] private bool isReproducible;
        [SerializeField, Tooltip("Of the window against ringing; 1: none was needed")]
        private float windowWidth = 1;
        [SerializeField] private int nonFiniteTexels;
        [SerializeField] private int negativeTexels;
        [SerializeField, HideInInspector] private ProbeFinding[] findings = new ProbeFinding[0];
        /// <summary>The identity of the probe that this data belongs to. A copy of the probe has another one. "": none yet.
        /// </summary>
        [SerializeField, HideInInspector] internal string owner = "";
        /// <summary>A hash of the texels that were baked, and how they were decoded. "": unknown.</summary>
        [SerializeField, HideInInspector] internal string source = "";
        /// <summary>The settings that it was baked with. "": unknown.</summary>
        [SerializeField, HideInInspector] internal string settings = "";

        [NonSerialized] private Vector4[] vectors; // else a reload would keep an empty array

        /// <summary>Irradiance over pi, as it was measured.</summary>
        public SphericalHarmonicsL2 Light => UnityLight.FromFloats(coefficients);

        /// <summary>The calibrated light, by which reflections are divided.</summary>
        public SphericalHarmonicsL2 CalibratedLight => UnityLight.Scaled(Light, calibration);

        /// <summary>CalibratedLight as unity_SHAr SHAg SHAb SHBr SHBg SHBb SHC. Do not change them.</summary>
        public Vector4[] ShaderVectors => vectors ?? (vectors = UnityLight.ToShaderVectors(CalibratedLight));

        /// <summary>The least light that divides.</summary>
        public float Floor => floorShare * calibration * AverageLuminance;

        public float AverageLuminance => UnityLight.AverageLuminance(Light);

        /// <summary>low, high, fadeBegin, fadeEnd.</summary>
        public Vector4 Bounds => new Vector4(low, high, fadeBegin, fadeEnd);
        public float Weight => weight;
        /// <summary>The preset that it was baked for.</summary>
        public Preset Preset => preset;
        /// <summary>Whether reflections are multiplied by a factor of luminance. All presets but the default do that.</summary>
        public bool UsesFactor => preset != Preset.ProbeNorm;
        /// <summary>The average local light where this probe stands, by light probes or Adaptive Probe Volumes, over the
        /// probe's own. Lights of mode Baked are in the one and not in the other. 0: it was not measured.</summary>
        public float InPlaceRatio => inPlaceRatio;
        public float Calibration => calibration;
        public Vector3 CapturePosition => capturePosition;
        public int Algorithm => algorithm;
        public bool IsReproducible => isReproducible;
        public float WindowWidth => windowWidth;
        public int NonFiniteTexels => nonFiniteTexels;
        public int NegativeTexels => negativeTexels;
        /// <summary>What may be wrong with the cubemap, the gravest first; empty where no native library looked.</summary>
        public IReadOnlyList<ProbeFinding> Findings => findings;
        public bool IsBaked => algorithm != 0;
        /// <summary>Whether a bake keeps floor, bounds, fade and weight.</summary>
        public bool HasOwnTuning => hasOwnTuning;

        /// <summary>Replaces the light, and also floor, bounds, fade and weight unless the data has its own tuning.</summary>
        public void Set(BakedProbe probe, Vector3 position)
        {
            if (probe == null)
                throw new ArgumentNullException(nameof(probe));
            coefficients = UnityLight.ToFloats(probe.Light);
            if (!hasOwnTuning)
                Tune(probe.Normalization);
            preset = probe.Normalization.preset;
            capturePosition = position;
            algorithm = probe.Algorithm;
            isReproducible = probe.IsReproducible;
            windowWidth = probe.WindowWidth;
            nonFiniteTexels = probe.NonFiniteTexels;
            negativeTexels = probe.NegativeTexels;
            findings = probe.Findings;
            vectors = null;
        }

        /// <summary>The average local light where it stands, when it was last measured. Below 0: never.</summary>
        internal float PlaceLight => placeLight;

        /// <summary>measured: the average local light there, below 0 where it is not known. A ratio beyond these limits is
        /// no calibration but a mistake, such as a light probe inside of a wall.</summary>
        internal void Calibrate(float measured, bool corrects)
        {
            const float least = 1f / 16, most = 16;
            placeLight = measured;
            inPlaceRatio = measured > 0 && AverageLuminance > 0 ? measured / AverageLuminance : 0;
            calibration = corrects && inPlaceRatio >= least && inPlaceRatio <= most ? inPlaceRatio : 1;
            vectors = null;
        }

        private void Tune(Normalization normalization)
        {
            floorShare = normalization.floor;
            low = normalization.low;
            high = normalization.high;
            fadeBegin = normalization.fadeBegin;
            fadeEnd = normalization.fadeEnd;
            weight = normalization.weight;
        }

        private void OnValidate() => vectors = null; // after an edit or an undo
    }

    /// <summary>The result of a bake for one probe, here or on a farm.</summary>
    public sealed class BakedProbe
    {
        /// <summary>Radiance, three bands, windowed so that no channel's irradiance is negative.</summary>
        public Sh Light { get; internal set; }
        /// <summary>All values of the preset, with own tuning in place of some.</summary>
        public Normalization Normalization { get; internal set; }
        public int Algorithm { get; internal set; }
        public bool IsReproducible { get; internal set; }
        /// <summary>The width of the window against ringing; 1: no window was needed.</summary>
        public float WindowWidth { get; internal set; } = 1;
        public int NonFiniteTexels { get; internal set; }
        public int NegativeTexels { get; internal set; }
        public ProbeFinding[] Findings { get; internal set; } = new ProbeFinding[0];

        /// <summary>From a projection, by the steps of `probenorm bake` with "window": "auto": the same bits. normalization:
        /// null is the default preset; what Normalization.Resolved() returns is taken as it is.</summary>
        public static BakedProbe From(ProjectResult result, Normalization normalization = null)
        {
            if (result == null)
                throw new ArgumentNullException(nameof(result));
            normalization = normalization ?? new Normalization();
            if (normalization.bands == 0) // not resolved: its zeros stand for the preset's values
                normalization = normalization.Resolved();
            DeringResult dering;
            var light = result.Sh.Deringed(0, out dering);
            return new BakedProbe
            {
                Light = light,
                Normalization = normalization,
                Algorithm = result.Info.Algorithm,
                IsReproducible = result.Info.IsReproducible,
                WindowWidth = dering.Width,
                NonFiniteTexels = result.Info.NonFinite,
                NegativeTexels = result.Info.Negative,
            };
        }
    }
}
