#if !UNITY_6000_3_OR_NEWER || URP_COMPATIBILITY_MODE && !UNITY_6000_4_OR_NEWER
#define PROBENORM_URP_COMPATIBILITY // 6000.3 has the Compatibility Mode only where a project asks for it, and 6000.4 has none
#endif
using System.Runtime.CompilerServices;
using Unity.Collections;
using UnityEngine;
using UnityEngine.Rendering;
using UnityEngine.Rendering.Universal;
#if PROBENORM_URP_17
using UnityEngine.Rendering.RenderGraphModule;
#endif

[assembly: InternalsVisibleTo("ProbeNorm.UnityTests")]

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

    /// <summary>Uploads the table of a camera's visible probes, or an empty one.</summary>
    internal sealed class ProbeTablePass : ScriptableRenderPass
    {
        private const string Name = "ProbeNorm probes";

        private readonly ProbeTable table = new ProbeTable();
        private bool hasWarned;

        internal bool Clears { get; set; }

#if PROBENORM_URP_17
        private sealed class PassData
        {
            internal ProbeTablePass Pass;
            internal CullingResults Culled;
            internal bool IsSceneView;
            internal float Strength;
        }

        public override void RecordRenderGraph(RenderGraph graph, ContextContainer frameData)
        {
            PassData data;
            using (var builder = graph.AddUnsafePass(Name, out data))
            {
                data.Pass = this;
                data.Culled = frameData.Get<UniversalRenderingData>().cullResults;
                data.IsSceneView = frameData.Get<UniversalCameraData>().isSceneViewCamera;
                data.Strength = ProbeNormVolume.Current;
                builder.AllowPassCulling(false);
                builder.AllowGlobalStateModification(true);
                builder.SetRenderFunc<PassData>((pass, context) => pass.Pass.Run(
                    pass.Culled.visibleReflectionProbes, pass.IsSceneView, pass.Strength,
                    CommandBufferHelpers.GetNativeCommandBuffer(context.cmd)));
            }
        }
#endif
#if PROBENORM_URP_COMPATIBILITY
        // URP up to 14, and URP 17 in its Compatibility Mode, which deprecates this method.
#pragma warning disable 618, 672
        public override void Execute(ScriptableRenderContext context, ref RenderingData renderingData)
        {
            var commands = CommandBufferPool.Get(Name);
            Run(renderingData.cullResults.visibleReflectionProbes, renderingData.cameraData.isSceneViewCamera,
                ProbeNormVolume.Current, commands);
            context.ExecuteCommandBuffer(commands);
            CommandBufferPool.Release(commands);
        }
#pragma warning restore 618, 672
#endif

        private void Run(
            NativeArray<VisibleReflectionProbe> visible, bool isSceneView, float strength, CommandBuffer commands)
        {
            table.Clear();
            table.Strength = strength;
            var hasRoom = true;
            for (var i = 0; i < visible.Length && hasRoom && !Clears; ++i)
                hasRoom = Add(visible[i]);
            if (!hasRoom && !hasWarned)
                Debug.LogWarning("ProbeNorm: " + visible.Length + " probes are visible, and " + ProbeTable.MostProbes +
                                 " are normalized; the others reflect as they are");
            hasWarned |= !hasRoom;
            table.Upload(commands,
                isSceneView && ProbeNormFeature.ShowsFactorInSceneViews ? ProbeView.Factor : ProbeTable.View);
        }

        // URP takes the position for its own constants from this matrix.
        private bool Add(VisibleReflectionProbe visible)
        {
            var matrix = visible.localToWorldMatrix;
            NormalizedProbe component = null;
            var probe = visible.reflectionProbe;
            if (probe != null)
                probe.TryGetComponent(out component);
            return table.Add(component != null ? component.Data : null, new Vector3(matrix.m03, matrix.m13, matrix.m23));
        }
    }
}
