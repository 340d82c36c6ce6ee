using System;
using System.Collections;
using System.Linq;

namespace NUnit.Framework
{
    public sealed class TestAttribute : Attribute { }

    public sealed class AssertionException : Exception
    {
        public AssertionException(string message) : base(message) { }
    }

    public static class Assert
    {
        public static void AreEqual(object expected, object actual)
        {
            if (!Equals(expected, actual))
                throw new AssertionException("expected " + expected + ", found " + actual);
        }

        public static void AreNotEqual(object expected, object actual)
        {
            if (Equals(expected, actual))
                throw new AssertionException("found " + actual);
        }

        public static void Greater(float value, float limit)
        {
            if (!(value > limit))
                throw new AssertionException(value + " is not above " + limit);
        }
    }

    public static class CollectionAssert
    {
        public static void AreEqual(IEnumerable expected, IEnumerable actual)
        {
            object[] left = expected.Cast<object>().ToArray(), right = actual.Cast<object>().ToArray();
            if (!left.SequenceEqual(right))
                throw new AssertionException(string.Join(" ", left) + " and " + string.Join(" ", right));
        }
    }
}
