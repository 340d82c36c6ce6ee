using System;
using System.Text;

namespace ProbeNorm.Native
{
    /// <summary>Strings across the boundary. Marshal.PtrToStringUTF8 is not in every API level Unity offers.</summary>
    internal static unsafe class Utf8
    {
        internal static string Read(IntPtr text)
        {
            return text == IntPtr.Zero ? null : Read((byte*)text, int.MaxValue);
        }

        internal static string Read(byte* text, int capacity)
        {
            var length = 0;
            while (length < capacity && text[length] != 0)
                ++length;
            return length == 0 ? "" : Encoding.UTF8.GetString(text, length);
        }

        internal static byte[] Terminated(string text)
        {
            return Encoding.UTF8.GetBytes(text + "\0");
        }
    }
}
