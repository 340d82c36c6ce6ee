using System;
using System.Runtime.InteropServices;
using System.Threading;
using ProbeNorm.Native;

namespace ProbeNorm
{
    public sealed class ContextOptions
    {
        public Backend Backend { get; set; }
        /// <summary>For Backend.Vulkan: Device.Index.</summary>
        public int DeviceIndex { get; set; }
        /// <summary>CPU threads of one call; 0 is one for each processor.</summary>
        public int ThreadCount { get; set; }
        /// <summary>How long to wait for the device; 0 is the library's choice.</summary>
        public int TimeoutMs { get; set; }
        /// <summary>Most texel bytes that are uploaded at once; 0 is the library's choice.</summary>
        public long ChunkBytes { get; set; }
        /// <summary>Keep the last messages for Context.TakeLogMessage.</summary>
        public bool KeepLog { get; set; }
        /// <summary>Load Vulkan's validation layer, and log what it says.</summary>
        public bool Validation { get; set; }
    }

    /// <summary>One message of a context's log.</summary>
    public struct LogEntry
    {
        /// <summary>Counts from 1. A gap means that older messages were dropped.</summary>
        public long Number;
        public LogLevel Level;
        public string Text;
        /// <summary>The number of the RenderJob that it is about; 0: none.</summary>
        public ulong Job;
    }

    /// <summary>How texels are read and how many coefficients are made.</summary>
    public sealed class ProjectOptions
    {
        /// <summary>1 to 5; 0 is 3.</summary>
        public int Bands { get; set; }
        public NegativePolicy Negative { get; set; }
        public BadTexelPolicy BadTexels { get; set; }
        /// <summary>Clamps each channel's magnitude; 0 is no clamp.</summary>
        public float MaxRadiance { get; set; }

        internal static unsafe Native.ProjectOptions ToNative(ProjectOptions options, ProgressWords progress = null)
        {
            options = options ?? new ProjectOptions();
            return new Native.ProjectOptions
            {
                StructSize = (uint)sizeof(Native.ProjectOptions),
                Bands = checked((uint)options.Bands),
                Negative = options.Negative,
                BadTexels = options.BadTexels,
                MaxRadiance = options.MaxRadiance,
                Progress = progress != null ? progress.Words : null,
            };
        }
    }

    /// <summary>What the library found in one environment, and on what it ran.</summary>
    public struct ProjectInfo
    {
        public int Algorithm;
        /// <summary>Texels with a NaN, an infinity or a magnitude over 2^64.</summary>
        public int NonFinite;
        public int Negative;
        public int Clamped;
        /// <summary>Whether there is a bad texel; then the first one by (face, y, x).</summary>
        public bool HasBadTexel;
        public int BadFace, BadX, BadY;
        public Backend Backend;
        public bool IsReproducible;
        /// <summary>Of the whole call.</summary>
        public TimeSpan GpuTime, CallTime;
        /// <summary>Texel bytes that the call sent to the device; 0 on the CPU.</summary>
        public long UploadedBytes;

        internal ProjectInfo(ref Native.ProjectInfo info)
        {
            Algorithm = (int)info.Algorithm;
            NonFinite = (int)info.NonFinite;
            Negative = (int)info.Negative;
            Clamped = (int)info.Clamped;
            HasBadTexel = info.HasBadTexel != 0;
            BadFace = (int)info.BadFace;
            BadX = (int)info.BadX;
            BadY = (int)info.BadY;
            Backend = info.Backend;
            IsReproducible = info.IsReproducible != 0;
            UploadedBytes = (long)info.UploadedBytes;
            GpuTime = Library.Time(info.GpuNanoseconds);
            CallTime = Library.Time(info.CallNanoseconds);
        }
    }

    /// <summary>One environment's coefficients.</summary>
    public sealed class ProjectResult
    {
        public Sh Sh { get; }
        public ProjectInfo Info { get; }

        internal ProjectResult(ref Native.Sh sh, ref Native.ProjectInfo info)
        {
            Sh = new Sh(ref sh);
            Info = new ProjectInfo(ref info);
        }
    }

    /// <summary>The progress of a call that another thread waits for, and a way to cancel it. Use it for one call.</summary>
    public sealed class CallProgress
    {
        internal readonly ProgressWords words = new ProgressWords();

        /// <summary>Environments finished so far.</summary>
        public int Completed => (int)words.Completed;

        /// <summary>The call ends with Result.Cancelled, unless it is done before.</summary>
        public void Cancel() => words.Cancel();
    }

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
