using System;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Text.RegularExpressions;
using ProbeNorm.Native;

namespace ProbeNorm.Tests
{
    /// <summary>Functions against the text of the headers.</summary>
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
    }
}
