"""Written by scripts/bindings.py: the structs and functions of include/probenorm/probenorm.h, one to one."""

import ctypes
from ctypes import POINTER, c_char, c_char_p, c_float, c_int32, c_uint8, c_uint16, c_uint32, c_uint64, c_void_p

LogFunction = ctypes.CFUNCTYPE(None, c_void_p, c_int32, c_char_p)
LoadKeptFunction = ctypes.CFUNCTYPE(c_uint64, c_void_p, c_char_p, c_void_p, c_uint64)
StoreKeptFunction = ctypes.CFUNCTYPE(None, c_void_p, c_char_p, c_void_p, c_uint64)
ProgressFunction = ctypes.CFUNCTYPE(c_int32, c_void_p, c_uint32, c_uint32)


class ContextDesc(ctypes.Structure):
    _fields_ = [
        ("structSize", c_uint32),
        ("backend", c_int32),
        ("deviceIndex", c_uint32),
        ("threadCount", c_uint32),
        ("timeoutMs", c_uint32),
        ("flags", c_uint32),
        ("chunkBytes", c_uint64),
        ("log", LogFunction),
        ("logUserData", c_void_p),
        ("loadKernels", LoadKeptFunction),
        ("storeKernels", StoreKeptFunction),
        ("kernelsUserData", c_void_p),
        ("loadTables", LoadKeptFunction),
        ("storeTables", StoreKeptFunction),
        ("tablesUserData", c_void_p),
    ]


class ContextInfo(ctypes.Structure):
    _fields_ = [
        ("structSize", c_uint32),
        ("backend", c_int32),
        ("deviceIndex", c_uint32),
        ("isReproducible", c_uint32),
        ("subgroupSize", c_uint32),
        ("threadCount", c_uint32),
        ("name", (c_char * 256)),
    ]


class EnvironmentView(ctypes.Structure):
    _fields_ = [
        ("structSize", c_uint32),
        ("kind", c_int32),
        ("format", c_int32),
        ("width", c_uint32),
        ("height", c_uint32),
        ("rowPitchBytes", c_uint32),
        ("faces", (c_void_p * 6)),
        ("faceBytes", c_uint64),
    ]


class Sh(ctypes.Structure):
    _fields_ = [
        ("bands", c_uint32),
        ("rgb", ((c_float * 3) * 25)),
    ]


class Progress(ctypes.Structure):
    _fields_ = [
        ("completed", c_uint32),
        ("total", c_uint32),
        ("cancel", c_uint32),
    ]


class ProjectOptions(ctypes.Structure):
    _fields_ = [
        ("structSize", c_uint32),
        ("bands", c_uint32),
        ("negative", c_int32),
        ("badTexels", c_int32),
        ("maxRadiance", c_float),
        ("reserved", c_uint32),
        ("progress", POINTER(Progress)),
        ("onProgress", ProgressFunction),
        ("userData", c_void_p),
    ]


class ProjectInfo(ctypes.Structure):
    _fields_ = [
        ("structSize", c_uint32),
        ("algorithm", c_uint32),
        ("nonFinite", c_uint32),
        ("negative", c_uint32),
        ("clamped", c_uint32),
        ("hasBadTexel", c_uint32),
        ("badFace", c_uint32),
        ("badX", c_uint32),
        ("badY", c_uint32),
        ("backend", c_int32),
        ("isReproducible", c_uint32),
        ("reserved", c_uint32),
        ("uploadedBytes", c_uint64),
        ("gpuNanoseconds", c_uint64),
        ("callNanoseconds", c_uint64),
    ]


class Normalization(ctypes.Structure):
    _fields_ = [
        ("structSize", c_uint32),
        ("preset", c_int32),
        ("bands", c_uint32),
        ("channels", c_int32),
        ("lobe", c_int32),
        ("dering", c_int32),
        ("floor", c_float),
        ("low", c_float),
        ("high", c_float),
        ("fadeBegin", c_float),
        ("fadeEnd", c_float),
        ("weight", c_float),
        ("version", c_uint32),
        ("mapping", c_int32),
    ]


