using System;
using ProbeNorm.Native;

namespace ProbeNorm
{
    /// <summary>The library as Unity's native rendering plugin: what it found of its engine.</summary>
    public static unsafe class RenderPlugin
    {
        /// <summary>Whether RenderJobs can run: the native library loads here, and the engine runs on Vulkan and has loaded
        /// the plugin.</summary>
        public static bool IsAvailable => LibraryInfo.IsAvailable && GetInfo().HasDevice != 0;

        /// <summary>Why RenderJobs cannot run; "" when they can.</summary>
        public static string UnavailableReason
        {
            get
            {
                if (!LibraryInfo.IsAvailable)
                    return LibraryInfo.UnavailableReason;
                var info = GetInfo();
                return Utf8.Read(info.Reason, 256);
            }
        }

        /// <summary>For CommandBuffer.IssuePluginEventAndData; zero when no engine loaded the plugin.</summary>
        public static IntPtr RenderEvent => LibraryInfo.IsAvailable ? Library.pnUnityGetRenderEvent() : IntPtr.Zero;

        /// <summary>The event that runs a job; its data is RenderJob.EventData.</summary>
        public static int RunEventId => EventId(UnityEvent.Run);

        /// <summary>The event that takes the results of finished frames: once a frame while jobs are pending.</summary>
        public static int CollectEventId => EventId(UnityEvent.Collect);

        public static int PendingJobCount => LibraryInfo.IsAvailable ? (int)GetInfo().PendingJobs : 0;

        /// <summary>Jobs that were created and not released.</summary>
        public static int JobCount => LibraryInfo.IsAvailable ? (int)GetInfo().JobCount : 0;

        /// <summary>The engine's API as its UnityGfxRenderer: 21 is Vulkan, 4 is none; -1: no engine loaded the
        /// plugin.</summary>
        public static int Renderer => LibraryInfo.IsAvailable ? GetInfo().Renderer : -1;

        /// <summary>Whether an engine has loaded the plugin and not unloaded it.</summary>
        public static bool IsLoaded => LibraryInfo.IsAvailable && GetInfo().IsLoaded != 0;

        /// <summary>The last frame number of the engine that the plugin knows; 0 before.</summary>
        public static long Frame => LibraryInfo.IsAvailable ? (long)GetInfo().Frame : 0;

        /// <summary>The device has finished this frame and all before.</summary>
        public static long SafeFrame => LibraryInfo.IsAvailable ? (long)GetInfo().SafeFrame : 0;

        /// <summary>Forgets the jobs of a domain that was unloaded. Call it once, before the first job.</summary>
        public static void ReleaseAllJobs()
        {
            if (LibraryInfo.IsAvailable)
                Library.pnUnityReleaseAllJobs();
        }

        /// <summary>The oldest message that nobody took. Without the native library there is none.</summary>
        public static bool TakeLogMessage(out LogEntry entry)
        {
            entry = new LogEntry();
            if (!LibraryInfo.IsAvailable)
                return false;
            var message = new UnityMessage { StructSize = (uint)sizeof(UnityMessage) };
            Library.Check(Library.pnUnityTakeMessage(ref message));
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
            return Library.pnUnityGetEventId(unityEvent);
        }

        private static UnityInfo GetInfo()
        {
            var info = new UnityInfo { StructSize = (uint)sizeof(UnityInfo) };
            Library.Check(Library.pnUnityGetInfo(ref info));
            return info;
        }
    }
}
