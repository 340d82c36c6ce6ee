using System;
using ProbeNorm.Native;

namespace ProbeNorm
{
    public enum RenderJobState
    {
        /// <summary>Waits for its render event.</summary>
        Created = 0,
        /// <summary>The device has not finished its frame yet.</summary>
        Recorded = 1,
        Done = 2,
        Failed = 3,
    }

    /// <summary>How a job read the texels: copied, which gives the CPU's bits, or fetched through the image.</summary>
    public enum RenderRoute
    {
        None = 0,
        Copy = 1,
        Fetch = 2,
    }

    /// <summary>What became of a job. All zero before its render event.</summary>
    public struct RenderJobInfo
    {
        public int FaceSize;
        /// <summary>VkFormat of the texture.</summary>
        public int VulkanFormat;
        public RenderRoute Route;
        /// <summary>Whether the plugin submitted it by itself.</summary>
        public bool IsOwnSubmission;
        /// <summary>The engine's frame that it was recorded in; 0: not known.</summary>
        public long Frame;
    }

    /// <summary>A projection on the engine's own device. Create it, issue its event, poll it, dispose it.</summary>
    public sealed unsafe class RenderJob : IDisposable
    {
        private ulong number;

        /// <summary>texture and target are values of Texture.GetNativeTexturePtr(), and must live until the event has run. The
        /// target receives the texels divided by the light; zero: no target. ownSubmission: use a command buffer of the
        /// plugin, for engines that do not give theirs or do not leave their render pass. buffer: GetNativeBufferPtr() of a
        /// GraphicsBuffer, which receives the coefficients as rows of three floats, from bufferOffset on, in bytes; zero: no
        /// buffer.</summary>
        public RenderJob(IntPtr texture, int mip = 0, ProjectOptions options = null,
            Normalization normalization = null, IntPtr target = default(IntPtr), int targetMipCount = 1,
            bool ownSubmission = false, IntPtr buffer = default(IntPtr), long bufferOffset = 0)
        {
            var nativeOptions = ProjectOptions.ToNative(options);
            var nativeNormalization = Normalization.ToNative(normalization);
            var desc = new UnityJobDesc
            {
                StructSize = (uint)sizeof(UnityJobDesc),
                Mip = checked((uint)mip),
                Texture = texture,
                Options = &nativeOptions,
                Normalization = target != IntPtr.Zero ? &nativeNormalization : null,
                Target = target,
                Buffer = buffer,
                BufferOffset = checked((ulong)bufferOffset),
                MipCount = checked((uint)(target != IntPtr.Zero ? targetMipCount : 0)),
                Flags = ownSubmission ? UnityJobFlags.OwnSubmission : UnityJobFlags.None,
            };
            Library.Check(Library.pnCreateUnityJob(&desc, out number));
        }

        ~RenderJob()
        {
            Release();
        }

        /// <summary>The data for the event RenderPlugin.RunEventId. It is a number and not an address.</summary>
        public IntPtr EventData => new IntPtr((long)number);

        public RenderJobState State
        {
            get
            {
                UnityJobState state;
                Library.Check(Library.pnGetUnityJobState(number, out state));
                return (RenderJobState)state;
            }
        }

        public RenderRoute Route => Info.Route;

        public RenderJobInfo Info
        {
            get
            {
                var info = new UnityJobInfo { StructSize = (uint)sizeof(UnityJobInfo) };
                Library.Check(Library.pnGetUnityJobInfo(number, &info));
                return new RenderJobInfo
                {
                    FaceSize = (int)info.FaceSize, VulkanFormat = info.VulkanFormat, Route = (RenderRoute)info.Route,
                    IsOwnSubmission = info.IsOwnSubmission != 0, Frame = (long)info.Frame,
                };
            }
        }

