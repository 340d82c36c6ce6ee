using System.Collections.Generic;

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
        internal readonly System.Collections.Generic.HashSet<UnityEngine.GameObject> contents =
            new System.Collections.Generic.HashSet<UnityEngine.GameObject>();
        public string assetPath { get; internal set; }
    }

    public static class PrefabStageUtility
    {
        internal static PrefabStage current;

        public static PrefabStage GetCurrentPrefabStage() => current;

        public static PrefabStage GetPrefabStage(UnityEngine.GameObject gameObject)
        {
            return current != null && current.contents.Contains(gameObject) ? current : null;
        }
    }
}
