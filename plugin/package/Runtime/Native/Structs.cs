using System;
using System.Runtime.InteropServices;

namespace ProbeNorm.Native
{
    // Written by scripts/bindings.py from include/probenorm/probenorm.h. Function pointers stay null: no native
    // thread may enter managed code, whose domain can be unloaded at any time.

    [StructLayout(LayoutKind.Sequential)]
    internal struct ContextDesc
    {
        internal uint StructSize;
        internal Backend Backend;
        internal uint DeviceIndex;
        internal uint ThreadCount;
        internal uint TimeoutMs;
        internal ContextFlags Flags;
        internal ulong ChunkBytes;
        internal IntPtr Log;
        internal IntPtr LogUserData;
        internal IntPtr LoadKernels;
        internal IntPtr StoreKernels;
        internal IntPtr KernelsUserData;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ContextInfo
    {
        internal uint StructSize;
        internal Backend Backend;
        internal uint DeviceIndex;
        internal uint IsReproducible;
        internal uint SubgroupSize;
        internal uint ThreadCount;
        internal fixed byte Name[256];
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct CubemapView
    {
        internal uint StructSize;
        internal uint FaceSize;
        internal Format Format;
        internal uint RowPitchBytes;
        internal fixed long Faces[6];
        internal ulong FaceBytes;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct EquirectView
    {
        internal uint StructSize;
        internal uint Width;
        internal uint Height;
        internal Format Format;
        internal uint RowPitchBytes;
        internal uint Reserved;
        internal IntPtr Texels;
        internal ulong TexelBytes;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct Sh
    {
        internal const int MaxBands = 5;

        internal uint Bands;
        internal fixed float Rgb[75];
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct Progress
    {
        internal uint Completed;
        internal uint Total;
        internal uint Cancel;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ProjectOptions
    {
        internal uint StructSize;
        internal uint Bands;
        internal NegativePolicy Negative;
        internal BadTexelPolicy BadTexels;
        internal float MaxRadiance;
        internal uint Reserved;
        internal Progress* Progress;
        internal IntPtr OnProgress;
        internal IntPtr UserData;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct ProjectInfo
    {
        internal uint StructSize;
        internal uint Algorithm;
        internal uint NonFinite;
        internal uint Negative;
        internal uint Clamped;
        internal uint HasBadTexel;
        internal uint BadFace;
        internal uint BadX;
        internal uint BadY;
        internal Backend Backend;
        internal uint IsReproducible;
        internal uint Reserved;
        internal ulong UploadedBytes;
        internal ulong GpuNanoseconds;
        internal ulong CallNanoseconds;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct Normalization
    {
        internal uint StructSize;
        internal Preset Preset;
        internal uint Bands;
        internal Channels Channels;
        internal Lobe Lobe;
        internal Dering Dering;
        internal float Floor;
        internal float Low;
        internal float High;
        internal float FadeBegin;
        internal float FadeEnd;
        internal float Weight;
        internal uint Version;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct PresetInfo
    {
        internal uint StructSize;
        internal uint Version;
        internal uint IsFactor;
        internal uint CanDivide;
        internal uint NeedsNormals;
        internal uint NeedsAverage;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct Surfaces
    {
        internal uint StructSize;
        internal uint Count;
        internal float* Radiance;
        internal float* Reflections;
        internal float* Normals;
        internal float* Roughness;
        internal float* Metallic;
        internal Sh* Probe;
        internal Sh* Local;
        internal float* LocalAlongNormals;
        internal float* LocalAlongReflections;
        internal uint IsDivided;
        internal uint Reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct CubemapTarget
    {
        internal uint StructSize;
        internal Format Format;
        internal uint RowPitchBytes;
        internal uint Reserved;
        internal fixed long Faces[6];
        internal ulong FaceBytes;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NormalizeInfo
    {
        internal uint StructSize;
        internal Backend Backend;
        internal uint IsReproducible;
        internal float Width;
        internal float MinimumBefore;
        internal float MinimumAfter;
        internal float EnergyKept;
        internal float Average;
        internal ulong UploadedBytes;
        internal ulong GpuNanoseconds;
        internal ulong CallNanoseconds;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct NormalizeItem
    {
        internal uint StructSize;
        internal uint MipCount;
        internal CubemapView* Mips;
        internal CubemapTarget* Targets;
        internal Sh* Light;
        internal uint GivenMipCount;
        internal uint Reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct Light
    {
        internal fixed float Direction[3];
        internal fixed float Irradiance[3];
        internal fixed float Peak[3];
        internal float AngularRadius;
        internal uint TexelCount;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct LightOptions
    {
        internal uint StructSize;
        internal uint MaxLights;
        internal float MinShare;
        internal float MaxAngularRadius;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct Lights
    {
        internal const int MaxCount = 16;

        internal uint StructSize;
        internal uint Count;
        internal float Threshold;
        internal fixed uint Light[176]; // of 11 words each
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct LightItem
    {
        internal uint StructSize;
        internal uint Reserved;
        internal CubemapView* Cubemap;
        internal EquirectView* Map;
        internal ulong ResidualFloats;
        internal float* Residual;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct DeringInfo
    {
        internal uint StructSize;
        internal float Width;
        internal float MinimumBefore;
        internal float MinimumAfter;
        internal float EnergyKept;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct DeviceInfo
    {
        internal uint StructSize;
        internal uint Index;
        internal DeviceType Type;
        internal uint VendorId;
        internal uint DeviceId;
        internal uint ApiVersion;
        internal uint DriverVersion;
        internal uint SubgroupSize;
        internal uint IsSupported;
        internal fixed byte Name[256];
        internal fixed byte Driver[256];
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct LogMessage
    {
        internal uint StructSize;
        internal LogLevel Level;
        internal ulong Number;
        internal fixed byte Text[1008];
    }
}
