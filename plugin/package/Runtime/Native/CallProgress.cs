using ProbeNorm.Native;

namespace ProbeNorm
{
    /// <summary>The progress of a call that another thread waits for, and a way to cancel it. Use it for one call.</summary>
    public sealed class CallProgress
    {
        internal readonly ProgressWords words = new ProgressWords();

        /// <summary>Cubemaps or maps finished so far.</summary>
        public int Completed => (int)words.Completed;

        /// <summary>The call ends with Result.Cancelled, unless it is done before.</summary>
        public void Cancel() => words.Cancel();
    }
}
