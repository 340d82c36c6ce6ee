using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using UnityEngine;

namespace ProbeNorm.Editing
{
    /// <summary>Exports a scene's probes for `probenorm bake` on other machines, and imports the results.</summary>
    internal static class FarmBake
    {
        /// <summary>Writes captures and their manifest; returns a line for each probe that could not be read.</summary>
        internal static List<string> Export(
            IReadOnlyList<ReflectionProbe> probes, ProbeNormSettings settings, string folder,
            Func<int, bool> onProgress = null)
        {
            LibraryInfo.Require();
            ProbeAssets.RequireLinearSpace();
            var errors = new List<string>();
            var manifest = new BakeManifest(settings.ResolveNormalization(), settings.Options, settings.FixWords);
            Directory.CreateDirectory(Path.Combine(folder, "captures"));
            for (var i = 0; i < probes.Count; ++i)
            {
                if (onProgress != null && !onProgress(i))
                    throw new OperationCanceledException("the export was cancelled");
                try
                {
                    Export(probes[i], manifest, folder);
                }
                catch (Exception exception) when (exception is InvalidOperationException || exception is ArgumentException)
                {
                    errors.Add(probes[i].name + ": " + exception.Message);
                }
            }
            File.WriteAllText(Path.Combine(folder, BakeManifest.FileName), manifest.ToString());
            return errors;
        }

        /// <summary>Reads DIR/probes/ID.json for each probe. Returns an error for each probe without a usable file.</summary>
        internal static List<string> Import(
            IReadOnlyList<ReflectionProbe> probes, ProbeNormSettings settings, string folder)
        {
            ProbeAssets.RequireEditMode();
            var errors = new List<string>();
            var step = ProbeAssets.BeginStep();
            foreach (var probe in probes)
            {
                try
                {
                    var record = BakeRecord.Read(BakeRecord.PathOf(folder, ProbeAssets.IdOf(probe)), settings);
                    ProbeAssets.Save(probe, record, settings);
                }
                catch (Exception exception) when (exception is IOException || exception is InvalidDataException ||
                                                  exception is InvalidOperationException)
                {
                    errors.Add(probe.name + ": " + exception.Message);
                }
            }
            ProbeAssets.AsOneStep(step);
            return errors;
        }

        private static void Export(ReflectionProbe probe, BakeManifest manifest, string folder)
        {
            var captured = ProbeTexture.Of(probe);
            if (captured.Texture == null)
                throw new InvalidOperationException("has no texture; bake it, or let it render");
            var id = ProbeAssets.IdOf(probe);
            var file = "captures/" + id + ".exr";
            using (var reading = new CubemapReading(captured.Texture, captured.HdrDecode, 0, true))
                ExrFile.Write(Path.Combine(folder, file), reading.Wait());
            manifest.Add(id, file, probe.transform.position, probe.bounds);
        }
    }

    /// <summary>A manifest for `probenorm bake`; docs/bake.md has its fields.</summary>
    internal sealed class BakeManifest
    {
        internal const string FileName = "probes.json";

        private readonly List<string> entries = new List<string>();
        private readonly string defaults;

        internal BakeManifest(Normalization normalization, ProjectOptions options, string fixes)
        {
            defaults = "\"layout\": \"vstrip\", \"bands\": 3, \"convention\": \"canonical\", \"window\": \"auto\"" +
                       ", \"preset\": " + Json.Quote(LibraryInfo.NameOf(normalization.preset)) +
                       (normalization.floor != 0 ? ", \"floor\": " + Json.Number(normalization.floor) : "") +
                       (fixes.Length > 0 ? ", \"fix\": " + Json.Quote(fixes) : "") +
                       (options.Negative == NegativePolicy.Zero ? ", \"negative\": \"zero\"" : "") +
                       (options.BadTexels == BadTexelPolicy.Error ? ", \"badTexels\": \"error\"" : "");
        }

        internal void Add(string id, string file, Vector3 position, Bounds box)
        {
            entries.Add("    { \"id\": " + Json.Quote(id) + ", \"file\": " + Json.Quote(file) +
                        ",\n      \"position\": " + Point(position) + BoxMember(box) + " }");
        }

        public override string ToString()
        {
            var text = new StringBuilder("{\n  \"version\": 1,\n  \"defaults\": { ");
            text.Append(defaults).Append(" },\n  \"probes\": [\n");
            text.Append(string.Join(",\n", entries));
            return text.Append("\n  ]\n}\n").ToString();
        }

        /// <summary>An id that a manifest allows: ASCII letters and digits, _ and -. unique: a text that differs for objects
        /// of the same name and is the same in every session.</summary>
        internal static string MakeId(string name, string unique)
        {
            const int mostLetters = 60;
            var id = new StringBuilder();
            foreach (var letter in name.Substring(0, Math.Min(name.Length, mostLetters)))
            {
                var isAllowed = letter < 128 && (char.IsLetterOrDigit(letter) || "_-".IndexOf(letter) >= 0);
                id.Append(isAllowed ? letter : '_');
            }
            if (id.Length == 0 || id[0] == '-')
                id.Insert(0, '_');
            return id + "-" + Fnv64(unique).ToString("x16");
        }

