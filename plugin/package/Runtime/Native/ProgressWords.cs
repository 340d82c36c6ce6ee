using System;
using System.Runtime.InteropServices;
using System.Threading;

namespace ProbeNorm.Native
{
    /// <summary>A PnProgress outside the managed heap: the library writes to it from threads of its own.</summary>
    internal sealed unsafe class ProgressWords : SafeHandle
    {
        internal ProgressWords() : base(IntPtr.Zero, ownsHandle: true)
        {
            SetHandle(Marshal.AllocHGlobal(sizeof(Progress)));
            *Words = new Progress();
        }

        internal Progress* Words => (Progress*)handle;
        internal uint Completed => (uint)Volatile.Read(ref *(int*)&Words->Completed);

        internal void Cancel() => Volatile.Write(ref *(int*)&Words->Cancel, 1);

        public override bool IsInvalid => handle == IntPtr.Zero;

        protected override bool ReleaseHandle()
        {
            Marshal.FreeHGlobal(handle);
            return true;
        }
    }
}
