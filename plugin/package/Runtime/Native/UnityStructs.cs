using System;
using System.Runtime.InteropServices;

namespace ProbeNorm.Native
{
    // Written by scripts/bindings.py from include/probenorm/probenorm_unity.h. Function pointers stay null: no native
    // thread may enter managed code, whose domain can be unloaded at any time.

    internal enum UnityEvent
    {
        Run = 0,
        Collect = 1,
    }

    internal enum UnityJobState
    {
        Created = 0,
        Recorded = 1,
        Done = 2,
        Failed = 3,
    }

    [Flags]
    internal enum UnityJobFlags
    {
        None = 0,
        OwnSubmission = 1,
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct UnityInfo
    {
        internal uint StructSize;
        internal uint IsLoaded;
        internal uint HasDevice;
        internal int Renderer;
        internal ulong JobCount;
        internal ulong PendingJobs;
        internal ulong Frame;
        internal ulong SafeFrame;
        internal fixed byte Reason[256];
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct UnityJobDesc
    {
        internal uint StructSize;
        internal uint Mip;
        internal IntPtr Texture;
        internal ProjectOptions* Options;
        internal Normalization* Normalization;
        internal IntPtr Target;
        internal IntPtr Buffer;
        internal ulong BufferOffset;
        internal uint MipCount;
        internal UnityJobFlags Flags;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct UnityJobInfo
    {
        internal uint StructSize;
        internal uint FaceSize;
        internal int VulkanFormat;
        internal int Route;
        internal uint IsOwnSubmission;
        internal uint Reserved;
        internal ulong Frame;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct UnityMessage
    {
        internal uint StructSize;
        internal LogLevel Level;
        internal ulong Number;
        internal ulong Job;
        internal fixed byte Text[512];
    }
}
