using System;
using System.Collections.Generic;
using Unity.Collections;

// Packages/com.unity.render-pipelines.universal/Runtime/ScriptableRendererFeature.cs and Passes/ScriptableRenderPass.cs of URP
// 12, 14 and 17: names and signatures.
namespace UnityEngine.Rendering.Universal
{
    public enum RenderPassEvent
    {
        BeforeRendering = 0,
    }

    public struct CameraData
    {
        public bool isSceneViewCamera;
    }

    public struct RenderingData
    {
        public CullingResults cullResults;
        public CameraData cameraData;
    }

    public sealed class DisallowMultipleRendererFeature : Attribute
    {
        public DisallowMultipleRendererFeature(string customTitle = null) { }
    }

    public abstract class ScriptableRendererFeature : ScriptableObject
    {
        public abstract void Create();
        public abstract void AddRenderPasses(ScriptableRenderer renderer, ref RenderingData renderingData);
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
#endif
        // A warning in Unity 6, and gone after it.
#if !PROBENORM_URP_17
        public abstract void Execute(ScriptableRenderContext context, ref RenderingData renderingData);
#endif
    }

#if PROBENORM_URP_17
    public sealed class UniversalCameraData
    {
        public bool isSceneViewCamera { get; set; }
    }

    public sealed class UniversalRenderingData
    {
        public CullingResults cullResults;
    }
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

    public struct CullingResults
    {
        public NativeArray<VisibleReflectionProbe> visibleReflectionProbes { get; set; }
    }

    public sealed class ScriptableRenderContext
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
    public sealed class ContextContainer
    {
        public T Get<T>() where T : class, new() => new T();
    }

    public sealed class UnsafeCommandBuffer { }

    public static class CommandBufferHelpers
    {
        public static CommandBuffer GetNativeCommandBuffer(UnsafeCommandBuffer buffer) => new CommandBuffer();
    }
#endif
}

#if PROBENORM_URP_17
namespace UnityEngine.Rendering.RenderGraphModule
{
    public delegate void BaseRenderFunc<TPass, TContext>(TPass data, TContext context) where TPass : class, new();

    public sealed class UnsafeGraphContext
    {
        public UnsafeCommandBuffer cmd;
    }

    public interface IUnsafeRenderGraphBuilder : IDisposable
    {
        void AllowPassCulling(bool value);
        void AllowGlobalStateModification(bool value);
        void SetRenderFunc<TPass>(BaseRenderFunc<TPass, UnsafeGraphContext> renderFunc) where TPass : class, new();
    }

    public sealed class RenderGraph
    {
        public IUnsafeRenderGraphBuilder AddUnsafePass<TPass>(string passName, out TPass passData) where TPass : class, new()
        {
            passData = new TPass();
            return null; // only compiled against
        }
    }
}
#endif
