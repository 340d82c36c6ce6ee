using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Reflection;

namespace ProbeNorm.Tests
{
    internal static class Program
    {
        private static int Main(string[] names) => Runner.Run(Assembly.GetExecutingAssembly(), names);

        /// <summary>What a C program of this folder prints, whose path ctest puts into the environment.</summary>
        internal static List<string[]> ReadLines(string variable)
        {
            var path = Environment.GetEnvironmentVariable(variable);
            Check.That(!string.IsNullOrEmpty(path), variable + " is not set");
            var start = new ProcessStartInfo(path) { RedirectStandardOutput = true, UseShellExecute = false };
            using (var process = Process.Start(start))
            {
                var lines = new List<string[]>();
                for (string line; (line = process.StandardOutput.ReadLine()) != null;)
                    lines.Add(line.Split(' '));
                process.WaitForExit();
                Check.Equal(0, process.ExitCode, path);
                Check.That(lines.Count > 0, path + " printed nothing");
                return lines;
            }
        }
    }
}
