// Written by scripts/bindings.py from probenorm.h and probenorm_unity.h. Function pointers stay null: no native
// thread may enter managed code, whose domain can be unloaded at any time.
using System;
using System.Runtime.InteropServices;

namespace ProbeNorm
{
    /// <summary>What a call returns.</summary>
    public enum Result
    {
        Success = 0,
        Unknown = -1,
        InvalidArgument = -2,
        OutOfMemory = -3,
        UnsupportedDevice = -4,
        DeviceLost = -5,
        Timeout = -6,
        Cancelled = -7,
        UnsupportedFormat = -8,
        BadTexel = -9,
        BufferTooSmall = -10,
        Unsupported = -11,
        NotReady = -12,
    }

    /// <summary>What a context runs on.</summary>
    public enum Backend
    {
        Auto = 0,
        Cpu = 1,
        Vulkan = 2,
    }

    /// <summary>How serious a message is.</summary>
    public enum LogLevel
    {
        Error = 0,
        Warning = 1,
        Info = 2,
        Debug = 3,
    }

    /// <summary>Flags of PnContextDesc.</summary>
    [Flags]
    public enum ContextFlags
    {
        None = 0,
        Validation = 1,
        NoSubgroups = 2,
        KeepLog = 4,
    }

    /// <summary>Texel formats, in the byte order of the machine. Alpha is not read, but where texels are normalized: it
    /// is kept.</summary>
    public enum Format
    {
        Undefined = 0,
        Rgba32F = 1,
        Rgb32F = 2,
        Rgba16F = 3,
        Rgb9E5 = 4,
        R11G11B10F = 5,
        Rgba8 = 6,
        Rgba8Srgb = 7,
    }

    /// <summary>How an environment's directions lie in its texels.</summary>
    public enum EnvironmentKind
    {
        Cubemap = 1,
        Equirect = 2,
    }

    /// <summary>What becomes of negative radiance.</summary>
    public enum NegativePolicy
    {
        Keep = 0,
        Zero = 1,
    }

    /// <summary>What becomes of texels that are not finite.</summary>
    public enum BadTexelPolicy
    {
        Replace = 0,
        Error = 1,
    }

    /// <summary>Weights per band against ringing.</summary>
    public enum Window
    {
        None = 0,
        Hann = 1,
        Lanczos = 2,
        Sinc4 = 3,
        Gauss = 4,
    }

    /// <summary>The order, sign, scale and packing of an engine or library.</summary>
    public enum Convention
    {
        Canonical = 0,
        Unity = 1,
        UnitySha = 2,
        Unreal = 3,
        UnrealPacked = 4,
        Filament = 5,
        FilamentRadiance = 6,
        Godot = 7,
        Three = 8,
        Babylon = 9,
        PlayCanvas = 10,
        DirectXMath = 11,
        Google = 12,
        Cmft = 13,
        Eevee = 14,
    }

    /// <summary>The axes of the receiving engine, in terms of the cubemap's x y z.</summary>
    public enum Axes
    {
        Keep = 0,
        Unreal = 1,
        ZUp = 2,
        MirrorX = 3,
        MirrorZ = 4,
    }

    /// <summary>The formulas of games and engines, and ours.</summary>
    public enum Preset
    {
        ProbeNorm = 0,
        BlackOps = 1,
        Unreal = 2,
        Hdrp = 3,
        HdrpCorrected = 4,
        Source2 = 5,
        Eevee = 6,
        Classic = 7,
        Godot = 8,
        Rend2 = 9,
        CommunityShaders = 10,
    }

    /// <summary>One factor for all channels, or one per channel.</summary>
    public enum Channels
    {
        Luminance = 1,
        Rgb = 2,
    }

    /// <summary>The lobe over which light is gathered.</summary>
    public enum Lobe
    {
        Cosine = 1,
        Ggx = 2,
        Charlie = 3,
    }

    /// <summary>An engine's roughness-to-mip mapping: which perceptual roughness r a mip has. i is the mip, n their
    /// number. docs/prefiltering.md has the sources.</summary>
    public enum RoughnessMapping
    {
        Linear = 1,
        Unity = 2,
        Unreal = 3,
        Filament = 4,
        Babylon = 5,
        Godot = 6,
    }

    /// <summary>Whether light is de-ringed before it is used.</summary>
    public enum Dering
    {
        Auto = 1,
        None = 2,
    }

    /// <summary>Accuracy against the exact integral. Lower effort is faster.</summary>
    public enum Effort
    {
        Baked = 1,
        Realtime = 2,
    }

    /// <summary>How the texels of a DFG table are arranged. A and B are the scale and the bias of F0 in the split sum
    /// (Karis 2013), with GGX and Smith's height-correlated shadowing (Heitz 2014): F = A F0 + B.</summary>
    public enum Dfg
    {
        ScaleBias = 1,
        Multiscatter = 2,
    }

