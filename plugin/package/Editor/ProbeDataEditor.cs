using System;
using System.Collections.Generic;
using System.Globalization;
using UnityEditor;
using UnityEngine;
using UnityEngine.Rendering;

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

    /// <summary>What the inspector says of a probe. It warns of the same things as `probenorm bake`.</summary>
    internal static class ProbeReport
    {
        private const float DarkestAverage = 1f / 1024;

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
                yield return "It was baked on a device whose results differ in their last bits from those of other machines";
        }

        private static string Numbers(float a, float b, float c) => Number(a) + ", " + Number(b) + ", " + Number(c);
        private static string Number(float value) => value.ToString("G4", CultureInfo.InvariantCulture);
    }

    /// <summary>Draws a white ball in a probe's light, seen along +Z, for the inspector's preview.</summary>
    internal static class SpherePicture
    {
        private const float Middle = 0.5f;     // brightness of the average light, before gamma
        private const double Gamma = 1 / 2.2;  // near enough to sRGB for a preview

        /// <summary>The bottom row comes first, as in Texture2D. Pixels outside the ball are transparent.</summary>
        internal static Color[] Draw(SphericalHarmonicsL2 light, int size)
        {
            var average = Math.Max(UnityLight.AverageLuminance(light), 1e-9f);
            var pixels = new Color[size * size];
            for (var i = 0; i < pixels.Length; ++i)
            {
                var x = (2 * (i % size) + 1f) / size - 1;
                var y = (2 * (i / size) + 1f) / size - 1;
                var z2 = 1 - x * x - y * y;
                if (z2 >= 0)
                    pixels[i] = Shade(light, new Vector3(x, y, -(float)Math.Sqrt(z2)), Middle / average);
            }
            return pixels;
        }

        private static Color Shade(SphericalHarmonicsL2 light, Vector3 normal, float exposure)
        {
            return new Color(Channel(light, 0, normal, exposure), Channel(light, 1, normal, exposure),
                Channel(light, 2, normal, exposure), 1);
        }

        // SphericalHarmonicsL2 stores the polynomials 1 y z x xy yz 3zz-1 xz xx-yy.
        private static float Channel(SphericalHarmonicsL2 light, int c, Vector3 n, float exposure)
        {
            var sum = light[c, 0] + light[c, 1] * n.y + light[c, 2] * n.z + light[c, 3] * n.x +
                      light[c, 4] * n.x * n.y + light[c, 5] * n.y * n.z + light[c, 6] * (3 * n.z * n.z - 1) +
                      light[c, 7] * n.x * n.z + light[c, 8] * (n.x * n.x - n.y * n.y);
            return (float)Math.Pow(Math.Min(Math.Max(sum * exposure, 0), 1), Gamma);
        }
    }
}
