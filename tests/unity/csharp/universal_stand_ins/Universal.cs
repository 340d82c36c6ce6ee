using System;
using System.Collections.Generic;
using Unity.Collections;

// Packages/com.unity.render-pipelines.universal/Runtime/ScriptableRendererFeature.cs and Passes/ScriptableRenderPass.cs of URP
// 12, 14 and 17: names and signatures.
namespace UnityEngine.Rendering.Universal
{
    public enum RenderPassEvent { BeforeRendering = 0, AfterRendering = 1000 }
    public struct CameraData { public bool isSceneViewCamera; }
    public struct RenderingData { public CullingResults cullResults; public CameraData cameraData; }
    public sealed class DisallowMultipleRendererFeature : Attribute { public DisallowMultipleRendererFeature(string customTitle = null) { } }

    public abstract class ScriptableRendererFeature : ScriptableObject
    {
        public abstract void Create();
        public abstract void AddRenderPasses(ScriptableRenderer renderer, ref RenderingData renderingData);
    }

    /// <summary>Runtime/ScriptableRendererData.cs (12.0).</summary>
    public abstract class ScriptableRendererData : ScriptableObject
    {
        public List<ScriptableRendererFeature> rendererFeatures { get; } = new List<ScriptableRendererFeature>();
    }

    public sealed class UniversalRendererData : ScriptableRendererData { }

    /// <summary>Runtime/Data/UniversalRenderPipelineAsset.cs (12.0): the list is internal before 17.</summary>
    public sealed class UniversalRenderPipelineAsset : RenderPipelineAsset
    {
        internal ScriptableRendererData[] m_RendererDataList = new ScriptableRendererData[1];
        public void SetRenderers(params ScriptableRendererData[] renderers) => m_RendererDataList = renderers;
    }

    public sealed class ScriptableRenderer
    {
        public readonly List<ScriptableRenderPass> passes = new List<ScriptableRenderPass>();
        public void EnqueuePass(ScriptableRenderPass pass) => passes.Add(pass);
    }

    public abstract class ScriptableRenderPass
    {
        public RenderPassEvent renderPassEvent { get; set; }
#if PROBENORM_URP_17
        public virtual void RecordRenderGraph(
            RenderGraphModule.RenderGraph renderGraph, ContextContainer frameData) { }

        /// <summary>Passes/ScriptableRenderPass.cs (17.0): called in Compatibility Mode, in place of the method above.</summary>
        [Obsolete("only for Compatibility Mode")]
        public virtual void Execute(ScriptableRenderContext context, ref RenderingData renderingData) { }
#else
        public abstract void Execute(ScriptableRenderContext context, ref RenderingData renderingData);
#endif
    }

#if PROBENORM_URP_17
    public sealed class UniversalCameraData { public bool isSceneViewCamera { get; set; } }
    public sealed class UniversalRenderingData { public CullingResults cullResults; }
#endif
}

namespace UnityEngine.Rendering
{
    /// <summary>Runtime/Export/RenderPipeline/VisibleReflectionProbe.cs (2021.3.0f1).</summary>
    public struct VisibleReflectionProbe
    {
        public Matrix4x4 localToWorldMatrix { get; set; }
        public ReflectionProbe reflectionProbe { get; set; }
    }

    public struct CullingResults { public NativeArray<VisibleReflectionProbe> visibleReflectionProbes { get; set; } }

    public struct ScriptableRenderContext
    {
        public void ExecuteCommandBuffer(CommandBuffer commands) => Graphics.ExecuteCommandBuffer(commands);
    }

    public static class CommandBufferPool
    {
        public static int outside; // buffers that nobody has given back

        public static CommandBuffer Get(string name)
        {
            ++outside;
            return new CommandBuffer { name = name };
        }

        public static void Release(CommandBuffer buffer) => --outside;
    }

#if PROBENORM_URP_17
    /// <summary>Packages/com.unity.render-pipelines.core/Runtime/Common/ContextContainer.cs (17.0): one object of a kind a
    /// frame.</summary>
    public sealed class ContextContainer
    {
        private readonly Dictionary<Type, object> items = new Dictionary<Type, object>();

        public T Get<T>() where T : class, new()
        {
            if (!items.TryGetValue(typeof(T), out var item))
                items[typeof(T)] = item = new T();
            return (T)item;
        }
    }

    public sealed class UnsafeCommandBuffer { internal readonly CommandBuffer native = new CommandBuffer(); }

    public static class CommandBufferHelpers
    {
        public static CommandBuffer GetNativeCommandBuffer(UnsafeCommandBuffer buffer) => buffer.native;
    }
#endif
}

#if PROBENORM_URP_17
namespace UnityEngine.Rendering.RenderGraphModule
{
    public delegate void BaseRenderFunc<TPass, TContext>(TPass data, TContext context) where TPass : class, new();

    public sealed class UnsafeGraphContext { public UnsafeCommandBuffer cmd; }

    public sealed class UnsafeRenderGraphBuilder : IDisposable
    {
        internal object data;
        private bool isDropped = true, setsGlobals;
        private Action<UnsafeGraphContext> run;
        public void AllowPassCulling(bool value) => isDropped = value;
        public void AllowGlobalStateModification(bool value) => setsGlobals = value;
        public void SetRenderFunc<TPass>(BaseRenderFunc<TPass, UnsafeGraphContext> renderFunc) where TPass : class, new() =>
            run = context => renderFunc((TPass)data, context);
        public void Dispose() { }

        internal void Run()
        {
            if (isDropped)
                return;
            var context = new UnsafeGraphContext { cmd = new UnsafeCommandBuffer() };
            run(context);
            if (!setsGlobals)
                throw new InvalidOperationException("the pass sets globals and has not said so");
            Graphics.ExecuteCommandBuffer(context.cmd.native);
        }
    }

    /// <summary>Packages/com.unity.render-pipelines.core/Runtime/RenderGraph/RenderGraph.cs (17.0): passes are recorded, and run
    /// when the frame is executed. A pass that writes no resource is dropped unless it forbids that, and one that sets
    /// what shaders find globally must have said so.</summary>
    public sealed class RenderGraph
    {
        private readonly List<UnsafeRenderGraphBuilder> passes = new List<UnsafeRenderGraphBuilder>();

        public UnsafeRenderGraphBuilder AddUnsafePass<TPass>(string passName, out TPass passData) where TPass : class, new()
        {
            var pass = new UnsafeRenderGraphBuilder { data = passData = new TPass() };
            passes.Add(pass);
            return pass;
        }

        public void Execute() => passes.ForEach(pass => pass.Run());
    }
}
#endif