    /// <summary>Accuracy of the blocks. Lower effort is faster (docs/bc6h.md).</summary>
    public enum Bc6hEffort
    {
        Low = 1,
        Middle = 2,
        High = 3,
    }

    /// <summary>What may be wrong with an environment. A finding's value is the measurement that is named here, and its
    /// limit is the threshold that makes it a finding. docs/check.md explains each.</summary>
    public enum FindingKind
    {
        NonFinite = 1,
        Negative = 2,
        Firefly = 3,
        SunOrFirefly = 4,
        Clipped = 5,
        EightBit = 6,
        Transfer = 7,
        Black = 8,
        Constant = 9,
        FaceOrder = 10,
        FaceGain = 11,
        Seam = 12,
        LowerHalf = 13,
        Enclosed = 14,
        BoxFilteredMips = 15,
        RoughnessMapping = 16,
        ForeignMip = 17,
        CoarseSun = 18,
    }

    /// <summary>How much a finding matters. A gate of a build stops at errors.</summary>
    public enum Severity
    {
        Note = 1,
        Warning = 2,
        Error = 3,
    }

    /// <summary>What pnFixEnvironment changes.</summary>
    [Flags]
    public enum FixFlags
    {
        None = 0,
        NonFinite = 1,
        Negative = 2,
        Fireflies = 4,
        SunOrFireflies = 8,
        Faces = 16,
        Gains = 32,
    }

    /// <summary>What a Vulkan device is.</summary>
    public enum DeviceType
    {
        Other = 0,
        IntegratedGpu = 1,
        DiscreteGpu = 2,
        VirtualGpu = 3,
        Software = 4,
    }
}

