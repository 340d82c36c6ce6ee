using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using UnityEditor;
using UnityEngine;

namespace ProbeNorm.Editing
{
    /// <summary>A renderer or terrain of the open scenes whose reflections stay as they are, and why.</summary>
    internal struct NotNormalized
    {
        private const string Package = "Packages/com.probenorm/";

        internal Component Target;
        internal string Reason;

        /// <summary>In the scenes' order, without those that show no reflection. HDRP's materials are normalized where a bake has
        /// written the light of the probes around them.</summary>
        internal static List<NotNormalized> Find()
        {
            var probes = ProbeAssets.FindProbes();
            var isHdrp = probes.Any(probe => HdrpNormalization.Find(probe) != null);
            var unbaked = probes.Where(probe => ProbeStatus.Of(probe, ProbeNormSettings.instance) <= ProbeState.NotBaked).ToList();
            var found = new List<NotNormalized>();
            var reasons = new Dictionary<Material, string>(); // renderers share materials
            Action<Component, Bounds, Material[]> add = (target, bounds, materials) =>
            {
                var reason = isHdrp ?
                    string.Concat(unbaked.Where(probe => probe.bounds.Intersects(bounds)).Select(probe => probe.name + " is not baked; ")) :
                    EverywhereMenu.IsOn ? "" : string.Concat(materials.Distinct().Select(each => Of(each, reasons)));
                if (reason.Length > 0)
                    found.Add(new NotNormalized { Target = target, Reason = reason.TrimEnd(';', ' ') });
            };
            foreach (var renderer in SceneObjects.FindAll<Renderer>().Where(IsSeen))
                add(renderer, renderer.bounds, renderer.sharedMaterials);
            foreach (var terrain in SceneObjects.FindAll<Terrain>().Where(t => t.isActiveAndEnabled && t.terrainData != null))
            {
                var bounds = terrain.terrainData.bounds; // in its own space, which is never rotated nor scaled
                bounds.center += terrain.transform.position;
                add(terrain, bounds, new[] { terrain.materialTemplate });
            }
            return found;
        }

        private static bool IsSeen(Renderer renderer) => renderer.enabled && renderer.gameObject.activeInHierarchy;

        private static string Of(Material material, Dictionary<Material, string> reasons)
        {
            if (material == null)
                return "";
            if (!reasons.TryGetValue(material, out var reason))
                reasons[material] = reason = Judge(material);
            return reason;
        }

        private static string Judge(Material material)
        {
            var shader = material.shader.name;
            if (MaterialConversion.HasNoReflection(shader) || shader.StartsWith(MaterialConversion.Prefix) ||
                UsesOurFiles(material.shader))
                return "";
            var advice = MaterialConversion.IsConvertible(shader) ? "convert it" :
                shader.StartsWith("Shader Graphs/") ? "a Lit graph takes no reflection; use the sub graphs in an Unlit graph" :
                "ProbeNorm has no shader in its place";
            return material.name + " has " + shader + ": " + advice + "; ";
        }

        // A shader's text has the paths of what it includes. The sub graphs and files of a graph are its dependencies.
        private static bool UsesOurFiles(Shader shader)
        {
            var path = AssetDatabase.GetAssetPath(shader);
            var isFile = path.Length > 0 && File.Exists(Path.GetFullPath(path)); // the engine's own have none
            return isFile && (File.ReadAllText(Path.GetFullPath(path)).Contains(Package) ||
                              AssetDatabase.GetDependencies(path, true).Any(each => each.StartsWith(Package, StringComparison.Ordinal)));
        }
    }
}