class PresetInfo(ctypes.Structure):
    _fields_ = [
        ("structSize", c_uint32),
        ("version", c_uint32),
        ("isFactor", c_uint32),
        ("canDivide", c_uint32),
        ("needsNormals", c_uint32),
        ("needsAverage", c_uint32),
        ("needsCoefficients", c_uint32),
        ("reserved", c_uint32),
    ]


class Surfaces(ctypes.Structure):
    _fields_ = [
        ("structSize", c_uint32),
        ("count", c_uint32),
        ("radiance", POINTER(c_float)),
        ("reflections", POINTER(c_float)),
        ("normals", POINTER(c_float)),
        ("roughness", POINTER(c_float)),
        ("metallic", POINTER(c_float)),
        ("probe", POINTER(Sh)),
        ("local", POINTER(Sh)),
        ("localAlongNormals", POINTER(c_float)),
        ("localAlongReflections", POINTER(c_float)),
        ("isDivided", c_uint32),
        ("isFactor", c_uint32),
        ("lookups", POINTER(c_float)),
        ("probeLuminances", POINTER(c_float)),
    ]


class CubemapTarget(ctypes.Structure):
    _fields_ = [
        ("structSize", c_uint32),
        ("format", c_int32),
        ("rowPitchBytes", c_uint32),
        ("reserved", c_uint32),
        ("faces", (c_void_p * 6)),
        ("faceBytes", c_uint64),
    ]


class NormalizeInfo(ctypes.Structure):
    _fields_ = [
        ("structSize", c_uint32),
        ("backend", c_int32),
        ("isReproducible", c_uint32),
        ("width", c_float),
        ("minimumBefore", c_float),
        ("minimumAfter", c_float),
        ("energyKept", c_float),
        ("average", c_float),
        ("uploadedBytes", c_uint64),
        ("gpuNanoseconds", c_uint64),
        ("callNanoseconds", c_uint64),
    ]


class NormalizeItem(ctypes.Structure):
    _fields_ = [
        ("structSize", c_uint32),
        ("mipCount", c_uint32),
        ("mips", POINTER(EnvironmentView)),
        ("targets", POINTER(CubemapTarget)),
        ("light", POINTER(Sh)),
        ("givenMipCount", c_uint32),
        ("reserved", c_uint32),
    ]


class Prefilter(ctypes.Structure):
    _fields_ = [
        ("structSize", c_uint32),
        ("lobe", c_int32),
        ("mapping", c_int32),
        ("effort", c_int32),
        ("baseSize", c_uint32),
        ("mipCount", c_uint32),
        ("roughness", POINTER(c_float)),
    ]


class PrefilterInfo(ctypes.Structure):
    _fields_ = [
        ("structSize", c_uint32),
        ("backend", c_int32),
        ("isReproducible", c_uint32),
        ("reserved", c_uint32),
        ("uploadedBytes", c_uint64),
        ("gpuNanoseconds", c_uint64),
        ("callNanoseconds", c_uint64),
    ]


class PrefilterItem(ctypes.Structure):
    _fields_ = [
        ("structSize", c_uint32),
        ("reserved", c_uint32),
        ("cubemap", POINTER(EnvironmentView)),
        ("targets", POINTER(CubemapTarget)),
    ]


class PictureView(ctypes.Structure):
    _fields_ = [
        ("structSize", c_uint32),
        ("width", c_uint32),
        ("height", c_uint32),
        ("format", c_int32),
        ("rowPitchBytes", c_uint32),
        ("reserved", c_uint32),
        ("texels", c_void_p),
        ("texelBytes", c_uint64),
    ]


class Light(ctypes.Structure):
    _fields_ = [
        ("direction", (c_float * 3)),
        ("irradiance", (c_float * 3)),
        ("peak", (c_float * 3)),
        ("angularRadius", c_float),
        ("texelCount", c_uint32),
    ]


class LightOptions(ctypes.Structure):
    _fields_ = [
        ("structSize", c_uint32),
        ("maxLights", c_uint32),
        ("minShare", c_float),
        ("maxAngularRadius", c_float),
    ]


class Lights(ctypes.Structure):
    _fields_ = [
        ("structSize", c_uint32),
        ("count", c_uint32),
        ("threshold", c_float),
        ("light", (Light * 16)),
    ]


class LightItem(ctypes.Structure):
    _fields_ = [
        ("structSize", c_uint32),
        ("reserved", c_uint32),
        ("environment", POINTER(EnvironmentView)),
        ("residualFloats", c_uint64),
        ("residual", POINTER(c_float)),
    ]


