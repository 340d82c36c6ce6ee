using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace ProbeNorm.Editing
{
    /// <summary>Reads JSON into Dictionary&lt;string, object&gt;, List&lt;object&gt;, string, double, bool and null.
    /// Unity's JsonUtility has no arrays of arrays.</summary>
    internal sealed class Json
    {
        private const int MostDepth = 64;

        private readonly string text;
        private int at;
        private int depth;

        private Json(string text) => this.text = text;

        internal static object Parse(string text)
        {
            var reader = new Json(text);
            var value = reader.ReadValue();
            reader.SkipSpace();
            if (reader.at != text.Length)
                throw reader.Failure("the end");
            return value;
        }

        /// <summary>In quotes, escaped.</summary>
        internal static string Quote(string text)
        {
            var quoted = new StringBuilder("\"");
            foreach (var character in text)
            {
                if (character == '"' || character == '\\')
                    quoted.Append('\\').Append(character);
                else if (character < ' ')
                    quoted.Append("\\u").Append(((int)character).ToString("x4", CultureInfo.InvariantCulture));
                else
                    quoted.Append(character);
            }
            return quoted.Append('"').ToString();
        }

        /// <summary>A number with enough digits to read back the same bits.</summary>
        internal static string Number(float value)
        {
            if (float.IsNaN(value) || float.IsInfinity(value))
                throw new ArgumentOutOfRangeException(nameof(value), value, "must be finite");
            return value.ToString("R", CultureInfo.InvariantCulture);
        }

        private object ReadValue()
        {
            SkipSpace();
            if (++depth > MostDepth)
                throw Failure("fewer levels");
            object value;
            switch (Peek())
            {
                case '{': value = ReadObject(); break;
                case '[': value = ReadArray(); break;
                case '"': value = ReadString(); break;
                case 't': value = ReadWord("true", true); break;
                case 'f': value = ReadWord("false", false); break;
                case 'n': value = ReadWord("null", null); break;
                default: value = ReadNumber(); break;
            }
            --depth;
            return value;
        }

        private Dictionary<string, object> ReadObject()
        {
            var members = new Dictionary<string, object>();
            Expect('{');
            for (var isFirst = true; !Take('}'); isFirst = false)
            {
                if (!isFirst)
                    Expect(',');
                SkipSpace();
                var name = ReadString();
                Expect(':');
                members[name] = ReadValue();
            }
            return members;
        }

        private List<object> ReadArray()
        {
            var values = new List<object>();
            Expect('[');
            for (var isFirst = true; !Take(']'); isFirst = false)
            {
                if (!isFirst)
                    Expect(',');
                values.Add(ReadValue());
            }
            return values;
        }

        private string ReadString()
        {
            var value = new StringBuilder();
            Expect('"');
            while (Peek() != '"')
            {
                var character = text[at++];
                value.Append(character == '\\' ? ReadEscape() : character);
            }
            ++at;
            return value.ToString();
        }

        private char ReadEscape()
        {
            var character = Peek();
            ++at;
            switch (character)
            {
                case 'b': return '\b';
                case 'f': return '\f';
                case 'n': return '\n';
                case 'r': return '\r';
                case 't': return '\t';
                case 'u': return ReadCodeUnit();
                default: return character;
            }
        }

        private char ReadCodeUnit()
        {
            ushort unit;
            if (at + 4 > text.Length || !ushort.TryParse(
                    text.Substring(at, 4), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out unit))
                throw Failure("four hexadecimal digits");
            at += 4;
            return (char)unit;
        }

        private object ReadWord(string word, object value)
        {
            if (string.CompareOrdinal(text, at, word, 0, word.Length) != 0)
                throw Failure("a value");
            at += word.Length;
            return value;
        }

        private object ReadNumber()
        {
            var start = at;
            while (at < text.Length && (char.IsDigit(text[at]) || "+-.eE".IndexOf(text[at]) >= 0))
                ++at;
            double value;
            if (!double.TryParse(
                    text.Substring(start, at - start), NumberStyles.Float, CultureInfo.InvariantCulture, out value))
                throw Failure("a value");
            return value;
        }

        private void SkipSpace()
        {
            while (at < text.Length && " \t\r\n".IndexOf(text[at]) >= 0)
                ++at;
        }

        private char Peek()
        {
            if (at >= text.Length)
                throw Failure("more");
            return text[at];
        }

        private bool Take(char character)
        {
            SkipSpace();
            if (Peek() != character)
                return false;
            ++at;
            return true;
        }

        private void Expect(char character)
        {
            if (!Take(character))
                throw Failure("'" + character + "'");
        }

        private FormatException Failure(string expected) =>
            new FormatException("JSON: expected " + expected + " at character " + at);
    }
}
