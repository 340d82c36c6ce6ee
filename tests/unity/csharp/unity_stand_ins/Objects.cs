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
    public enum HideFlags { None = 0, NotEditable = 8, HideAndDontSave = 61 }
    public struct EntityId { internal ulong number; }

    public class Object
    {
        internal static readonly List<Object> all = new List<Object>();
        private static ulong lastFileId;
        private bool isDestroyed;

        /// <summary>Its identity in the file that it is saved in; 0: it has been in none yet.</summary>
        internal ulong fileId = ++lastFileId;
        public Object() => all.Add(this);

        /// <summary>Runtime/Export/Scripting/UnityEngineObject.bindings.cs, line 275 (6000.7.0a1): a call in source is an
        /// error there.</summary>
        [Obsolete("Use GetEntityId", true)]
        public int GetInstanceID() => (int)fileId;

        /// <summary>Of 6000.2 and newer.</summary>
        public EntityId GetEntityId() => new EntityId { number = fileId };
        public string name { get; set; } = "";
        public HideFlags hideFlags { get; set; }
        public static T[] FindObjectsOfType<T>() where T : Object => all.OfType<T>().ToArray();

        public static void Destroy(Object target)
        {
            if (target is Component)
                Messages.Send(target, "OnDisable");
            target.isDestroyed = true;
            all.Remove(target);
            (target as Component)?.gameObject.Remove((Component)target);
        }

        public static void DestroyImmediate(Object target) => Destroy(target);
        public static bool operator ==(Object a, Object b) => ReferenceEquals(a, b) || IsNull(a) && IsNull(b);
        public static bool operator !=(Object a, Object b) => !(a == b);
        public override bool Equals(object other) => ReferenceEquals(this, other);
        public override int GetHashCode() => base.GetHashCode();
        private static bool IsNull(Object target) => ReferenceEquals(target, null) || target.isDestroyed;
    }

    public class ScriptableObject : Object { public static T CreateInstance<T>() where T : ScriptableObject, new() => new T(); }

    public class Component : Object
    {
        public GameObject gameObject { get; internal set; }
        public Transform transform => gameObject.transform;
        public T GetComponent<T>() => gameObject.GetComponent<T>();
        public bool TryGetComponent<T>(out T component) => gameObject.TryGetComponent(out component);
        public Component GetComponent(string type) => gameObject.GetComponent(type);
    }

    public class Transform : Component
    {
        public Vector3 position { get; set; }
        public void LookAt(Vector3 worldPosition) { }
    }

    public class Behaviour : Component
    {
        public bool enabled { get; set; } = true;
        public bool isActiveAndEnabled { get; set; } = true;
    }

    public class MonoBehaviour : Behaviour
    {
        public void StartCoroutine(IEnumerator routine) { } // only compiled against
        public void StopAllCoroutines() { }
    }

    public sealed class GameObject : Object
    {
        internal readonly List<Component> components = new List<Component>();
        private readonly SceneState state = SceneManager.active;

        public GameObject(string name)
        {
            this.name = name;
            transform = AddComponent<Transform>();
            state.roots.Add(this);
        }

        public Transform transform { get; }
        public bool activeInHierarchy { get; set; } = true;
        public Scene scene => new Scene { state = state };

        public T AddComponent<T>() where T : Component, new()
        {
            var component = new T { gameObject = this, name = name };
            components.Add(component);
            Messages.Send(component, "OnEnable");
            return component;
        }

        internal void Remove(Component component) => components.Remove(component);
        public T GetComponent<T>() => components.OfType<T>().FirstOrDefault();
        public bool TryGetComponent<T>(out T component) => (component = GetComponent<T>()) != null;
        public T[] GetComponentsInChildren<T>(bool includeInactive) => components.OfType<T>().ToArray();
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
        public static void LogError(object message) => lines.Add("error: " + message);
    }

    public static class Application { public static bool isPlaying => false; }

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
    public sealed class RangeAttribute : Attribute { public RangeAttribute(float min, float max) { } }
    public sealed class HeaderAttribute : Attribute { public HeaderAttribute(string header) { } }
    public sealed class ExecuteAlways : Attribute { }
    public sealed class DisallowMultipleComponent : Attribute { }
    public sealed class TooltipAttribute : Attribute { public TooltipAttribute(string tooltip) { } }
    public sealed class RequireComponent : Attribute { public RequireComponent(Type required) { } }
    public sealed class AddComponentMenu : Attribute { public AddComponentMenu(string menuName) { } }

    public sealed class CreateAssetMenuAttribute : Attribute
    {
        public string menuName { get; set; }
        public string fileName { get; set; }
    }
}
