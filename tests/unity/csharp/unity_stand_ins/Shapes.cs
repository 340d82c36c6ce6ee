using System;
using System.Collections.Generic;

// What the sample scene is built with.
namespace UnityEngine
{
    public enum PrimitiveType
    {
        Sphere = 0,
        Cube = 3,
        Quad = 5,
    }

    public struct Quaternion
    {
        public Vector3 degrees;
        public static Quaternion Euler(float x, float y, float z) => new Quaternion { degrees = new Vector3(x, y, z) };
    }

    [Flags]
    public enum MaterialGlobalIlluminationFlags
    {
        BakedEmissive = 2,
    }

    /// <summary>Runtime/Export/Camera/Camera.bindings.cs, line 446 (2021.3.0f1): only the Built-in pipeline calls it.</summary>
    public sealed class Camera : Behaviour
    {
        public delegate void CameraCallback(Camera cam);

        public static CameraCallback onPreCull;
    }

    public sealed class LightProbeGroup : Behaviour
    {
        public Vector3[] probePositions { get; set; }
    }

    public static class RenderSettings
    {
        public static Rendering.AmbientMode ambientMode { get; set; }
        public static Color ambientLight { get; set; }
    }
}

namespace UnityEngine.Rendering
{
    public enum AmbientMode
    {
        Flat = 3,
    }

    public enum ReflectionProbeMode
    {
        Baked = 0,
    }

    public abstract class RenderPipelineAsset : ScriptableObject { }

    public static class GraphicsSettings
    {
        public static RenderPipelineAsset currentRenderPipeline { get; set; }
    }
}

namespace UnityEditor
{
    [Flags]
    public enum StaticEditorFlags
    {
        ContributeGI = 1,
        ReflectionProbeStatic = 128,
    }

    public sealed class SceneView
    {
        public static void RepaintAll() { }
    }

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

    public static class GameObjectUtility
    {
        public static void SetStaticEditorFlags(UnityEngine.GameObject go, StaticEditorFlags flags) => go.staticFlags = flags;
    }
}

namespace UnityEditor.SceneManagement
{
    public enum NewSceneSetup
    {
        EmptyScene = 0,
    }

    public enum NewSceneMode
    {
        Single = 0,
    }
}
