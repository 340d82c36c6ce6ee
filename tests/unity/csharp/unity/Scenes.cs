using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using ProbeNorm.Editing;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using UnityEngine.Experimental.Rendering;
using UnityEngine.SceneManagement;

namespace ProbeNorm.Tests
{
    /// <summary>Cubemaps and probes for the stand-ins.</summary>
    internal static class Scenes
    {
        internal const int FaceSize = 16;

        internal static void Clear()
        {
            foreach (var old in UnityEngine.Object.FindObjectsOfType<UnityEngine.Object>().Reverse())
                if (!(old is ScriptableObject || old is ComputeShader))
                    UnityEngine.Object.Destroy(old);
            SceneManager.loaded.Clear();
            SceneManager.loaded.Add(SceneManager.active = new SceneState());
            AssetDatabase.assets.Clear();
            AssetDatabase.locked.Clear();
            AssetDatabase.canCheckOut = true;
            UseKernels();
            Selection.gameObjects = new GameObject[0];
            EditorApplication.isPlayingOrWillChangePlaymode = false;
            EditorApplication.exitCode = null;
            EditorGUILayout.edited = "";
            LightmapSettings.lightProbes = null;
            LightmapSettings.lightmaps = new LightmapData[0];
            UnityEngine.Rendering.GraphicsSettings.currentRenderPipeline = UnityEngine.Rendering.GraphicsSettings.defaultRenderPipeline = null;
            UnityEditor.PackageManager.PackageInfo.versions.Clear();
            AssetImporter.all.Clear();
            ProbeNormSettings.instance.SetOwnTuning(false, 7);
            Edit("checks", false); // HalfCubemap is noise, whose faces fit together in no order, and the search is long
            Debug.lines.Clear();
        }

        /// <summary>Puts the asset with the compute shaders where Unity has it, with what its text refers to.</summary>
        internal static void UseKernels()
        {
            var folder = Program.Variable("PN_COMPUTE");
            PlayerKernels.Listen();
            if (ComputeKernels.Loaded != null)
                return;
            var text = File.ReadAllText(folder + "/Kernels.asset");
            var shaders = Directory.GetFiles(folder, "*.compute").Select(file => ComputeShader.Load(file))
                .Where(shader => text.Contains("guid: " + GuidOf("Runtime/Compute/" + shader.name + ".compute") + ",")).ToArray();
            var kernels = ScriptableObject.CreateInstance<ComputeKernels>();
            typeof(ComputeKernels).GetField("shaders", BindingFlags.Instance | BindingFlags.NonPublic).SetValue(kernels, shaders);
            AssetDatabase.ofPackages[ComputeKernels.AssetPath] = kernels;
        }

        // As scripts/unity-meta.sh makes it.
        private static string GuidOf(string path)
        {
            using (var md5 = System.Security.Cryptography.MD5.Create())
                return string.Concat(md5.ComputeHash(System.Text.Encoding.UTF8.GetBytes("com.probenorm/" + path))
                    .Select(each => each.ToString("x2")));
        }

        /// <summary>Halves of 1 to 5, of another pattern a seed; bright at +X.</summary>
        internal static Cubemap HalfCubemap(int seed, bool isReadable = false)
        {
            var cubemap = new Cubemap(FaceSize, GraphicsFormat.R16G16B16A16_SFloat) { isReadable = isReadable };
            cubemap.faceBytes = new byte[6][];
            for (var face = 0; face < 6; ++face)
            {
                var halves = new ushort[FaceSize * FaceSize * 4];
                var least = face == 0 ? 0x5400 : 0x3c00; // 64 and 1; then any mantissa up to four times that
                for (var i = 0; i < halves.Length; ++i)
                    halves[i] = (ushort)(least + (i * 7919 + face * 104729 + seed * 1299709) % 0x800);
                cubemap.faceBytes[face] = new byte[2 * halves.Length];
                Buffer.BlockCopy(halves, 0, cubemap.faceBytes[face], 0, cubemap.faceBytes[face].Length);
            }
            cubemap.faceColors = Array.ConvertAll(cubemap.faceBytes, UnityEngine.Rendering.Halves.ToColors);
            return cubemap;
        }

