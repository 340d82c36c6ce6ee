using System;

namespace ProbeNorm
{
    // Written by scripts/bindings.py from include/probenorm/probenorm.h.

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

    /// <summary>Texel formats. Alpha is ignored.</summary>
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
    }

    /// <summary>Whether light is de-ringed before it is used.</summary>
    public enum Dering
    {
        Auto = 1,
        None = 2,
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
