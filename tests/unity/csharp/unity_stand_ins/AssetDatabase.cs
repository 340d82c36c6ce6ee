using System;
using System.Collections.Generic;
using System.Linq;

namespace UnityEditor
{
    public static class AssetDatabase
    {
        public static readonly Dictionary<string, UnityEngine.Object> assets =
            new Dictionary<string, UnityEngine.Object>();

        public static T LoadAssetAtPath<T>(string path) where T : UnityEngine.Object
        {
            UnityEngine.Object asset;
            return assets.TryGetValue(path, out asset) ? asset as T : null;
        }

        /// <summary>Paths that version control would have to check out first.</summary>
        public static readonly HashSet<string> locked = new HashSet<string>();
        public static bool canCheckOut = true;

        public static void CreateAsset(UnityEngine.Object asset, string path) => assets.Add(path, asset);

        /// <summary>Knows one filter. A GUID is the path here.</summary>
        public static string[] FindAssets(string filter, string[] folders)
        {
            if (filter != "t:Material")
                throw new NotSupportedException(filter);
            return assets.Where(pair => pair.Value is UnityEngine.Material && pair.Key.StartsWith(folders[0] + "/"))
                .Select(pair => pair.Key).ToArray();
        }

        public static string GUIDToAssetPath(string guid) => guid;

        public static string GetAssetPath(UnityEngine.Object asset)
        {
            foreach (var pair in assets)
                if (ReferenceEquals(pair.Value, asset))
                    return pair.Key;
            return "";
        }

        /// <summary>Editor/Mono/AssetDatabase/AssetDatabase.cs, line 126 (2021.3.0f1): false where version control does
        /// not give the file.</summary>
        public static bool MakeEditable(string path)
        {
            if (!canCheckOut)
                return !locked.Contains(path);
            locked.Remove(path);
            return true;
        }

        public static void SaveAssetIfDirty(UnityEngine.Object asset)
        {
            if (locked.Contains(GetAssetPath(asset)))
                throw new InvalidOperationException(GetAssetPath(asset) + " is read-only");
        }
    }

    /// <summary>Modules/AssetPipelineEditor/Public/PluginImporter.bindings.cs, lines 130 to 134 and 259 (2021.3.0f1): asked for
    /// each library when a player is built.</summary>
    public sealed class PluginImporter
    {
        public delegate bool IncludeInBuildDelegate(string path);

        public static PluginImporter[] all = new PluginImporter[0];
        public IncludeInBuildDelegate include = path => true;

        public string assetPath { get; set; }
        public bool isNativePlugin { get; set; } = true;
        public static PluginImporter[] GetAllImporters() => all;
        public void SetIncludeInBuildDelegate(IncludeInBuildDelegate includeInBuildDelegate) => include = includeInBuildDelegate;
    }
}
