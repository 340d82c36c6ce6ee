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

        public static void SizesAreEqual()
        {
            foreach (var line in Lines())
                Check.Equal(int.Parse(line[1]), Marshal.SizeOf(Mirror(line[0])), line[0]);
        }

        public static void FieldsLieAtTheSameOffsets()
        {
            foreach (var line in Lines())
                Check.Equal(int.Parse(line[3]), Marshal.OffsetOf(Mirror(line[0]), FieldName(line[2])).ToInt32(),
                    "offset of " + line[0] + "." + line[2]);
        }

        public static void FieldsHaveTheSameSizes()
        {
            foreach (var line in Lines())
                Check.Equal(int.Parse(line[4]), SizeOf(Mirror(line[0]).GetField(FieldName(line[2]), Fields)),
                    "bytes of " + line[0] + "." + line[2]);
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
}
