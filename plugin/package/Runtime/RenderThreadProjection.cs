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

        private readonly Texture texture, target; // must live until the event has run
        private readonly int mip;
        private readonly ProjectOptions options;
        private readonly Normalization normalization;
        private readonly bool ownSubmission;
        private RenderJob job; // null until it is issued

        /// <summary>target, of the same size and format or ARGBHalf, receives the texels divided by the probe's light;
        /// null: none. ownSubmission: by a command buffer of the plugin's own, where the render pipeline does not give
        /// its own or the device does not take commands of others in it.</summary>
        public RenderThreadProjection(Texture texture, int mip = 0, ProjectOptions options = null,
            Texture target = null, Normalization normalization = null, bool ownSubmission = false)
        {
            if (texture == null)
                throw new ArgumentNullException(nameof(texture));
            this.texture = texture;
            this.target = target;
            this.mip = mip;
            this.options = options;
            this.normalization = normalization;
            this.ownSubmission = ownSubmission;
        }

        /// <summary>Where in the frame it runs; outside of render passes is best. Asks for the textures' native pointers,
        /// for which Unity waits for its render thread: a RenderTexture that was released and made anew has other ones,
        /// so none is kept.</summary>
        public void Issue(CommandBuffer commands)
        {
            job = job ?? MakeJob();
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
                if (job == null)
                    return false;
                var state = job.State;
                if (state == RenderJobState.Recorded)
                    Collect();
                return state == RenderJobState.Done || state == RenderJobState.Failed;
            }
        }

        public override bool keepWaiting => !IsDone;

        public RenderRoute Route => job != null ? job.Route : RenderRoute.None;

        /// <summary>Of a projection that is done; throws what went wrong.</summary>
        public ProjectResult GetResult()
        {
            if (job == null)
                throw new InvalidOperationException("the projection was not issued");
            var result = job.GetResult();
            GC.KeepAlive(texture);
            GC.KeepAlive(target);
            return result;
        }

        public void Dispose() => job?.Dispose();

        private RenderJob MakeJob()
        {
            if (isFresh)
                RenderPlugin.ReleaseAllJobs(); // of the domain before this one, which Unity has reloaded
            isFresh = false;
            var targetPointer = target != null ? target.GetNativeTexturePtr() : IntPtr.Zero;
            var targetMips = target != null ? target.mipmapCount - mip : 0;
            return new RenderJob(texture.GetNativeTexturePtr(), mip, options, normalization, targetPointer, targetMips,
                ownSubmission);
        }

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
