using System.Collections.Generic;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace ProbeNorm.Editing
{
    /// <summary>Finds components in all open scenes, in the order of their hierarchies. Object.FindObjectsOfType and its
    /// successors are not used, because newer versions of Unity deprecate them.</summary>
    internal static class SceneObjects
    {
        internal static IEnumerable<T> FindAll<T>() where T : Component
        {
            for (var i = 0; i < SceneManager.sceneCount; ++i)
            {
                var scene = SceneManager.GetSceneAt(i);
                if (!scene.isLoaded)
                    continue;
                foreach (var root in scene.GetRootGameObjects())
                    foreach (var component in root.GetComponentsInChildren<T>(true))
                        yield return component;
            }
        }
    }
}
