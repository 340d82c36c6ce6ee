using System;
using System.Diagnostics;
using System.IO;
using System.Reflection;

namespace ProbeNorm.Tests
{
    internal static class Program
    {
        private static int Main(string[] names) => Runner.Run(Assembly.GetExecutingAssembly(), names);

        internal static string Variable(string name)
        {
            var value = Environment.GetEnvironmentVariable(name);
            Check.That(!string.IsNullOrEmpty(value), name + " is not set");
            return value;
        }

        /// <summary>Standard output of a program that has to succeed.</summary>
        internal static string Execute(string program, string arguments)
        {
            var start = new ProcessStartInfo(program, arguments)
            {
                RedirectStandardOutput = true, RedirectStandardError = true, UseShellExecute = false,
            };
            using (var process = Process.Start(start))
            {
                var error = process.StandardError.ReadToEndAsync();
                var output = process.StandardOutput.ReadToEnd();
                process.WaitForExit();
                Check.That(process.ExitCode == 0, arguments + ": exit " + process.ExitCode + ", " + error.Result);
                return output;
            }
        }
    }

    /// <summary>A folder that is gone afterwards.</summary>
    internal sealed class TemporaryFolder : IDisposable
    {
        internal string Path { get; } =
            System.IO.Path.Combine(System.IO.Path.GetTempPath(), "probenorm-" + Guid.NewGuid());

        internal TemporaryFolder()
        {
            Directory.CreateDirectory(Path);
        }

        public void Dispose() => Directory.Delete(Path, true);
    }
}
