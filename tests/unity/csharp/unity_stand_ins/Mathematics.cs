using System;
using System.Collections.Generic;

namespace UnityEngine
{
    public static class Mathf
    {
        public static float Clamp(float value, float min, float max) => Math.Max(min, Math.Min(value, max));
    }

    public struct Vector3
    {
        public float x, y, z;
        public Vector3(float x, float y, float z) { this.x = x; this.y = y; this.z = z; }
        public static Vector3 left => new Vector3(-1, 0, 0);
        public static Vector3 right => new Vector3(1, 0, 0);
        public static Vector3 operator +(Vector3 a, Vector3 b) => new Vector3(a.x + b.x, a.y + b.y, a.z + b.z);
        public static Vector3 operator -(Vector3 a, Vector3 b) => new Vector3(a.x - b.x, a.y - b.y, a.z - b.z);
        public static Vector3 operator *(Vector3 a, float f) => new Vector3(a.x * f, a.y * f, a.z * f);
        public static bool operator ==(Vector3 a, Vector3 b) => a.x == b.x && a.y == b.y && a.z == b.z;
        public static bool operator !=(Vector3 a, Vector3 b) => !(a == b);
        public override bool Equals(object other) => other is Vector3 && this == (Vector3)other;
        public override int GetHashCode() => x.GetHashCode() ^ y.GetHashCode() ^ z.GetHashCode();
    }

    public struct Vector4
    {
        public float x, y, z, w;
        public Vector4(float x, float y, float z, float w) { this.x = x; this.y = y; this.z = z; this.w = w; }
        public static Vector4 zero => new Vector4();

        public float this[int i]
        {
            get => i == 0 ? x : i == 1 ? y : i == 2 ? z : w;
            set => (x, y, z, w) = (i == 0 ? value : x, i == 1 ? value : y, i == 2 ? value : z, i == 3 ? value : w);
        }
    }

    public struct Matrix4x4
    {
        public float m03, m13, m23;
        public static Matrix4x4 identity => new Matrix4x4();
    }

    public struct Bounds
    {
        public Bounds(Vector3 center, Vector3 size) { this.center = center; this.size = size; }
        public Vector3 center { get; set; }
        public Vector3 size { get; set; }
        public Vector3 min => center - size * 0.5f;
        public Vector3 max => center + size * 0.5f;
        public bool Intersects(Bounds other) => min.x <= other.max.x && max.x >= other.min.x && min.y <= other.max.y &&
            max.y >= other.min.y && min.z <= other.max.z && max.z >= other.min.z;
    }

    public struct Color
    {
        public float r, g, b, a;
        public Color(float r, float g, float b, float a) { this.r = r; this.g = g; this.b = b; this.a = a; }

        /// <summary>Of IEC 61966-2-1.</summary>
        public Color linear => new Color(ToLinear(r), ToLinear(g), ToLinear(b), a);

        private static float ToLinear(float value) =>
            value <= 0.04045f ? value / 12.92f : (float)Math.Pow((value + 0.055) / 1.055, 2.4);
    }

    public enum RenderingPath { UsePlayerSettings = -1, Forward = 1, DeferredShading = 3 }

    /// <summary>Runtime/Export/Camera/Camera.bindings.cs (2021.3.0f1).</summary>
    public sealed class Camera : Behaviour
    {
        public static RenderingPath ofPlayerSettings = RenderingPath.Forward;
        public RenderingPath renderingPath { get; set; } = RenderingPath.UsePlayerSettings;
        public RenderingPath actualRenderingPath => renderingPath == RenderingPath.UsePlayerSettings ? ofPlayerSettings : renderingPath;
    }
}

namespace UnityEngine.Rendering
{
    public enum ReflectionProbeMode { Baked = 0, Realtime = 1, Custom = 2 }
    public abstract class RenderPipelineAsset : ScriptableObject { }

    public static class GraphicsSettings
    {
        public static RenderPipelineAsset currentRenderPipeline { get; set; }
        public static RenderPipelineAsset defaultRenderPipeline { get; set; }
    }

}

namespace UnityEditor
{
    public static class Menu
    {
        /// <summary>Paths of the items that have a tick.</summary>
        public static readonly HashSet<string> ticked = new HashSet<string>();

        public static void SetChecked(string menuPath, bool isChecked)
        {
            ticked.Remove(menuPath);
            if (isChecked)
                ticked.Add(menuPath);
        }
    }
}

namespace UnityEngine.SceneManagement
{
    public sealed class SceneState
    {
        public string path = "";
        public bool isDirty;
        internal readonly List<GameObject> roots = new List<GameObject>();
    }

    public struct Scene
    {
        internal SceneState state;
        public string path => state.path;
        public string name => System.IO.Path.GetFileNameWithoutExtension(state.path);
        public bool isDirty => state.isDirty;
        public bool isLoaded => true;
        public GameObject[] GetRootGameObjects() => state.roots.ToArray();
    }

    /// <summary>Scenes that are loaded side by side; Runtime/Export/SceneManager/SceneManager.bindings.cs, lines 52 and 85
    /// (2021.3.0f1).</summary>
    public static class SceneManager
    {
        internal static readonly List<SceneState> loaded = new List<SceneState> { new SceneState() };
        internal static SceneState active = loaded[0];
        public static int sceneCount => loaded.Count;
        public static Scene GetSceneAt(int index) => new Scene { state = loaded[index] };
        public static Scene GetActiveScene() => new Scene { state = active };
    }
}

namespace UnityEditor.SceneManagement
{
    /// <summary>Editor/Mono/SceneManagement/StageManager/PrefabStage/PrefabStageUtility.cs (2021.3.0f1): a prefab that is open for
    /// editing is in no scene of the SceneManager.</summary>
    public sealed class PrefabStage
    {
        internal readonly HashSet<UnityEngine.GameObject> contents = new HashSet<UnityEngine.GameObject>();
        public string assetPath { get; internal set; }
    }

    public static class PrefabStageUtility
    {
        internal static PrefabStage current;
        public static PrefabStage GetCurrentPrefabStage() => current;

        public static PrefabStage GetPrefabStage(UnityEngine.GameObject gameObject) =>
            current != null && current.contents.Contains(gameObject) ? current : null;
    }
}
