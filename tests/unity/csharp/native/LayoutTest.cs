using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Runtime.InteropServices;
using ProbeNorm.Native;

namespace ProbeNorm.Tests
{
    /// <summary>The mirrored structs against the C compiler's, which tests/unity/csharp/layout.c prints.</summary>
    public static class LayoutTest
    {
        private const BindingFlags Fields = BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public;

        private static List<string[]> Lines()
        {
            var lines = Program.ReadLines("PN_LAYOUT_PROGRAM");
            lines.RemoveAll(line => line[0].StartsWith("PnVulkan")); // C# programs do not pass Vulkan devices
            return lines;
        }

        private static Type Mirror(string name)
        {
            return typeof(Library).Assembly.GetType("ProbeNorm.Native." + name.Substring(2), throwOnError: true);
        }

        private static string FieldName(string name) => char.ToUpperInvariant(name[0]) + name.Substring(1);

        public static void SizesAndOffsetsAreEqual()
        {
            foreach (var line in Lines())
            {
                var mirror = Mirror(line[0]);
                var field = FieldName(line[2]);
                Check.Equal(int.Parse(line[1]), Marshal.SizeOf(mirror), line[0]);
                Check.Equal(int.Parse(line[3]), Marshal.OffsetOf(mirror, field).ToInt32(), "offset of " + line[0] + "." + field);
                Check.Equal(int.Parse(line[4]), SizeOf(mirror.GetField(field, Fields)), "bytes of " + line[0] + "." + field);
            }
        }

        public static void NoFieldIsMissingOrExtra()
        {
            foreach (var type in Lines().GroupBy(line => line[0]))
                Check.Equal(type.Count(), Mirror(type.Key).GetFields(Fields).Length, "fields of " + type.Key);
        }

        public static void EveryMirrorIsCompared()
        {
            var compared = new HashSet<Type>(Lines().Select(line => Mirror(line[0])));
            var mirrors = typeof(Library).Assembly.GetTypes().Where(
                type => type.Namespace == "ProbeNorm.Native" && type.IsValueType && !type.IsEnum && !type.IsNested);
            foreach (var mirror in mirrors)
                Check.That(compared.Contains(mirror), mirror + " is compared");
            Check.That(compared.Count >= 18, "there are structs");
        }

        private static int SizeOf(FieldInfo field)
        {
            if (field.FieldType.IsPointer)
                return IntPtr.Size;
            if (field.FieldType.IsEnum)
                return Marshal.SizeOf(Enum.GetUnderlyingType(field.FieldType));
            return Marshal.SizeOf(field.FieldType); // that of a fixed buffer is a struct of the buffer's size
        }
    }

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
