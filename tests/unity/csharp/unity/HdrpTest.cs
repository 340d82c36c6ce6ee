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

    /// <summary>What the Built-in pipeline's materials find, and their conversion. tests/shaders/built_in_test.cpp runs the shader
    /// code.</summary>
    public static class BuiltInTest
    {
        private static Vector4[] Probes => CommandBuffer.globalArrays[Shader.PropertyToID("_ProbeNormProbes")];
        private static float Count => CommandBuffer.globalVectors[Shader.PropertyToID("_ProbeNormCount")].x;

        private static void Render(Vector3 position)
        {
            var camera = new GameObject("Camera").AddComponent<Camera>();
            camera.transform.position = position;
            Camera.onPreCull(camera);
        }

        public static void ProbesAreUploadedBeforeACameraRenders()
        {
            var probes = Scenes.Hall(2);
            Scenes.Bake(probes[0]);
            probes[0].transform.position = new Vector3(1, 2, 3);
            Render(new Vector3());
            Check.Equal(1f, Count, "probes that have a component");
            var data = probes[0].GetComponent<NormalizedProbe>().Data;
            for (var i = 0; i < 7; ++i)
                Check.Equal(data.ShaderVectors[i], Probes[i], "vector " + i);
            Check.Equal("1 2 3", Probes[9].x + " " + Probes[9].y + " " + Probes[9].z, "where it stands now");
        }

        public static void NothingIsLeftWhenTheLastProbeIsGone()
        {
            var probe = Scenes.Hall(1)[0];
            Scenes.Bake(probe);
            Render(new Vector3());
            UnityEngine.Object.Destroy(probe.GetComponent<NormalizedProbe>());
            Check.Equal(0f, Count, "probes");
            Check.That(Camera.onPreCull == null, "no camera is listened to");
        }

        public static void TheNearestHaveRoomInTheTable()
        {
            var probes = Scenes.Hall(ProbeTable.MostProbes + 10);
            foreach (var probe in probes)
                probe.gameObject.AddComponent<NormalizedProbe>().Data = null;
            for (var i = 0; i < probes.Count; ++i)
                probes[i].transform.position = new Vector3(i, 0, 0);
            Scenes.Bake(probes[99], probes[5]);
            Render(new Vector3(1000, 0, 0));
            Check.Equal(90f, Count, "probes");
            Check.Equal(99f, Probes[9].x, "the nearest comes first");
            Check.That(Enumerable.Range(0, 90).All(i => Probes[10 * i + 9].x != 5), "the farthest have no room");
        }

        private static Texture3D Grid() => (Texture3D)Shader.globalTextures[Shader.PropertyToID("_ProbeNormPlaces")];

        public static void DeferredReflectionsFindTheLightOfLightProbes()
        {
            var probes = Scenes.Hall(2);
            foreach (var probe in probes)
                probe.gameObject.AddComponent<NormalizedProbe>();
            probes[1].bounds = new Bounds(new Vector3(5, 2, 3), new Vector3(4, 6, 8));
            LightProbes.at = position => new SphericalHarmonicsL2 { [0, 0] = position.x, [1, 3] = position.y, [2, 2] = position.z };
            GraphicsSettings.deferredReflections = BuiltinShaderMode.UseCustom;
            Render(new Vector3());
            var first = Grid();
            Render(new Vector3());
            Check.That(ReferenceEquals(first, Grid()), "it is measured once");
            Check.Equal("24 6 8", first.width + " " + first.height + " " + first.depth, "cells of a metre, a channel beside another");
            var corner = CommandBuffer.globalVectors[Shader.PropertyToID("_ProbeNormPlacesCorner")];
            Check.Equal("-1 -1 -1 8", corner.x + " " + corner.y + " " + corner.z + " " + corner.w, "where it begins");
            var row = (5 * 6 + 2) * 24 + 3; // the middle of this cell is at 2.5 1.5 4.5
            Check.Equal("2.5 1.5 4.5", first.texels[row].a + " " + first.texels[row + 8].r + " " + first.texels[row + 16].b, "light");
            LightProbes.Tetrahedralize();
            Render(new Vector3());
            Check.That(first == null && Grid() != null, "again after light probes");
            probes[0].bounds = new Bounds(new Vector3(0, 2, 3), new Vector3(200, 6, 8));
            Render(new Vector3());
            Check.Equal(192, Grid().width, "at most 64 cells, around all");
            GraphicsSettings.deferredReflections = BuiltinShaderMode.UseBuiltin;
            LightProbes.at = position => LightProbes.everywhere;
        }

        public static void NothingIsAllocatedPerCamera()
        {
            foreach (var probe in Scenes.Hall(ProbeTable.MostProbes + 10))
                probe.gameObject.AddComponent<NormalizedProbe>().Data = null;
            var camera = new GameObject("Camera").AddComponent<Camera>();
            Camera.onPreCull(camera);
            System.GC.Collect(); // else what others left may fill the heap here
            var collections = System.GC.CollectionCount(0);
            for (var i = 0; i < 2000; ++i)
                Camera.onPreCull(camera);
            Check.Equal(collections, System.GC.CollectionCount(0), "garbage collections");
        }
    }
}
