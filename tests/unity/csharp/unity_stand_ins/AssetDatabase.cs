using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;

namespace UnityEditor
{
    public static class AssetDatabase
    {
        public static readonly Dictionary<string, UnityEngine.Object> assets =
            new Dictionary<string, UnityEngine.Object>();
        /// <summary>Assets of packages, which nobody makes or changes.</summary>
        public static readonly Dictionary<string, UnityEngine.Object> ofPackages = new Dictionary<string, UnityEngine.Object>();

        public static T LoadAssetAtPath<T>(string path) where T : UnityEngine.Object
        {
            return (assets.TryGetValue(path, out var asset) || ofPackages.TryGetValue(path, out asset)) ? asset as T : null;
        }

        /// <summary>Paths that version control would have to check out first.</summary>
        public static readonly HashSet<string> locked = new HashSet<string>();
        public static bool canCheckOut = true;
        public static void Refresh() { }

        /// <summary>What importers said that an asset needs.</summary>
        public static readonly Dictionary<string, string[]> dependencies = new Dictionary<string, string[]>();

        public static string[] GetDependencies(string pathName, bool recursive) =>
            dependencies.TryGetValue(pathName, out var paths) ? paths : new string[0];

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

    /// <summary>Modules/AssetPipelineEditor/Public/AssetImporter.bindings.cs, line 71 (2021.3.0f1).</summary>
    public class AssetImporter
    {
        /// <summary>By the path of the asset.</summary>
        public static readonly Dictionary<string, AssetImporter> all = new Dictionary<string, AssetImporter>();
        public static AssetImporter GetAtPath(string path) => all.TryGetValue(path, out var importer) ? importer : null;
    }

    /// <summary>Modules/AssetPipelineEditor/Public/TextureImporter.bindings.cs (2021.3.0f1).</summary>
    public sealed class TextureImporter : AssetImporter
    {
        public TextureImporterGenerateCubemap generateCubemap { get; set; } = TextureImporterGenerateCubemap.AutoCubemap;
        public bool sRGBTexture { get; set; }
        public int maxTextureSize { get; set; } = 2048;
        public TextureImporterCubemapConvolution imported; // of the asset as it is
        private TextureImporterCubemapConvolution next;
        public void ReadTextureSettings(TextureImporterSettings dest) => dest.cubemapConvolution = imported;
        public void SetTextureSettings(TextureImporterSettings src) => next = src.cubemapConvolution;
        public void SaveAndReimport() => imported = next;
    }

    public enum TextureImporterGenerateCubemap { Spheremap = 1, Cylindrical = 2, FullCubemap = 5, AutoCubemap = 6 }
    public enum TextureImporterCubemapConvolution { None = 0, Specular = 1, Diffuse = 2 }

    public sealed class TextureImporterSettings { public TextureImporterCubemapConvolution cubemapConvolution { get; set; } }

    /// <summary>Editor/Mono/PlayerSettings.bindings.cs: GetPreloadedAssets, SetPreloadedAssets (2021.3.0f1).</summary>
    public static class PlayerSettings
    {
        private static UnityEngine.Object[] preloaded = new UnityEngine.Object[0];
        public static UnityEngine.Object[] GetPreloadedAssets() => (UnityEngine.Object[])preloaded.Clone();
        public static void SetPreloadedAssets(UnityEngine.Object[] assets) => preloaded = (UnityEngine.Object[])assets.Clone();
    }

    /// <summary>Modules/AssetPipelineEditor/Public/PluginImporter.bindings.cs, lines 130 to 134 and 259 (2021.3.0f1): asked for
    /// each library when a player is built.</summary>
    public sealed class PluginImporter
    {
        public static PluginImporter[] all = new PluginImporter[0];
        public delegate bool IncludeInBuildDelegate(string path);
        public IncludeInBuildDelegate include = path => true;
        public string assetPath { get; set; }
        public bool isNativePlugin { get; set; } = true;
        public static PluginImporter[] GetAllImporters() => all;
        public void SetIncludeInBuildDelegate(IncludeInBuildDelegate includeInBuildDelegate) => include = includeInBuildDelegate;
    }

