using System.Collections.Generic;
using System.Linq;
using UnityEditor;
using UnityEngine;

namespace ProbeNorm.Editing
{
    /// <summary>The inspector of a probe's component: whether the bake is up to date, and a button that bakes.</summary>
    [CustomEditor(typeof(NormalizedProbe))]
    [CanEditMultipleObjects]
    public sealed class NormalizedProbeEditor : UnityEditor.Editor
    {
        private List<string> errors = new List<string>();

        public override void OnInspectorGUI()
        {
            serializedObject.Update();
            EditorGUILayout.PropertyField(serializedObject.FindProperty("data"));
            serializedObject.ApplyModifiedProperties();
            var probes = targets.Select(each => ((NormalizedProbe)each).GetComponent<ReflectionProbe>()).ToList();
            if (probes.Count == 1)
                DrawState(probes[0]);
            using (new EditorGUI.DisabledScope(EditorApplication.isPlayingOrWillChangePlaymode))
                if (GUILayout.Button(probes.Count == 1 ? "Bake" : "Bake " + probes.Count + " Probes"))
                    errors = BakeMenu.Bake(probes);
            foreach (var error in errors)
                EditorGUILayout.HelpBox(error, MessageType.Error);
        }

        private static void DrawState(ReflectionProbe probe)
        {
            var state = ProbeStatus.Of(probe, ProbeNormSettings.instance);
            EditorGUILayout.HelpBox(ProbeStatus.Describe(state),
                ProbeStatus.IsStale(state) ? MessageType.Warning : MessageType.Info);
        }
    }
}
