using UnityEditor;
using UnityEngine;

namespace ProbeNorm.Editing
{
    /// <summary>The inspector of one or several probes' data: the bake's results, warnings, and tuning.</summary>
    [CustomEditor(typeof(ProbeData))]
    [CanEditMultipleObjects]
    public sealed class ProbeDataEditor : UnityEditor.Editor
    {
        private const int PictureSize = 128;
        private static readonly string[] tuned = { "floorShare", "low", "high", "fadeBegin", "fadeEnd", "weight" };

        private Texture2D picture; // null until the first preview
        private Vector4[] shown;

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
            if (serializedObject.ApplyModifiedProperties())
                ProbeAssets.ApplyToRenderers();
        }

        public override bool HasPreviewGUI() => targets.Length == 1 && ((ProbeData)target).IsBaked;

        /// <summary>A white ball in the probe's light.</summary>
        public override void OnPreviewGUI(Rect rect, GUIStyle background)
        {
            var data = (ProbeData)target;
            if (picture == null || shown != data.ShaderVectors)
                Redraw(data);
            GUI.DrawTexture(rect, picture, ScaleMode.ScaleToFit);
        }

        private void OnDisable()
        {
            if (picture != null)
                DestroyImmediate(picture);
        }

        // Called when a bake has made new vectors.
        private void Redraw(ProbeData data)
        {
            if (picture == null)
                picture = new Texture2D(PictureSize, PictureSize) { hideFlags = HideFlags.HideAndDontSave };
            picture.SetPixels(SpherePicture.Draw(data.Light, PictureSize));
            picture.Apply();
            shown = data.ShaderVectors;
        }

        private static void DrawBake(ProbeData data)
        {
            if (!data.IsBaked)
            {
                EditorGUILayout.HelpBox("Not baked: Window > Rendering > ProbeNorm Bake", MessageType.Info);
                return;
            }
            foreach (var line in ProbeReport.Describe(data))
                EditorGUILayout.LabelField(line);
            foreach (var warning in ProbeReport.Warn(data))
                EditorGUILayout.HelpBox(warning, MessageType.Warning);
        }
    }
}
