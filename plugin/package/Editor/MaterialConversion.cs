using System;
using System.Collections.Generic;
using System.Linq;
using UnityEditor;
using UnityEngine;

namespace ProbeNorm.Editing
{
    /// <summary>Exchanges a render pipeline's shaders for those of this package, and back: URP/Lit and ProbeNorm/Lit, and the two
    /// Standard shaders of the Built-in pipeline. Both have the same properties and keywords, so a material keeps all its
    /// values.</summary>
    internal static class MaterialConversion
    {
        internal const string Plain = "Universal Render Pipeline/Lit", Normalized = "ProbeNorm/Lit";
        internal const string Standard = "Standard", StandardSpecular = "Standard (Specular setup)", Prefix = "ProbeNorm/";
        private const string Menu = "Assets/ProbeNorm/";
        private static readonly string[] standards = { Standard, StandardSpecular };
        private static readonly string[] all = { Plain, Standard, StandardSpecular };

        /// <summary>Converts materials in one undo step. Returns how many were converted, and adds an error for each that
        /// could not be converted.</summary>
        internal static int Convert(IEnumerable<Material> materials, string from, string to, List<string> errors)
        {
            var shader = Shader.Find(to);
            if (shader == null)
                throw new InvalidOperationException("the shader " + to + " is not in this project");
            var step = ProbeAssets.BeginStep();
            var count = materials.Count(each => each.shader.name == from && !FollowsParent(each) && Convert(each, shader, errors));
            ProbeAssets.AsOneStep(step, "Convert Materials");
            return count;
        }

        private static bool Convert(Material material, Shader shader, List<string> errors)
        {
            var path = AssetDatabase.GetAssetPath(material);
            if (path.Length > 0 && !path.EndsWith(".mat", StringComparison.OrdinalIgnoreCase))
                errors.Add(material.name + ": it belongs to " + path + "; extract it from the model first");
            else if (path.Length > 0 && !AssetDatabase.MakeEditable(path))
                errors.Add(material.name + ": " + path + " could not be checked out of version control");
            else
                return Exchange(material, shader);
            return false;
        }

        // A variant has its parent's shader.
        private static bool FollowsParent(Material material)
        {
#if UNITY_2022_3_OR_NEWER
            return material.isVariant;
#else
            return false;
#endif
        }

        // A material takes the render queue of its new shader, so the old queue is set again.
        private static bool Exchange(Material material, Shader shader)
        {
            var queue = material.renderQueue;
            var keywords = material.shaderKeywords;
            Undo.RecordObject(material, "Convert Materials");
            material.shader = shader;
            material.shaderKeywords = keywords;
            material.renderQueue = queue;
            EditorUtility.SetDirty(material);
            return true;
        }

        [MenuItem(Menu + "Convert Selected Materials To ProbeNorm")]
        private static void ConvertSelected() => RunKinds(Selection.objects.OfType<Material>(), all, false);

        [MenuItem(Menu + "Convert Selected Materials Back")]
        private static void RevertSelected() => RunKinds(Selection.objects.OfType<Material>(), all, true);

        [MenuItem(BakeWindow.Menu + "Convert All Materials To ProbeNorm")]
        private static void ConvertAll()
        {
            RunKinds(FindAll(), Kinds, false);
            LogKept();
        }

        [MenuItem(BakeWindow.Menu + "Convert All Materials Back")]
        private static void RevertAll() => RunKinds(FindAll(), all, true);

        /// <summary>Materials of the open scenes that have a shader of Unity's which this package can exchange.</summary>
        internal static List<Material> FindConvertible() =>
            FindInScenes().Where(each => each != null && Kinds.Contains(each.shader.name)).Distinct().ToList();

        /// <summary>Materials that cannot be converted are logged.</summary>
        internal static void Convert(List<Material> materials) => RunKinds(materials, Kinds, false);

        // Those of the pipeline: in a project of URP, a material with Standard waits for Unity's own conversion.
        private static string[] Kinds => Pipelines.IsUniversal ? new[] { Plain } : Pipelines.IsBuiltIn ? standards : new string[0];

        /// <summary>A line for each other shader that lights materials in Assets or renderers of the open scenes, which keep their
        /// stock reflections: its materials, and where those outside of Assets are.</summary>
        internal static List<string> FindKept() =>
            FindAll().Concat(FindInScenes())
                .Where(each => each != null && !each.shader.name.StartsWith(Prefix) && !HasNoReflection(each.shader.name))
                .Distinct().GroupBy(each => each.shader.name).OrderBy(each => each.Key).Select(Describe).ToList();

        internal static bool IsConvertible(string shader) => all.Contains(shader);

        /// <summary>URP's Simple Lit and Baked Lit have none either.</summary>
        internal static bool HasNoReflection(string shader)
        {
            return shader.Contains("Unlit") || shader.EndsWith("/Simple Lit") || shader.EndsWith("/Baked Lit") ||
                new[] { "Hidden/", "Skybox/", "Sprites/", "UI/", "GUI/", "TextMeshPro/" }.Any(shader.StartsWith);
        }

        private static string Describe(IGrouping<string, Material> kept)
        {
            const int most = 8;
            var names = kept.Select(NameOf).OrderBy(each => each).ToList();
            var more = names.Count > most ? " and " + (names.Count - most) + " more" : "";
            return names.Count + " of " + kept.Key + ": " + string.Join(", ", names.Take(most)) + more;
        }

        private static string NameOf(Material material)
        {
            var path = AssetDatabase.GetAssetPath(material);
            return path.EndsWith(".mat", StringComparison.OrdinalIgnoreCase) && path.StartsWith("Assets/") || path.Length == 0
                ? material.name : material.name + " (" + path + ")";
        }

        private static void LogKept()
        {
            var kept = FindKept();
            if (kept.Count > 0)
                Debug.LogWarning("ProbeNorm: materials that keep their shader and its reflections:\n" + string.Join("\n", kept));
        }

        // Only kinds that are among the materials, since no project has the shaders of all pipelines.
        private static void RunKinds(IEnumerable<Material> materials, string[] kinds, bool isBack)
        {
            var list = materials.ToList();
            foreach (var plain in kinds)
            {
                var normalized = plain == Plain ? Normalized : Prefix + plain;
                if (list.Any(each => each.shader.name == plain || each.shader.name == normalized))
                    Run(list, isBack ? normalized : plain, isBack ? plain : normalized);
            }
        }

        private static IEnumerable<Material> FindInScenes() =>
            SceneObjects.FindAll<Renderer>().SelectMany(each => each.sharedMaterials);

        private static IEnumerable<Material> FindAll()
        {
            return AssetDatabase.FindAssets("t:Material", new[] { "Assets" })
                .Select(guid => AssetDatabase.LoadAssetAtPath<Material>(AssetDatabase.GUIDToAssetPath(guid)))
                .Where(material => material != null);
        }

        private static void Run(IEnumerable<Material> materials, string from, string to)
        {
            var errors = new List<string>();
            try
            {
                Debug.Log("ProbeNorm: " + Convert(materials.ToList(), from, to, errors) + " materials of " + from + " have " +
                          to + " now");
            }
            catch (InvalidOperationException exception)
            {
                errors.Add(exception.Message);
            }
            BakeMenu.Log(errors);
        }
    }
}