    /// <summary>Knows the fields by name, as Unity's serializer does: Editor/Mono/SerializedObject.bindings.cs
    /// (2021.3.0f1).</summary>
    public sealed class SerializedObject
    {
        private readonly List<SerializedProperty> written = new List<SerializedProperty>();
        public SerializedObject(UnityEngine.Object target) : this(new[] { target }) { }
        public SerializedObject(UnityEngine.Object[] targets) => targetObjects = targets;
        public UnityEngine.Object[] targetObjects { get; }

        public SerializedProperty FindProperty(string path)
        {
            var holders = new List<object>();
            FieldInfo field = null;
            foreach (var target in targetObjects)
            {
                object holder = null, at = target;
                foreach (var name in path.Split('.'))
                {
                    holder = at;
                    field = holder.GetType().GetField(
                        name, BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic);
                    if (field == null)
                        return null;
                    at = field.GetValue(holder);
                }
                holders.Add(holder);
            }
            return new SerializedProperty(holders, field, written);
        }

        public void Update() { }

        /// <summary>True where something was changed, which is then told to the objects.</summary>
        public bool ApplyModifiedProperties()
        {
            var isChanged = written.Count > 0;
            foreach (var property in written)
                property.Commit();
            written.Clear();
            if (isChanged)
                foreach (var target in targetObjects)
                    UnityEngine.Messages.Send(target, "OnValidate");
            return isChanged;
        }
    }

    public sealed class SerializedProperty
    {
        private readonly List<object> holders;
        private readonly FieldInfo field;
        private readonly List<SerializedProperty> written;
        private object next;

        internal SerializedProperty(List<object> holders, FieldInfo field, List<SerializedProperty> written)
        {
            this.holders = holders;
            this.field = field;
            this.written = written;
        }

        public string name => field.Name;
        public bool boolValue => (bool)field.GetValue(holders[0]);

        public bool hasMultipleDifferentValues =>
            holders.Any(holder => !Equals(field.GetValue(holder), field.GetValue(holders[0])));

        internal void Write(object value)
        {
            next = value;
            written.Add(this);
        }

        internal void Commit()
        {
            foreach (var holder in holders)
                field.SetValue(holder, next);
        }
    }
}

namespace UnityEditor.Build
{
    /// <summary>Editor/Mono/BuildPipeline/BuildPipelineInterfaces.cs (2021.3.0f1): called at the start of each build of a
    /// player.</summary>
    public interface IPreprocessBuildWithReport
    {
        int callbackOrder { get; }
        void OnPreprocessBuild(Reporting.BuildReport report);
    }
}

namespace UnityEditor.Build.Reporting
{
    public sealed class BuildReport : UnityEngine.Object { }
}

namespace UnityEditor.PackageManager
{
    /// <summary>Modules/PackageManager/Editor/Managed/PackageInfo.cs (2021.3.0f1).</summary>
    public sealed class PackageInfo
    {
        public static readonly Dictionary<string, string> versions = new Dictionary<string, string>(); // by path
        public string version { get; private set; }

        public static PackageInfo FindForAssetPath(string assetPath) =>
            versions.TryGetValue(assetPath, out var version) ? new PackageInfo { version = version } : null;
    }
}

namespace NUnit.Framework
{
    public sealed class TestAttribute : Attribute { }

    public static class Assert
    {
        internal static void That(bool holds, string what)
        {
            if (!holds)
                throw new InvalidOperationException(what);
        }

        public static void AreEqual(object expected, object actual) => That(Equals(expected, actual), expected + " and " + actual);
        public static void AreNotEqual(object expected, object actual) => That(!Equals(expected, actual), "" + actual);
        public static void Greater(float value, float limit) => That(value > limit, value + " is not above " + limit);
    }

    public static class CollectionAssert
    {
        public static void AreEqual(IEnumerable expected, IEnumerable actual) =>
            Assert.That(expected.Cast<object>().SequenceEqual(actual.Cast<object>()), "sequences differ");
    }
}
