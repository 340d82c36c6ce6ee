using System;
using System.Collections.Generic;
using System.Text;
using UnityEngine;

namespace ProbeNorm.Editing
{
    /// <summary>A manifest for `probenorm bake`; docs/bake.md has its fields.</summary>
    internal sealed class BakeManifest
    {
        internal const string FileName = "probes.json";

        private readonly List<string> entries = new List<string>();
        private readonly string defaults;

        internal BakeManifest(Normalization normalization, ProjectOptions options)
        {
            defaults = "\"layout\": \"vstrip\", \"bands\": 3, \"convention\": \"canonical\", \"window\": \"auto\"" +
                       ", \"preset\": " + Json.Quote(LibraryInfo.NameOf(normalization.preset)) +
                       (normalization.floor != 0 ? ", \"floor\": " + Json.Number(normalization.floor) : "") +
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

        private static string Point(Vector3 point)
        {
            return "[" + Json.Number(point.x) + ", " + Json.Number(point.y) + ", " + Json.Number(point.z) + "]";
        }
    }
}
