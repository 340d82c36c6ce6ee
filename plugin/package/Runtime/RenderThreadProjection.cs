using System;
using System.Runtime.CompilerServices;
using UnityEngine;
using UnityEngine.Rendering;

[assembly: InternalsVisibleTo("ProbeNorm.Editor")]
[assembly: InternalsVisibleTo("ProbeNorm.UnityTests")]

namespace ProbeNorm
{
    /// <summary>Projects a cubemap that stays on the device: ProbeNorm records its kernels into the engine's own frame. It
    /// needs Vulkan (RenderPlugin.IsAvailable). Call Issue once, then yield the object or poll IsDone once a frame, and
    /// dispose it.</summary>
    public sealed class RenderThreadProjection : CustomYieldInstruction, IDisposable
    {
        private static int collectedFrame = -1;
        private static bool isFresh = true; // this domain has created no job yet

        private readonly Texture texture, target; // must live until the event has run, as the buffer must
        private readonly GraphicsBuffer buffer;
        private readonly int bufferOffset;
        private readonly int mip;
        private readonly ProjectOptions options;
        private readonly Normalization normalization;
        private readonly bool ownSubmission;
        private RenderJob job; // null until it is issued

        /// <summary>target: receives the texels divided by the probe's light. It has the same size and format, or ARGBHalf;
        /// null: no target. ownSubmission: use a command buffer of the plugin, for render pipelines that do not give
        /// theirs, or devices whose driver does not accept foreign commands in it. buffer: receives the coefficients on the
        /// device, for shaders of the same frame: bands * bands rows of red, green and blue as floats, from bufferOffset on, in
        /// bytes. It needs GraphicsBuffer.Target.CopyDestination; null: no buffer.</summary>
        public RenderThreadProjection(Texture texture, int mip = 0, ProjectOptions options = null,
            Texture target = null, Normalization normalization = null, bool ownSubmission = false,
            GraphicsBuffer buffer = null, int bufferOffset = 0)
        {
            if (texture == null)
                throw new ArgumentNullException(nameof(texture));
            this.texture = texture;
            this.target = target;
            this.mip = mip;
            this.options = options;
            this.normalization = normalization;
            this.ownSubmission = ownSubmission;
            this.buffer = buffer;
            this.bufferOffset = bufferOffset;
        }

        /// <summary>The job runs where this event is in the command buffer; outside of render passes is best. Each call asks
        /// for the textures' native pointers, for which Unity waits for its render thread. Pointers are not kept, since
        /// a RenderTexture that was released and created again has new ones.</summary>
        public void Issue(CommandBuffer commands)
        {
            job = job ?? MakeJob();
            commands.IssuePluginEventAndData(RenderPlugin.RenderEvent, RenderPlugin.RunEventId, job.EventData);
        }

        /// <summary>Issues the job now, in a command buffer of its own.</summary>
        public void Issue()
        {
            using (var commands = new CommandBuffer { name = "ProbeNorm" })
            {
                Issue(commands);
                Graphics.ExecuteCommandBuffer(commands);
            }
        }

        /// <summary>True when the job is done or has failed. Asks the plugin once a frame to look for finished work.</summary>
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

        public RenderRoute Route => Info.Route;

        /// <summary>What became of it. All zero before its render event.</summary>
        public RenderJobInfo Info => job != null ? job.Info : new RenderJobInfo();

        /// <summary>The result of a projection that is done. Throws an exception if it failed.</summary>
        public ProjectResult GetResult()
        {
            if (job == null)
                throw new InvalidOperationException("the projection was not issued");
            var result = job.GetResult();
            GC.KeepAlive(texture);
            GC.KeepAlive(target);
            GC.KeepAlive(buffer);
            return result;
        }

        public void Dispose() => job?.Dispose();

        private RenderJob MakeJob()
        {
            if (isFresh)
                RenderPlugin.ReleaseAllJobs(); // jobs of the domain that Unity has unloaded
            isFresh = false;
            var targetPointer = target != null ? target.GetNativeTexturePtr() : IntPtr.Zero;
            var targetMips = target != null ? target.mipmapCount - mip : 0;
            return new RenderJob(texture.GetNativeTexturePtr(), mip, options, normalization, targetPointer, targetMips,
                ownSubmission, buffer != null ? buffer.GetNativeBufferPtr() : IntPtr.Zero, bufferOffset);
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

    /// <summary>Writes polled messages to Unity's console.</summary>
    public static class PluginLog
    {
        /// <summary>Writes all waiting messages of the render plugin.</summary>
        public static void FlushRenderPlugin()
        {
            LogEntry entry;
            while (RenderPlugin.TakeLogMessage(out entry))
                Write(entry);
        }

        /// <summary>Writes all waiting messages of a context with KeepLog.</summary>
        public static void Flush(Context context)
        {
            LogEntry entry;
            while (context.TakeLogMessage(out entry))
                Write(entry);
        }

        private static void Write(LogEntry entry)
        {
            var text = "ProbeNorm: " + entry.Text;
            if (entry.Level == LogLevel.Error)
                Debug.LogError(text);
            else if (entry.Level == LogLevel.Warning)
                Debug.LogWarning(text);
            else
                Debug.Log(text);
        }
    }
}
