"""The C ABI, one to one: the structs and functions of probenorm.h, in its order."""

from __future__ import annotations

import ctypes
from ctypes import POINTER, c_char, c_char_p, c_float, c_int32, c_uint16, c_uint32, c_uint64, c_void_p
from typing import Any, List, Tuple, Type, TypeVar

from ._library import open_library

LogFunction = ctypes.CFUNCTYPE(None, c_void_p, c_int32, c_char_p)
ProgressFunction = ctypes.CFUNCTYPE(c_int32, c_void_p, c_uint32, c_uint32)


def _struct(name: str, fields: List[Tuple[str, Any]]) -> Type[ctypes.Structure]:
    return type(name, (ctypes.Structure,), {"_fields_": fields})


ContextDesc = _struct(
    "PnContextDesc",
    [
        ("structSize", c_uint32),
        ("backend", c_int32),
        ("deviceIndex", c_uint32),
        ("threadCount", c_uint32),
        ("timeoutMs", c_uint32),
        ("flags", c_uint32),
        ("chunkBytes", c_uint64),
        ("log", LogFunction),
        ("logUserData", c_void_p),
        ("cacheFolder", c_char_p),
    ],
)

ContextInfo = _struct(
    "PnContextInfo",
    [
        ("structSize", c_uint32),
        ("backend", c_int32),
        ("deviceIndex", c_uint32),
        ("isReproducible", c_uint32),
        ("subgroupSize", c_uint32),
        ("threadCount", c_uint32),
        ("name", c_char * 256),
    ],
)

CubemapView = _struct(
    "PnCubemapView",
    [
        ("structSize", c_uint32),
        ("faceSize", c_uint32),
        ("format", c_int32),
        ("rowPitchBytes", c_uint32),
        ("faces", c_void_p * 6),
        ("faceBytes", c_uint64),
    ],
)

EquirectView = _struct(
    "PnEquirectView",
    [
        ("structSize", c_uint32),
        ("width", c_uint32),
        ("height", c_uint32),
        ("format", c_int32),
        ("rowPitchBytes", c_uint32),
        ("reserved", c_uint32),
        ("texels", c_void_p),
        ("texelBytes", c_uint64),
    ],
)

Sh = _struct("PnSh", [("bands", c_uint32), ("rgb", (c_float * 3) * 25)])

Progress = _struct("PnProgress", [("completed", c_uint32), ("total", c_uint32), ("cancel", c_uint32)])

ProjectOptions = _struct(
    "PnProjectOptions",
    [
        ("structSize", c_uint32),
        ("bands", c_uint32),
        ("negative", c_int32),
        ("badTexels", c_int32),
        ("maxRadiance", c_float),
        ("reserved", c_uint32),
        ("progress", POINTER(Progress)),
        ("onProgress", ProgressFunction),
        ("userData", c_void_p),
    ],
)

ProjectInfo = _struct(
    "PnProjectInfo",
    [
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
    ],
)

Normalization = _struct(
    "PnNormalization",
    [
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
    ],
)

PresetInfo = _struct(
    "PnPresetInfo",
    [
        ("structSize", c_uint32),
        ("version", c_uint32),
        ("isFactor", c_uint32),
        ("canDivide", c_uint32),
        ("needsNormals", c_uint32),
        ("needsAverage", c_uint32),
    ],
)

Surfaces = _struct(
    "PnSurfaces",
    [
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
        ("reserved", c_uint32),
    ],
)

CubemapTarget = _struct(
    "PnCubemapTarget",
    [
        ("structSize", c_uint32),
        ("format", c_int32),
        ("rowPitchBytes", c_uint32),
        ("reserved", c_uint32),
        ("faces", c_void_p * 6),
        ("faceBytes", c_uint64),
    ],
)

NormalizeItem = _struct(
    "PnNormalizeItem",
    [
        ("structSize", c_uint32),
        ("mipCount", c_uint32),
        ("mips", POINTER(CubemapView)),
        ("targets", POINTER(CubemapTarget)),
        ("light", POINTER(Sh)),
        ("givenMipCount", c_uint32),
        ("reserved", c_uint32),
    ],
)

NormalizeInfo = _struct(
    "PnNormalizeInfo",
    [
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
    ],
)

Light = _struct(
    "PnLight",
    [
        ("direction", c_float * 3),
        ("irradiance", c_float * 3),
        ("peak", c_float * 3),
        ("angularRadius", c_float),
        ("texelCount", c_uint32),
    ],
)

LightOptions = _struct(
    "PnLightOptions",
    [("structSize", c_uint32), ("maxLights", c_uint32), ("minShare", c_float), ("maxAngularRadius", c_float)],
)

Lights = _struct(
    "PnLights",
    [("structSize", c_uint32), ("count", c_uint32), ("threshold", c_float), ("light", Light * 16)],
)

LightItem = _struct(
    "PnLightItem",
    [
        ("structSize", c_uint32),
        ("reserved", c_uint32),
        ("cubemap", POINTER(CubemapView)),
        ("map", POINTER(EquirectView)),
        ("residualFloats", c_uint64),
        ("residual", POINTER(c_float)),
    ],
)

DeringInfo = _struct(
    "PnDeringInfo",
    [
        ("structSize", c_uint32),
        ("width", c_float),
        ("minimumBefore", c_float),
        ("minimumAfter", c_float),
        ("energyKept", c_float),
    ],
)

