using System;

namespace ProbeNorm
{
    // The enumerations of include/probenorm/probenorm.h; tests/unity/csharp compares every value with the header.

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

    public enum DeviceType
    {
        Other = 0,
        IntegratedGpu = 1,
        DiscreteGpu = 2,
        VirtualGpu = 3,
        Software = 4,
    }

    /// <summary>What a context runs on. Auto: the first real GPU that passes its self-test, else the CPU.</summary>
    public enum Backend
    {
        Auto = 0,
        Cpu = 1,
        Vulkan = 2,
    }

    public enum LogLevel
    {
        Error = 0,
        Warning = 1,
        Info = 2,
        Debug = 3,
    }

    [Flags]
    public enum ContextFlags
    {
        None = 0,
        Validation = 1,
        NoSubgroups = 2,
        KeepLog = 4,
    }

    /// <summary>How texels are stored. Alpha is ignored.</summary>
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

    public enum NegativePolicy
    {
        Keep = 0,
        Zero = 1,
    }

    /// <summary>What to do with NaN and infinite texels: replace and count them, or report an error.</summary>
    public enum BadTexelPolicy
    {
        Replace = 0,
        Error = 1,
    }

    public enum Window
    {
        None = 0,
        Hann = 1,
        Lanczos = 2,
        Sinc4 = 3,
        Gauss = 4,
    }

    /// <summary>The normalization formula, named after the engine that uses it.</summary>
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

    /// <summary>Here and below, 0 means the preset's own value.</summary>
    public enum Channels
    {
        Luminance = 1,
        Rgb = 2,
    }

    public enum Lobe
    {
        Cosine = 1,
        Ggx = 2,
    }

    public enum Dering
    {
        Auto = 1,
        None = 2,
    }

    /// <summary>Order, sign, scale and packing of coefficients as an engine or library stores them.</summary>
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

    public enum Axes
    {
        Keep = 0,
        Unreal = 1,
        ZUp = 2,
        MirrorX = 3,
        MirrorZ = 4,
    }
}
