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

        /// <summary>In the scenes' order. What shows no reflection at all is left out, and so is what no probe reaches.</summary>
        internal static List<NotNormalized> Find()
        {
            var probes = ProbeAssets.FindProbes();
            var takesAnyMaterial = EverywhereMenu.IsOn || probes.Any(probe => HdrpNormalization.Find(probe) != null);
            var unbaked = probes.Where(probe => ProbeStatus.Of(probe, ProbeNormSettings.instance) <= ProbeState.NotBaked).ToList();
            var found = new List<NotNormalized>();
            var reasons = new Dictionary<Material, string>(); // renderers share materials
            foreach (var renderer in SceneObjects.FindAll<Renderer>().Where(IsSeen))
                Add(found, renderer, (takesAnyMaterial ? "" : OfMaterials(renderer, reasons)) + OfProbes(renderer, unbaked));
            foreach (var terrain in SceneObjects.FindAll<Terrain>().Where(each => each.isActiveAndEnabled))
                Add(found, terrain, takesAnyMaterial ? "" : Of(terrain.materialTemplate, reasons));
            return found;
        }

        private static void Add(List<NotNormalized> found, Component target, string reason)
        {
            if (reason.Length > 0)
                found.Add(new NotNormalized { Target = target, Reason = reason.TrimEnd(';', ' ') });
        }

        private static bool IsSeen(Renderer renderer) => renderer.enabled && renderer.gameObject.activeInHierarchy;

        // Where a renderer has a NormalizedRenderer, its material uses the factor.
        private static string OfMaterials(Renderer renderer, Dictionary<Material, string> reasons)
        {
            return renderer.TryGetComponent<NormalizedRenderer>(out _) ? "" :
                string.Concat(renderer.sharedMaterials.Distinct().Select(each => Of(each, reasons)));
        }

        private static string OfProbes(Renderer renderer, List<ReflectionProbe> unbaked)
        {
            return string.Concat(unbaked.Where(probe => probe.bounds.Intersects(renderer.bounds))
                .Select(probe => probe.name + " is not baked; "));
        }

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
            if (MaterialConversion.IsUnlit(shader) || shader.StartsWith(MaterialConversion.Prefix) || UsesOurFiles(material.shader))
                return "";
            var advice = MaterialConversion.IsConvertible(shader) ? "convert it" :
                shader.StartsWith("Shader Graphs/") ? "a Lit graph takes no reflection; use the sub graphs in an Unlit graph" :
                "ProbeNorm has no shader in its place";
            return material.name + " has " + shader + ": " + advice + "; ";
        }

        // A shader's file names what it includes; a graph's importer tells the database of its sub graphs and files.
        private static bool UsesOurFiles(Shader shader)
        {
            var path = AssetDatabase.GetAssetPath(shader);
            var isFile = path.Length > 0 && File.Exists(Path.GetFullPath(path)); // the engine's own have none
            return isFile && (File.ReadAllText(Path.GetFullPath(path)).Contains(Package) ||
                              AssetDatabase.GetDependencies(path, true).Any(each => each.StartsWith(Package, StringComparison.Ordinal)));
        }
    }
}
