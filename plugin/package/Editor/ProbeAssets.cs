using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using Object = UnityEngine.Object;

namespace ProbeNorm.Editing
{
    /// <summary>The probes of the open scenes, and the assets that hold what was baked of them.</summary>
    internal static class ProbeAssets
    {
        internal static List<ReflectionProbe> FindProbes()
        {
            return Object.FindObjectsOfType<ReflectionProbe>()
                .Where(probe => probe.isActiveAndEnabled)
                .OrderBy(IdOf, StringComparer.Ordinal)
                .ToList();
        }

        /// <summary>The same in every session, and on every machine that has the scene.</summary>
        internal static string IdOf(ReflectionProbe probe)
        {
            return BakeManifest.MakeId(probe.name, GlobalIdOf(probe));
        }

        /// <summary>Saves into the asset that the probe has, or a new one. Call ApplyToRenderers after the last.</summary>
        internal static void Save(ReflectionProbe probe, BakedProbe baked, string outputFolder)
        {
            if (probe.gameObject.scene.path.Length == 0) // its objects have no identity, and all would share an asset
                throw new InvalidOperationException("the scene must be saved first");
            var component = probe.GetComponent<NormalizedProbe>();
            if (component == null)
                component = Undo.AddComponent<NormalizedProbe>(probe.gameObject);
            var data = component.Data;
            var owner = GlobalIdOf(probe);
            if (data == null || data.Owner.Length > 0 && data.Owner != owner) // a duplicated probe has its original's
            {
                data = LoadOrCreate(PathOf(probe, outputFolder));
                Undo.RecordObject(component, "Bake Probe");
                component.Data = data;
                EditorUtility.SetDirty(component);
                EditorSceneManager.MarkSceneDirty(probe.gameObject.scene);
            }
            data.Owner = owner;
            data.Set(baked, probe.transform.position);
            EditorUtility.SetDirty(data);
            AssetDatabase.SaveAssetIfDirty(data);
        }

        internal static void ApplyToRenderers()
        {
            foreach (var target in Object.FindObjectsOfType<NormalizedRenderer>())
                if (target.isActiveAndEnabled)
                    target.Apply();
        }

        internal static string PathOf(ReflectionProbe probe, string outputFolder)
        {
            var scene = Path.GetFileNameWithoutExtension(probe.gameObject.scene.path);
            return outputFolder.TrimEnd('/') + "/" + scene + "/" + IdOf(probe) + ".asset";
        }

        private static string GlobalIdOf(ReflectionProbe probe)
        {
            return GlobalObjectId.GetGlobalObjectIdSlow(probe).ToString();
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
