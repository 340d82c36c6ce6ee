using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

namespace ProbeNorm.Editing
{
    /// <summary>Reads what `probenorm bake` writes of a probe: DIR/probes/ID.json.</summary>
    internal static class BakeRecord
    {
        internal static string PathOf(string folder, string id) => Path.Combine(folder, "probes", id + ".json");

        /// <summary>normalization: the run time's values, which a bake does not know; the floor is the
        /// record's.</summary>
        internal static BakedProbe Read(string path, Normalization normalization)
        {
            try
            {
                return Read((Dictionary<string, object>)Json.Parse(File.ReadAllText(path)), normalization);
            }
            catch (Exception exception) when (exception is FormatException || exception is InvalidCastException ||
                                              exception is KeyNotFoundException || exception is ArgumentException)
            {
                throw new InvalidDataException(
                    path + " is no record of probenorm bake: " + exception.Message, exception);
            }
        }

        private static BakedProbe Read(Dictionary<string, object> record, Normalization normalization)
        {
            Require(record, "convention", "canonical");
            Require(record, "window", "auto");
            var bands = (int)(double)record["bands"];
            var rows = ((List<object>)record["coefficients"]).SelectMany(row => (List<object>)row);
            var all = normalization.Resolved();
            all.floor = (float)(double)Member(record, "normalization")["floor"];
            return new BakedProbe
            {
                Light = new Sh(bands, rows.Select(value => (float)(double)value).ToArray()),
                Normalization = all,
                Algorithm = (int)(double)record["algorithm"],
                IsReproducible = (bool)record["reproducible"],
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

        private static Dictionary<string, object> Member(Dictionary<string, object> record, string name)
        {
            return (Dictionary<string, object>)record[name];
        }
    }
}
