using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;

namespace ProbeNorm.Tests
{
    /// <summary>What Unity expects of a package's folder. tests/package looks at what is packed, with its .meta files.</summary>
    public static class PackageTest
    {
        private const string packed = "Runtime/Shaders/probenorm.hlsl"; // packing adds it

        private static string Root()
        {
            var root = Environment.GetEnvironmentVariable("PN_PACKAGE");
            Check.That(!string.IsNullOrEmpty(root), "PN_PACKAGE is set");
            return root;
        }

        private static IEnumerable<string> Entries(string folder)
        {
            foreach (var entry in Directory.GetFileSystemEntries(folder))
            {
                yield return entry;
                if (Directory.Exists(entry))
                    foreach (var inner in Entries(entry))
                        yield return inner;
            }
        }

        private static List<string> Relative() => Entries(Root())
            .Select(entry => entry.Substring(Root().Length + 1).Replace('\\', '/')).ToList();

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
            Check.Equal("ProbeNorm.Editor ProbeNorm.EditorTests ProbeNorm.Native ProbeNorm.Runtime ProbeNorm.Universal " +
                "ProbeNorm.Universal.Editor",
                string.Join(" ", names.OrderBy(name => name)), "names");
            foreach (var text in texts)
                foreach (Match reference in Regex.Matches(
                    Regex.Match(text, "\"references\": \\[(.*?)\\]").Groups[1].Value, "\"(.*?)\""))
                    Check.That(names.Contains(reference.Groups[1].Value) || reference.Value.Contains("TestRunner") ||
                        reference.Value.Contains("\"Unity.RenderPipelines."),
                        reference.Value + " is there");
        }

        public static void ShadersFindWhatTheyInclude()
        {
            var files = Relative();
            var count = 0;
            foreach (var path in files.Where(path => path.EndsWith(".hlsl") || path.EndsWith(".shader")))
                foreach (Match include in Regex.Matches(
                    File.ReadAllText(Path.Combine(Root(), path)), "#include(?:_with_pragmas)? \"(.*?)\""))
                {
                    const string own = "Packages/com.probenorm/";
                    var name = include.Groups[1].Value;
                    if (name.EndsWith(".cginc")) // the editor's own, of the Built-in pipeline
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
        // shader model 4.5, and the keywords' files are there only in the versions that have them.
        public static void UrpsKeywordsAreDeclaredAsInUrp()
        {
            const string library = "#include_with_pragmas \"Packages/com.unity.render-pipelines.universal/ShaderLibrary/";
            const string foveated = "core/ShaderLibrary/FoveatedRenderingKeywords.hlsl";
            foreach (var range in new[] { "17.1.0", "[16.0.0,17.1.0)", "[14.0.0,16.0.0)", "[12.0.0,14.0.0)" })
            {
                var text = PassesOf(range);
                var isOld = range.StartsWith("[12");
                var hasVolumes = range.StartsWith("17") || range.StartsWith("[16");
                Check.Equal(hasVolumes ? 2 : 0, Regex.Matches(text, library + "ProbeVolumeVariants.hlsl").Count, range + " volumes");
                Check.Equal(isOld ? 0 : 2, Regex.Matches(text, library + "DOTS.hlsl").Count, range + " DOTS.hlsl");
                Check.Equal(isOld ? 2 : 0, Regex.Matches(text, "#pragma target 4.5 DOTS_INSTANCING_ON").Count, range + " target");
                Check.Equal(hasVolumes, text.Contains(foveated), range + " foveated rendering");
                Check.Equal(range == "17.1.0", text.Contains(library + "Fog.hlsl"), range + " Fog.hlsl");
                Check.Equal(hasVolumes ? 2 : 0, Regex.Matches(text, "_ _SCREEN_SPACE_IRRADIANCE").Count, range + " irradiance");
                Check.That(!Regex.IsMatch(text, "pragma multi_compile_fragment.*PROBE_VOLUMES"), range + ": both stages");
            }
        }

        public static void NativeHalfKnowsNoEngine()
        {
            foreach (var path in Directory.GetFiles(Path.Combine(Root(), "Runtime/Native"), "*.cs"))
                Check.That(!Regex.IsMatch(File.ReadAllText(path), @"using Unity(Engine|Editor)"), path);
            Check.That(File.ReadAllText(Path.Combine(Root(), "Runtime/Native/ProbeNorm.Native.asmdef"))
                .Contains("\"noEngineReferences\": true"), "noEngineReferences");
        }
    }
}
