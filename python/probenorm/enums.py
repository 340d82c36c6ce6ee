"""Written by scripts/bindings.py: the enumerations of include/probenorm/probenorm.h."""

from enum import IntEnum, IntFlag

__all__ = [
    "Result", "Backend", "LogLevel", "ContextFlags", "Format", "EnvironmentKind", "NegativePolicy", "BadTexelPolicy",
    "Window", "Convention", "Axes", "Preset", "Channels", "Lobe", "RoughnessMapping", "Dering", "Effort", "Dfg",
    "Bc6hEffort", "FindingKind", "Severity", "FixFlags", "DeviceType",
]


class Result(IntEnum):
    """What a call returns."""

    SUCCESS = 0
    ERROR_UNKNOWN = -1
    ERROR_INVALID_ARGUMENT = -2
    ERROR_OUT_OF_MEMORY = -3
    ERROR_UNSUPPORTED_DEVICE = -4
    ERROR_DEVICE_LOST = -5
    ERROR_TIMEOUT = -6
    ERROR_CANCELLED = -7
    ERROR_UNSUPPORTED_FORMAT = -8
    ERROR_BAD_TEXEL = -9
    ERROR_BUFFER_TOO_SMALL = -10
    ERROR_UNSUPPORTED = -11
    ERROR_NOT_READY = -12


class Backend(IntEnum):
    """What a context runs on."""

    AUTO = 0
    CPU = 1
    VULKAN = 2


class LogLevel(IntEnum):
    """How serious a message is."""

    ERROR = 0
    WARNING = 1
    INFO = 2
    DEBUG = 3


class ContextFlags(IntFlag):
    """Flags of PnContextDesc."""

    VALIDATION = 1
    NO_SUBGROUPS = 2
    KEEP_LOG = 4


class Format(IntEnum):
    """Texel formats, in the byte order of the machine. Alpha is not read, but where texels are normalized: it is
    kept."""

    UNDEFINED = 0
    RGBA32F = 1
    RGB32F = 2
    RGBA16F = 3
    RGB9E5 = 4
    R11G11B10F = 5
    RGBA8 = 6
    RGBA8_SRGB = 7


class EnvironmentKind(IntEnum):
    """How an environment's directions lie in its texels."""

    CUBEMAP = 1
    EQUIRECT = 2


class NegativePolicy(IntEnum):
    """What becomes of negative radiance."""

    KEEP = 0
    ZERO = 1


class BadTexelPolicy(IntEnum):
    """What becomes of texels that are not finite."""

    REPLACE = 0
    ERROR = 1


class Window(IntEnum):
    """Weights per band against ringing."""

    NONE = 0
    HANN = 1
    LANCZOS = 2
    SINC4 = 3
    GAUSS = 4


class Convention(IntEnum):
    """The order, sign, scale and packing of an engine or library."""

    CANONICAL = 0
    UNITY = 1
    UNITY_SHA = 2
    UNREAL = 3
    UNREAL_PACKED = 4
    FILAMENT = 5
    FILAMENT_RADIANCE = 6
    GODOT = 7
    THREE = 8
    BABYLON = 9
    PLAYCANVAS = 10
    DIRECTXMATH = 11
    GOOGLE = 12
    CMFT = 13
    EEVEE = 14


class Axes(IntEnum):
    """The axes of the receiving engine, in terms of the cubemap's x y z."""

    KEEP = 0
    UNREAL = 1
    ZUP = 2
    MIRROR_X = 3
    MIRROR_Z = 4


class Preset(IntEnum):
    """The formulas of games and engines, and ours."""

    PROBENORM = 0
    BLACKOPS = 1
    UNREAL = 2
    HDRP = 3
    HDRP_CORRECTED = 4
    SOURCE2 = 5
    EEVEE = 6
    CLASSIC = 7
    GODOT = 8
    REND2 = 9
    COMMUNITY_SHADERS = 10


class Channels(IntEnum):
    """One factor for all channels, or one per channel."""

    LUMINANCE = 1
    RGB = 2


class Lobe(IntEnum):
    """The lobe over which light is gathered."""

    COSINE = 1
    GGX = 2
    CHARLIE = 3


class RoughnessMapping(IntEnum):
    """An engine's roughness-to-mip mapping: which perceptual roughness r a mip has. i is the mip, n their number.
    docs/prefiltering.md has the sources."""

    LINEAR = 1
    UNITY = 2
    UNREAL = 3
    FILAMENT = 4
    BABYLON = 5
    GODOT = 6


class Dering(IntEnum):
    """Whether light is de-ringed before it is used."""

    AUTO = 1
    NONE = 2


class Effort(IntEnum):
    """Accuracy against the exact integral. Lower effort is faster."""

    BAKED = 1
    REALTIME = 2


class Dfg(IntEnum):
    """How the texels of a DFG table are arranged. A and B are the scale and the bias of F0 in the split sum (Karis
    2013), with GGX and Smith's height-correlated shadowing (Heitz 2014): F = A F0 + B."""

    SCALE_BIAS = 1
    MULTISCATTER = 2


class Bc6hEffort(IntEnum):
    """Accuracy of the blocks. Lower effort is faster (docs/bc6h.md)."""

    LOW = 1
    MIDDLE = 2
    HIGH = 3


class FindingKind(IntEnum):
    """What may be wrong with an environment. A finding's value is the measurement that is named here, and its limit is
    the threshold that makes it a finding. docs/check.md explains each."""

    NON_FINITE = 1
    NEGATIVE = 2
    FIREFLY = 3
    SUN_OR_FIREFLY = 4
    CLIPPED = 5
    EIGHT_BIT = 6
    TRANSFER = 7
    BLACK = 8
    CONSTANT = 9
    FACE_ORDER = 10
    FACE_GAIN = 11
    SEAM = 12
    LOWER_HALF = 13
    ENCLOSED = 14
    BOX_FILTERED_MIPS = 15
    ROUGHNESS_MAPPING = 16
    FOREIGN_MIP = 17
    COARSE_SUN = 18


class Severity(IntEnum):
    """How much a finding matters. A gate of a build stops at errors."""

    NOTE = 1
    WARNING = 2
    ERROR = 3


class FixFlags(IntFlag):
    """What pnFixEnvironment changes."""

    NON_FINITE = 1
    NEGATIVE = 2
    FIREFLIES = 4
    SUN_OR_FIREFLIES = 8
    FACES = 16
    GAINS = 32


class DeviceType(IntEnum):
    """What a Vulkan device is."""

    OTHER = 0
    INTEGRATED_GPU = 1
    DISCRETE_GPU = 2
    VIRTUAL_GPU = 3
    SOFTWARE = 4