class Finding(ctypes.Structure):
    _fields_ = [
        ("structSize", c_uint32),
        ("kind", c_int32),
        ("severity", c_int32),
        ("fixes", c_uint32),
        ("count", c_uint32),
        ("mip", c_uint32),
        ("face", c_uint32),
        ("x", c_uint32),
        ("y", c_uint32),
        ("value", c_float),
        ("limit", c_float),
        ("average", c_float),
        ("irradiance", c_float),
        ("reflection", c_float),
        ("places", (c_uint32 * 6)),
        ("turns", (c_uint32 * 6)),
        ("text", (c_char * 256)),
    ]


class FixInfo(ctypes.Structure):
    _fields_ = [
        ("structSize", c_uint32),
        ("fixed", c_uint32),
        ("texels", c_uint32),
        ("faces", c_uint32),
        ("average", c_float),
        ("fixedAverage", c_float),
    ]


class DeringInfo(ctypes.Structure):
    _fields_ = [
        ("structSize", c_uint32),
        ("width", c_float),
        ("minimumBefore", c_float),
        ("minimumAfter", c_float),
        ("energyKept", c_float),
    ]


class DeviceInfo(ctypes.Structure):
    _fields_ = [
        ("structSize", c_uint32),
        ("index", c_uint32),
        ("type", c_int32),
        ("vendorId", c_uint32),
        ("deviceId", c_uint32),
        ("apiVersion", c_uint32),
        ("driverVersion", c_uint32),
        ("subgroupSize", c_uint32),
        ("isSupported", c_uint32),
        ("name", (c_char * 256)),
        ("driver", (c_char * 256)),
    ]


class LogMessage(ctypes.Structure):
    _fields_ = [
        ("structSize", c_uint32),
        ("level", c_int32),
        ("number", c_uint64),
        ("text", (c_char * 1008)),
    ]


