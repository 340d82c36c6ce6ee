using System;
using UnityEngine;
using UnityEngine.Rendering;

namespace ProbeNorm
{
    /// <summary>What a probe shows under one lighting, such as day, dusk or night.</summary>
    [Serializable]
    public sealed class LightingState
    {
        [Tooltip("Of the lighting scenario of Adaptive Probe Volumes, where weights follow these")]
        public string name = "";
        [Tooltip("What was baked under this lighting")]
        public ProbeData data;
        [Tooltip("The cubemap that was baked, of an HDR format. Without it the probe's texture is left alone")]
        public Texture texture;
        [Tooltip("Counts as a share of the sum of all weights")]
        public float weight;
    }

    /// <summary>Blends what a probe shows under several lightings. Light adds up, so the cubemaps, the light that divides them
    /// and its floor have the same weights.</summary>
    [AddComponentMenu("ProbeNorm/Blended Probe")]
    public sealed class BlendedProbe : ProbeOverride
    {
        [Tooltip("Take the weights from the lighting scenarios of Adaptive Probe Volumes, by the states' names")]
        public bool followsScenarios;
        [Tooltip("A script may change weights at any time. Call Apply after a change of anything else")]
        public LightingState[] states = new LightingState[0];

        private readonly RenderTexture[] targets = new RenderTexture[3]; // the first is shown
        private float[] shown; // weights; null: nothing yet
        private Texture original; // of the probe

        /// <summary>Blends in the next frame, even if no weight has changed.</summary>
        public void Apply() => shown = null;

        protected override void OnEnable()
        {
            base.OnEnable();
            original = OwnTexture;
            Apply();
        }

        protected override void OnDisable()
        {
            if (targets[0] != null && OwnTexture == targets[0]) // else a script blends what it shows
                OwnTexture = original;
            Array.ForEach(targets, Release);
            base.OnDisable();
        }

        // After the scripts that change weights, before cameras render.
        private void LateUpdate()
        {
            if (followsScenarios)
                FollowScenarios();
            if (!HasChanged())
                return;
            var weighted = Array.FindAll(states, state => state.weight > 0);
            var problem = ProblemOf(weighted);
            if (problem.Length == 0 && !BlendTextures(weighted))
                problem = "Unity could not blend the states' cubemaps";
            if (problem.Length > 0)
            {
                Warn("nothing is blended: " + problem);
                return;
            }
            live.SetBlend(weighted);
            Publish();
        }

        private void FollowScenarios()
        {
            var now = LightingScenarios.Read();
            foreach (var state in states)
                state.weight = (state.name == now.Name ? 1 - now.Factor : 0) + (state.name == now.Other ? now.Factor : 0);
        }

        private bool HasChanged()
        {
            var hasChanged = shown == null || shown.Length != states.Length;
            Array.Resize(ref shown, states.Length);
            for (var i = 0; i < states.Length; ++i)
            {
                hasChanged |= shown[i] != states[i].weight;
                shown[i] = states[i].weight;
            }
            return hasChanged;
        }

        private string ProblemOf(LightingState[] weighted)
        {
            foreach (var state in weighted)
            {
                var first = weighted[0];
                if (state.data == null || !state.data.IsBaked)
                    return state.name + " is not baked";
                if (state.data.Preset != first.data.Preset)
                    return state.name + " was baked with another preset than " + first.name;
                if (SizeOf(state.texture) != SizeOf(first.texture))
                    return "all states or none must have textures, cubemaps of one size with as many mips, unlike " +
                        first.name + " and " + state.name;
                if (state.texture != null && (probe.mode == ReflectionProbeMode.Realtime || HdrpNormalization.Find(probe) != null))
                    return "states of realtime probes and in HDRP have no textures; blend what the probe shows by a script";
            }
            return weighted.Length > 0 ? "" : "no state has a weight";
        }

        private static int SizeOf(Texture texture) => // with the number of mips, at most 15; -1: no cubemap
            texture == null ? 0 : texture.dimension == TextureDimension.Cube ? 16 * texture.width + texture.mipmapCount : -1;

        // Each step blends one more state in, by its share of what has been blended then. Only the last step writes the target that
        // the probe shows, so a refused blend changes nothing. It is always the same target, since URP copies a probe's texture
        // again where its count has changed, and not where another texture has that count.
        private bool BlendTextures(LightingState[] weighted)
        {
            var blend = weighted[0].texture;
            var sum = 0f;
            for (var i = 0; blend != null && i < weighted.Length; ++i)
            {
                var index = i + 1 < weighted.Length ? 1 + i % 2 : 0;
                var fits = targets[index] != null && targets[index].width == blend.width;
                var target = fits ? targets[index] : NewTarget(blend.width);
                sum += weighted[i].weight;
                var isBlended = ReflectionProbe.BlendCubemap(blend, weighted[i].texture, weighted[i].weight / sum, target);
                if (!fits)
                    Release(isBlended ? targets[index] : target);
                if (!isBlended)
                    return false;
                target.IncrementUpdateCount();
                blend = targets[index] = target;
            }
            if (blend != null)
                OwnTexture = blend;
            return true;
        }

        private Texture OwnTexture
        {
            get => probe.mode == ReflectionProbeMode.Custom ? probe.customBakedTexture : probe.bakedTexture;
            set
            {
                if (probe.mode == ReflectionProbeMode.Custom)
                    probe.customBakedTexture = value;
                else
                    probe.bakedTexture = value;
            }
        }

        private static RenderTexture NewTarget(int size) =>
            new RenderTexture(size, size, 0, RenderTextureFormat.ARGBHalf, RenderTextureReadWrite.Linear)
            {
                dimension = TextureDimension.Cube, useMipMap = true, autoGenerateMips = false, hideFlags = HideFlags.HideAndDontSave,
            };

        private static void Release(RenderTexture target)
        {
            if (target != null)
                Destroy(target);
        }
    }

    /// <summary>The lighting scenarios of Adaptive Probe Volumes.</summary>
    internal struct LightingScenarios
    {
        internal string Name, Other; // null: none
        internal float Factor; // 0 shows the one, 1 the other

        /// <summary>Set by the assembly that knows the volumes.</summary>
        internal static Func<LightingScenarios> Read = () => default(LightingScenarios);
    }
}
