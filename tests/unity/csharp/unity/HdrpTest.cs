using System;
using System.Linq;
using ProbeNorm.Editing;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using UnityEngine.Rendering;

namespace ProbeNorm.Tests
{
    /// <summary>Our light in HDRP's own fields, read as HDRP reads it.</summary>
    public static class HdrpTest
    {
        private static ReflectionProbe Hall(out HDAdditionalReflectionData hdrp)
        {
            var probe = Scenes.Hall(1)[0];
            hdrp = probe.gameObject.AddComponent<HDAdditionalReflectionData>();
            hdrp.texture = probe.texture;
            return probe;
        }

        private static double Luminance(float[] rgb, int at) =>
            0.2126729 * rgb[at] + 0.7151522 * rgb[at + 1] + 0.0721750 * rgb[at + 2];

        private static void CheckDivisor(HDProbe hdrp, Sh light, bool isL2)
        {
            var d = new[] { 0.36f, -0.48f, 0.8f, 0, 0, -1, 1, 0, 0, -0.6f, 0.8f, 0, 0, -1, 0, 0.48f, 0.6f, -0.64f };
            if (!isL2)
                light = new Sh(2, light.ToArray().Take(12).ToArray());
            var expected = light.EvaluateIrradiance(d);
            for (var i = 0; i < d.Length; i += 3)
            {
                var luminance = Luminance(expected, i);
                Check.Near(luminance, hdrp.Divisor(new Vector3(d[i], d[i + 1], d[i + 2]), isL2), 1e-5 * luminance,
                    "along " + i / 3); // some roundings of floats
            }
        }

        private static Sh LightOf(ReflectionProbe probe) =>
            UnityLight.FromSphericalHarmonicsL2(probe.GetComponent<NormalizedProbe>().Data.Light);

        public static void ItsReadingComesOutRight()
        {
            HDAdditionalReflectionData hdrp;
            var probe = Hall(out hdrp);
            hdrp.captureOffset = new Vector3(0, 0.5f, 0);
            hdrp.rangeCompressionFactor = 2;
            hdrp.multiplier = 3; // stays outside of the light
            Scenes.Bake(probe);
            CheckDivisor(hdrp, LightOf(probe), true);
            CheckDivisor(hdrp, LightOf(probe), false);
            var doubled = Scenes.Project((Cubemap)hdrp.texture).ToArray()[0] * 2;
            Check.Near(doubled, LightOf(probe).ToArray()[0], 1e-4 * doubled, "range compression");
        }

        public static void ItIsWrittenAgainAfterTheLighting()
        {
            HDAdditionalReflectionData hdrp;
            var probe = Hall(out hdrp);
            Scenes.Bake(probe);
            hdrp.Overwrite();
            EditorEvents.Listen();
            Scenes.CompleteLighting();
            CheckDivisor(hdrp, LightOf(probe), true);
        }

        public static void InstancesOfPrefabsKeepIt()
        {
            HDAdditionalReflectionData hdrp;
            var probe = Hall(out hdrp);
            PrefabUtility.MakeInstance(probe.gameObject);
            Scenes.Bake(probe);
            Undo.FlushUndoRecordObjects();
            EditorSceneManager.SaveScene(probe.gameObject.scene);
            PrefabUtility.Reopen();
            CheckDivisor(hdrp, LightOf(probe), true);
        }

        public static void UndoTakesItBack()
        {
            HDAdditionalReflectionData hdrp;
            var probe = Hall(out hdrp);
            Scenes.Bake(probe);
            Undo.PerformUndo();
            Check.Near(0, hdrp.Divisor(new Vector3(0, 1, 0), true), 0, "divisor");
        }

        public static void BlackProbesReflectNothing()
        {
            var data = ScriptableObject.CreateInstance<ProbeData>();
            data.Set(new BakedProbe
            {
                Light = new Sh(3, new float[27]), Normalization = new Normalization().Resolved(), Algorithm = 1,
            }, new Vector3());
            HDAdditionalReflectionData hdrp;
            var probe = Hall(out hdrp);
            Check.Equal("", HdrpNormalization.Write(probe, data), "error");
            Check.Equal((double)float.MaxValue, hdrp.Divisor(new Vector3(0, 1, 0), true), "divisor");
        }

        // Under the name that the package looks for, without its fields.
        private static class Later
        {
            internal sealed class HDAdditionalReflectionData : MonoBehaviour
            {
                public Texture texture { get; set; }
            }
        }

        public static void OtherVersionsAreRefusedWithTheReason()
        {
            var probe = Scenes.Hall(1)[0];
            probe.gameObject.AddComponent<Later.HDAdditionalReflectionData>().texture = probe.texture;
            var errors = BakeMenu.Bake(new[] { probe });
            Check.That(errors.Single().StartsWith("Probe (0): this version of HDRP keeps its normalization elsewhere"),
                errors.Single());
            Check.That(probe.GetComponent<NormalizedProbe>().Data.IsBaked, "the data is there all the same");
        }
    }
}
