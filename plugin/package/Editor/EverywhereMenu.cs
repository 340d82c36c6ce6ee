using System;
using System.IO;
using UnityEditor;
using UnityEngine;

namespace ProbeNorm.Editing
{
    /// <summary>Normalizes all lit shaders of URP, graphs too, and no material changes. URP has to lie in the project's Packages
    /// folder. There its GlobalIllumination.hlsl, which all of them include, gets another name, and a file that includes
    /// it and ours takes its place.</summary>
    internal static class EverywhereMenu
    {
        private const string Menu = BakeWindow.Menu + "Normalize All URP Shaders";
        private const string Library = Pipelines.Urp + "/ShaderLibrary/";
        private const string Name = "GlobalIllumination.hlsl", Plain = "PlainGlobalIllumination.hlsl";
        private const string Text = "// ProbeNorm wrote this file; its menu takes it away again.\n" +
            "#include \"Packages/com.probenorm/Runtime/Shaders/Universal/Everywhere.hlsl\"\n";

        /// <summary>Version control may have changed the ends of our lines.</summary>
        internal static bool IsOn => File.Exists(At(Name)) && File.ReadAllText(At(Name)).Replace("\r", "") == Text;

        private static string At(string file) => Path.Combine(Path.GetFullPath(Library), file); // Unity resolves the path

        [MenuItem(Menu)]
        private static void Toggle()
        {
            string file = At(Name), ours = At("ProbeNorm" + Name);
            if (!File.Exists(file) || !file.StartsWith(Path.GetFullPath("Packages/"), StringComparison.Ordinal))
                Debug.LogError("ProbeNorm: URP is not in the project's Packages folder; move the folder of " + Pipelines.Urp +
                               " from Library/PackageCache there first");
            else if (Pipelines.UrpProblem.Length > 0 && !IsOn)
                Debug.LogError("ProbeNorm: " + Pipelines.UrpProblem);
            else if (!AssetDatabase.MakeEditable(Library + Name))
                Debug.LogError("ProbeNorm: " + Library + Name + " could not be checked out of version control");
            else if (IsOn)
                File.Replace(At(Plain), file, null);
            else
            {
                File.WriteAllText(ours, Text); // where that fails, nothing has changed
                File.Replace(ours, file, At(Plain)); // one that is there already is of the URP before an update
            }
            AssetDatabase.Refresh();
        }

        [MenuItem(Menu, true)]
        private static bool Check()
        {
            UnityEditor.Menu.SetChecked(Menu, IsOn);
            return File.Exists(At(Name));
        }
    }
}