DeviceInfo = _struct(
    "PnDeviceInfo",
    [
        ("structSize", c_uint32),
        ("index", c_uint32),
        ("type", c_int32),
        ("vendorId", c_uint32),
        ("deviceId", c_uint32),
        ("apiVersion", c_uint32),
        ("driverVersion", c_uint32),
        ("subgroupSize", c_uint32),
        ("isSupported", c_uint32),
        ("name", c_char * 256),
        ("driver", c_char * 256),
    ],
)

LogMessage = _struct(
    "PnLogMessage",
    [("structSize", c_uint32), ("level", c_int32), ("number", c_uint64), ("text", c_char * 1008)],
)

_context, _floats, _sh = c_void_p, POINTER(c_float), POINTER(Sh)
_options, _info, _normalization = POINTER(ProjectOptions), POINTER(ProjectInfo), POINTER(Normalization)
_views, _maps, _uint = POINTER(CubemapView), POINTER(EquirectView), POINTER(c_uint32)

# Function: result, arguments.
FUNCTIONS = {
    "pnGetResultName": (c_char_p, [c_int32]),
    "pnGetLastErrorMessage": (c_char_p, []),
    "pnCreateContext": (c_int32, [POINTER(ContextDesc), POINTER(c_void_p)]),
    "pnDestroyContext": (None, [_context]),
    "pnGetContextInfo": (c_int32, [_context, POINTER(ContextInfo)]),
    "pnGetFormatBytes": (c_uint32, [c_int32]),
    "pnProjectCubemap": (c_int32, [_context, _views, _options, _sh, _info]),
    "pnProjectEquirect": (c_int32, [_context, _maps, _options, _sh, _info]),
    "pnEvaluateRadiance": (c_int32, [_sh, c_uint32, _floats, _floats]),
    "pnEvaluateIrradiance": (c_int32, [_sh, c_uint32, _floats, _floats]),
    "pnRotateSh": (c_int32, [_sh, _floats, _sh]),
    "pnWindowSh": (c_int32, [_sh, c_int32, c_float, _sh]),
    "pnGetConventionName": (c_char_p, [c_int32]),
    "pnGetAxesName": (c_char_p, [c_int32]),
    "pnConventionFloatCount": (c_uint32, [c_int32, c_uint32]),
    "pnConvertToConvention": (c_int32, [_sh, c_int32, c_int32, c_uint32, _floats]),
    "pnConvertFromConvention": (c_int32, [c_int32, c_int32, c_uint32, c_uint32, _floats, _sh]),
    "pnGetPresetName": (c_char_p, [c_int32]),
    "pnFindPreset": (c_int32, [c_char_p, _normalization]),
    "pnGetPresetInfo": (c_int32, [c_int32, POINTER(PresetInfo)]),
    "pnEvaluateReflection": (c_int32, [_normalization, POINTER(Surfaces), _floats]),
    "pnEvaluateFactor": (c_int32, [_normalization, _sh, _sh, c_uint32, _floats, _floats, _floats, _floats]),
    "pnNormalizeCubemap": (
        c_int32,
        [_context, c_uint32, _views, _normalization, _sh, _options, POINTER(CubemapTarget), _sh, _info]
        + [POINTER(NormalizeInfo)],
    ),
    "pnPackLuminance": (c_int32, [_views, c_uint64, POINTER(c_uint16)]),
    "pnProjectCubemaps": (c_int32, [_context, c_uint32, _views, _options, _sh, _info, _uint]),
    "pnNormalizeCubemaps": (
        c_int32,
        [_context, c_uint32, POINTER(NormalizeItem), _normalization, _options, _sh, _info]
        + [POINTER(NormalizeInfo), _uint],
    ),
    "pnProjectEquirects": (c_int32, [_context, c_uint32, _maps, _options, _sh, _info, _uint]),
    "pnExtractLights": (
        c_int32,
        [_context, _views, _maps, _options, POINTER(LightOptions), POINTER(Lights), _sh, c_uint64, _floats],
    ),
    "pnExtractLightsOfMany": (
        c_int32,
        [_context, c_uint32, POINTER(LightItem), _options, POINTER(LightOptions), POINTER(Lights), _sh, _uint],
    ),
    "pnFindRadianceMinimum": (c_int32, [_sh, _floats]),
    "pnFindIrradianceMinimum": (c_int32, [_sh, _floats]),
    "pnDeringSh": (c_int32, [_sh, c_float, _sh, POINTER(DeringInfo)]),
    "pnEnumerateDevices": (c_int32, [c_uint32, POINTER(DeviceInfo), _uint]),
    "pnRegisterHostMemory": (c_int32, [_context, c_void_p, c_uint64]),
    "pnUnregisterHostMemory": (c_int32, [_context, c_void_p]),
    "pnTakeLogMessage": (c_int32, [_context, POINTER(LogMessage)]),
    "pnGetVersion": (c_uint32, []),
    "pnGetAlgorithmVersion": (c_uint32, []),
}

Struct = TypeVar("Struct", bound=ctypes.Structure)


def sized(kind: Type[Struct], **fields: Any) -> Struct:
    """A versioned struct with its structSize set."""
    return kind(structSize=ctypes.sizeof(kind), **fields)


def _open() -> ctypes.CDLL:
    library = open_library()
    for name, (result, arguments) in FUNCTIONS.items():
        try:
            function = getattr(library, name)
        except AttributeError:
            raise ImportError(f"{library._name} is older than this package: it lacks {name}") from None
        function.restype = result
        function.argtypes = arguments
    return library


lib = _open()
