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
    /// <summary>Functions and enumerations against the text of the headers.</summary>
    public static class HeaderTest
    {
        private static string Read()
        {
            var folder = Environment.GetEnvironmentVariable("PN_INCLUDE");
            Check.That(!string.IsNullOrEmpty(folder), "PN_INCLUDE is set");
            return File.ReadAllText(Path.Combine(folder, "probenorm/probenorm.h")) +
                   File.ReadAllText(Path.Combine(folder, "probenorm/probenorm_unity.h"));
        }

        public static void EveryFunctionIsImportedAndNoOther()
        {
            var declared = Regex.Matches(Read(), @"^PN_API .*?\b(pn[A-Z]\w*)\(", RegexOptions.Multiline)
                .Cast<Match>().Select(match => match.Groups[1].Value).OrderBy(name => name, StringComparer.Ordinal);
            var imported = typeof(Library).GetMethods(BindingFlags.Static | BindingFlags.NonPublic)
                .Where(method => method.GetCustomAttribute<DllImportAttribute>() != null)
                .Select(method => method.Name).OrderBy(name => name, StringComparer.Ordinal);
            Check.Equal(string.Join(" ", declared), string.Join(" ", imported), "functions");
        }

        public static void EveryEnumerationHasTheSameValues()
        {
            var compared = 0;
            const string pattern = @"(?:typedef int32_t Pn(\w+);\s*(?:/\*.*?\*/\s*)?)?enum\s*\{(.*?)\};";
            foreach (Match match in Regex.Matches(Read(), pattern, RegexOptions.Singleline))
            {
                var body = Regex.Replace(match.Groups[2].Value, @"/\*.*?\*/", "", RegexOptions.Singleline);
                Compare(match.Groups[1].Success ? match.Groups[1].Value : FlagsName(body), body);
                ++compared;
            }
            Check.That(compared >= 16, "enumerations are found");
        }

        private static string FlagsName(string body)
        {
            if (body.Contains("PN_CONTEXT_"))
                return "ContextFlags";
            return body.Contains("PN_UNITY_JOB_") ? "UnityJobFlags" : "";
        }

        private static void Compare(string name, string body)
        {
            var type = typeof(Result).Assembly.GetType("ProbeNorm." + name) ??
                       typeof(Result).Assembly.GetType("ProbeNorm.Native." + name);
            Check.That(type != null && type.IsEnum, "enumeration " + name);
            var mirrored = new SortedDictionary<string, int>();
            foreach (var value in Enum.GetValues(type))
                mirrored[Plain(value.ToString())] = (int)value;
            mirrored.Remove(type.IsDefined(typeof(FlagsAttribute), false) ? "NONE" : "");

            var declared = new SortedDictionary<string, int>();
            foreach (Match value in Regex.Matches(body, @"PN_(\w+) = (-?\d+)"))
                declared[ShortName(name, value.Groups[1].Value)] = int.Parse(value.Groups[2].Value);
            declared.Remove("COUNT");
            Check.Equal(string.Join(" ", declared), string.Join(" ", mirrored), name);
        }

        private static string Plain(string name) => name.Replace("_", "").ToUpperInvariant();

        // PN_DEVICE_TYPE_OTHER of DeviceType is Other, PN_LOG_ERROR of LogLevel Error, PN_ERROR_TIMEOUT of Result
        // Timeout.
        private static string ShortName(string type, string value)
        {
            var prefix = Plain(type == "Result" ? "ERROR" : Regex.Replace(type, "(Policy|Level|State|Flags)$", ""));
            var name = Plain(value);
            return name.StartsWith(prefix) ? name.Substring(prefix.Length) : name;
        }
    }
}
