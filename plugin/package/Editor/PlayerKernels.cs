using System;
using System.Linq;
using UnityEditor;
using UnityEditor.Build;
using UnityEditor.Build.Reporting;

namespace ProbeNorm.Editing
{
    /// <summary>Finds the compute shaders in the editor, and puts them into players if the settings say so: Unity loads the
    /// preloaded assets of the player settings before the first scene.</summary>
    internal sealed class PlayerKernels : IPreprocessBuildWithReport
    {
        public int callbackOrder => 0;

        public void OnPreprocessBuild(BuildReport report) => Apply();

        [InitializeOnLoadMethod]
        internal static void Listen() =>
            ComputeKernels.FindInEditor = () => AssetDatabase.LoadAssetAtPath<ComputeKernels>(ComputeKernels.AssetPath);

        /// <summary>Makes the preloaded assets what the settings say.</summary>
        internal static void Apply()
        {
            var before = PlayerSettings.GetPreloadedAssets();
            var after = before.Where(asset => !(asset is ComputeKernels)).ToList();
            if (ProbeNormSettings.instance.ComputeInPlayers)
                after.Add(ComputeKernels.FindInEditor() ?? throw new InvalidOperationException(ComputeKernels.UnavailableReason));
            if (!after.SequenceEqual(before))
                PlayerSettings.SetPreloadedAssets(after.ToArray());
        }
    }
}
