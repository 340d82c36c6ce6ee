using System;
using System.Collections.Generic;
using System.Reflection;
using UnityEngine;

namespace UnityEditor
{
    /// <summary>The serialized fields of an object at some time.</summary>
    internal sealed class Snapshot
    {
        private readonly object target;
        private readonly Dictionary<FieldInfo, object> values = new Dictionary<FieldInfo, object>();

        internal Snapshot(object target)
        {
            this.target = target;
            foreach (var field in FieldsOf(target))
                values[field] = Copy(field.GetValue(target));
        }

        internal void Restore()
        {
            foreach (var pair in values)
                pair.Key.SetValue(target, Copy(pair.Value));
            Messages.Send(target, "OnValidate");
        }

        // Private fields of base classes too, which the type itself does not list.
        private static IEnumerable<FieldInfo> FieldsOf(object target)
        {
            const BindingFlags own = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic |
                                     BindingFlags.DeclaredOnly;
            for (var type = target.GetType(); type != typeof(object); type = type.BaseType)
                foreach (var field in type.GetFields(own))
                    if (field.IsPublic && type.Assembly != typeof(Snapshot).Assembly ||
                        field.GetCustomAttribute<SerializeField>() != null)
                        yield return field;
        }

        private static object Copy(object value) => value is Array ? ((Array)value).Clone() : value;
    }

    /// <summary>Editor/Mono/Undo/Undo.bindings.cs (2021.3.0f1): RecordObject (168) keeps what is changed until the records
    /// are flushed (258); steps of one group (200) are undone together (185).</summary>
    public static class Undo
    {
        public delegate void UndoRedoCallback();
        public static UndoRedoCallback undoRedoPerformed;
        private static readonly List<KeyValuePair<int, Action>> steps = new List<KeyValuePair<int, Action>>();
        private static int group;

        public static T AddComponent<T>(GameObject target) where T : Component, new()
        {
            var component = target.AddComponent<T>();
            component.fileId = 0;
            Add(() => UnityEngine.Object.Destroy(component));
            return component;
        }

        public static void RecordObject(UnityEngine.Object target, string name) => Add(new Snapshot(target).Restore);
        private static void Add(Action back) => steps.Add(new KeyValuePair<int, Action>(group, back));
        public static void IncrementCurrentGroup() => ++group;
        public static int GetCurrentGroup() => group;
        public static void SetCurrentGroupName(string name) => groupName = name;
        public static string GetCurrentGroupName() => groupName;
        private static string groupName = "";

        /// <summary>Line 227: all steps since that group become its own.</summary>
        public static void CollapseUndoOperations(int groupIndex)
        {
            for (var i = 0; i < steps.Count; ++i)
                if (steps[i].Key > groupIndex)
                    steps[i] = new KeyValuePair<int, Action>(groupIndex, steps[i].Value);
        }

        public static void FlushUndoRecordObjects() => PrefabUtility.Flush();

        public static void PerformUndo()
        {
            if (steps.Count == 0)
                return;
            var last = steps[steps.Count - 1].Key;
            while (steps.Count > 0 && steps[steps.Count - 1].Key == last)
            {
                steps[steps.Count - 1].Value();
                steps.RemoveAt(steps.Count - 1);
            }
            undoRedoPerformed?.Invoke();
        }
    }

    /// <summary>Editor/Mono/Prefabs/PrefabUtility.bindings.cs, lines 80 and 297 (2021.3.0f1). The scripting reference says of
    /// line 80 that it must be called after Undo.RecordObject, else changes to the instance are lost. Within one call of a script,
    /// records are flushed only where it is asked for.</summary>
    public static class PrefabUtility
    {
        private static readonly Dictionary<UnityEngine.Object, Snapshot> recorded = new Dictionary<UnityEngine.Object, Snapshot>();
        private static Dictionary<UnityEngine.Object, Snapshot> flushed;

        /// <summary>The object becomes an instance: its components are the prefab's as they are now.</summary>
        public static void MakeInstance(GameObject gameObject)
        {
            foreach (var component in gameObject.components)
                recorded[component] = new Snapshot(component);
            Flush();
        }

        public static bool IsPartOfPrefabInstance(UnityEngine.Object target) => recorded.ContainsKey(target);

        public static void RecordPrefabInstancePropertyModifications(UnityEngine.Object target)
        {
            if (IsPartOfPrefabInstance(target))
                recorded[target] = new Snapshot(target);
        }

        internal static void Flush() => flushed = new Dictionary<UnityEngine.Object, Snapshot>(recorded);

        /// <summary>What is left of the instances when their scene is saved, and opened again.</summary>
        public static void Reopen()
        {
            foreach (var snapshot in flushed.Values)
                snapshot.Restore();
        }
    }

    /// <summary>Editor/Mono/GlobalObjectId.bindings.cs, lines 20 to 56 (2021.3.0f1). Of a scene's object that was never
    /// saved, targetObjectId is 0, so all such objects have one text.</summary>
    public struct GlobalObjectId
    {
        private string scene;
        public ulong targetObjectId { get; private set; }
        public ulong targetPrefabId => 0;

        public static GlobalObjectId GetGlobalObjectIdSlow(UnityEngine.Object target)
        {
            var component = target as Component;
            return new GlobalObjectId
            {
                targetObjectId = target.fileId, scene = component != null ? component.gameObject.scene.path : "",
            };
        }

        public override string ToString() => "GlobalObjectId_V1-2-" + scene + "-" + targetObjectId + "-" + targetPrefabId;
    }
}
