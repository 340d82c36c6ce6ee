using System.Collections.Generic;
using UnityEditor;
using UnityEngine;

namespace ProbeNorm.Editing
{
    /// <summary>How this project bakes; ProjectSettings/ProbeNormSettings.asset.</summary>
    [FilePath("ProjectSettings/ProbeNormSettings.asset", FilePathAttribute.Location.ProjectFolder)]
    public sealed class ProbeNormSettings : ScriptableSingleton<ProbeNormSettings>
    {
        private const string MenuPath = "Project/ProbeNorm";

        [SerializeField, Tooltip("Auto: the first GPU that passes its self-test, else the CPU. The bits are the same")]
        private Backend backend = Backend.Auto;
        [SerializeField, Tooltip("Where the data of probes is saved, in a folder for each scene")]
        private string outputFolder = "Assets/ProbeNorm";
        [SerializeField, Tooltip("Radiance below zero, which some renderers' filters make")]
        private NegativePolicy negative = NegativePolicy.Keep;
        [SerializeField, Tooltip("NaN and infinite texels")]
        private BadTexelPolicy badTexels = BadTexelPolicy.Replace;
        [SerializeField, Tooltip("Bounds and fade of the factor; 0 is the preset's own value")]
        private Normalization normalization = new Normalization();

        public Backend Backend => backend;
        public string OutputFolder => outputFolder;
        public Normalization Normalization => normalization;
        public ProjectOptions Options => new ProjectOptions { Bands = 3, Negative = negative, BadTexels = badTexels };

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
            hideFlags &= ~HideFlags.NotEditable; // which singletons are made with
            var serialized = new SerializedObject(this);
            foreach (var name in new[] { "backend", "outputFolder", "negative", "badTexels" })
                EditorGUILayout.PropertyField(serialized.FindProperty(name));
            foreach (var name in new[] { "floor", "low", "high", "fadeBegin", "fadeEnd", "weight" })
                EditorGUILayout.PropertyField(serialized.FindProperty("normalization." + name));
            if (serialized.ApplyModifiedProperties())
                Save(true);
        }
    }
}
