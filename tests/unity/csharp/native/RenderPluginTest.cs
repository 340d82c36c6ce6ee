using System;
using ProbeNorm.Native;

namespace ProbeNorm.Tests
{
    /// <summary>The Unity plugin's calls where no engine has loaded it, and with numbers of jobs that are
    /// gone.</summary>
    public static class RenderPluginTest
    {
        public static void WithoutAnEngineItSaysWhy()
        {
            Check.That(!RenderPlugin.IsAvailable, "not available");
            Check.That(RenderPlugin.UnavailableReason.Length > 0, "there is a reason");
            Check.Equal(IntPtr.Zero, RenderPlugin.RenderEvent, "render event");
            Check.Equal(-1, RenderPlugin.RunEventId, "event to run");
            Check.Equal(-1, RenderPlugin.CollectEventId, "event to collect");
            Check.Equal(0, RenderPlugin.PendingJobCount, "pending jobs");
        }

        public static void WithoutAnEngineJobsAreRefused()
        {
            Check.Fails(Result.UnsupportedDevice, "", () => new RenderJob(new IntPtr(8)));
            Check.Fails(Result.InvalidArgument, "texture", () => new RenderJob(IntPtr.Zero));
        }

        public static unsafe void StaleNumbersAreErrors()
        {
            foreach (var stale in new[] { 0ul, 1ul, 12345ul, ulong.MaxValue })
            {
                UnityJobState state;
                Native.Sh sh;
                var info = new Native.ProjectInfo { StructSize = 72 };
                var jobInfo = new UnityJobInfo { StructSize = 32 };
                Check.Equal(Result.InvalidArgument, Library.pnUnityGetJobState(stale, out state), "state");
                Check.Equal(Result.InvalidArgument, Library.pnUnityGetJobResult(stale, &sh, &info), "result");
                Check.Equal(Result.InvalidArgument, Library.pnUnityGetJobInfo(stale, &jobInfo), "info");
                Check.Equal(Result.InvalidArgument, Library.pnUnityReleaseJob(stale), "release");
                Check.That(Utf8.Read(Library.pnGetLastErrorMessage()).Contains("job"), "message");
            }
            RenderPlugin.ReleaseAllJobs();
        }

        public static void ThereAreNoMessages()
        {
            LogEntry entry;
            while (RenderPlugin.TakeLogMessage(out entry))
                Check.That(entry.Text.Length > 0, "text");
            Check.Equal("0 ", entry.Number + " " + entry.Text, "no message");
        }
    }
}
