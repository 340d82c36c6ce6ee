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
        private const string Menu = "Edit/Rendering/ProbeNorm: Normalize All URP Shaders";
        private const string Urp = "Packages/com.unity.render-pipelines.universal";
        private const string Name = "GlobalIllumination.hlsl", Plain = "PlainGlobalIllumination.hlsl";
        private const string Text = "// ProbeNorm wrote this file; its menu takes it away again.\n" +
            "#include \"Packages/com.probenorm/Runtime/Shaders/Universal/Everywhere.hlsl\"\n";

        internal static bool IsOn => File.Exists(Path.Combine(Library, Plain));

        private static string Library => Path.Combine(Path.GetFullPath(Urp), "ShaderLibrary"); // Unity resolves the path

        [MenuItem(Menu)]
        private static void Toggle()
        {
            string file = Path.Combine(Library, Name), plain = Path.Combine(Library, Plain);
            if (IsOn)
            {
                File.Copy(plain, file, true);
                File.Delete(plain);
            }
            else if (File.Exists(file) && file.StartsWith(Path.GetFullPath("Packages"), StringComparison.Ordinal))
            {
                File.Copy(file, plain);
                File.WriteAllText(file, Text);
            }
            else
                Debug.LogError("ProbeNorm: URP is not in the project's Packages folder; move the folder of " + Urp +
                               " from Library/PackageCache there first");
            AssetDatabase.Refresh();
        }

        [MenuItem(Menu, true)]
        private static bool Check()
        {
            UnityEditor.Menu.SetChecked(Menu, IsOn);
            return true;
        }
    }
}
