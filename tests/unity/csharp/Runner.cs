using System;
using System.Diagnostics;
using System.Linq;
using System.Reflection;

namespace ProbeNorm.Tests
{
    /// <summary>A public static method of a class *Test is a test; it fails by throwing.</summary>
    internal static class Program
    {
        /// <summary>Arguments: names of classes; none is all.</summary>
        private static int Main(string[] names)
        {
            const BindingFlags own = BindingFlags.Static | BindingFlags.Public | BindingFlags.DeclaredOnly;
            var tests = Assembly.GetExecutingAssembly().GetTypes()
                .Where(type => type.Name.EndsWith("Test") && (names.Length == 0 || names.Contains(type.Name)))
                .SelectMany(type => type.GetMethods(own))
                .Where(method => method.GetParameters().Length == 0 && method.ReturnType == typeof(void))
                .ToArray();
            var failed = tests.Count(test => !Passes(test));
            Console.WriteLine(tests.Length - failed + " passed, " + failed + " failed");
            return tests.Length > 0 && failed == 0 ? 0 : 1;
        }

        private static bool Passes(MethodInfo test)
        {
            var name = test.DeclaringType.Name + "." + test.Name;
            try
            {
                test.Invoke(null, null);
                Console.WriteLine("ok      " + name);
                return true;
            }
            catch (TargetInvocationException exception)
            {
                Console.WriteLine("FAILED  " + name + ": " + exception.InnerException);
                return false;
            }
        }

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

    /// <summary>A condition that did not hold.</summary>
    public sealed class CheckFailedException : Exception
    {
        public CheckFailedException(string message) : base(message) { }
    }

    internal static class Check
    {
        internal static void That(bool condition, string what)
        {
            if (!condition)
                throw new CheckFailedException(what);
        }

        internal static void Equal<T>(T expected, T actual, string what) =>
            That(Equals(expected, actual), what + ": expected " + expected + ", found " + actual);

        internal static void SameBits(float[] expected, float[] actual, string what)
        {
            Equal(expected.Length, actual.Length, what + ", length");
            That(expected.Length > 0, what + " is empty");
            for (var i = 0; i < expected.Length; ++i)
                Equal(Bits.Of(expected[i]), Bits.Of(actual[i]), what + "[" + i + "], bits");
        }

        internal static void Near(double expected, double actual, double tolerance, string what) =>
            That(Math.Abs(expected - actual) <= tolerance, what + ": expected " + expected + ", found " + actual);

        internal static TException Throws<TException>(Action action, string word) where TException : Exception
        {
            try
            {
                action();
            }
            catch (TException exception)
            {
                That(exception.Message.Contains(word), "\"" + word + "\" in \"" + exception.Message + "\"");
                return exception;
            }
            throw new CheckFailedException("expected " + typeof(TException).Name + " with \"" + word + "\"");
        }

        internal static void Fails(Result result, string word, Action action) =>
            Equal(result, Throws<ProbeNormException>(action, word).Result, "result of \"" + word + "\"");
    }

    internal static class Bits
    {
        internal static uint Of(float value) => BitConverter.ToUInt32(BitConverter.GetBytes(value), 0);
        internal static float ToFloat(uint bits) => BitConverter.ToSingle(BitConverter.GetBytes(bits), 0);
    }
}
