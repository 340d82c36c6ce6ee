using System;
using System.IO;
using System.Linq;
using System.Reflection;
using NUnit.Framework;

namespace ProbeNorm.Tests
{
    /// <summary>The tests that the package brings for Unity's Test Runner, as far as stand-ins can play their
    /// parts.</summary>
    public static class EditorTestsTest
    {
        public static void TestsOfThePackagePass()
        {
            var folder = Path.GetDirectoryName(typeof(EditorTestsTest).Assembly.Location);
            var methods = Assembly.LoadFrom(Path.Combine(folder, "ProbeNorm.EditorTests.dll")).GetTypes()
                .SelectMany(type => type.GetMethods())
                .Where(method => method.GetCustomAttribute<TestAttribute>() != null).ToList();
            Check.That(methods.Count >= 4, "tests are found");
            foreach (var method in methods)
                method.Invoke(Activator.CreateInstance(method.DeclaringType), null);
        }
    }
}
