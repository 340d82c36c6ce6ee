using System;
using UnityEngine;
using UnityEngine.Rendering;

namespace ProbeNorm
{
    /// <summary>A cubemap that never leaves the device: ProbeNorm records its kernels into the engine's own frame.
    /// Needs Vulkan (RenderPlugin.IsAvailable). Runs once: issue it into a command buffer or let it issue itself, then
    /// yield it or poll IsDone once a frame; dispose it.</summary>
    public sealed class RenderThreadProjection : CustomYieldInstruction, IDisposable
    {
        private static int collectedFrame = -1;
        private static bool isFresh = true; // no job of this domain yet

        private readonly RenderJob job;
        private readonly Texture texture, target; // must live until the event has run

        /// <summary>target, of the same size and format or ARGBHalf, receives the texels divided by the probe's light;
        /// null: none. texturePointer is texture.GetNativeTexturePtr(), which waits for the render thread: for a texture
        /// that is projected again and again, ask once and give it here.</summary>
        public RenderThreadProjection(Texture texture, int mip = 0, ProjectOptions options = null,
            Texture target = null, Normalization normalization = null, IntPtr texturePointer = default(IntPtr))
        {
            if (texture == null)
                throw new ArgumentNullException(nameof(texture));
            if (isFresh)
                RenderPlugin.ReleaseAllJobs(); // of the domain before this one, which Unity has reloaded
            isFresh = false;
            this.texture = texture;
            this.target = target;
            var targetPointer = target != null ? target.GetNativeTexturePtr() : IntPtr.Zero;
            var targetMips = target != null ? target.mipmapCount - mip : 0;
            if (texturePointer == IntPtr.Zero)
                texturePointer = texture.GetNativeTexturePtr();
            job = new RenderJob(texturePointer, mip, options, normalization, targetPointer, targetMips);
        }

        /// <summary>Where in the frame it runs; outside of render passes is best.</summary>
        public void Issue(CommandBuffer commands)
        {
            commands.IssuePluginEventAndData(RenderPlugin.RenderEvent, RenderPlugin.RunEventId, job.EventData);
        }

        /// <summary>Now, for those who have no command buffer.</summary>
        public void Issue()
        {
            using (var commands = new CommandBuffer { name = "ProbeNorm" })
            {
                Issue(commands);
                Graphics.ExecuteCommandBuffer(commands);
            }
        }

        /// <summary>Done, or failed. Asks the plugin once a frame to look for finished work.</summary>
        public bool IsDone
        {
            get
            {
                var state = job.State;
                if (state == RenderJobState.Recorded)
                    Collect();
                return state == RenderJobState.Done || state == RenderJobState.Failed;
            }
        }

        public override bool keepWaiting => !IsDone;

        public RenderRoute Route => job.Route;

        /// <summary>Of a projection that is done; throws what went wrong.</summary>
        public ProjectResult GetResult()
        {
            var result = job.GetResult();
            GC.KeepAlive(texture);
            GC.KeepAlive(target);
            return result;
        }

        public void Dispose() => job.Dispose();

        private static void Collect()
        {
            if (collectedFrame == Time.frameCount)
                return;
            collectedFrame = Time.frameCount;
            using (var commands = new CommandBuffer { name = "ProbeNorm collect" })
            {
                commands.IssuePluginEventAndData(RenderPlugin.RenderEvent, RenderPlugin.CollectEventId, IntPtr.Zero);
                Graphics.ExecuteCommandBuffer(commands);
            }
        }
    }
}
