using UnityEngine;
using UnityEngine.Rendering;
using UnityEngine.Rendering.Universal;

namespace ProbeNorm
{
    /// <summary>Add it to URP's renderer asset. It uploads the baked data of the visible probes once per camera, by which
    /// materials with the shader ProbeNorm/Lit, or with the package's functions, normalize their reflections.</summary>
    [DisallowMultipleRendererFeature("ProbeNorm")]
    public sealed class ProbeNormFeature : ScriptableRendererFeature
    {
        /// <summary>Whether scene views show the factor in place of shading: blue is darker, red is brighter, and full
        /// colour is two stops. Not saved.</summary>
        public static bool ShowsFactorInSceneViews { get; set; }

        private ProbeTablePass begin, end;

        public override void Create()
        {
            // URP sorts the probes after AddRenderPasses, so the pass reads them when it runs.
            begin = new ProbeTablePass { renderPassEvent = RenderPassEvent.BeforeRendering };
            // Cameras without the feature, and those after it is switched off, must not find this camera's table.
            end = new ProbeTablePass { renderPassEvent = RenderPassEvent.AfterRendering, Clears = true };
        }

        public override void AddRenderPasses(ScriptableRenderer renderer, ref RenderingData renderingData)
        {
            renderer.EnqueuePass(begin);
            renderer.EnqueuePass(end);
        }
    }
}