        /// <summary>A cubemap whose bytes only the device understands: each face of one colour.</summary>
        internal static Cubemap Compressed(GraphicsFormat format, Color[] faces, bool isReadable = false)
        {
            var cubemap = new Cubemap(FaceSize, format) { isReadable = isReadable, faceColors = new Color[6][] };
            for (var face = 0; face < 6; ++face)
            {
                cubemap.faceColors[face] = new Color[FaceSize * FaceSize];
                for (var i = 0; i < cubemap.faceColors[face].Length; ++i)
                    cubemap.faceColors[face][i] = faces[face];
            }
            return cubemap;
        }

        internal static Color[] Same(Color color) => new[] { color, color, color, color, color, color };

        internal static ReflectionProbe AddProbe(string name, Texture texture)
        {
            var gameObject = new GameObject(name);
            gameObject.transform.position = new Vector3(1, 2.5f, -3);
            var probe = gameObject.AddComponent<ReflectionProbe>();
            probe.texture = texture;
            probe.bounds = new Bounds(new Vector3(1, 2, 3), new Vector3(4, 6, 8));
            return probe;
        }

        /// <summary>Assets/Hall.unity with so many probes; alone, unless what is there already stays.</summary>
        internal static List<ReflectionProbe> Hall(int count, bool clears = true)
        {
            if (clears)
                Clear();
            EditorSceneManager.OpenScene("Assets/Hall.unity", OpenSceneMode.Single);
            for (var i = 0; i < count; ++i)
                AddProbe("Probe (" + i + ")", HalfCubemap(i));
            return ProbeAssets.FindProbes();
        }

        internal static void Bake(params ReflectionProbe[] probes) => Bake((IReadOnlyList<ReflectionProbe>)probes);

        internal static void Bake(IReadOnlyList<ReflectionProbe> probes)
        {
            using (var run = new BakeRun(probes, ProbeNormSettings.instance))
            {
                run.Wait();
                Check.Equal("", string.Join(", ", run.Errors), "errors");
                Check.Equal(probes.Count, run.Completed, "completed");
            }
        }

        /// <summary>The user types this value into the field of that name, of the settings or of what else is drawn.</summary>
        internal static void Edit(string field, object value, Action draw = null)
        {
            EditorGUILayout.edited = field;
            EditorGUILayout.value = value;
            (draw ?? (() => ProbeNormSettings.CreateProvider().guiHandler("")))();
            EditorGUILayout.edited = "";
        }

        internal static void CompleteLighting()
        {
            Lightmapping.Complete();
            EditorApplication.delayCall?.Invoke();
            EditorApplication.delayCall = null;
        }

        internal static Context CpuContext() => new Context(new ContextOptions { Backend = Backend.Cpu });

        /// <summary>The same texels, straight to the library.</summary>
        internal static Sh Project(Cubemap cubemap, int bands = 3)
        {
            using (var context = CpuContext())
                return context.ProjectEnvironment(Texels(cubemap), new ProjectOptions { Bands = bands }).Sh;
        }

        internal static CubemapTexels Texels(Cubemap cubemap) =>
            CubemapTexels.FromFaces(Array.ConvertAll(cubemap.faceBytes, bytes => (Array)bytes), Format.Rgba16F, FaceSize);
    }

    /// <summary>The bake window, while it is open.</summary>
    internal sealed class Window : IDisposable
    {
        private readonly BakeWindow window = new BakeWindow();
        internal Window() => Messages.Send(window, "OnEnable");

        /// <summary>Lines that it draws, while the user presses a button.</summary>
        internal List<string> Draw(string button = "")
        {
            EditorGUILayout.lines.Clear();
            GUILayout.pressed = button;
            Messages.Send(window, "OnGUI");
            GUILayout.pressed = "";
            return EditorGUILayout.lines.ToList();
        }

        public void Dispose() => Messages.Send(window, "OnDisable");
    }

    /// <summary>A folder that is gone afterwards.</summary>
    internal sealed class TemporaryFolder : IDisposable
    {
        internal string Path { get; } =
            System.IO.Path.Combine(System.IO.Path.GetTempPath(), "probenorm-" + Guid.NewGuid());

        internal TemporaryFolder() => Directory.CreateDirectory(Path);
        public void Dispose() => Directory.Delete(Path, true);
    }
}