        /// <summary>The result of a job that is done. Throws an exception if the job failed.</summary>
        public ProjectResult GetResult()
        {
            Native.Sh sh;
            var info = new Native.ProjectInfo { StructSize = (uint)sizeof(Native.ProjectInfo) };
            Library.Check(Library.pnGetUnityJobResult(number, &sh, &info));
            return new ProjectResult(ref sh, ref info);
        }

        /// <summary>Releases the job, in any state.</summary>
        public void Dispose()
        {
            Release();
            GC.SuppressFinalize(this);
        }

        private void Release()
        {
            var released = number;
            number = 0;
            if (released != 0)
                Library.pnReleaseUnityJob(released);
        }
    }

    /// <summary>The library as Unity's native rendering plugin: what it found of its engine.</summary>
    public static unsafe class RenderPlugin
    {
        /// <summary>Whether RenderJobs can run: the native library loads here, and the engine runs on Vulkan and has loaded
        /// the plugin.</summary>
        public static bool IsAvailable => GetInfo().HasDevice != 0;

        /// <summary>Why RenderJobs cannot run; "" when they can.</summary>
        public static string UnavailableReason
        {
            get
            {
                var info = GetInfo();
                return LibraryInfo.IsAvailable ? Utf8.Read(info.Reason, 256) : LibraryInfo.UnavailableReason;
            }
        }

        /// <summary>For CommandBuffer.IssuePluginEventAndData; zero when no engine loaded the plugin.</summary>
        public static IntPtr RenderEvent => LibraryInfo.IsAvailable ? Library.pnGetUnityRenderEvent() : IntPtr.Zero;

        /// <summary>The event that runs a job; its data is RenderJob.EventData.</summary>
        public static int RunEventId => EventId(UnityEvent.Run);

        /// <summary>The event that takes the results of finished frames: once a frame while jobs are pending.</summary>
        public static int CollectEventId => EventId(UnityEvent.Collect);

        public static int PendingJobCount => (int)GetInfo().PendingJobs;

        /// <summary>Jobs that were created and not released.</summary>
        public static int JobCount => (int)GetInfo().JobCount;

        /// <summary>The engine's API as its UnityGfxRenderer: 21 is Vulkan, 4 is none; -1: no engine loaded the
        /// plugin.</summary>
        public static int Renderer => GetInfo().Renderer;

        /// <summary>Whether an engine has loaded the plugin and not unloaded it.</summary>
        public static bool IsLoaded => GetInfo().IsLoaded != 0;

        /// <summary>The last frame number of the engine that the plugin knows; 0 before.</summary>
        public static long Frame => (long)GetInfo().Frame;

        /// <summary>The device has finished this frame and all before.</summary>
        public static long SafeFrame => (long)GetInfo().SafeFrame;

        /// <summary>Forgets the jobs of a domain that was unloaded. Call it once, before the first job.</summary>
        public static void ReleaseAllJobs()
        {
            if (LibraryInfo.IsAvailable)
                Library.pnReleaseAllUnityJobs();
        }

        /// <summary>The oldest message that nobody took. Without the native library there is none.</summary>
        public static bool TakeLogMessage(out LogEntry entry)
        {
            entry = new LogEntry();
            if (!LibraryInfo.IsAvailable)
                return false;
            var message = new UnityMessage { StructSize = (uint)sizeof(UnityMessage) };
            Library.Check(Library.pnTakeUnityMessage(&message));
            entry = new LogEntry
            {
                Number = (long)message.Number,
                Level = message.Level,
                Text = Utf8.Read(message.Text, 512),
                Job = message.Job,
            };
            return message.Number != 0;
        }

        private static int EventId(UnityEvent unityEvent)
        {
            LibraryInfo.Require();
            return Library.pnGetUnityEventId(unityEvent);
        }

        private static UnityInfo GetInfo()
        {
            var info = new UnityInfo { StructSize = (uint)sizeof(UnityInfo), Renderer = -1 };
            if (LibraryInfo.IsAvailable)
                Library.Check(Library.pnGetUnityInfo(&info));
            return info;
        }
    }
}
