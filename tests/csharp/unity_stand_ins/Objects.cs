using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using UnityEngine.Rendering;
using UnityEngine.SceneManagement;

namespace UnityEngine
{
    [Flags]
    public enum HideFlags
    {
        None = 0,
        NotEditable = 8,
        HideAndDontSave = 61,
    }

    public class Object
    {
        internal static readonly List<Object> all = new List<Object>();
        private bool isDestroyed;

        public Object()
        {
            all.Add(this);
        }

        public string name { get; set; } = "";
        public HideFlags hideFlags { get; set; }

        public static T[] FindObjectsOfType<T>() where T : Object => all.OfType<T>().ToArray();

        public static void Destroy(Object target)
        {
            target.isDestroyed = true;
            all.Remove(target);
        }

        public static void DestroyImmediate(Object target) => Destroy(target);

        public static bool operator ==(Object a, Object b)
        {
            return ReferenceEquals(a, b) || IsNull(a) && IsNull(b);
        }

        public static bool operator !=(Object a, Object b) => !(a == b);
        public override bool Equals(object other) => ReferenceEquals(this, other);
        public override int GetHashCode() => base.GetHashCode();

        private static bool IsNull(Object target) => ReferenceEquals(target, null) || target.isDestroyed;
    }

    public class ScriptableObject : Object
    {
        public static T CreateInstance<T>() where T : ScriptableObject, new() => new T();
    }

    public class Component : Object
    {
        public GameObject gameObject { get; internal set; }
        public Transform transform => gameObject.transform;
        public T GetComponent<T>() => gameObject.GetComponent<T>();
        public Component GetComponent(string type) => gameObject.GetComponent(type);
    }

    public class Transform : Component
    {
        public Vector3 position { get; set; }
    }

    public class Behaviour : Component
    {
        public bool isActiveAndEnabled { get; set; } = true;
    }

    public class MonoBehaviour : Behaviour
    {
        public void StartCoroutine(IEnumerator routine) { } // only compiled against
        public void StopAllCoroutines() { }
    }

    public sealed class GameObject : Object
    {
        private readonly List<Component> components = new List<Component>();

        public GameObject(string name)
        {
            this.name = name;
            transform = AddComponent<Transform>();
        }

        public Transform transform { get; }
        public Scene scene => SceneManager.GetActiveScene();

        public T AddComponent<T>() where T : Component, new()
        {
            var component = new T { gameObject = this, name = name };
            components.Add(component);
            Messages.Send(component, "OnEnable");
            return component;
        }

        public T GetComponent<T>() => components.OfType<T>().FirstOrDefault();
        public Component GetComponent(string type) => components.FirstOrDefault(each => each.GetType().Name == type);
    }

    /// <summary>Calls what Unity calls by name.</summary>
    public static class Messages
    {
        public static void Send(object target, string name)
        {
            var method = target.GetType().GetMethod(name, BindingFlags.Instance | BindingFlags.NonPublic);
            method?.Invoke(target, null);
        }
    }

    public class Renderer : Component
    {
        public readonly List<ReflectionProbeBlendInfo> closest = new List<ReflectionProbeBlendInfo>();
        private readonly MaterialPropertyBlock block = new MaterialPropertyBlock();

        public void GetPropertyBlock(MaterialPropertyBlock target) => target.CopyFrom(block);
        public void SetPropertyBlock(MaterialPropertyBlock source) => block.CopyFrom(source);

        public void GetClosestReflectionProbes(List<ReflectionProbeBlendInfo> result)
        {
            result.Clear();
            result.AddRange(closest);
        }
    }

    public sealed class ReflectionProbe : Behaviour
    {
        public Texture texture { get; set; }
        public Vector4 textureHDRDecodeValues { get; set; } = new Vector4(1, 1, 0, 0);
        public Bounds bounds { get; set; }
    }

    public sealed class MaterialPropertyBlock
    {
        private readonly Dictionary<int, Vector4> vectors = new Dictionary<int, Vector4>();

        public void SetVector(int id, Vector4 value) => vectors[id] = value;

        public Vector4 GetVector(int id)
        {
            Vector4 value;
            return vectors.TryGetValue(id, out value) ? value : Vector4.zero;
        }

        internal void CopyFrom(MaterialPropertyBlock other)
        {
            var copy = other.vectors.ToArray();
            vectors.Clear();
            foreach (var pair in copy)
                vectors[pair.Key] = pair.Value;
        }
    }

    public abstract class CustomYieldInstruction : IEnumerator
    {
        public abstract bool keepWaiting { get; }
        public object Current => null;
        public bool MoveNext() => keepWaiting;
        public void Reset() { }
    }

    public static class Debug
    {
        public static readonly List<string> lines = new List<string>();

        public static void Log(object message) => lines.Add("log: " + message);
        public static void LogWarning(object message) => lines.Add("warning: " + message);
        public static void LogWarning(object message, Object context) => LogWarning(message);
        public static void LogError(object message) => lines.Add("error: " + message);
    }

    public static class Application
    {
        public static bool isPlaying => false;
    }

    public static class Time
    {
        private static int frame;

        public static int frameCount
        {
            get => frame;
            set
            {
                while (frame < value)
                {
                    ++frame;
                    AsyncGPUReadback.Advance();
                }
            }
        }
    }

    public sealed class SerializeField : Attribute { }
    public sealed class HideInInspector : Attribute { }
    public sealed class ExecuteAlways : Attribute { }
    public sealed class DisallowMultipleComponent : Attribute { }

    public sealed class TooltipAttribute : Attribute
    {
        public TooltipAttribute(string tooltip) { }
    }

    public sealed class RequireComponent : Attribute
    {
        public RequireComponent(Type required) { }
    }

    public sealed class AddComponentMenu : Attribute
    {
        public AddComponentMenu(string menuName) { }
    }

    public sealed class CreateAssetMenuAttribute : Attribute
    {
        public string menuName { get; set; }
        public string fileName { get; set; }
    }
}

namespace UnityEngine.SceneManagement
{
    public sealed class SceneState
    {
        public string path = "";
        public bool isDirty;
    }

    public struct Scene
    {
        internal SceneState state;

        public string path => state.path;
        public bool isDirty => state.isDirty;
    }

    public static class SceneManager
    {
        internal static readonly SceneState active = new SceneState();

        public static Scene GetActiveScene() => new Scene { state = active };
    }
}
