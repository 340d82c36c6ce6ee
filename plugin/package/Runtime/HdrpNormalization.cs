using System;
using System.Reflection;
using UnityEngine;
using UnityEngine.Rendering;

namespace ProbeNorm
{
    /// <summary>Writes a probe's own light into the fields from which HDRP normalizes stock materials by its own formula.
    /// HDProbe keeps there the light that Unity's baker measured. The fields are not public; their names are those of HDRP
    /// 12 to 17.</summary>
    public static class HdrpNormalization
    {
        private const string LightField = "m_SHForNormalization", ValidField = "m_HasValidSHForNormalization";
        private const string CaptureField = "m_SHValidForCapturePosition", SourceField = "m_SHValidForSourcePosition";
        private const float DarkestAverage = 1e-6f;

        /// <summary>HDRP's component beside a probe; null in other pipelines.</summary>
        public static Component Find(ReflectionProbe probe) => probe.GetComponent("HDAdditionalReflectionData");

        /// <summary>Call it after each bake. HDRP overwrites the fields when it bakes Adaptive Probe Volumes, and clears them
        /// when the probe moves. Returns "" on success or if there is nothing to do, and otherwise the reason of the
        /// failure.</summary>
        public static string Write(ReflectionProbe probe, ProbeData data)
        {
            if (probe == null)
                throw new ArgumentNullException(nameof(probe));
            var hdrp = Find(probe);
            if (hdrp == null || data == null || !data.IsBaked)
                return "";
            FieldInfo light = FieldOf(hdrp, LightField), valid = FieldOf(hdrp, ValidField);
            FieldInfo capture = FieldOf(hdrp, CaptureField), source = FieldOf(hdrp, SourceField);
            var isKnown = Is<SphericalHarmonicsL2>(light) && Is<bool>(valid) && Is<Vector3>(capture) && Is<Vector3>(source);
            if (!isKnown)
                return "this version of HDRP keeps its normalization elsewhere: " + hdrp.GetType().Name + " has no " +
                       LightField + " as HDRP 12 to 17 have it, and its reflections stay as HDRP makes them";
            light.SetValue(hdrp, ForHdrp(data));
            capture.SetValue(hdrp, CapturePosition(probe, hdrp));
            source.SetValue(hdrp, probe.transform.position);
            valid.SetValue(hdrp, true);
            return "";
        }

        /// <summary>The light in the order in which HDRP reads it. HDRP reads band 1 as x y z, but SphericalHarmonicsL2 stores
        /// it as y z x. A black probe is marked by the largest float, as in HDRP.</summary>
        internal static SphericalHarmonicsL2 ForHdrp(ProbeData data)
        {
            var light = data.CalibratedLight;
            var result = light;
            for (var c = 0; c < 3; ++c)
            {
                result[c, 1] = light[c, 3];
                result[c, 2] = light[c, 1];
                result[c, 3] = light[c, 2];
            }
            if (data.AverageLuminance < DarkestAverage)
                result[0, 0] = float.MaxValue;
            return result;
        }

        // HDRP ignores the fields when the capture position has changed. It checks that in the editor only.
        private static Vector3 CapturePosition(ReflectionProbe probe, Component hdrp)
        {
            const BindingFlags own = BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
            for (var type = hdrp.GetType(); type != null; type = type.BaseType)
            {
                var method = type.GetMethod("ComputeCapturePositionWS", own, null, Type.EmptyTypes, null);
                if (method != null && method.ReturnType == typeof(Vector3))
                    return (Vector3)method.Invoke(hdrp, null);
            }
            return probe.transform.position;
        }

        // Reflection finds private fields only in the class that declares them.
        private static FieldInfo FieldOf(Component component, string name)
        {
            for (var type = component.GetType(); type != null; type = type.BaseType)
            {
                var field = type.GetField(name, BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public);
                if (field != null)
                    return field;
            }
            return null;
        }

        private static bool Is<T>(FieldInfo field) => field != null && field.FieldType == typeof(T);
    }
}
