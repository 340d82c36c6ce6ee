using System;
using UnityEngine;

namespace ProbeNorm
{
    /// <summary>The library's kernels as compute shaders. A player has them where something in it refers to the asset of this
    /// type, Runtime/Compute/Kernels.asset of the package: a scene, a bundle, or the preloaded assets, where the project settings
    /// put it.</summary>
    public sealed class ComputeKernels : ScriptableObject
    {
        internal const string AssetPath = "Packages/com.probenorm/Runtime/Compute/Kernels.asset";

        [SerializeField] private ComputeShader[] shaders = { };

        private static ComputeKernels loaded;

        /// <summary>In the editor: loads the asset, or returns null. Null: this is a player.</summary>
        internal static Func<ComputeKernels> FindInEditor { get; set; }

        /// <summary>Why there are none here; "" where there are.</summary>
        internal static string UnavailableReason =>
            Loaded != null ? "" :
            FindInEditor != null ? "this copy of the package has no compute shaders: Runtime/Compute is made when it is packed" :
            "this player has no compute shaders of ProbeNorm; tick Compute In Players in Project Settings > ProbeNorm";

        /// <summary>The shader that has the kernel; null: there is none here.</summary>
        internal static ComputeShader Find(string kernel) =>
            Loaded != null ? Array.Find(Loaded.shaders, shader => shader.HasKernel(kernel)) : null;

        internal static ComputeKernels Loaded
        {
            get => loaded != null || FindInEditor == null ? loaded : loaded = FindInEditor();
            set => loaded = value;
        }

        private void OnEnable() => loaded = this; // a player loads it before the first scene
    }
}
