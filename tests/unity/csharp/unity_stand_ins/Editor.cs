using System;
using System.Collections.Generic;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace UnityEditor
{
    public enum MessageType { Info = 1, Warning = 2, Error = 3 }
    public enum SettingsScope { Project = 1 }

    public class Editor : ScriptableObject
    {
        private SerializedObject serialized;

        public UnityEngine.Object target
        {
            get => targets[0];
            set => targets = new[] { value };
        }

        public UnityEngine.Object[] targets { get; set; }
        public SerializedObject serializedObject => serialized ?? (serialized = new SerializedObject(targets));
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
        public enum Location { ProjectFolder = 1 }
        public FilePathAttribute(string relativePath, Location location) { }
    }

    public sealed class CustomEditor : Attribute { public CustomEditor(Type inspectedType) { } }

    public sealed class MenuItem : Attribute
    {
        public readonly string itemName;
        public readonly bool isValidateFunction;
        public MenuItem(string item, bool isValidate = false) { itemName = item; isValidateFunction = isValidate; }
    }

    public sealed class SettingsProviderAttribute : Attribute { }

    public sealed class SettingsProvider
    {
        public SettingsProvider(string path, SettingsScope scope) { }
        public string label { get; set; }
        public IEnumerable<string> keywords { get; set; }
        public Action<string> guiHandler { get; set; }
    }

    public static class EditorGUILayout
    {
        public static readonly List<string> lines = new List<string>();

        public static bool PropertyField(SerializedProperty property)
        {
            if (property == null)
                throw new ArgumentNullException(nameof(property));
            lines.Add(property.name + (GUI.enabled ? "" : " (disabled)") + (property.hasMultipleDifferentValues ? ": -" : ""));
            if (property.name == edited)
                property.Write(value);
            return true;
        }

        /// <summary>The user types this value into the field of that name.</summary>
        public static string edited = "";
        public static object value;
        public static void LabelField(string label) => lines.Add(label);
        public static void HelpBox(string message, MessageType type) => lines.Add(type + ": " + message);
        public static Vector2 BeginScrollView(Vector2 position) => position;
        public static void EndScrollView() { }
        public static Rect BeginHorizontal() => new Rect();
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
        public struct DisabledScope : IDisposable
        {
            private readonly bool before;

            public DisabledScope(bool disabled)
            {
                before = GUI.enabled;
                GUI.enabled = before && !disabled;
            }

            public void Dispose() => GUI.enabled = before;
        }

        public static void ProgressBar(Rect position, float value, string text) => EditorGUILayout.lines.Add(text);
    }

    public static class EditorUtility
    {
        public static string folder = "";
        public static void SetDirty(UnityEngine.Object target) { }
        public static string SaveFolderPanel(string title, string start, string name) => folder;
        public static string OpenFolderPanel(string title, string start, string name) => folder;
        public static Func<float, bool> cancels; // of the share that is done; null: never
        public static bool isProgressShown;

        public static bool DisplayCancelableProgressBar(string title, string info, float progress)
        {
            isProgressShown = true;
            return cancels != null && cancels(progress);
        }

        public static void ClearProgressBar() => isProgressShown = false;
    }

    public static class EditorApplication
    {
        /// <summary>Editor/Mono/EditorApplication.bindings.cs, line 88 (2021.3.0f1).</summary>
        public static bool isPlayingOrWillChangePlaymode { get; set; }
        public delegate void CallbackFunction();
        public static CallbackFunction update, delayCall;
        public static int? exitCode;
        public static event Action hierarchyChanged;
        internal static void ChangeHierarchy() => hierarchyChanged?.Invoke();
        public static void Exit(int code) => exitCode = code;
        public static void QueuePlayerLoopUpdate() { }
        public static string executed = ""; // the last item that a script chose

        public static bool ExecuteMenuItem(string menuItemPath)
        {
            executed = menuItemPath;
            return true;
        }
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

    /// <summary>Editor/Mono/GI/Lightmapping.bindings.cs, line 387 (2021.3.0f1).</summary>
    public static class Lightmapping
    {
        public static event Action bakeStarted;
        public static event Action bakeCompleted;
        public static void Start() => bakeStarted?.Invoke();
        public static void Complete() => bakeCompleted?.Invoke();
    }

    /// <summary>Editor/Mono/AssemblyReloadEvents.cs, line 12 (2021.3.0f1).</summary>
    public static class AssemblyReloadEvents
    {
        public delegate void AssemblyReloadCallback();
        public static event AssemblyReloadCallback beforeAssemblyReload;
        public static void Reload() => beforeAssemblyReload?.Invoke();
    }

    public static class Selection
    {
        public static UnityEngine.Object[] objects { get; set; } = new UnityEngine.Object[0];
        public static UnityEngine.GameObject[] gameObjects { get; set; } = new UnityEngine.GameObject[0];
    }

    public sealed class InitializeOnLoadMethodAttribute : Attribute { }
    public sealed class CanEditMultipleObjects : Attribute { }

    public sealed class MenuCommand
    {
        public readonly UnityEngine.Object context;
        public MenuCommand(UnityEngine.Object context) => this.context = context;
    }
}

namespace UnityEditor.SceneManagement
{
    public enum OpenSceneMode { Single = 0 }

    public static class EditorSceneManager
    {
        public static readonly List<string> saved = new List<string>();

        /// <summary>Editor/Mono/EditorSceneManager.cs, line 30 (2021.3.0f1).</summary>
        public delegate void SceneOpenedCallback(Scene scene, OpenSceneMode mode);
        public static event SceneOpenedCallback sceneOpened;

        public static Scene OpenScene(string path, OpenSceneMode mode)
        {
            if (path.Contains("missing"))
                throw new ArgumentException(path + " could not be opened");
            SceneManager.active.path = path;
            SceneManager.active.isDirty = false;
            sceneOpened?.Invoke(SceneManager.GetActiveScene(), mode);
            return SceneManager.GetActiveScene();
        }

        /// <summary>Editor/Mono/EditorSceneManager.bindings.cs, line 202 (2021.3.0f1): native, and throws in Play
        /// Mode.</summary>
        public static bool MarkSceneDirty(Scene scene)
        {
            if (EditorApplication.isPlayingOrWillChangePlaymode)
                throw new InvalidOperationException("This cannot be used during play mode.");
            return scene.state.isDirty = true;
        }

        /// <summary>Objects get their identity, and prefab instances keep what is recorded of them.</summary>
        public static bool SaveScene(Scene scene)
        {
            saved.Add(scene.path);
            foreach (var root in scene.GetRootGameObjects())
                foreach (var component in root.components)
                    component.fileId = component.fileId != 0 ? component.fileId : ++nextFileId;
            return true;
        }

        private static ulong nextFileId = 1u << 20;
    }
}

namespace UnityEngine
{
    public struct Vector2 { public float x, y; }
    public struct Rect { }

    public static class GUILayout
    {
        public static string pressed = "";
        public static bool Button(string text) => GUI.enabled && text == pressed;
    }

    public static class GUI { public static bool enabled { get; set; } = true; }
}
