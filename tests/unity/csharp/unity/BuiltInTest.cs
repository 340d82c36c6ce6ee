using System.Collections.Generic;
using System.Linq;
using ProbeNorm.Editing;
using UnityEditor;
using UnityEngine;
using UnityEngine.Rendering;

namespace ProbeNorm.Tests
{
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
            Object.Destroy(probe.GetComponent<NormalizedProbe>());
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

        public static void NothingIsAllocatedPerCamera()
        {
            foreach (var probe in Scenes.Hall(ProbeTable.MostProbes + 10))
                probe.gameObject.AddComponent<NormalizedProbe>().Data = null;
            var camera = new GameObject("Camera").AddComponent<Camera>();
            Camera.onPreCull(camera);
            var collections = System.GC.CollectionCount(0);
            for (var i = 0; i < 2000; ++i)
                Camera.onPreCull(camera);
            Check.Equal(collections, System.GC.CollectionCount(0), "garbage collections");
        }

        private static Shader AddShader(string name) => Shader.known[name] = new Shader { name = name };

        private static void Press(string method)
        {
            const System.Reflection.BindingFlags hidden =
                System.Reflection.BindingFlags.Static | System.Reflection.BindingFlags.NonPublic;
            typeof(MaterialConversion).GetMethod(method, hidden).Invoke(null, null);
        }

        public static void SelectedMaterialsOfEachKindAreConverted()
        {
            Scenes.Clear();
            var plain = new[] { "Standard", "Standard (Specular setup)" }.Select(AddShader).ToList();
            var normalized = plain.ConvertAll(each => AddShader("ProbeNorm/" + each.name));
            var materials = plain.ConvertAll(each => new Material(each) { name = each.name });
            materials.ForEach(each => AssetDatabase.CreateAsset(each, "Assets/" + each.name + ".mat"));
            Selection.objects = materials.ToArray<Object>();
            Press("ConvertSelected");
            Check.That(normalized.SequenceEqual(materials.ConvertAll(each => each.shader)), "converted");
            Press("RevertSelected");
            Check.That(plain.SequenceEqual(materials.ConvertAll(each => each.shader)), "converted back");
            Check.That(!Debug.lines.Any(line => line.StartsWith("error")), "no word of URP's shader, which this project lacks");
            Shader.known.Clear();
        }
    }
}
