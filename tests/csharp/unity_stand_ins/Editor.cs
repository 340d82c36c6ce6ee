using System;
using System.Collections.Generic;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace UnityEditor
{
    public enum MessageType
    {
        Info = 1,
        Warning = 2,
        Error = 3,
    }

    public enum SettingsScope
    {
        Project = 1,
    }

    public class Editor : ScriptableObject
    {
        public UnityEngine.Object target { get; set; }
        public SerializedObject serializedObject => new SerializedObject(target);
        public virtual void OnInspectorGUI() { }
    }

    public class EditorWindow : ScriptableObject
    {
        public static T GetWindow<T>(string title) where T : EditorWindow, new() => new T();
        public void Repaint() { }
    }

    public class ScriptableSingleton<T> : ScriptableObject where T : ScriptableObject, new()
    {
        public static T instance { get; } = new T();
        protected void Save(bool saveAsText) { }
    }

    public sealed class FilePathAttribute : Attribute
    {
        public enum Location
        {
            ProjectFolder = 1,
        }

        public FilePathAttribute(string relativePath, Location location) { }
    }

    public sealed class CustomEditor : Attribute
    {
        public CustomEditor(Type inspectedType) { }
    }

    public sealed class MenuItem : Attribute
    {
        public MenuItem(string itemName) { }
    }

    public sealed class SettingsProviderAttribute : Attribute { }

    public sealed class SettingsProvider
    {
        public SettingsProvider(string path, SettingsScope scope) { }
        public string label { get; set; }
        public IEnumerable<string> keywords { get; set; }
        public Action<string> guiHandler { get; set; }
    }

    /// <summary>Knows the fields by name, as Unity's serializer would.</summary>
    public sealed class SerializedObject
    {
        private readonly object target;

        public SerializedObject(UnityEngine.Object target)
        {
            this.target = target;
        }

        public SerializedProperty FindProperty(string path)
        {
            var at = target;
            foreach (var name in path.Split('.'))
            {
                var field = at.GetType().GetField(name, System.Reflection.BindingFlags.Instance |
                    System.Reflection.BindingFlags.Public | System.Reflection.BindingFlags.NonPublic);
                if (field == null)
                    return null;
                at = field.GetValue(at);
            }
            return new SerializedProperty();
        }

        public void Update() { }
        public bool ApplyModifiedProperties() => false;
    }

    public sealed class SerializedProperty { }

    public static class EditorGUILayout
    {
        public static readonly List<string> lines = new List<string>();

        public static bool PropertyField(SerializedProperty property)
        {
            if (property == null)
                throw new ArgumentNullException(nameof(property));
            return true;
        }

        public static void LabelField(string label) => lines.Add(label);
        public static void HelpBox(string message, MessageType type) => lines.Add(type + ": " + message);
        public static Vector2 BeginScrollView(Vector2 position) => position;
        public static void EndScrollView() { }
        public static void BeginHorizontal() { }
        public static void EndHorizontal() { }
        public static Rect GetControlRect() => new Rect();

        public static UnityEngine.Object ObjectField(UnityEngine.Object value, Type type, bool allowSceneObjects)
        {
            lines.Add(value.name);
            return value;
        }
    }

    public static class EditorGUI
    {
        public static void ProgressBar(Rect position, float value, string text) => EditorGUILayout.lines.Add(text);
    }

    public static class EditorUtility
    {
        public static string folder = "";

        public static void SetDirty(UnityEngine.Object target) { }
        public static string SaveFolderPanel(string title, string start, string name) => folder;
        public static string OpenFolderPanel(string title, string start, string name) => folder;
        public static bool DisplayCancelableProgressBar(string title, string info, float progress) => false;
        public static void ClearProgressBar() { }
    }

    public static class EditorApplication
    {
        public delegate void CallbackFunction();

        public static CallbackFunction update;
        public static CallbackFunction delayCall;
        public static int? exitCode;
#pragma warning disable 67 // the tests change no hierarchy
        public static event Action hierarchyChanged;
#pragma warning restore 67

        public static void Exit(int code) => exitCode = code;
        public static void QueuePlayerLoopUpdate() { }
    }

    public sealed class EditorBuildSettingsScene
    {
        public bool enabled { get; set; }
        public string path { get; set; }
    }

    public static class EditorBuildSettings
    {
        public static EditorBuildSettingsScene[] scenes { get; set; } = new EditorBuildSettingsScene[0];
    }

    public struct GlobalObjectId
    {
        private string text;

        public static GlobalObjectId GetGlobalObjectIdSlow(UnityEngine.Object target)
        {
            return new GlobalObjectId { text = "GlobalObjectId_V1-2-" + target.name };
        }

        public override string ToString() => text;
    }

    public static class Undo
    {
        public static T AddComponent<T>(GameObject target) where T : Component, new() => target.AddComponent<T>();
        public static void RecordObject(UnityEngine.Object target, string name) { }
    }

    public static class AssetDatabase
    {
        public static readonly Dictionary<string, UnityEngine.Object> assets =
            new Dictionary<string, UnityEngine.Object>();

        public static T LoadAssetAtPath<T>(string path) where T : UnityEngine.Object
        {
            UnityEngine.Object asset;
            return assets.TryGetValue(path, out asset) ? asset as T : null;
        }

        public static void CreateAsset(UnityEngine.Object asset, string path) => assets.Add(path, asset);
        public static void SaveAssetIfDirty(UnityEngine.Object asset) { }
    }
}

namespace UnityEditor.SceneManagement
{
    public enum OpenSceneMode
    {
        Single = 0,
    }

    public static class EditorSceneManager
    {
        public static readonly List<string> saved = new List<string>();

        public static Scene OpenScene(string path, OpenSceneMode mode)
        {
            SceneManager.active.path = path;
            SceneManager.active.isDirty = false;
            return SceneManager.GetActiveScene();
        }

        public static bool MarkSceneDirty(Scene scene) => scene.state.isDirty = true;

        public static bool SaveScene(Scene scene)
        {
            saved.Add(scene.path);
            return true;
        }
    }
}

namespace UnityEngine
{
    public struct Vector2
    {
        public float x, y;
    }

    public struct Rect { }

    public static class GUILayout
    {
        public static string pressed = "";

        public static bool Button(string text) => text == pressed;
    }
}
