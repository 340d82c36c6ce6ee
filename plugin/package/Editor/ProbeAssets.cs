using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace ProbeNorm.Editing
{
    /// <summary>The probes of the open scenes, and the assets with their baked data.</summary>
    internal static class ProbeAssets
    {
        private const string UndoName = "Bake Probes";

        internal static List<ReflectionProbe> FindProbes() =>
            SceneObjects.FindAll<ReflectionProbe>().Where(probe => probe.isActiveAndEnabled).ToList();

        /// <summary>A line for what FindProbes leaves out: disabled probes, and a prefab that is open for editing.</summary>
        internal static List<string> FindLeftOut()
        {
            var lines = SceneObjects.FindAll<ReflectionProbe>().Where(probe => !probe.isActiveAndEnabled)
                .Select(probe => probe.name + ": the probe or its object is disabled; it is left out").ToList();
            var stage = PrefabStageUtility.GetCurrentPrefabStage();
            if (stage != null)
                lines.Add(stage.assetPath + ": probes of an open prefab are left out; they are baked in the scenes that have it");
            return lines;
        }

        /// <summary>An id that is the same in every session and on every machine that has the scene. Throws for a probe that
        /// was never saved, since all such probes have the same identity.</summary>
        internal static string IdOf(ReflectionProbe probe) => BakeManifest.MakeId(probe.name, OwnerOf(probe));

        /// <summary>Saves into the probe's asset, or into a new one.</summary>
        internal static void Save(ReflectionProbe probe, BakedProbe baked, ProbeNormSettings settings)
        {
            RequireEditMode();
            var owner = OwnerOf(probe);
            var component = probe.GetComponent<NormalizedProbe>();
            if (component == null)
                component = Undo.AddComponent<NormalizedProbe>(probe.gameObject);
            var data = component.Data;
            if (data == null || data.owner.Length > 0 && data.owner != owner) // a duplicated probe refers to its original's
            {
                data = LoadOrCreate(PathOf(probe, settings.OutputFolder));
                Assign(component, data);
            }
            Checkout(data);
            Undo.RecordObject(data, UndoName);
            data.owner = owner;
            // What was measured earlier at the same place still holds: the baker forgets it when scripts are reloaded.
            var earlier = data.CapturePosition == probe.transform.position ? data.PlaceLight : -1;
            data.Set(baked, probe.transform.position);
            data.Calibrate(InPlaceLight.Measure(probe) ?? earlier, settings.CorrectsInPlaceRatio);
            data.source = ProbeStatus.SourceOf(probe);
            data.settings = settings.Key;
            EditorUtility.SetDirty(data);
            AssetDatabase.SaveAssetIfDirty(data);
            HandToHdrp(probe, data);
        }

        /// <summary>After the lighting was baked: calibrates the baked probes of the open scenes anew, and hands them to HDRP.
        /// A line for each that could not be.</summary>
        internal static List<string> TakeOverLighting(ProbeNormSettings settings)
        {
            var errors = new List<string>();
            foreach (var probe in FindProbes())
            {
                var component = probe.GetComponent<NormalizedProbe>();
                try
                {
                    if (component == null || component.Data == null || !component.Data.IsBaked)
                        continue;
                    CalibrateAgain(probe, component.Data, settings);
                    HandToHdrp(probe, component.Data);
                }
                catch (InvalidOperationException exception)
                {
                    errors.Add(probe.name + ": " + exception.Message);
                }
            }
            return errors;
        }

        /// <summary>Asks the baker of Adaptive Probe Volumes for the light where probes stand.</summary>
        internal static void RequestLight()
        {
            foreach (var probe in FindProbes())
                VolumeLight.Request(probe);
        }

        /// <summary>Makes one undo step of everything since BeginStep.</summary>
        internal static void AsOneStep(int group, string name = UndoName)
        {
            Undo.SetCurrentGroupName(name);
            Undo.CollapseUndoOperations(group);
        }

        internal static int BeginStep()
        {
            Undo.IncrementCurrentGroup();
            return Undo.GetCurrentGroup();
        }

        /// <summary>Changes made in Play Mode are lost when it ends, and identities differ there.</summary>
        internal static void RequireEditMode()
        {
            if (EditorApplication.isPlayingOrWillChangePlaymode)
                throw new InvalidOperationException("probes are not baked in Play Mode; leave it first");
        }

        /// <summary>In gamma space no texture holds radiance.</summary>
        internal static void RequireLinearSpace()
        {
            if (QualitySettings.activeColorSpace != ColorSpace.Linear)
                throw new InvalidOperationException("this project is in gamma colour space, in which no cubemap holds " +
                    "radiance; set Project Settings > Player > Color Space to Linear");
        }

        internal static string PathOf(ReflectionProbe probe, string outputFolder)
        {
            var scene = Path.GetFileNameWithoutExtension(probe.gameObject.scene.path);
            return outputFolder.TrimEnd('/') + "/" + scene + "/" + IdOf(probe) + ".asset";
        }

        private static string OwnerOf(ReflectionProbe probe)
        {
            if (PrefabStageUtility.GetPrefabStage(probe.gameObject) != null)
                throw new InvalidOperationException("it is in a prefab that is open for editing; bake it in a scene that has it");
            if (probe.gameObject.scene.path.Length == 0)
                throw new InvalidOperationException("the scene must be saved first");
            var id = GlobalObjectId.GetGlobalObjectIdSlow(probe);
            if (id.targetObjectId == 0)
                throw new InvalidOperationException(
                    "it was placed after the scene was last saved, and has no identity yet; save the scene first");
            return id.ToString();
        }

        private static void Assign(NormalizedProbe component, ProbeData data)
        {
            Undo.RecordObject(component, UndoName);
            component.Data = data;
            KeepChange(component);
        }

        // On a prefab instance, a change that is not recorded as an override is lost when the scene is reopened.
        internal static void KeepChange(Component component)
        {
            EditorUtility.SetDirty(component);
            if (PrefabUtility.IsPartOfPrefabInstance(component))
                PrefabUtility.RecordPrefabInstancePropertyModifications(component);
            EditorSceneManager.MarkSceneDirty(component.gameObject.scene);
        }

        // A stale probe is not calibrated: its light was captured under different lighting.
        private static void CalibrateAgain(ReflectionProbe probe, ProbeData data, ProbeNormSettings settings)
        {
            var measured = InPlaceLight.Measure(probe);
            if (measured == null || measured == data.PlaceLight || ProbeStatus.Of(probe, settings) != ProbeState.Baked)
                return;
            Checkout(data);
            data.Calibrate(measured.Value, settings.CorrectsInPlaceRatio);
            EditorUtility.SetDirty(data);
            AssetDatabase.SaveAssetIfDirty(data);
        }

        private static void HandToHdrp(ReflectionProbe probe, ProbeData data)
        {
            var hdrp = HdrpNormalization.Find(probe);
            if (hdrp == null)
                return;
            Undo.RecordObject(hdrp, UndoName);
            var error = HdrpNormalization.Write(probe, data);
            if (error.Length > 0)
                throw new InvalidOperationException(error);
            KeepChange(hdrp);
        }

        private static void Checkout(ProbeData data)
        {
            var path = AssetDatabase.GetAssetPath(data);
            if (path.Length > 0 && !AssetDatabase.MakeEditable(path))
                throw new InvalidOperationException(path + " could not be checked out of version control");
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
