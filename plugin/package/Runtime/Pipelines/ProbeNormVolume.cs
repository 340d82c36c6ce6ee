using System;
using UnityEngine;
using UnityEngine.Rendering;

namespace ProbeNorm
{
    /// <summary>An override for volumes: how much of normalization a camera sees, in URP. Each probe's own weight is multiplied
    /// by it.</summary>
    [Serializable, VolumeComponentMenu("ProbeNorm/Normalized Reflections")]
    public sealed class ProbeNormVolume : VolumeComponent
    {
        [Tooltip("0 leaves reflections as they are")]
        public ClampedFloatParameter strength = new ClampedFloatParameter(1, 0, 1);

        /// <summary>Of the camera whose volumes were blended last, as post-processing has it; 1 where nothing overrides it.
        /// </summary>
        internal static float Current
        {
            get
            {
                var blended = VolumeManager.instance.stack?.GetComponent<ProbeNormVolume>();
                return blended != null ? blended.strength.value : 1;
            }
        }
    }
}
