using UnityEngine;
using UnityEngine.Rendering;
using UnityEngine.Rendering.Universal;

namespace ProbeNorm
{
    /// <summary>Add it to the renderer asset of URP: normalizes the reflections of materials whose shader is
    /// ProbeNorm/Lit, or uses the package's functions. Uploads what was baked of the visible probes, once a
    /// camera.</summary>
    [DisallowMultipleRendererFeature("ProbeNorm")]
    public sealed class ProbeNormFeature : ScriptableRendererFeature
    {
        /// <summary>Whether cameras of scene views show, in place of reflections, what normalization does to them: blue is
        /// darker, red brighter, two stops at full colour. Not saved.</summary>
        public static bool ShowsFactorInSceneViews { get; set; }

        private ProbeTablePass pass;

        public override void Create()
        {
            // URP sorts the probes after it has asked for passes, so they are looked at when this one runs.
            pass = new ProbeTablePass { renderPassEvent = RenderPassEvent.BeforeRendering };
        }

        public override void AddRenderPasses(ScriptableRenderer renderer, ref RenderingData renderingData)
        {
            renderer.EnqueuePass(pass);
        }
    }
}
