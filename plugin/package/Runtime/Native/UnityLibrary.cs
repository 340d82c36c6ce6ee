using System;
using System.Runtime.InteropServices;

namespace ProbeNorm.Native
{
    // The functions of include/probenorm/probenorm_unity.h, in its order. A job is a number and never an address, so a
    // stale one is an error and nothing worse.
    internal static unsafe partial class Library
    {
        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnUnityGetInfo(ref UnityInfo info);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern IntPtr pnUnityGetRenderEvent();

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern int pnUnityGetEventId(UnityEvent unityEvent);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnUnityCreateJob(ref UnityJobDesc desc, out ulong job);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnUnityGetJobState(ulong job, out UnityJobState state);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnUnityGetJobResult(ulong job, out Sh sh, ref ProjectInfo info);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnUnityGetJobInfo(ulong job, ref UnityJobInfo info);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnUnityReleaseJob(ulong job);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern void pnUnityReleaseAllJobs();

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnUnityTakeMessage(ref UnityMessage message);
    }
}
