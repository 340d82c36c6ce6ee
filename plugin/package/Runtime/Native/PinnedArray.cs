using System;
using System.Runtime.InteropServices;

namespace ProbeNorm.Native
{
    /// <summary>Keeps an array of numbers where it is until it is disposed.</summary>
    internal sealed class PinnedArray : IDisposable
    {
        private GCHandle handle;

        internal ulong Bytes { get; }
        internal IntPtr Address => handle.AddrOfPinnedObject();

        internal PinnedArray(Array array)
        {
            if (array == null)
                throw new ArgumentNullException(nameof(array));
            Bytes = (ulong)Buffer.ByteLength(array); // throws unless it holds numbers
            handle = GCHandle.Alloc(array, GCHandleType.Pinned);
        }

        public void Dispose() => handle.Free();
    }
}
