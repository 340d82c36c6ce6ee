using System;

namespace ProbeNorm
{
    using Native;

    /// <summary>An array that stays where it is, so that the context's device reads it by itself, until this is disposed.
    /// Context.Register makes one. Dispose it: one that is forgotten holds its array for ever.</summary>
    public sealed class RegisteredArray : IDisposable
    {
        private readonly object gate;
        private readonly ContextHandle context;
        private PinnedArray pinned;

        internal RegisteredArray(object gate, ContextHandle context, Array array)
        {
            this.gate = gate;
            this.context = context;
            pinned = new PinnedArray(array);
            try
            {
                lock (gate)
                    Library.Check(Library.pnRegisterHostMemory(context, pinned.Address, pinned.Bytes));
            }
            catch
            {
                pinned.Dispose();
                throw;
            }
        }

        /// <summary>Waits for a call in progress. The context may have been disposed before.</summary>
        public void Dispose()
        {
            if (pinned == null)
                return;
            try
            {
                lock (gate)
                    Library.pnUnregisterHostMemory(context, pinned.Address);
            }
            catch (ObjectDisposedException)
            {
                // The context has given the memory back when it was freed.
            }
            pinned.Dispose();
            pinned = null;
        }
    }
}
