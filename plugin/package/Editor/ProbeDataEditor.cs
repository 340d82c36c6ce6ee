using UnityEditor;
using UnityEngine;

namespace ProbeNorm.Editing
{
    /// <summary>The inspector of a probe's data: what was baked, and what is odd about it.</summary>
    [CustomEditor(typeof(ProbeData))]
    public sealed class ProbeDataEditor : UnityEditor.Editor
    {
        private static readonly string[] edited = { "floorShare", "low", "high", "fadeBegin", "fadeEnd", "weight" };

        public override void OnInspectorGUI()
        {
            var data = (ProbeData)target;
            if (!data.IsBaked)
            {
                EditorGUILayout.HelpBox("Not baked: Window > Rendering > ProbeNorm Bake", MessageType.Info);
                return;
            }
            foreach (var line in ProbeReport.Describe(data))
                EditorGUILayout.LabelField(line);
            foreach (var warning in ProbeReport.Warn(data))
                EditorGUILayout.HelpBox(warning, MessageType.Warning);

            serializedObject.Update();
            foreach (var name in edited)
                EditorGUILayout.PropertyField(serializedObject.FindProperty(name));
            serializedObject.ApplyModifiedProperties();
        }
    }
}
