using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using UnityEditor;
using UnityEngine;

namespace ProbeNorm.Editing
{
    /// <summary>The inspector of one or several probes' data: the bake's results, warnings, and tuning.</summary>
    [CustomEditor(typeof(ProbeData))]
    [CanEditMultipleObjects]
    public sealed class ProbeDataEditor : UnityEditor.Editor
    {
        private static readonly string[] tuned = { "floorShare", "low", "high", "fadeBegin", "fadeEnd", "weight" };

        public override void OnInspectorGUI()
        {
            if (targets.Length == 1)
                DrawBake((ProbeData)target);
            else
                EditorGUILayout.LabelField(targets.Length + " probes");
            serializedObject.Update();
            var own = serializedObject.FindProperty("hasOwnTuning");
            EditorGUILayout.PropertyField(own);
            using (new EditorGUI.DisabledScope(!own.boolValue && !own.hasMultipleDifferentValues))
                foreach (var name in tuned)
                    EditorGUILayout.PropertyField(serializedObject.FindProperty(name));
            serializedObject.ApplyModifiedProperties();
        }

        private static void DrawBake(ProbeData data)
        {
            if (!data.IsBaked)
            {
                EditorGUILayout.HelpBox("Not baked: Tools > ProbeNorm > Setup And Bake", MessageType.Info);
                return;
            }
            foreach (var line in ProbeReport.Describe(data))
                EditorGUILayout.LabelField(line);
            foreach (var warning in ProbeReport.Warn(data))
                EditorGUILayout.HelpBox(warning, MessageType.Warning);
            foreach (var finding in data.Findings)
                EditorGUILayout.HelpBox(finding.ToString(), (MessageType)finding.severity); // the same numbers
        }
    }

    /// <summary>What the inspector says of a probe. It warns of the same things as `probenorm bake`.</summary>
    internal static class ProbeReport
    {
        private const float DarkestAverage = 1f / 1024;

        /// <summary>The numbers of findings, for a line of the bake window; "": none.</summary>
        internal static string Summarize(ReflectionProbe probe)
        {
            var component = probe.GetComponent<NormalizedProbe>();
            if (component == null || component.Data == null)
                return "";
            return string.Concat(component.Data.Findings.GroupBy(finding => finding.severity)
                .Select(group => ", " + group.Count() + " " + group.Key.ToString().ToLowerInvariant() + (group.Count() > 1 ? "s" : "")));
        }

        internal static IEnumerable<string> Describe(ProbeData data)
        {
            var light = data.Light;
            var place = data.CapturePosition;
            yield return "Average light: " + Numbers(light[0, 0], light[1, 0], light[2, 0]);
            yield return "Floor: " + Number(data.Floor);
            yield return "Light where it stands: " + (data.InPlaceRatio == 0
                ? "not measured (no light probes or volumes)"
                : Number(data.InPlaceRatio) + " times its own, " + (data.Calibration != 1 ? "corrected" : "not corrected"));
            yield return "Captured at: " + Numbers(place.x, place.y, place.z);
            yield return "Algorithm " + data.Algorithm + (data.IsReproducible ? ", " : ", not ") + "reproducible";
        }

        internal static IEnumerable<string> Warn(ProbeData data)
        {
            if (data.NonFiniteTexels > 0)
                yield return data.NonFiniteTexels + " texels are NaN or infinite: look at what the probe renders";
            if (data.NegativeTexels > 0)
                yield return data.NegativeTexels +
                             " texels are below zero: set them to zero in Project Settings > ProbeNorm";
            if (data.WindowWidth < 1)
                yield return "The light would be negative in some directions; a window of width " +
                             Number(data.WindowWidth) + " against ringing is applied";
            if (data.AverageLuminance < DarkestAverage)
                yield return "The probe is almost black: reflections cannot be normalized by it";
            if (InPlaceLight.IsOdd(data.InPlaceRatio))
                yield return "Light probes or volumes where it stands have " + Number(data.InPlaceRatio) +
                             " times its own light, " + (data.Calibration != 1 ? "which is corrected" : "which is not corrected") +
                             ". Are lights of mode Baked near, or was one of the two baked before something changed?";
            if (!data.IsReproducible)
                yield return "It was baked on a device that fails its self-test: its light may be wrong. Bake it on another";
        }

        private static string Numbers(float a, float b, float c) => Number(a) + ", " + Number(b) + ", " + Number(c);
        private static string Number(float value) => value.ToString("G4", CultureInfo.InvariantCulture);
    }
}
