using System.Collections.Generic;
using System.IO;
using System.Linq;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;

namespace ProbeNorm.Editing
{
    /// <summary>The probes of the open scenes, and the assets that hold what was baked of them.</summary>
    internal static class ProbeAssets
    {
        internal static List<ReflectionProbe> FindProbes()
        {
            return Object.FindObjectsOfType<ReflectionProbe>()
                .Where(probe => probe.isActiveAndEnabled)
                .OrderBy(IdOf, System.StringComparer.Ordinal)
                .ToList();
        }

        /// <summary>The same in every session, and on every machine that has the scene.</summary>
        internal static string IdOf(ReflectionProbe probe)
        {
            return BakeManifest.MakeId(probe.name, GlobalObjectId.GetGlobalObjectIdSlow(probe).ToString());
        }

        /// <summary>Saves into the asset that the probe has, or a new one. Call Flush after the last.</summary>
        internal static void Save(ReflectionProbe probe, BakedProbe baked, string outputFolder)
        {
            var component = probe.GetComponent<NormalizedProbe>();
            if (component == null)
                component = Undo.AddComponent<NormalizedProbe>(probe.gameObject);
            var data = component.Data;
            if (data == null)
            {
                data = LoadOrCreate(PathOf(probe, outputFolder));
                Undo.RecordObject(component, "Bake Probe");
                component.Data = data;
                EditorUtility.SetDirty(component);
                EditorSceneManager.MarkSceneDirty(probe.gameObject.scene);
            }
            data.Set(baked, probe.transform.position);
            EditorUtility.SetDirty(data);
        }

        internal static void Flush()
        {
            AssetDatabase.SaveAssets();
            foreach (var target in Object.FindObjectsOfType<NormalizedRenderer>())
                target.Apply();
        }

        internal static string PathOf(ReflectionProbe probe, string outputFolder)
        {
            var scene = Path.GetFileNameWithoutExtension(probe.gameObject.scene.path);
            var folder = outputFolder.TrimEnd('/') + "/" + (scene.Length > 0 ? scene : "Untitled");
            return folder + "/" + IdOf(probe) + ".asset";
        }

        private static ProbeData LoadOrCreate(string path)
        {
            var data = AssetDatabase.LoadAssetAtPath<ProbeData>(path);
            if (data != null)
                return data;
            Directory.CreateDirectory(Path.GetDirectoryName(path));
            data = ScriptableObject.CreateInstance<ProbeData>();
            AssetDatabase.CreateAsset(data, path);
            return data;
        }
    }
}
