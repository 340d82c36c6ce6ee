using Microsoft.Win32.SafeHandles;

namespace ProbeNorm.Native
{
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
}
