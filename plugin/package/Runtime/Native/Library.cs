using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace ProbeNorm.Native
{
    // The functions themselves are in Bindings.cs. A job is a number and never an address, so a stale one is an error and
    // nothing worse.
    internal static unsafe partial class Library
    {
        /// <summary>Throws an exception with the library's message, unless the call succeeded.</summary>
        internal static void Check(Result result)
        {
            if (result != Result.Success)
                throw new ProbeNormException(result, LastError());
        }

        internal static string LastError() => Utf8.Read(pnGetLastErrorMessage());

        internal static TimeSpan Time(ulong nanoseconds) => TimeSpan.FromTicks((long)nanoseconds / 100);
    }

    /// <summary>Owns a PnContext. A call in progress holds it, so that it may be disposed from anywhere.</summary>
    internal sealed class ContextHandle : SafeHandleZeroOrMinusOneIsInvalid
    {
        private ContextHandle() : base(ownsHandle: true) { }

        protected override bool ReleaseHandle()
        {
            Library.pnDestroyContext(handle);
            return true;
        }
    }

    /// <summary>Keeps arrays of numbers or structs where they are until it is disposed.</summary>
    internal sealed unsafe class Pins : IDisposable
    {
        private readonly List<GCHandle> handles = new List<GCHandle>();

        internal byte* Add(Array array)
        {
            handles.Add(GCHandle.Alloc(array, GCHandleType.Pinned));
            return (byte*)handles[handles.Count - 1].AddrOfPinnedObject();
        }

        public void Dispose()
        {
            foreach (var handle in handles)
                handle.Free();
            handles.Clear();
        }
    }

    /// <summary>Strings across the boundary. Marshal.PtrToStringUTF8 is not in every API level Unity offers.</summary>
    internal static unsafe class Utf8
    {
        internal static string Read(IntPtr text) => text == IntPtr.Zero ? null : Read((byte*)text, int.MaxValue);

        internal static string Read(byte* text, int capacity)
        {
            var length = 0;
            while (length < capacity && text[length] != 0)
                ++length;
            return length == 0 ? "" : Encoding.UTF8.GetString(text, length);
        }

        internal static byte[] Terminated(string text) => Encoding.UTF8.GetBytes(text + "\0");
    }
}
