using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using UnityEditor;
using UnityEngine;

namespace ProbeNorm.Editing
{
    /// <summary>The project's settings for baking, in ProjectSettings/ProbeNormSettings.asset.</summary>
    [FilePath("ProjectSettings/ProbeNormSettings.asset", FilePathAttribute.Location.ProjectFolder)]
    public sealed class ProbeNormSettings : ScriptableSingleton<ProbeNormSettings>
    {
        private const string MenuPath = "Project/ProbeNorm";
        private static readonly string[] general =
        {
            "backend", "outputFolder", "bakesAfterLighting", "correctsInPlaceRatio", "libraryInPlayers",
            "computeInPlayers", "allowsFailedSelfTest", "toolPath", "checks", "fixes", "negative", "badTexels", "preset", "hasOwnTuning",
        };
        private static readonly string[] fixWords = // by bit of FixFlags
        {
            "nonfinite", "negative", "fireflies", "sun-or-fireflies", "faces", "seams",
        };
        private static readonly string[] tuned = { "floor", "low", "high", "fadeBegin", "fadeEnd", "weight" };

        [SerializeField, Tooltip("Auto: the first GPU that passes its self-test, else the CPU. The bits are the same")]
        private Backend backend = Backend.Auto;
        [SerializeField, Tooltip("Where the data of probes is saved, in a folder for each scene")]
        private string outputFolder = "Assets/ProbeNorm";
        [SerializeField, Tooltip("Bake probes that are stale whenever Unity has baked its lighting")]
        private bool bakesAfterLighting;
        [SerializeField, Tooltip("Calibrate a probe by the light probes where it stands, so that its factor is 1 there")]
        private bool correctsInPlaceRatio = true;
        [SerializeField, Tooltip("Off: players only read what was baked, and project nothing themselves")]
        private bool libraryInPlayers = true;
        [SerializeField, Tooltip("On: players get the compute shaders, which project, divide and prefilter without the library")]
        private bool computeInPlayers;
        [SerializeField, Tooltip("Bake also where this device fails the self-test of its compute shaders. The light may be wrong")]
        private bool allowsFailedSelfTest;
        [SerializeField, Tooltip("The tool probenorm, which bakes from Unity's .exr files where there is no graphics device")]
        private string toolPath = "probenorm";
        [SerializeField, Tooltip("Look for defects of the cubemap at each bake")]
        private bool checks = true;
        [SerializeField, Tooltip("What is fixed before the bake. Only the light that divides changes, not what the probe shows")]
        private FixFlags fixes;
        [SerializeField, Tooltip("Radiance below zero, which some renderers' filters make")]
        private NegativePolicy negative = NegativePolicy.Keep;
        [SerializeField, Tooltip("NaN and infinite texels")]
        private BadTexelPolicy badTexels = BadTexelPolicy.Replace;
        [SerializeField] private Preset preset = Preset.ProbeNorm;
        [SerializeField, Tooltip("The values below, in place of the preset's")]
        private bool hasOwnTuning;
        [SerializeField, Tooltip("The least light that divides, as a share of the probe's average")]
        private float floor = 0.01f;
        [SerializeField] private float low;
        [SerializeField] private float high = 7;
        [SerializeField] private float fadeBegin = 0.1f;
        [SerializeField] private float fadeEnd = 0.3f;
        [SerializeField] private float weight = 1;

        public Backend Backend => backend;
        public string OutputFolder => outputFolder;
        public bool BakesAfterLighting => bakesAfterLighting;
        public string ToolPath => toolPath;
        public bool LibraryInPlayers => libraryInPlayers;
        public bool ComputeInPlayers => computeInPlayers;
        public bool AllowsFailedSelfTest => allowsFailedSelfTest;
        public bool Checks => checks;
        public FixFlags Fixes => fixes;
        /// <summary>The same in the tool's words, with commas.</summary>
        internal string FixWords => string.Join(",", fixWords.Where((word, bit) => ((int)fixes >> bit & 1) != 0));
        public bool CorrectsInPlaceRatio => correctsInPlaceRatio;
        public ProjectOptions Options => new ProjectOptions { Bands = 3, Negative = negative, BadTexels = badTexels };

        /// <summary>The preset's values, with the project's own tuning in place of some.</summary>
        public Normalization ResolveNormalization() => Tuned(new Normalization { preset = preset }.Resolved());

        /// <summary>Replaces floor, bounds, fade and weight by the project's own, if it has its own. There a 0 means 0.</summary>
        internal Normalization Tuned(Normalization normalization)
        {
            if (!hasOwnTuning)
                return normalization;
            normalization.floor = floor;
            normalization.low = low;
            normalization.high = high;
            normalization.fadeBegin = fadeBegin;
            normalization.fadeEnd = fadeEnd;
            normalization.weight = weight;
            return normalization;
        }

        /// <summary>For the tests: these values in place of the preset's.</summary>
        internal void SetOwnTuning(bool isOwn, float ownHigh)
        {
            hasOwnTuning = isOwn;
            high = ownHigh;
        }

        /// <summary>A text of all settings that change a bake.</summary>
        internal string Key => string.Format(CultureInfo.InvariantCulture,
            "{0} {1} {2} {3} {4:R} {5:R} {6:R} {7:R} {8:R} {9:R} {10}", (int)negative, (int)badTexels, (int)preset,
            hasOwnTuning, floor, low, high, fadeBegin, fadeEnd, weight, correctsInPlaceRatio) +
            (fixes == FixFlags.None ? "" : " " + FixWords);

        [SettingsProvider]
        internal static SettingsProvider CreateProvider()
        {
            return new SettingsProvider(MenuPath, SettingsScope.Project)
            {
                label = "ProbeNorm",
                keywords = new HashSet<string> { "reflection", "probe", "normalization", "bake" },
                guiHandler = search => instance.Draw(),
            };
        }

        private void Draw()
        {
            hideFlags &= ~HideFlags.NotEditable; // Unity creates singletons with this flag
            var serialized = new SerializedObject(this);
            foreach (var name in general)
                EditorGUILayout.PropertyField(serialized.FindProperty(name));
            using (new EditorGUI.DisabledScope(!hasOwnTuning))
                foreach (var name in tuned)
                    EditorGUILayout.PropertyField(serialized.FindProperty(name));
            if (!serialized.ApplyModifiedProperties())
                return;
            Save(true);
            PlayerKernels.Apply();
        }
    }
}
