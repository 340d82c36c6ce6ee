using System.Linq;
using UnityEditor;

namespace ProbeNorm.Editing
{
    /// <summary>Leaves the native library out of players if the settings say so. A player that only reads baked data does
    /// not need it.</summary>
    internal static class PlayerLibraries
    {
        private const string Folder = "Packages/com.probenorm/Runtime/Plugins/";

        [InitializeOnLoadMethod]
        internal static void Listen()
        {
            foreach (var library in PluginImporter.GetAllImporters().Where(IsOurs))
                library.SetIncludeInBuildDelegate(path => ProbeNormSettings.instance.LibraryInPlayers);
        }

        private static bool IsOurs(PluginImporter importer)
        {
            return importer.isNativePlugin && importer.assetPath.StartsWith(Folder, System.StringComparison.Ordinal);
        }
    }
}