namespace ProbeNorm.Native
{
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
        internal IntPtr LoadTables;
        internal IntPtr StoreTables;
        internal IntPtr TablesUserData;
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
    internal unsafe struct EnvironmentView
    {
        internal uint StructSize;
        internal EnvironmentKind Kind;
        internal Format Format;
        internal uint Width;
        internal uint Height;
        internal uint RowPitchBytes;
        internal fixed long Faces[6];
        internal ulong FaceBytes;
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
        internal RoughnessMapping Mapping;
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
        internal uint NeedsCoefficients;
        internal uint Reserved;
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
        internal uint IsFactor;
        internal float* Lookups;
        internal float* ProbeLuminances;
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
        internal EnvironmentView* Mips;
        internal CubemapTarget* Targets;
        internal Sh* Light;
        internal uint GivenMipCount;
        internal uint Reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct Prefilter
    {
        internal uint StructSize;
        internal Lobe Lobe;
        internal RoughnessMapping Mapping;
        internal Effort Effort;
        internal uint BaseSize;
        internal uint MipCount;
        internal float* Roughness;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct PrefilterInfo
    {
        internal uint StructSize;
        internal Backend Backend;
        internal uint IsReproducible;
        internal uint Reserved;
        internal ulong UploadedBytes;
        internal ulong GpuNanoseconds;
        internal ulong CallNanoseconds;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct PrefilterItem
    {
        internal uint StructSize;
        internal uint Reserved;
        internal EnvironmentView* Cubemap;
        internal CubemapTarget* Targets;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct PictureView
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
        internal EnvironmentView* Environment;
        internal ulong ResidualFloats;
        internal float* Residual;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct Finding
    {
        internal uint StructSize;
        internal FindingKind Kind;
        internal Severity Severity;
        internal uint Fixes;
        internal uint Count;
        internal uint Mip;
        internal uint Face;
        internal uint X;
        internal uint Y;
        internal float Value;
        internal float Limit;
        internal float Average;
        internal float Irradiance;
        internal float Reflection;
        internal fixed uint Places[6];
        internal fixed uint Turns[6];
        internal fixed byte Text[256];
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct FixInfo
    {
        internal uint StructSize;
        internal uint Fixed;
        internal uint Texels;
        internal uint Faces;
        internal float Average;
        internal float FixedAverage;
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
    internal unsafe struct UnityPrefilterTables
    {
        internal uint StructSize;
        internal uint LevelCount;
        internal uint SymmetryOffset;
        internal uint ValueOffset;
        internal uint GatherOffset;
        internal uint WeightOffset;
        internal fixed uint TileOffset[16];
        internal ulong WordCount;
        internal ulong WeightCount;
        internal uint* Words;
        internal float* Weights;
        internal IntPtr Memory;
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

    internal static unsafe partial class Library
    {
        private const string Name = "probenorm";
        private const CallingConvention Cdecl = CallingConvention.Cdecl;

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern IntPtr pnGetResultName(Result result);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern IntPtr pnGetLastErrorMessage();

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnCreateContext(ContextDesc* desc, out ContextHandle outContext);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern void pnDestroyContext(IntPtr context);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnGetContextInfo(ContextHandle context, ContextInfo* outInfo);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern uint pnGetFormatBytes(Format format);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnProjectEnvironment(ContextHandle context, EnvironmentView* environment,
            ProjectOptions* options, Sh* outSh, ProjectInfo* outInfo);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnProjectEnvironments(ContextHandle context, uint count,
            EnvironmentView* environments, ProjectOptions* options, Sh* outShs, ProjectInfo* outInfos,
            out uint outCompleted);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnEvaluateRadiance(Sh* sh, uint count, float[] directions,
            [Out] float[] outRgb);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnEvaluateIrradiance(Sh* sh, uint count, float[] directions,
            [Out] float[] outRgb);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnRotateSh(Sh* sh, float[] matrix, Sh* outSh);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnWindowSh(Sh* sh, Window window, float width, Sh* outSh);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern IntPtr pnGetConventionName(Convention convention);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern IntPtr pnGetAxesName(Axes axes);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern uint pnGetConventionFloatCount(Convention convention, uint bands);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnConvertToConvention(Sh* sh, Convention convention, Axes axes,
            uint floatCount, [Out] float[] outFloats);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnConvertFromConvention(Convention convention, Axes axes, uint bands,
            uint floatCount, float[] floats, Sh* outSh);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern IntPtr pnGetPresetName(Preset preset);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnGetPreset(byte[] name, Normalization* outNormalization);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnGetPresetInfo(Preset preset, PresetInfo* outInfo);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnEvaluateReflection(Normalization* normalization, Surfaces* surfaces,
            [Out] float[] outRadiance);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnNormalizeCubemaps(ContextHandle context, uint count, NormalizeItem* items,
            Normalization* normalization, ProjectOptions* options, Sh* outShs, ProjectInfo* outProjectInfos,
            NormalizeInfo* outInfos, out uint outCompleted);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnPackLuminance(EnvironmentView* cubemap, ulong halfCount,
            [Out] ushort[] outHalves);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnGetMipRoughness(RoughnessMapping mapping, uint baseSize, uint mipCount,
            [Out] float[] outRoughness);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnPrefilterCubemaps(ContextHandle context, uint count, PrefilterItem* items,
            Prefilter* prefilter, ProjectOptions* options, PrefilterInfo* outInfos, out uint outCompleted);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnMakeDfgRows(Dfg kind, uint size, uint firstRow, uint rowCount,
            ulong floatCount, [Out] float[] outRgb);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnEncodeBc6h(ContextHandle context, PictureView* picture, Bc6hEffort effort,
            uint isSigned, ulong blockBytes, [Out] byte[] outBlocks);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnDecodeBc6h(uint isSigned, ulong blockCount, byte[] blocks,
            [Out] ushort[] outHalves);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnExtractLights(ContextHandle context, uint count, LightItem* items,
            ProjectOptions* options, LightOptions* lightOptions, Lights* outLights, Sh* outResidualShs,
            out uint outCompleted);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern IntPtr pnGetFindingName(FindingKind kind);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnCheckEnvironment(ContextHandle context, uint mipCount,
            EnvironmentView* mips, uint capacity, Finding* findings, out uint outCount);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnFixEnvironment(ContextHandle context, EnvironmentView* environment,
            uint fixes, ulong floatCount, [Out] float[] outTexels, FixInfo* outInfo);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnFindIrradianceMinimum(Sh* sh, [Out] float[] outMinimum);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnDeringSh(Sh* sh, float floor, Sh* outSh, DeringInfo* outInfo);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnEnumerateDevices(uint capacity, DeviceInfo* infos, out uint outCount);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnTakeLogMessage(ContextHandle context, LogMessage* outMessage);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern uint pnGetVersion();

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern uint pnGetAlgorithmVersion();

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnGetUnityInfo(UnityInfo* outInfo);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern IntPtr pnGetUnityRenderEvent();

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern int pnGetUnityEventId(UnityEvent @event);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnCreateUnityJob(UnityJobDesc* desc, out ulong outJob);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnGetUnityJobState(ulong job, out UnityJobState outState);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnGetUnityJobResult(ulong job, Sh* outSh, ProjectInfo* outInfo);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnGetUnityJobInfo(ulong job, UnityJobInfo* outInfo);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnReleaseUnityJob(ulong job);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern void pnReleaseAllUnityJobs();

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnMakeUnityPrefilterTables(uint faceSize, Prefilter* prefilter,
            UnityPrefilterTables* outTables);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern void pnFreeUnityPrefilterTables(UnityPrefilterTables* tables);

        [DllImport(Name, CallingConvention = Cdecl)]
        internal static extern Result pnTakeUnityMessage(UnityMessage* outMessage);
    }
}