        /// <summary>The part of an id that does not depend on the object's name.</summary>
        internal static string UniqueEnd(string id) => id.Substring(id.LastIndexOf('-'));

        private static ulong Fnv64(string text)
        {
            var hash = 14695981039346656037ul;
            foreach (var unit in Encoding.UTF8.GetBytes(text))
                hash = unchecked((hash ^ unit) * 1099511628211ul);
            return hash;
        }

        private static string BoxMember(Bounds box)
        {
            var isSolid = box.size.x > 0 && box.size.y > 0 && box.size.z > 0; // required by the manifest
            if (!isSolid)
                return "";
            return ",\n      \"box\": { \"min\": " + Point(box.min) + ", \"max\": " + Point(box.max) + " }";
        }

        private static string Point(Vector3 point) =>
            "[" + Json.Number(point.x) + ", " + Json.Number(point.y) + ", " + Json.Number(point.z) + "]";
    }

    /// <summary>Reads the file that `probenorm bake` writes for a probe: DIR/probes/ID.json.</summary>
    internal static class BakeRecord
    {
        /// <summary>The path where the tool writes the record. If an object was renamed since the export, the end of its id
        /// is still the same, and finds the record.</summary>
        internal static string PathOf(string folder, string id)
        {
            var probes = Path.Combine(folder, "probes");
            var path = Path.Combine(probes, id + ".json");
            if (File.Exists(path) || !Directory.Exists(probes))
                return path;
            var ofOldNames = Directory.GetFiles(probes, "*" + BakeManifest.UniqueEnd(id) + ".json");
            return ofOldNames.Length == 1 ? ofOldNames[0] : path;
        }

        /// <summary>Needs no native library. Floor, bounds, fade and weight are the record's, or the project's own.</summary>
        internal static BakedProbe Read(string path, ProbeNormSettings settings)
        {
            try
            {
                return Read((Dictionary<string, object>)Json.Parse(File.ReadAllText(path)), settings);
            }
            catch (Exception exception) when (exception is FormatException || exception is InvalidCastException ||
                                              exception is KeyNotFoundException || exception is ArgumentException)
            {
                throw new InvalidDataException(
                    path + " is no record of probenorm bake: " + exception.Message, exception);
            }
        }

        private static BakedProbe Read(Dictionary<string, object> record, ProbeNormSettings settings)
        {
            var baked = ReadLight(record, null);
            baked.Normalization = settings.Tuned(ReadNormalization(Member(record, "normalization")));
            return baked;
        }

        /// <summary>From a record, or from what `probenorm project` prints.</summary>
        internal static BakedProbe ReadLight(Dictionary<string, object> record, Normalization normalization)
        {
            Require(record, "convention", "canonical");
            Require(record, "window", "auto");
            var bands = (int)(double)record["bands"];
            var rows = ((List<object>)record["coefficients"]).SelectMany(row => (List<object>)row);
            return new BakedProbe
            {
                Light = new Sh(bands, rows.Select(value => (float)(double)value).ToArray()),
                Normalization = normalization,
                Algorithm = (int)(double)record["algorithm"],
                IsReproducible = (bool)(record.ContainsKey("device") ? Member(record, "device") : record)["reproducible"],
                WindowWidth = (float)(double)Member(record, "dering")["width"],
                NonFiniteTexels = (int)(double)Member(record, "input")["nonFinite"],
                NegativeTexels = (int)(double)Member(record, "input")["negative"],
            };
        }

        private static void Require(Dictionary<string, object> record, string name, string value)
        {
            if (!value.Equals(record[name]))
                throw new FormatException(name + " must be \"" + value + "\", found \"" + record[name] + "\"");
        }

        private static Normalization ReadNormalization(Dictionary<string, object> member)
        {
            var fade = member["fade"] as List<object>; // null: the full factor at any roughness
            return new Normalization
            {
                preset = (string)member["preset"] == "probenorm" ? Preset.ProbeNorm : Preset.Classic, // only the form counts
                floor = (float)(double)member["floor"],
                low = Bound(member["low"]),
                high = Bound(member["high"]),
                fadeBegin = fade != null ? (float)(double)fade[0] : 0,
                fadeEnd = fade != null ? (float)(double)fade[1] : -1,
                weight = (float)(double)member["weight"],
            };
        }

        // Null means no bound.
        private static float Bound(object value) => value == null ? float.MaxValue : (float)(double)value;

        private static Dictionary<string, object> Member(Dictionary<string, object> record, string name) =>
            (Dictionary<string, object>)record[name];
    }
}
