using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

namespace ProbeNorm.Editing
{
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

        private static Dictionary<string, object> Member(Dictionary<string, object> record, string name)
        {
            return (Dictionary<string, object>)record[name];
        }
    }
}
