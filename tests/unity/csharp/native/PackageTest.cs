using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Text.RegularExpressions;
using ProbeNorm.Native;

namespace ProbeNorm.Tests
{
    /// <summary>What Unity expects of a package's folder. tests/package looks at what is packed, with its .meta files.</summary>
    public static class PackageTest
    {
        private const string packed = "Runtime/Shaders/probenorm.hlsl"; // packing adds it

        private static string Root() => Program.Variable("PN_PACKAGE");

        private static List<string> Relative() => Directory.GetFiles(Root(), "*", SearchOption.AllDirectories)
            .Select(entry => entry.Substring(Root().Length + 1)).ToList();

        public static void VersionIsTheLibrarys()
        {
            var version = Regex.Match(File.ReadAllText(Path.Combine(Root(), "package.json")), "\"version\": \"(.*?)\"");
            var library = LibraryInfo.Version;
            Check.Equal(library.Major + "." + library.Minor + "." + library.Build, version.Groups[1].Value, "version");
            // The Package Manager shows the text below this heading.
            Check.That(File.ReadAllText(Path.Combine(Root(), "CHANGELOG.md")).Contains("\n## [" + version.Groups[1].Value + "]"),
                "the change log has the version");
        }

        public static void AssembliesReferToEachOther()
        {
            var texts = Relative().Where(path => path.EndsWith(".asmdef"))
                .Select(path => File.ReadAllText(Path.Combine(Root(), path))).ToList();
            var names = texts.Select(text => Regex.Match(text, "\"name\": \"(.*?)\"").Groups[1].Value).ToList();
            Check.Equal("ProbeNorm.Editor ProbeNorm.EditorTests ProbeNorm.Native ProbeNorm.Runtime",
                string.Join(" ", names.OrderBy(name => name)), "names");
            foreach (var text in texts)
                foreach (Match reference in Regex.Matches(
                    Regex.Match(text, "\"references\": \\[(.*?)\\]").Groups[1].Value, "\"(.*?)\""))
                    Check.That(names.Contains(reference.Groups[1].Value) || reference.Value.Contains("TestRunner"),
                        reference.Value + " is there");
        }

        public static void ShadersFindWhatTheyInclude()
        {
            var files = Relative();
            var count = 0;
            foreach (var path in files.Where(path => path.EndsWith(".hlsl") || path.EndsWith(".cginc") || path.EndsWith(".shader")))
                foreach (Match include in Regex.Matches(
                    File.ReadAllText(Path.Combine(Root(), path)), "#include(?:_with_pragmas)? \"(.*?)\""))
                {
                    const string own = "Packages/com.probenorm/";
                    var name = include.Groups[1].Value;
                    if (name.StartsWith("Unity") && name.EndsWith(".cginc")) // the editor's own, of the Built-in pipeline
                        continue;
                    Check.That(name.StartsWith("Packages/"), path + " includes " + name + " by its whole path");
                    if (!name.StartsWith(own))
                        continue;
                    ++count;
                    var file = name.Substring(own.Length);
                    Check.That(files.Contains(file) || file == packed, path + " includes " + name);
                }
            Check.That(count > 20, "includes are found");
        }

        // The passes of ProbeNorm/Lit for a version of URP, with the package's own files in place.
        private static string PassesOf(string range)
        {
            var shaders = Path.Combine(Root(), "Runtime/Shaders/Universal/");
            var text = File.ReadAllText(shaders + "Lit.shader").Split(new[] { "    SubShader\n" }, StringSplitOptions.None)
                .Single(part => part.Contains("universal\": \"" + range + "\""));
            return Regex.Replace(text, "#include_with_pragmas \"Packages/com.probenorm/.*/(.*)\"",
                include => File.ReadAllText(shaders + include.Groups[1].Value));
        }

        // As URP's own passes do: light of Adaptive Probe Volumes is read in both stages, instances of entities need buffers of
        // shader model 4.5, and the keywords' files are there only in the versions that have them; (?s) and .* count once.
        public static void UrpsKeywordsAreDeclaredAsInUrp()
        {
            const string library = "#include_with_pragmas \"Packages/com.unity.render-pipelines.universal/ShaderLibrary/";
            var ranges = new[] { "[12.0.0,14.0.0)", "[14.0.0,16.0.0)", "[16.0.0,17.4.0)" };
            var texts = ranges.Select(PassesOf).ToList();
            foreach (var row in new[]
            {
                library + "ProbeVolumeVariants.hlsl: 0 0 2", library + "DOTS.hlsl: 0 2 2", "(?s)" + library + "Fog.hlsl.*: 0 0 1",
                "#pragma target 4.5 DOTS_INSTANCING_ON: 2 0 0", "(?s)core/ShaderLibrary/FoveatedRenderingKeywords.hlsl.*: 0 0 1",
                "_ _SCREEN_SPACE_IRRADIANCE: 0 0 2", "pragma multi_compile_fragment.*PROBE_VOLUMES: 0 0 0",
            })
            {
                var word = row.Substring(0, row.IndexOf(": "));
                var counts = texts.Select(text => Regex.Matches(text, word).Count);
                Check.Equal(row, word + ": " + string.Join(" ", counts), "times in " + string.Join(" ", ranges));
            }
        }
    }

    /// <summary>The mirrored structs against the C compiler's, which tests/unity/csharp/layout.c prints.</summary>
    public static class LayoutTest
    {
        private const BindingFlags Fields = BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public;

        private static List<string[]> Lines() => Reference.Lines("PN_LAYOUT_PROGRAM")
            .Where(line => !line[0].StartsWith("PnVulkan")).ToList(); // C# programs do not pass Vulkan devices

        private static Type Mirror(string name) =>
            typeof(Library).Assembly.GetType("ProbeNorm.Native." + name.Substring(2), throwOnError: true);

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
