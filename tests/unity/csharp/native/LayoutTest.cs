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
            var lines = Lines();
            foreach (var line in lines)
            {
                var mirror = Mirror(line[0]);
                var field = FieldName(line[2]);
                Check.Equal(int.Parse(line[1]), Marshal.SizeOf(mirror), line[0]);
                Check.Equal(int.Parse(line[3]), Marshal.OffsetOf(mirror, field).ToInt32(), "offset of " + line[0] + "." + field);
                Check.Equal(int.Parse(line[4]), SizeOf(mirror.GetField(field, Fields)), "bytes of " + line[0] + "." + field);
            }
            foreach (var type in lines.GroupBy(line => line[0]))
                Check.Equal(type.Count(), Mirror(type.Key).GetFields(Fields).Length, "fields of " + type.Key);
            var mirrors = typeof(Library).Assembly.GetTypes().Where(
                type => type.Namespace == "ProbeNorm.Native" && type.IsValueType && !type.IsEnum && !type.IsNested).ToList();
            Check.That(mirrors.Count >= 18, "there are structs");
            Check.Equal("", string.Join(" ", mirrors.Except(lines.Select(line => Mirror(line[0])))), "structs that C does not have");
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

    /// <summary>The Unity plugin's calls where no engine has loaded it.</summary>
    public static class RenderPluginTest
    {
        public static void WithoutAnEngineItSaysWhy()
        {
            Check.That(!RenderPlugin.IsAvailable, "not available");
            Check.That(RenderPlugin.UnavailableReason.Length > 0, "there is a reason");
            Check.Equal("0 -1 -1 0", RenderPlugin.RenderEvent + " " + RenderPlugin.RunEventId + " " +
                RenderPlugin.CollectEventId + " " + RenderPlugin.PendingJobCount, "event, its numbers, pending jobs");
            Check.Fails(Result.UnsupportedDevice, "", () => new RenderJob(new IntPtr(8)));
            Check.Fails(Result.InvalidArgument, "texture", () => new RenderJob(IntPtr.Zero));
        }
    }
}