FUNCTIONS = {  # name: result, arguments
    "pnGetResultName": (
        c_char_p,
        [
            c_int32,
        ],
    ),
    "pnGetLastErrorMessage": (
        c_char_p,
        [],
    ),
    "pnCreateContext": (
        c_int32,
        [
            POINTER(ContextDesc),
            POINTER(c_void_p),
        ],
    ),
    "pnDestroyContext": (
        None,
        [
            c_void_p,
        ],
    ),
    "pnGetContextInfo": (
        c_int32,
        [
            c_void_p,
            POINTER(ContextInfo),
        ],
    ),
    "pnGetFormatBytes": (
        c_uint32,
        [
            c_int32,
        ],
    ),
    "pnProjectEnvironment": (
        c_int32,
        [
            c_void_p,
            POINTER(EnvironmentView),
            POINTER(ProjectOptions),
            POINTER(Sh),
            POINTER(ProjectInfo),
        ],
    ),
    "pnProjectEnvironments": (
        c_int32,
        [
            c_void_p,
            c_uint32,
            POINTER(EnvironmentView),
            POINTER(ProjectOptions),
            POINTER(Sh),
            POINTER(ProjectInfo),
            POINTER(c_uint32),
        ],
    ),
    "pnEvaluateRadiance": (
        c_int32,
        [
            POINTER(Sh),
            c_uint32,
            POINTER(c_float),
            POINTER(c_float),
        ],
    ),
    "pnEvaluateIrradiance": (
        c_int32,
        [
            POINTER(Sh),
            c_uint32,
            POINTER(c_float),
            POINTER(c_float),
        ],
    ),
    "pnRotateSh": (
        c_int32,
        [
            POINTER(Sh),
            POINTER(c_float),
            POINTER(Sh),
        ],
    ),
    "pnWindowSh": (
        c_int32,
        [
            POINTER(Sh),
            c_int32,
            c_float,
            POINTER(Sh),
        ],
    ),
    "pnGetConventionName": (
        c_char_p,
        [
            c_int32,
        ],
    ),
    "pnGetAxesName": (
        c_char_p,
        [
            c_int32,
        ],
    ),
    "pnGetConventionFloatCount": (
        c_uint32,
        [
            c_int32,
            c_uint32,
        ],
    ),
    "pnConvertToConvention": (
        c_int32,
        [
            POINTER(Sh),
            c_int32,
            c_int32,
            c_uint32,
            POINTER(c_float),
        ],
    ),
    "pnConvertFromConvention": (
        c_int32,
        [
            c_int32,
            c_int32,
            c_uint32,
            c_uint32,
            POINTER(c_float),
            POINTER(Sh),
        ],
    ),
    "pnGetPresetName": (
        c_char_p,
        [
            c_int32,
        ],
    ),
    "pnGetPreset": (
        c_int32,
        [
            c_char_p,
            POINTER(Normalization),
        ],
    ),
    "pnGetPresetInfo": (
        c_int32,
        [
            c_int32,
            POINTER(PresetInfo),
        ],
    ),
    "pnEvaluateReflection": (
        c_int32,
        [
            POINTER(Normalization),
            POINTER(Surfaces),
            POINTER(c_float),
        ],
    ),
    "pnNormalizeCubemaps": (
        c_int32,
        [
            c_void_p,
            c_uint32,
            POINTER(NormalizeItem),
            POINTER(Normalization),
            POINTER(ProjectOptions),
            POINTER(Sh),
            POINTER(ProjectInfo),
            POINTER(NormalizeInfo),
            POINTER(c_uint32),
        ],
    ),
    "pnPackLuminance": (
        c_int32,
        [
            POINTER(EnvironmentView),
            c_uint64,
            POINTER(c_uint16),
        ],
    ),
    "pnGetMipRoughness": (
        c_int32,
        [
            c_int32,
            c_uint32,
            c_uint32,
            POINTER(c_float),
        ],
    ),
    "pnPrefilterCubemaps": (
        c_int32,
        [
            c_void_p,
            c_uint32,
            POINTER(PrefilterItem),
            POINTER(Prefilter),
            POINTER(ProjectOptions),
            POINTER(PrefilterInfo),
            POINTER(c_uint32),
        ],
    ),
    "pnMakeDfgRows": (
        c_int32,
        [
            c_int32,
            c_uint32,
            c_uint32,
            c_uint32,
            c_uint64,
            POINTER(c_float),
        ],
    ),
    "pnEncodeBc6h": (
        c_int32,
        [
            c_void_p,
            POINTER(PictureView),
            c_int32,
            c_uint32,
            c_uint64,
            POINTER(c_uint8),
        ],
    ),
    "pnDecodeBc6h": (
        c_int32,
        [
            c_uint32,
            c_uint64,
            POINTER(c_uint8),
            POINTER(c_uint16),
        ],
    ),
    "pnExtractLights": (
        c_int32,
        [
            c_void_p,
            c_uint32,
            POINTER(LightItem),
            POINTER(ProjectOptions),
            POINTER(LightOptions),
            POINTER(Lights),
            POINTER(Sh),
            POINTER(c_uint32),
        ],
    ),
    "pnGetFindingName": (
        c_char_p,
        [
            c_int32,
        ],
    ),
    "pnCheckEnvironment": (
        c_int32,
        [
            c_void_p,
            c_uint32,
            POINTER(EnvironmentView),
            c_uint32,
            POINTER(Finding),
            POINTER(c_uint32),
        ],
    ),
    "pnFixEnvironment": (
        c_int32,
        [
            c_void_p,
            POINTER(EnvironmentView),
            c_uint32,
            c_uint64,
            POINTER(c_float),
            POINTER(FixInfo),
        ],
    ),
    "pnFindIrradianceMinimum": (
        c_int32,
        [
            POINTER(Sh),
            POINTER(c_float),
        ],
    ),
    "pnDeringSh": (
        c_int32,
        [
            POINTER(Sh),
            c_float,
            POINTER(Sh),
            POINTER(DeringInfo),
        ],
    ),
    "pnEnumerateDevices": (
        c_int32,
        [
            c_uint32,
            POINTER(DeviceInfo),
            POINTER(c_uint32),
        ],
    ),
    "pnTakeLogMessage": (
        c_int32,
        [
            c_void_p,
            POINTER(LogMessage),
        ],
    ),
    "pnGetVersion": (
        c_uint32,
        [],
    ),
    "pnGetAlgorithmVersion": (
        c_uint32,
        [],
    ),
}
