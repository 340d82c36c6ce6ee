using System.Linq;
using UnityEditor;

namespace ProbeNorm.Editing
{
    /// <summary>A player that only reads what was baked needs no native library: it is left out of builds where the
    /// settings say so.</summary>
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
